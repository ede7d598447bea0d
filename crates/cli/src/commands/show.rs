//! `crossply show`: a board with all answers.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;
use crossply::report::content::{Block, Fact};
use crossply::{Limits, Outcome, outcome_of};
use crossply_games::check::{Proven, cross_check};
use crossply_games::targets::Target;
use crossply_games::truth::proven_answer;
use crossply_games::{leaks, practical_for, report};
use crossply_problems::{Entry, Position, Problem, ReadError};

use crate::Status;
use crate::arguments::{ProblemName, Solvers, board, for_problem, parse_target, target_of};
use crate::input::{explain, read_file};

/// Shows boards with the answers of all solvers
///
/// An input is PROBLEM:BOARD with the rows joined by slashes, as in poj1568:..../.xo./.ox./....;
/// PROBLEM:INDEX with the position's number in the domain; a file; or - for the standard input. A file in a
/// folder named after a fuzz target is an input of that target, which checks it; any other file holds boards in
/// a judge's format. Solvers answer the boards one by one, and then all at once.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Boards or files
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<OsString>,

    /// Reads files as inputs of this fuzz target, wherever they are
    #[arg(long, value_name = "TARGET", value_parser = parse_target)]
    target: Option<&'static Target>,

    #[command(flatten)]
    solvers: Solvers,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut output = anstream::stdout().lock();
    let mut boards = Vec::new();
    let inputs = arguments.inputs.iter().enumerate();
    let one_by_one = Status::of_all(inputs.map(|(index, input)| {
        if index > 0 {
            writeln!(output)?;
        }
        match recognise(input, arguments.target)? {
            Shown::Board(problem, board) => {
                boards.push((problem, board));
                for_problem!(problem, show_board(arguments, board, &mut output))
            }
            Shown::Cases(problem, bytes) => {
                let name = Path::new(input).display().to_string();
                for_problem!(problem, show_cases(arguments, &bytes, &name, &mut output))
            }
            Shown::FuzzInput(target, bytes) => show_fuzz_input(target, &bytes, &mut output),
        }
    }))?;
    let problems = ProblemName::value_variants().iter();
    let at_once = Status::of_all(problems.map(|&problem| {
        let boards = boards.iter().filter(|(of, _)| *of == problem);
        let boards: Vec<_> = boards.map(|&(_, board)| board).collect();
        for_problem!(problem, ask_at_once(arguments, &boards, &mut output))
    }))?;
    Ok(one_by_one.max(at_once))
}

enum Shown<'a> {
    /// A board in the notation, or an index.
    Board(ProblemName, &'a str),
    /// What a file in the judge's format holds.
    Cases(ProblemName, Vec<u8>),
    /// What an input of a fuzz target holds.
    FuzzInput(&'static Target, Vec<u8>),
}

fn show_board<P: Problem>(
    arguments: &Arguments,
    text: &str,
    output: &mut impl Write,
) -> anyhow::Result<Status> {
    let position = board::<P>(text).with_context(|| format!("{}:{text}", P::NAME))?;
    show(arguments, &[position], output)
}

fn show_cases<P: Problem>(
    arguments: &Arguments,
    bytes: &[u8],
    name: &str,
    output: &mut impl Write,
) -> anyhow::Result<Status> {
    let cases = P::read(bytes).map(|case| case.map_err(|error| explain(error, name)));
    show::<P>(arguments, &cases.collect::<Result<Vec<_>, _>>()?, output)
}

/// Asks for all boards at once, and says who answers differently then.
fn ask_at_once<P: Problem>(
    arguments: &Arguments,
    boards: &[&str],
    output: &mut impl Write,
) -> anyhow::Result<Status> {
    let positions: Vec<_> = boards
        .iter()
        .map(|text| board::<P>(text))
        .collect::<Result<_, _>>()?;
    if positions.is_empty() {
        return Ok(Status::Right);
    }
    let solvers = practical_for(&positions, arguments.solvers.of::<P>());
    let reports = leaks(&solvers, &positions);
    for report in &reports {
        write!(output, "\n{report}")?;
    }
    Ok(if reports.is_empty() {
        Status::Right
    } else {
        Status::Wrong
    })
}

/// Draws the input and has the target check it.
fn show_fuzz_input(
    target: &Target,
    bytes: &[u8],
    output: &mut impl Write,
) -> anyhow::Result<Status> {
    writeln!(output, "{}: an input of {}\n", target.problem, target.name)?;
    writeln!(output, "{}\n", (target.describe)(bytes))?;
    match outcome_of(|| (target.check)(bytes)) {
        Outcome::Answer(()) => {
            writeln!(output, "Nothing is wrong.")?;
            Ok(Status::Right)
        }
        Outcome::Panic(report) => {
            writeln!(output, "{}", report.trim_end())?;
            Ok(Status::Wrong)
        }
    }
}

fn show<P: Problem>(
    arguments: &Arguments,
    positions: &[Position<P>],
    output: &mut impl Write,
) -> anyhow::Result<Status> {
    let entries = arguments.solvers.of::<P>();
    let check = cross_check(&entries, Proven::All);
    let mut panel = check.panel();
    let mut verdict = Status::Right;
    for (number, &position) in positions.iter().enumerate() {
        if number > 0 {
            writeln!(output)?;
        }
        let right = proven_answer(position)?;
        let index = u128::from(P::domain().index(position));
        let practical = |_: &str, limits: &Limits| index < limits.drawn;
        let answered = match check.ask(&mut panel, index, practical) {
            Ok(answered) => answered.answers,
            Err(found) => {
                verdict = Status::Wrong;
                write!(output, "{}", report::disagreement::<P>(&found))?;
                continue;
            }
        };
        let facts = answered
            .iter()
            .map(|given| Fact::new(given.solver.clone(), given.answer.clone()));
        let blocks = [
            Block::Heading(format!("{}: {}", P::NAME, report::name_of(position))),
            report::board_block(&position.notation()),
            Block::Facts(facts.collect()),
        ];
        write!(output, "{}", crossply::report::text(&blocks, usize::MAX))?;
        for Entry {
            name, max_empties, ..
        } in &entries
        {
            if *max_empties < position.empties() {
                let reason = format!("practical up to {max_empties} empties");
                writeln!(output, "    {name} was not asked: {reason}")?;
            }
        }
        let conclusion = match answered.len() {
            0 => format!("No selected solver answers this position. {right} is proven right."),
            1 => "The answer is proven right.".to_owned(),
            _ => "All agree, and the answer is proven right.".to_owned(),
        };
        writeln!(output, "\n{conclusion}")?;
    }
    Ok(verdict)
}

/// What the input is.
fn recognise<'a>(input: &'a OsStr, target: Option<&'static Target>) -> anyhow::Result<Shown<'a>> {
    if let Some((name, board)) = input.to_str().and_then(|text| text.split_once(':'))
        && let Ok(problem) = ProblemName::from_str(name, false)
    {
        return Ok(Shown::Board(problem, board));
    }
    let path = Path::new(input);
    let name = path.display();
    if input != "-" && !path.exists() {
        bail!("{name}: neither a file nor PROBLEM:BOARD nor PROBLEM:INDEX");
    }
    let bytes = read_file(path)?;
    if let Some(target) = target.or_else(|| target_of(path)) {
        return Ok(Shown::FuzzInput(target, bytes));
    }
    if bytes.is_empty() {
        bail!("{name} is empty; a fuzz target's input needs --target");
    }
    // The problem whose reader comes furthest.
    let problems = ProblemName::value_variants().iter().rev();
    let read = problems.map(|&problem| (for_problem!(problem, read_up_to(&bytes)), problem));
    match read.max_by_key(|(read, _)| *read) {
        Some((read, problem)) if read > (1, 1) => Ok(Shown::Cases(problem, bytes)),
        _ => bail!("{name}: in no judge's format; a fuzz target's input needs --target"),
    }
}

/// The line and the column up to which this is the judge's format.
fn read_up_to<P: Problem>(bytes: &[u8]) -> (u64, usize) {
    match P::read(bytes).find_map(Result::err) {
        Some(ReadError::Input(fault)) => (fault.line, fault.column),
        _ => (u64::MAX, usize::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_fails_its_target_is_wrong() {
        let target = Target {
            name: "planted".to_owned(),
            problem: "poj1568",
            describe: |bytes| format!("    {} bytes", bytes.len()),
            draw: <[u8]>::to_vec,
            check: |bytes| assert!(bytes.is_empty(), "these are too many"),
        };
        for (bytes, verdict, conclusion) in [
            (&b""[..], Status::Right, "Nothing is wrong.\n"),
            (b"abc", Status::Wrong, "these are too many"),
        ] {
            let mut output = Vec::new();
            let shown = show_fuzz_input(&target, bytes, &mut output);
            assert_eq!(shown.expect("a vector takes all"), verdict);
            let output = String::from_utf8(output).expect("text");
            let drawn = format!(
                "poj1568: an input of planted\n\n    {} bytes\n\n",
                bytes.len()
            );
            let rest = output.strip_prefix(&drawn);
            assert!(
                rest.is_some_and(|rest| rest.contains(conclusion)),
                "{output}"
            );
        }
    }
}
