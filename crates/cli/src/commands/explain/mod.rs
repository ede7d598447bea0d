//! `crossply explain`: why an answer is right, and certificates for anyone who doubts it.

pub(crate) mod document;

use std::io::Write;
use std::path::{Path, PathBuf};

use self::document::{ExplainDocument, Explained, FORMAT};
use anyhow::{Context, anyhow, bail};
use clap::ValueEnum;
use crossply_games::report;
use crossply_problems::{Position, Problem};
use crossply_proof::{Certificate, Written, check, prove};

use crate::arguments::{ProblemName, for_problem, positions};
use crate::input::{Source, explain};
use crossply::cli::{Status, read_file, whole_number};
use crossply::report::formats::Format;

/// Explains answers: what each move is worth, how the game goes, and both strategies
///
/// Reads boards in the judge's format. The answer and the strategies come from a certificate, which the checker
/// verifies from the rules before anything is printed; --format json prints it. The checker does not verify
/// how many plies a win takes: that number comes from the prover.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The problem; with --verify, the file names it
    #[arg(required_unless_present = "verify")]
    problem: Option<ProblemName>,

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

    /// Checks the certificates in a file that --format json wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["problem", "file", "board", "format"])]
    verify: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    match (&arguments.verify, arguments.problem) {
        (Some(path), _) => verify(path),
        (None, Some(problem)) => for_problem!(problem, explain_cases(arguments)),
        (None, None) => bail!("no problem is named"),
    }
}

fn explain_cases<P: Problem>(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut output = anstream::stdout().lock();
    let mut cases = Vec::new();
    let mut explain_case = |index: usize, position: Position<P>| {
        let certificate = prove(position);
        check(&certificate)
            .map_err(|flaw| anyhow!("the prover is wrong about {position:?}: {flaw}"))?;
        if arguments.format == Format::Json {
            cases.push(Explained::new(&certificate));
            return Ok(());
        }
        if index > 0 {
            writeln!(output)?;
        }
        let explanation = report::explanation(&certificate, arguments.depth);
        anyhow::Ok(writeln!(output, "{explanation}")?)
    };
    if let Some(text) = &arguments.board {
        let positions = positions(text).with_context(|| format!("--board {text}"))?;
        for (index, position) in positions.into_iter().enumerate() {
            explain_case(index, position)?;
        }
    } else {
        let (input, name) = arguments.source.open()?;
        for (index, case) in P::read(input).enumerate() {
            let position = case.map_err(|error| explain(error, &name))?;
            explain_case(index, position)?;
        }
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

/// Checks every certificate of the file.
fn verify(path: &Path) -> anyhow::Result<Status> {
    let text = read_file(path)?;
    let name = path.display();
    let document: ExplainDocument = serde_json::from_slice(&text)
        .with_context(|| format!("{name}: not the output of `crossply explain --format json`"))?;
    if document.format != FORMAT {
        bail!("{name}: format {}, expected {FORMAT}", document.format);
    }
    if document.cases.is_empty() {
        bail!("{name} has no certificates: nothing was checked");
    }
    let mut output = anstream::stdout().lock();
    let cases = (1..).zip(&document.cases);
    Status::of_all(cases.map(|(case, Explained { certificate, .. })| {
        let problem = ProblemName::from_str(&certificate.problem, false)
            .map_err(|error| anyhow!("{name}, case {case}: problem: {error}"))?;
        let flaw = for_problem!(problem, flaw_of(certificate))
            .with_context(|| format!("{name}, case {case}"))?;
        let Written { board, answer, .. } = certificate;
        if let Some(flaw) = flaw {
            writeln!(
                output,
                "case {case}, {board}: {answer} is NOT proven: {flaw}"
            )?;
            return Ok(Status::Wrong);
        }
        writeln!(output, "case {case}, {board}: {answer} is proven")?;
        Ok(Status::Right)
    }))
}

fn flaw_of<P: Problem>(written: &Written) -> anyhow::Result<Option<String>> {
    let certificate: Certificate<P> = written.read().map_err(|error| anyhow!("{error}"))?;
    Ok(check(&certificate).err().map(|flaw| flaw.to_string()))
}
