//! A command line: `cargo run --release -- check`.

fn main() {
    crossply::cli::main([every_engine::isqrt()]);
}
