//! `crossply check`: the main job.
//!
//! Here are the arguments, and the way through several problems; `problem` checks one.

mod problem;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::ValueEnum;
use crossply::report::text;
use crossply::{CheckError, SHARD_ENV, Shard};
use crossply_problems::{Entry, Problem};
use crossply_report::check::{CheckDocument, CheckedProblem, FORMAT};
use crossply_report::{Detail, Format, page};

use self::problem::{check_problem, plan_draws};
use crate::Status;
use crate::arguments::{
    Empties, ProblemName, Solvers, for_problem, format_parser, new_seed, parse_empties,
};
use crate::interrupt::stop_on_ctrl_c;
use crate::report_file::{ReportFile, metadata};
use crate::terminal::{Verbosity, in_colours, is_at_least, say, width};

/// Cross-checks the solvers: the main job
///
/// By default a solver answers all positions if that takes an instant, one of each symmetry class if that is
/// quick, and otherwise positions drawn at random. The table shows how many it answered.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags")]
#[command(after_long_help = list_of_solvers())]
pub(crate) struct Arguments {
    /// The problems [default: all that have something to compare]
    problems: Vec<ProblemName>,

    /// Asks each solver for every legal position that is practical for it: seconds with fast, memo and
    /// alpha-beta, 40 minutes on one core with all solvers. Prints digests of the answers
    #[arg(long, conflicts_with = "cases")]
    exhaustive: bool,

    /// Draws N positions at random, each with the same probability
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    cases: Option<u64>,

    /// Draws positions at random for this long, for each problem, such as 30s or 5min; with
    /// --exhaustive, stops after this long
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,

    #[command(flatten)]
    solvers: Solvers,

    /// Only positions with this many empty cells, such as 4 or 0..=8 [default: any]
    #[arg(long, value_name = "RANGE", value_parser = parse_empties)]
    empties: Option<Empties>,

    /// The seed of the random generator [default: a new one, which is printed]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Only the I-th of N parts, such as 1/4, for one of several machines: `merge` puts the results
    /// together
    #[arg(long, value_name = "I/N", env = SHARD_ENV)]
    shard: Option<Shard>,

    /// Writes the progress of the run into this file, twice a second, and goes on from there if the
    /// file exists; for one problem
    #[arg(long, value_name = "FILE", requires = "exhaustive")]
    resume: Option<PathBuf>,

    /// Also asks solvers for positions that are not practical for them; takes hours
    #[arg(long, requires = "exhaustive")]
    patient: bool,

    /// The oracles that judge all answers, beside agreement [default: both, on one position of each
    /// symmetry class; with --exhaustive, neither]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    oracles: Option<Vec<OracleName>>,

    /// Only one position of each symmetry class
    #[arg(long, requires = "exhaustive")]
    classes: bool,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format_parser())]
    format: Format,

    /// Writes a page about the run: one self-contained HTML file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Saves the simplest wrong board of each problem in the corpus of its fuzz target, below the
    /// current folder
    #[arg(long)]
    save: bool,
}

/// An oracle, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OracleName {
    /// All solvers give the same answer: always on
    Agreement,
    /// A certificate, checked from the rules, proves the answer
    Proof,
    /// The answers of one solver fit together: under symmetries, and after a move of each side
    Metamorphic,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let (problems, draws) = selected(arguments)?;
    // The shards of a run draw alike.
    let given = arguments.seed.or(arguments.shard.map(|_| 0));
    let seed = seed(given, draws);
    if let ([_, _, ..], Some(journal)) = (&problems[..], &arguments.resume) {
        bail!("{} is for one problem: name it", journal.display());
    }
    let report = arguments.report.as_deref().map(ReportFile::begin);
    let report = report.transpose()?;
    if let Some(report) = &report {
        report.keep_off("--resume", arguments.resume.as_deref())?;
    }
    let interrupt = stop_on_ctrl_c()?;
    let is_usual = is_at_least(Verbosity::Usual);
    let mut stdout = anstream::stdout().lock();
    let results = problems
        .iter()
        .map(|&problem| for_problem!(problem, check_problem(arguments, seed, interrupt)));
    let (checked, status, error) = together(results, |number, checked| {
        if arguments.format == Format::Text {
            let gap = if number == 0 || !is_usual { "" } else { "\n" };
            write!(stdout, "{gap}{}", in_colours(&text_of(checked, is_usual)))?;
        }
        Ok(())
    });
    let document = CheckDocument {
        format: FORMAT,
        version: crate::VERSION.to_owned(),
        problems: checked,
    };
    // To reproduce what is wrong, even if the user asked for quiet.
    if draws && status == Status::Wrong && !is_usual {
        say(format_args!("seed {seed}"));
    }
    // A page about nothing does not take the place of an earlier one.
    let shows_something = |problem: &CheckedProblem| {
        let counts = &problem.checked.counts;
        counts.compared.total() > 0 || counts.trouble.is_none()
    };
    let report = report.filter(|_| document.problems.iter().any(shows_something));
    let page = || page(&document, &metadata());
    let written = report.map_or(Ok(()), |report| report.write(&page()));
    if arguments.format != Format::Text {
        let text = arguments.format.write(&document, Detail::Everything, 0)?;
        write!(stdout, "{text}")?;
    }
    written?;
    error.map_or(Ok(status), Err)
}

/// The result of checking one problem.
struct ProblemResult {
    status: Status,
    /// None if the run was interrupted before it compared anything.
    checked: Option<CheckedProblem>,
    /// An error that is no solver's fault.
    error: Option<anyhow::Error>,
}

impl ProblemResult {
    fn failed(error: anyhow::Error) -> Self {
        ProblemResult {
            status: Status::Right,
            checked: None,
            error: Some(error),
        }
    }
}

/// Adds up the results of several problems, and hands each to `print`, with its number. An interrupt or an error ends this,
/// and loses nothing found before: the caller reports the error last.
fn together(
    results: impl Iterator<Item = anyhow::Result<ProblemResult>>,
    mut print: impl FnMut(usize, &CheckedProblem) -> anyhow::Result<()>,
) -> (Vec<CheckedProblem>, Status, Option<anyhow::Error>) {
    let (mut all, mut status) = (Vec::new(), Status::Right);
    for result in results {
        let mut one = result.unwrap_or_else(ProblemResult::failed);
        if let Some(checked) = one.checked {
            let printed = print(all.len(), &checked);
            one.error = one.error.or(printed.err());
            all.push(checked);
        }
        status = status.max(one.status);
        if one.error.is_some() || status == Status::Interrupted {
            return (all, status, one.error);
        }
    }
    (all, status, None)
}

/// As much of the text on a problem as the user wants.
fn text_of(checked: &CheckedProblem, is_usual: bool) -> String {
    let detail = if is_usual {
        Detail::Everything
    } else {
        Detail::Failures
    };
    text(&checked.content(detail), width())
}

/// The problems for which there is a plan, and whether a plan draws positions. If the user names no problem, the plan
/// need not exist for every problem: no two have as many empties.
fn selected(arguments: &Arguments) -> Result<(Vec<ProblemName>, bool), CheckError> {
    // A plan that cannot be carried out is refused before an earlier one takes its time.
    let mut problems = Vec::new();
    let mut draws = false;
    let mut refusals = Vec::new();
    for &problem in match &arguments.problems[..] {
        [] => ProblemName::value_variants(),
        some => some,
    } {
        match for_problem!(problem, plan_draws(arguments)) {
            Ok(plan_draws) => {
                problems.push(problem);
                draws |= plan_draws;
            }
            Err(error) if arguments.problems.is_empty() => refusals.push(error),
            Err(error) => return Err(error),
        }
    }
    if problems.is_empty() {
        return Err(refusals.remove(0));
    }
    for refusal in refusals {
        // Even --quiet must not hide that a problem is left out.
        say(format_args!("left out: {refusal}"));
    }
    Ok((problems, draws))
}

/// The seed to draw with: the given one, or a new one.
fn seed(given: Option<u64>, draws: bool) -> u64 {
    match given {
        None if draws => new_seed(),
        given => given.unwrap_or(0),
    }
}

/// A line for each solver of each problem.
fn list_of_solvers() -> String {
    let mut text = "Solvers:\n".to_owned();
    for &problem in ProblemName::value_variants() {
        text += &for_problem!(problem, list_of_solvers_of());
    }
    text
}

fn list_of_solvers_of<P: Problem>() -> String {
    let line = |entry: &Entry<P>| {
        let Entry { name, summary, .. } = entry;
        format!("  {:<12} {name:<16} {summary}\n", P::NAME)
    };
    P::SOLVERS.iter().map(line).collect()
}

#[cfg(test)]
mod tests;
