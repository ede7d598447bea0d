//! Benchmarks: the folder `benches` has them. Cargo wants a package to have a library or a program.
