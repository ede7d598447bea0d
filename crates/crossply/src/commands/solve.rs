//! `crossply solve`: the judge's own format in and out.

use std::io::{self, BufWriter, Write};

use anyhow::bail;
use crossply_harness::{Outcome, outcome_of};
use crossply_solvers::Solved;

use crate::Verdict;
use crate::arguments::{ProblemName, for_problem};
use crate::input::{Source, explain};

/// Answers boards in the judge's format
///
/// Reads the input file of the problem's judge and prints its output file. At the first board that
/// is malformed or not legal it stops with a message; the answers before it are printed.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    problem: ProblemName,

    /// Which solver answers; `crossply check --help` has a list
    #[arg(long, value_name = "NAME", default_value = "fast")]
    solver: String,

    #[command(flatten)]
    source: Source,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Verdict> {
    for_problem!(arguments.problem, solve(arguments))
}

fn solve<P: Solved>(arguments: &Arguments) -> anyhow::Result<Verdict> {
    let Some(entry) = P::solver(&arguments.solver) else {
        let known: Vec<_> = P::SOLVERS.iter().map(|entry| entry.name).collect();
        let (problem, solver, known) = (P::NAME, &arguments.solver, known.join(", "));
        bail!("{problem} has no solver `{solver}`; its solvers are {known}");
    };
    let mut solver = (entry.new)();
    let mut output = BufWriter::new(io::stdout().lock());
    let mut warned = false;
    for (case, position) in (1_u64..).zip(P::read(arguments.source.open()?)) {
        let position = match position {
            Ok(position) => position,
            Err(error) => {
                output.flush()?;
                return Err(explain(error, &arguments.source.name()));
            }
        };
        let (empties, practical) = (position.empties(), entry.practical_empties);
        if empties > practical && !warned {
            warned = true;
            output.flush()?;
            anstream::eprintln!(
                "warning: case {case} has {empties} empties, and {} is practical up to {practical}: \
                 this may take long",
                entry.name
            );
        }
        match outcome_of(|| solver.solve(position)) {
            Outcome::Answer(answer) => writeln!(output, "{answer}")?,
            Outcome::Panic(message) => {
                output.flush()?;
                bail!(
                    "case {case}: {} panicked on {position:?}: {message}",
                    entry.name
                );
            }
        }
    }
    output.flush()?;
    Ok(Verdict::Agreement)
}
