//! `crossply solve`: reads the judge's input format, and writes its output format.

use std::io::{self, BufWriter, Write};

use anyhow::bail;
use clap::builder::PossibleValuesParser;
use crossply_problems::{Poj1568, Problem, map_problems};

use crate::arguments::{ProblemName, for_problem};
use crate::input::{Source, describe_read_error};
use crossply::cli::Status;

/// Answers boards in the judge's format
///
/// Reads an input file of the problem's judge and prints the output file. It stops with a message at the
/// first board that is malformed or illegal, and prints the answers before it.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    problem: ProblemName,

    /// The solver; `crossply check --help` says how each works
    #[arg(long, value_name = "NAME", default_value = FAST, value_parser = PossibleValuesParser::new(all_solver_names()))]
    solver: String,

    #[command(flatten)]
    source: Source,
}

/// The name of the fast solver, which is the same for all problems.
const FAST: &str = Poj1568::FAST.name;

/// The names of the solvers of all problems, without duplicates.
fn all_solver_names() -> Vec<&'static str> {
    let mut names = map_problems!(solver_names()).concat();
    names.sort_unstable();
    names.dedup();
    names
}

fn solver_names<P: Problem>() -> Vec<&'static str> {
    P::SOLVERS.iter().map(|entry| entry.name).collect()
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    for_problem!(arguments.problem, solve(arguments))
}

fn solve<P: Problem>(arguments: &Arguments) -> anyhow::Result<Status> {
    let Some(entry) = P::solver(&arguments.solver) else {
        let problem = P::NAME;
        let solver = &arguments.solver;
        let names = solver_names::<P>().join(", ");
        bail!("{problem} has no solver `{solver}`; its solvers are {names}");
    };
    let (input, name) = arguments.source.open()?;
    let mut cases = P::read(input);
    let mut solver = (entry.new)();
    let mut output = BufWriter::new(io::stdout().lock());
    while let Some(case) = cases.next() {
        let position = case.map_err(|error| describe_read_error(error, &name))?;
        let answer = solver.solve(position);
        writeln!(output, "{answer}")?;
        // The program that writes the input may wait for the answers.
        if cases.is_waiting() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(Status::Right)
}
