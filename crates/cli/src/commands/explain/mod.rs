//! `crossply explain`: why an answer is right, with a certificate.

pub(crate) mod document;

use std::io::Write;

use anyhow::Context;
use crossply_games::report;
use crossply_games::truth::proof;
use crossply_problems::{Position, Problem};

use self::document::{ExplainDocument, Explanation, FORMAT};
use crate::arguments::{ProblemName, for_problem, parse_indices};
use crate::input::{Source, read_boards};
use crossply::cli::Status;
use crossply::report::formats::Format;
use crossply::whole_number;

/// Explains answers: what each move is worth, how the game goes, and both strategies
///
/// Reads boards in the judge's format. The answer and the strategies come from a certificate, which the checker
/// verifies from the rules before anything is printed; --format json prints it. The checker does not verify
/// how many plies a win takes: that number comes from the prover.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    problem: ProblemName,

    #[command(flatten)]
    source: Source,

    /// Explains a board, such as o.../.ox./.xxx/xooo, an index, or a range of indices, such as 10..20, instead of a file
    #[arg(long, value_name = "BOARD", conflicts_with = "file")]
    board: Option<String>,

    /// How many plies of the strategies to show
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = whole_number::<usize>(0..=u64::MAX))]
    depth: usize,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    for_problem!(arguments.problem, explain_cases(arguments))
}

fn explain_cases<P: Problem>(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut output = anstream::stdout().lock();
    let mut cases = Vec::new();
    for (index, position) in positions(arguments)?.enumerate() {
        let position: Position<P> = position?;
        let certificate = proof(position).map_err(anyhow::Error::msg)?;
        if arguments.format == Format::Json {
            cases.push(Explanation::new(&certificate));
            continue;
        }
        if index > 0 {
            writeln!(output)?;
        }
        let explanation = report::explanation(&certificate, arguments.depth);
        writeln!(output, "{explanation}")?;
    }
    if arguments.format == Format::Json {
        let document = ExplainDocument {
            format: FORMAT,
            cases,
        };
        writeln!(output, "{}", serde_json::to_string_pretty(&document)?)?;
    }
    Ok(Status::Right)
}

/// The positions to explain: those of `--board`, or those of the input, one by one.
fn positions<P: Problem>(
    arguments: &Arguments,
) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<Position<P>>>>> {
    if let Some(text) = &arguments.board {
        let indices = parse_indices::<P>(text).with_context(|| format!("--board {text}"))?;
        return Ok(Box::new(P::domain().positions(indices).map(Ok)));
    }
    let (input, name) = arguments.source.open()?;
    Ok(Box::new(read_boards(input, name)))
}
