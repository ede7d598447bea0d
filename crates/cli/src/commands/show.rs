//! `crossply show`: shows boards with the answers of all solvers.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;
use crossply::cli::{Showable, SolversArgument, Status, read_file, show_all};
use crossply::{Check, catch_panic, did_you_mean};
use crossply_games::targets::Target;
use crossply_problems::{Problem, map_problems};

use crate::arguments::{ProblemName, for_problem, parse_indices, target_of, target_parser};
use crate::input::read_boards;
use crate::program;

/// Shows boards with the answers of all solvers
///
/// An input is PROBLEM:BOARD, such as poj1568:o.../.ox./.xxx/xooo, an index, such as poj1568:10, or a range of indices, such
/// as poj1568:10..20; a file; or - for standard input. A file in a
/// folder named after a fuzz target is an input of that target, which checks it; any other file holds boards in
/// a judge's format. Solvers answer the boards one by one, and then all at once.
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  crossply show poj1568:o.../.ox./.xxx/xooo
  crossply show ccf201803-4:0 poj1568:10..20 --solvers fast,memo
  crossply gen poj1568 --cases 3 | crossply show -")]
pub(crate) struct Arguments {
    /// Boards or files
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<OsString>,

    /// Reads files as inputs of this fuzz target, wherever they are
    #[arg(long, value_name = "TARGET", value_parser = target_parser())]
    target: Option<&'static Target>,

    #[command(flatten)]
    solvers: SolversArgument,
}

pub(crate) fn run(checks: &[Check], arguments: &Arguments) -> anyhow::Result<Status> {
    let checks = arguments.solvers.of(checks)?;
    let items =
        arguments
            .inputs
            .iter()
            .flat_map(|input| match items_of_input(input, arguments.target) {
                Ok(items) => items.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            });
    show_all(&program(), &checks, items)
}

/// The indices of the boards of a file in the judge's format.
fn indices_in_file<P: Problem>(bytes: &[u8], name: String) -> anyhow::Result<Vec<u64>> {
    let boards = read_boards::<P>(bytes, name);
    boards.map(|board| Ok(P::domain().index(board?))).collect()
}

/// Checks an input of a target. If it encodes no boards, shows it as text.
fn show_fuzz_input(
    target: &Target,
    bytes: &[u8],
    output: &mut dyn Write,
) -> anyhow::Result<Status> {
    writeln!(output, "{}: an input of {}\n", target.problem, target.name)?;
    if (target.boards)(bytes).is_empty() && !bytes.is_empty() {
        for line in String::from_utf8_lossy(bytes).lines() {
            writeln!(output, "    {line:?}")?;
        }
        writeln!(output)?;
    }
    match catch_panic(|| (target.check)(bytes)) {
        Ok(()) => {
            writeln!(output, "Nothing is wrong.")?;
            Ok(Status::Right)
        }
        Err(report) => {
            writeln!(output, "{}", report.text.trim_end())?;
            Ok(Status::Wrong)
        }
    }
}

/// What to show for an input.
fn items_of_input(
    input: &OsStr,
    target: Option<&'static Target>,
) -> anyhow::Result<Vec<Showable<'static>>> {
    let named = input.to_str().and_then(|text| text.split_once(':'));
    if let Some((name, board)) = named
        && let Ok(problem) = ProblemName::from_str(name, false)
    {
        let indices = for_problem!(problem, parse_indices(board));
        let indices = indices.with_context(|| format!("{name}:{board}"))?;
        return Ok(boards(problem, indices.map(u128::from)).collect());
    }
    let path = Path::new(input);
    let name = path.display();
    if input != "-" && !path.exists() {
        let problems = map_problems!(name_of());
        let tip = named.map_or_else(String::new, |(problem, _)| did_you_mean(problem, &problems));
        let list = problems.join(", ");
        bail!("{name}: neither a file nor PROBLEM:BOARD{tip}; the problems are {list}");
    }
    let bytes = read_file(path)?;
    if let Some(target) = target.or_else(|| target_of(path)) {
        let problem = ProblemName::from_str(target.problem, false).expect("a problem");
        let indices = (target.boards)(&bytes).into_iter().map(|(index, _)| index);
        let check = Showable::Other(Box::new(move |output| {
            show_fuzz_input(target, &bytes, output)
        }));
        return Ok(boards(problem, indices).chain([check]).collect());
    }
    let problem = match bytes.first() {
        Some(b'?' | b'$') => ProblemName::Poj1568,
        Some(b'0'..=b'9') => ProblemName::Ccf201803_4,
        Some(_) => bail!("{name}: not in any judge's format; a fuzz target's input needs --target"),
        None => bail!("{name} is empty; a fuzz target's input needs --target"),
    };
    let indices = for_problem!(problem, indices_in_file(&bytes, name.to_string()))?;
    Ok(boards(problem, indices.into_iter().map(u128::from)).collect())
}

/// The boards with these indices.
fn boards(
    problem: ProblemName,
    indices: impl Iterator<Item = u128>,
) -> impl Iterator<Item = Showable<'static>> {
    indices.map(move |index| Showable::Input(problem as usize, index))
}

fn name_of<P: Problem>() -> &'static str {
    P::NAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_fails_its_target_is_wrong() {
        let target = Target {
            name: "planted".to_owned(),
            problem: "poj1568",
            boards: |_| Vec::new(),
            check: Box::new(|bytes| assert!(bytes.is_empty(), "these are too many")),
        };
        for (bytes, status, expected_end) in [
            (&b""[..], Status::Right, "Nothing is wrong.\n"),
            (b"abc", Status::Wrong, "    \"abc\"\n\nthese are too many"),
        ] {
            let mut output = Vec::new();
            let result = show_fuzz_input(&target, bytes, &mut output);
            assert_eq!(result.expect("writing to a vector succeeds"), status);
            let output = String::from_utf8(output).expect("text");
            let expected = format!("poj1568: an input of planted\n\n{expected_end}");
            assert!(output.starts_with(&expected), "{output}");
        }
    }
}
