//! `crossply show`: a board with all answers.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use crossply_harness::generators::codec;
use crossply_harness::{Panel, Selection, agreement, report};
use crossply_problems::Position;
use crossply_solvers::Solved;

use crate::Verdict;
use crate::arguments::{ProblemName, for_problem};

/// Shows boards with the answers of all solvers
///
/// An input is PROBLEM:BOARD with the rows joined by slashes, as in poj1568:..../.xo./.ox./....,
/// or PROBLEM:INDEX with the position's number in the domain, or a file: boards in the judge's
/// format, or an input of a fuzz target. The problem of a file follows from the folder it is in,
/// or else from its first character.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Boards or files
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,

    /// Which problem the files belong to, if it cannot be told from them
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
    let mut verdict = Verdict::Agreement;
    for input in &arguments.inputs {
        let (problem, rest) = match prefix(input) {
            Some((problem, board)) => (problem, Shown::Board(board)),
            None => (
                problem_of(input, arguments.problem)?,
                Shown::File(Path::new(input)),
            ),
        };
        let shown = for_problem!(problem, show(arguments, &rest));
        if let Verdict::Disagreement = shown.with_context(|| input.clone())? {
            verdict = Verdict::Disagreement;
        }
    }
    Ok(verdict)
}

enum Shown<'a> {
    /// A board in the notation, or an index.
    Board(&'a str),
    File(&'a Path),
}

fn show<P: Solved>(arguments: &Arguments, shown: &Shown) -> anyhow::Result<Verdict> {
    let entries = arguments.solvers.clone().unwrap_or_default().of::<P>();
    let mut panel = Panel::new(&entries);
    let mut verdict = Verdict::Agreement;
    for position in positions::<P>(shown)? {
        let outcomes: Vec<_> = panel.answer(position).collect();
        if let Err(disagreement) = agreement::compare(position, outcomes.clone()) {
            verdict = Verdict::Disagreement;
            anstream::println!("{}", report::disagreement(&disagreement, None));
            continue;
        }
        anstream::println!(
            "{}: position {} ({} empties)\n",
            P::NAME,
            P::domain().index(position),
            position.empties()
        );
        anstream::println!("{}\n", indented(&position.to_string()));
        for line in report::answers(&outcomes, |_| false) {
            anstream::println!("{line}");
        }
        for entry in entries
            .iter()
            .filter(|entry| entry.practical_empties < position.empties())
        {
            let most = entry.practical_empties;
            anstream::println!(
                "    {} was not asked: practical up to {most} empties",
                entry.name
            );
        }
        anstream::println!(
            "\n{}\n",
            match outcomes.len() {
                0 => "No selected solver answers this position.",
                1 => "Only one solver answered: nothing to compare.",
                _ => "All agree.",
            }
        );
    }
    Ok(verdict)
}

fn positions<P: Solved>(shown: &Shown) -> anyhow::Result<Vec<Position<P>>> {
    let path = match shown {
        Shown::Board(text) => return Ok(vec![board(text)?]),
        Shown::File(path) => path,
    };
    let bytes = fs::read(path).context("cannot read the file")?;
    let cases: Result<Vec<_>, _> = P::read(&bytes[..]).collect();
    // A fuzz target's input has any form; only a whole file in the judge's format is taken for one.
    Ok(cases.unwrap_or_else(|_| vec![codec::decode(&bytes)]))
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

/// Splits `PROBLEM:` off.
fn prefix(input: &str) -> Option<(ProblemName, &str)> {
    let (name, rest) = input.split_once(':')?;
    Some((ProblemName::from_str(name, false).ok()?, rest))
}

/// The problem that a file belongs to.
fn problem_of(input: &str, given: Option<ProblemName>) -> anyhow::Result<ProblemName> {
    let of_folder = || {
        Path::new(input)
            .components()
            .rev()
            .skip(1)
            .find_map(|folder| {
                let folder = folder.as_os_str().to_str()?.replace('_', "-");
                let mut problems = ProblemName::value_variants().iter().copied();
                problems.find(|problem| {
                    let value = problem.to_possible_value();
                    value.is_some_and(|value| folder.starts_with(value.get_name()))
                })
            })
    };
    let of_first_character = || match fs::read(input).ok()?.first()? {
        b'?' | b'$' => Some(ProblemName::Poj1568),
        b'0'..=b'9' => Some(ProblemName::Ccf201803_4),
        _ => None,
    };
    given
        .or_else(of_folder)
        .or_else(of_first_character)
        .ok_or_else(|| {
            if Path::new(input).exists() {
                anyhow!("{input}: cannot tell which problem this is about; say so with --problem")
            } else {
                anyhow!("{input}: neither a file nor PROBLEM:BOARD nor PROBLEM:INDEX")
            }
        })
}

fn indented(board: &str) -> String {
    let rows: Vec<_> = board.lines().map(|row| format!("    {row}")).collect();
    rows.join("\n")
}
