//! `crossply show`: a board with all answers.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;
use crossply_harness::generators::codec;
use crossply_harness::{Panel, Selection, agreement, report};
use crossply_problems::Position;
use crossply_solvers::{Entry, Solved};

use crate::Verdict;
use crate::arguments::{ProblemName, for_problem};
use crate::input::explain;

/// Shows boards with the answers of all solvers
///
/// An input is PROBLEM:BOARD with the rows joined by slashes, as in poj1568:..../.xo./.ox./....,
/// or PROBLEM:INDEX with the position's number in the domain, or a file. A file in a fuzz target's
/// folder is an input of that target; any other holds boards in a judge's format.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Boards or files
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,

    /// Takes the files for inputs of fuzz targets of this problem, wherever they are
    #[arg(long)]
    problem: Option<ProblemName>,

    /// Which solvers answer: a,b or -a,-b to leave some out [default: all]
    #[arg(
        long,
        value_name = "NAMES",
        env = crossply_harness::VARIABLE,
        allow_hyphen_values = true,
        hide_env_values = true
    )]
    solvers: Option<Selection>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Verdict> {
    let mut output = anstream::stdout().lock();
    let mut verdict = Verdict::Agreement;
    for (place, input) in arguments.inputs.iter().enumerate() {
        if place > 0 {
            writeln!(output)?;
        }
        let (problem, shown) = recognise(input, arguments.problem)?;
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
    /// A file in the judge's format.
    Cases(&'a str),
    /// An input of a fuzz target.
    FuzzInput(&'a str),
}

fn show<P: Solved>(
    arguments: &Arguments,
    shown: &Shown,
    output: &mut impl Write,
) -> anyhow::Result<Verdict> {
    let entries = arguments.solvers.clone().unwrap_or_default().of::<P>();
    let mut panel = Panel::new(&entries);
    let mut verdict = Verdict::Agreement;
    for (place, position) in positions::<P>(shown)?.into_iter().enumerate() {
        if place > 0 {
            writeln!(output)?;
        }
        let outcomes: Vec<_> = panel.answer(position).collect();
        if let Err(disagreement) = agreement::compare(position, outcomes.clone()) {
            verdict = Verdict::Disagreement;
            write!(output, "{}", report::disagreement(&disagreement, None))?;
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
        Shown::Board(text) => Ok(vec![
            board(text).with_context(|| format!("{}:{text}", P::NAME))?,
        ]),
        Shown::Cases(path) => P::read(&read(path)?[..])
            .map(|case| case.map_err(|error| explain(error, path)))
            .collect(),
        Shown::FuzzInput(path) => Ok(vec![codec::decode(&read(path)?)]),
    }
}

fn read(path: &str) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {path}"))
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
    if !Path::new(input).exists() {
        bail!("{input}: neither a file nor PROBLEM:BOARD nor PROBLEM:INDEX");
    }
    if let Some(problem) = given.or_else(|| problem_of_folder(input)) {
        return Ok((problem, Shown::FuzzInput(input)));
    }
    let problem = match read(input)?.first() {
        Some(b'?' | b'$') => ProblemName::Poj1568,
        Some(b'0'..=b'9') => ProblemName::Ccf201803_4,
        _ => bail!("{input}: in no judge's format; a fuzz target's input needs --problem"),
    };
    Ok((problem, Shown::Cases(input)))
}

/// The problem of the fuzz target whose folder the file is in: its name begins with the problem's.
fn problem_of_folder(path: &str) -> Option<ProblemName> {
    let folder = Path::new(path)
        .parent()?
        .file_name()?
        .to_str()?
        .replace('_', "-");
    let mut problems = ProblemName::value_variants().iter().copied();
    problems.find(|problem| {
        let value = problem.to_possible_value();
        value.is_some_and(|value| folder.starts_with(value.get_name()))
    })
}
