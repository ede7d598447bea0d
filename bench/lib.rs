//! Empty, because cargo requires a library or a program. The benchmarks are in the folder `benches`.
