//! `crossply gen`: inputs in the judge's format, and the answers to them.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use crossply_harness::generators::uniform;
use crossply_harness::{WholeFile, indices_with_empties};
use crossply_problems::{Position, Problem};

use crate::Status;
use crate::arguments::{Empties, ProblemName, for_problem, new_seed, parse_empties};

/// Writes boards in the judge's format
///
/// Writes every legal board once, fewest empty cells first, or draws boards at random, each with the same
/// probability.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    problem: ProblemName,

    /// Every legal board, once
    #[arg(long, conflicts_with_all = ["cases", "seed"])]
    all: bool,

    /// How many boards to draw
    #[arg(long, value_name = "N", default_value_t = 10)]
    cases: u64,

    /// The seed of the random generator [default: a new one, which is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Only boards with this many empty cells, such as 4 or 0..=8 [default: any]
    #[arg(long, value_name = "RANGE", value_parser = parse_empties)]
    empties: Option<Empties>,

    /// Writes the answers of the solver `fast` to this file
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    for_problem!(arguments.problem, generate(arguments))
}

fn generate<P: Problem>(arguments: &Arguments) -> anyhow::Result<Status> {
    let empties = arguments.empties.clone().unwrap_or_default().0;
    let indices = indices_with_empties::<P>(&empties)?;
    if arguments.all {
        let count = indices.end - indices.start;
        write::<P, _>(arguments, count, || indices.clone())
    } else {
        let seed = arguments.seed.unwrap_or_else(new_seed);
        let cases = arguments.cases;
        write::<P, _>(arguments, cases, || {
            uniform(seed, 0, indices.clone()).take(cases as usize)
        })
    }
}

fn write<P: Problem, I: Iterator<Item = u64>>(
    arguments: &Arguments,
    count: u64,
    indices: impl Fn() -> I,
) -> anyhow::Result<Status> {
    let positions = || indices().map(|index| P::domain().position(index));
    if let Some(path) = &arguments.answers {
        let written = if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            // A pipe or a device takes them as they come.
            let there = File::options().write(true).open(path);
            there.and_then(|there| write_answers(there, positions()))
        } else {
            let whole = WholeFile::begin(path);
            whole.and_then(|mut whole| {
                write_answers(&mut whole, positions())?;
                whole.replace().map(drop)
            })
        };
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut output = BufWriter::new(io::stdout().lock());
    P::write(&mut output, count, positions())?;
    output.flush()?;
    Ok(Status::Right)
}

/// The answers to the positions, a line for each.
fn write_answers<P: Problem>(
    output: impl Write,
    positions: impl Iterator<Item = Position<P>>,
) -> io::Result<()> {
    let mut output = BufWriter::new(output);
    let fast = P::FAST;
    let mut solver = (fast.new)();
    for position in positions {
        writeln!(output, "{}", solver.solve(position))?;
    }
    output.flush()
}
