//! `crossply gen`: inputs in the judge's format.

use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;

use crossply_games::check::indices_with_empties;
use crossply_games::generators::uniform;
use crossply_problems::Problem;

use crate::arguments::{ANY_EMPTIES, ProblemName, for_problem, new_seed, parse_empties};
use crossply::cli::Status;
use crossply::whole_number;

/// Writes boards in the judge's format
///
/// Writes every legal board once, fewest empty cells first, or draws boards at random, each with the same
/// probability; or writes the few boards that expose almost every mistake.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    problem: ProblemName,

    /// Every legal board, once
    #[arg(long, conflicts_with_all = ["cases", "seed"])]
    all: bool,

    /// The few boards that expose almost every mistake: a first test for a program
    #[arg(long, conflicts_with_all = ["all", "cases", "seed", "empties"])]
    killing: bool,

    /// How many boards to draw
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole_number::<u64>(0..=u64::MAX))]
    cases: u64,

    /// The seed of the random generator [default: a new one, which is printed]
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Only boards with this many empty cells, such as 4 or 0..=8 [default: any]
    #[arg(long, value_name = "RANGE", value_parser = parse_empties)]
    empties: Option<RangeInclusive<u32>>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    for_problem!(arguments.problem, generate(arguments))
}

fn generate<P: Problem>(arguments: &Arguments) -> anyhow::Result<Status> {
    if arguments.killing {
        let mut output = io::stdout().lock();
        output.write_all(P::KILLING.as_bytes())?;
        output.flush()?;
        return Ok(Status::Right);
    }
    let empties = arguments.empties.clone().unwrap_or(ANY_EMPTIES);
    let indices = indices_with_empties::<P>(&empties)?;
    if arguments.all {
        let count = indices.end - indices.start;
        write::<P>(count, indices)
    } else {
        let seed = arguments.seed.unwrap_or_else(new_seed);
        let cases = arguments.cases;
        write::<P>(cases, uniform(seed, 0, indices).take(cases as usize))
    }
}

fn write<P: Problem>(count: u64, indices: impl Iterator<Item = u64>) -> anyhow::Result<Status> {
    let positions = indices.map(|index| P::domain().position(index));
    let mut output = BufWriter::new(io::stdout().lock());
    P::write(&mut output, count, positions)?;
    output.flush()?;
    Ok(Status::Right)
}
