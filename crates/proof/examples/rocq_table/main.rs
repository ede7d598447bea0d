//! Writes the table of a problem for Rocq: `cargo run --release -p crossply-proof --example rocq_table -- poj1568`.
//!
//! Nobody has to trust it. Rocq proves what the table says, and a test compares the table with the solver.

mod table;

use std::process::ExitCode;

use crossply_problems::{Ccf201803_4, Poj1568, Problem};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let table = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [Ccf201803_4::NAME] => table::of((Ccf201803_4::FAST.new)().as_mut()),
        [Poj1568::NAME] => table::of((Poj1568::FAST.new)().as_mut()),
        _ => {
            let (three, four) = (Ccf201803_4::NAME, Poj1568::NAME);
            eprintln!("found {arguments:?}, expected the name of a problem: {three} or {four}");
            return ExitCode::from(2);
        }
    };
    print!("{table}");
    ExitCode::SUCCESS
}
