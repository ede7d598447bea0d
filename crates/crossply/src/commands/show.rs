//! `crossply show`: a board with all answers.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;
use crossply_harness::generators::codec;
use crossply_harness::{Panel, Provenance, agreement, report};
use crossply_problems::Position;
use crossply_solvers::{Entry, Solved};

use crate::Verdict;
use crate::arguments::{ProblemName, Solvers, for_problem};
use crate::input::explain;

/// Shows boards with the answers of all solvers
///
/// An input is PROBLEM:BOARD with the rows joined by slashes, as in poj1568:..../.xo./.ox./....,
/// or PROBLEM:INDEX with the position's number in the domain, or a file, or - for the standard
/// input. A file in a folder that is named after a fuzz target is an input of that target; any
/// other holds boards in a judge's format.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Boards or files
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,

    /// Takes files for inputs of a fuzz target of this problem, wherever they are
    #[arg(long, value_name = "PROBLEM")]
    fuzz_input: Option<ProblemName>,

    #[command(flatten)]
    solvers: Solvers,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Verdict> {
    let mut output = anstream::stdout().lock();
    let mut verdict = Verdict::Agreement;
    for (place, input) in arguments.inputs.iter().enumerate() {
        if place > 0 {
            writeln!(output)?;
        }
        let (problem, shown) = recognise(input, arguments.fuzz_input)?;
        let shown = for_problem!(problem, show(arguments, &shown, &mut output))?;
        if let Verdict::Disagreement = shown {
            verdict = Verdict::Disagreement;
        }
    }
    Ok(verdict)
}

enum Shown<'a> {
    /// A board in the notation, or an index.
    Board(&'a str),
    /// What a file in the judge's format holds, and what it is called.
    Cases(Vec<u8>, &'a str),
    /// What an input of a fuzz target holds.
    FuzzInput(Vec<u8>),
}

fn show<P: Solved>(
    arguments: &Arguments,
    shown: &Shown,
    output: &mut impl Write,
) -> anyhow::Result<Verdict> {
    let entries = arguments.solvers.of::<P>();
    let mut panel = Panel::new(&entries);
    let mut verdict = Verdict::Agreement;
    for (place, position) in positions::<P>(shown)?.into_iter().enumerate() {
        if place > 0 {
            writeln!(output)?;
        }
        let outcomes: Vec<_> = panel.answer(position).collect();
        if let Err(disagreement) = agreement::compare(position, outcomes.clone()) {
            verdict = Verdict::Disagreement;
            write!(
                output,
                "{}",
                report::disagreement(&disagreement, Provenance::Seen)
            )?;
            continue;
        }
        writeln!(output, "{}: {}\n", P::NAME, report::name(position))?;
        writeln!(output, "{}\n", report::board(position))?;
        for line in report::answers(&outcomes, |_| false) {
            writeln!(output, "{line}")?;
        }
        for Entry {
            name,
            practical_empties,
            ..
        } in &entries
        {
            if *practical_empties < position.empties() {
                let reason = format!("practical up to {practical_empties} empties");
                writeln!(output, "    {name} was not asked: {reason}")?;
            }
        }
        let conclusion = match outcomes.len() {
            0 => "No selected solver answers this position.",
            1 => "Only one solver answered: nothing to compare.",
            _ => "All agree.",
        };
        writeln!(output, "\n{conclusion}")?;
    }
    Ok(verdict)
}

fn positions<P: Solved>(shown: &Shown) -> anyhow::Result<Vec<Position<P>>> {
    match shown {
        Shown::Board(text) => {
            let position = board(text).with_context(|| format!("{}:{text}", P::NAME))?;
            Ok(vec![position])
        }
        Shown::Cases(bytes, name) => P::read(&bytes[..])
            .map(|case| case.map_err(|error| explain(error, name)))
            .collect(),
        Shown::FuzzInput(bytes) => Ok(vec![codec::decode(bytes)]),
    }
}

fn board<P: Solved>(text: &str) -> anyhow::Result<Position<P>> {
    let Ok(index) = text.parse() else {
        return Ok(text.parse::<Position<P>>()?);
    };
    let domain = P::domain();
    if index >= domain.len() {
        bail!("the last position has index {}", domain.len() - 1);
    }
    Ok(domain.position(index))
}

/// What the input is, and of which problem.
fn recognise(input: &str, given: Option<ProblemName>) -> anyhow::Result<(ProblemName, Shown<'_>)> {
    if let Some((name, board)) = input.split_once(':')
        && let Ok(problem) = ProblemName::from_str(name, false)
    {
        return Ok((problem, Shown::Board(board)));
    }
    let bytes = if input == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else if Path::new(input).exists() {
        fs::read(input)
    } else {
        bail!("{input}: neither a file nor PROBLEM:BOARD nor PROBLEM:INDEX");
    };
    let bytes = bytes.with_context(|| format!("cannot read {input}"))?;
    if let Some(problem) = given.or_else(|| problem_of_target(input)) {
        return Ok((problem, Shown::FuzzInput(bytes)));
    }
    let problem = match bytes.first() {
        Some(b'?' | b'$') => ProblemName::Poj1568,
        Some(b'0'..=b'9') => ProblemName::Ccf201803_4,
        _ => bail!("{input}: in no judge's format; say --fuzz-input PROBLEM if it is one"),
    };
    Ok((problem, Shown::Cases(bytes, input)))
}

/// The problem of the fuzz target after which the file's folder is named: `PROBLEM_KIND`.
fn problem_of_target(path: &str) -> Option<ProblemName> {
    let path = Path::new(path).canonicalize().ok()?;
    let folder = path.parent()?.file_name()?.to_str()?;
    let mut problems = ProblemName::value_variants().iter().copied();
    problems.find(|problem| {
        problem.to_possible_value().is_some_and(|value| {
            let target = value.get_name().replace('-', "_") + "_";
            folder.starts_with(&target)
        })
    })
}
