//! `crossply judge`: any program, in any language, on every legal board.

mod boards;
mod program;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use bytesize::ByteSize;
use crossply::Progress;
use crossply::cli::{ProgressBar, ReportFile, Status, notice, publish, stop_on_ctrl_c};
use crossply::cli::{threads, whole_number};
use crossply::report::formats::Format;
use crossply_judge::report::JudgeDocument;
use crossply_judge::{Answers, Boards, JudgeError, Session, Submission, Verdict, measure};
use crossply_judge::{CompileError, own_all_children};
use crossply_problems::{JudgeLimits, Problem, of_all_problems};

use self::boards::boards;
use self::program::{built, reference};
use crate::arguments::{ProblemName, for_problem, parse_empties};
use crate::input::open;
use crate::program;

/// Judges your own program, in any language
///
/// Compiles a source file, or takes a command, runs it on boards in the judge's format, and compares its answers. By
/// default the boards are the samples of the statement, as many empty boards as the statement allows in one input, a
/// few boards that expose most mistakes, some in random order, and then all legal boards, simple ones first, for ten
/// seconds.
///
/// Verdicts are those of online judges: AC (accepted), PE (presentation error), WA (wrong answer), RE (runtime error),
/// OLE, MLE and TLE (output, memory and time limit exceeded), and CE (compile error). The limits hold for one input as
/// the statement allows it. Time is CPU time; waiting for a processor does not count.
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  crossply judge poj1568 solution.cpp
  crossply judge poj1568 solution.cpp --board o.../.ox./.xxx/xooo
  crossply judge ccf201803-4 --exhaustive -- python3 solution.py")]
pub(crate) struct Arguments {
    problem: ProblemName,

    /// A source file in C, C++, Rust, Go, Java, Kotlin, Python, JavaScript, Ruby or Perl, told by its ending. A file
    /// crossply.toml may add languages
    #[arg(required_unless_present_any = ["command", "answers"], conflicts_with = "command")]
    source: Option<PathBuf>,

    /// Judges answers that the program printed elsewhere, instead of a program: one line for each board that
    /// `crossply gen --all` writes, or for each of --killing, --input or --board; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "command", "exhaustive", "cases",
        "time", "time_limit", "memory_limit", "reference"])]
    answers: Option<PathBuf>,

    /// Judges all legal boards, however long it takes
    #[arg(long, group = "boards")]
    exhaustive: bool,

    /// Draws N boards at random, each with the same probability
    #[arg(long, value_name = "N", group = "boards", value_parser = whole_number::<u64>(1..=10_000_000))]
    cases: Option<u64>,

    /// The seed of the random generator [default: a new one, which is printed]
    #[arg(long, value_name = "S", requires = "cases", value_parser = whole_number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Judges the few boards that expose almost every mistake, as `crossply gen --killing` writes them
    #[arg(long, group = "boards")]
    killing: bool,

    /// Judges the boards of a file in the judge's format; - is standard input
    #[arg(long, value_name = "FILE", group = "boards")]
    input: Option<PathBuf>,

    /// Judges a board, such as o.../.ox./.xxx/xooo, an index, or a range of indices, such as 10..20.
    /// Repeat it for several boards in one run
    #[arg(long, value_name = "BOARD", group = "boards")]
    board: Vec<String>,

    /// Only boards with this many empty cells, such as 4 or 0..=8 [default: any]
    #[arg(long, value_name = "RANGE", value_parser = parse_empties, conflicts_with_all = ["killing", "input", "board"])]
    empties: Option<RangeInclusive<u32>>,

    /// How long to judge, such as 30s or 5min. If no option selects boards, this limits only the legal boards; those
    /// before them are always judged [default: 10s then, otherwise no limit]
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,

    /// How many runs to do at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    jobs: Option<u16>,

    #[arg(long, value_name = "DURATION", value_parser = parse_limit, help = with_defaults(
        "How much CPU time the program may take for one input, such as 2s or 500ms",
        |limits| humantime::format_duration(limits.time).to_string(),
    ))]
    time_limit: Option<Duration>,

    #[arg(long, value_name = "SIZE", value_parser = parse_memory, help = with_defaults(
        "How much memory the program may take, such as 64MiB",
        |limits| format!("{}MiB", limits.memory >> 20),
    ))]
    memory_limit: Option<u64>,

    /// Compares it with another program of your own: a source file, or a command in quotes. Says where the two differ, and
    /// which of them is right
    #[arg(long, value_name = "PROGRAM")]
    reference: Option<OsString>,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Writes a page about the verdict: one self-contained HTML file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// The program and its arguments, after --, instead of a source file
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    own_all_children();
    let judged = for_problem!(arguments.problem, judge(arguments));
    let error = judged.as_ref().err();
    match error.and_then(|error| error.downcast_ref()) {
        Some(JudgeError::Interrupted) => Ok(Status::Interrupted),
        _ => judged,
    }
}

fn judge<P: Problem>(arguments: &Arguments) -> anyhow::Result<Status> {
    let interrupt = stop_on_ctrl_c()?;
    let report = begin_report(arguments)?;
    let mut submission = match &arguments.answers {
        Some(_) => None,
        None => match built::<P>(arguments, interrupt)? {
            Ok(submission) => Some(submission),
            Err(error) => return refused::<P>(arguments, error, report),
        },
    };
    let mut options = Vec::new();
    let mut other = None;
    if let Some(named) = &arguments.reference {
        other = Some(reference::<P>(named, arguments, interrupt)?);
        options = vec![
            "--reference".to_owned(),
            named.to_string_lossy().into_owned(),
        ];
    }
    for program in [&mut submission, &mut other].into_iter().flatten() {
        take_limits(arguments, program);
        program.runtime = measure(&program.program, interrupt)?;
    }
    let boards = boards::<P>(arguments)?;
    let judged = match (submission, &arguments.answers) {
        (Some(submission), _) => Ok(Arc::new(submission)),
        (None, path) => Err(recorded(
            path.as_deref().unwrap_or(Path::new("-")),
            &boards,
        )?),
    };
    let session = Session {
        judged,
        reference: other.map(Arc::new),
        boards,
        time: arguments.time,
        jobs: threads(arguments.jobs),
    };
    let bar = ProgressBar::new(P::NAME, "boards", None);
    let judged = session.judge(&|progress| match progress {
        Progress::Done(boards) => bar.inc(boards),
        Progress::Waiting(text) | Progress::WrongAgain(text) => notice(text),
        Progress::Unsaved(_) => {}
    })?;
    bar.finish();
    let ended = judged.checked.ended;
    let document = JudgeDocument::new(crate::VERSION, &session, judged, &options);
    publish(&program(), &document, arguments.format, report)?;
    Ok(match document.verdict {
        _ if ended == crossply::Ended::Interrupted => Status::Interrupted,
        Some(Verdict::Accepted) => Status::Right,
        Some(_) => Status::Wrong,
        None => {
            return Err(anyhow!(
                "nothing was judged: there was no time for a single board"
            ));
        }
    })
}

/// Says that the source does not compile.
fn refused<P: Problem>(
    arguments: &Arguments,
    error: CompileError,
    report: Option<ReportFile>,
) -> anyhow::Result<Status> {
    let document = JudgeDocument::refused::<P>(crate::VERSION, error);
    publish(&program(), &document, arguments.format, report)?;
    Ok(Status::Wrong)
}

/// The answers of the file to the boards.
fn recorded<P: Problem>(path: &Path, boards: &Boards<P>) -> anyhow::Result<Answers<P>> {
    let (mut input, name) = open(path)?;
    let mut text = Vec::new();
    let read = input.read_to_end(&mut text);
    read.with_context(|| format!("cannot read {name}"))?;
    Answers::new(&boards.all(), &text).map_err(|error| anyhow!("{name}, {error}"))
}

/// Begins the page, if one was asked for. It takes the place of no file that the session needs.
fn begin_report(arguments: &Arguments) -> anyhow::Result<Option<ReportFile>> {
    let report = ReportFile::begin(arguments.report.as_deref())?;
    if let Some(report) = &report {
        let input = arguments.input.as_deref();
        report.keep_off("--input", input.filter(|path| path.as_os_str() != "-"))?;
        report.keep_off("--answers", arguments.answers.as_deref())?;
    }
    Ok(report)
}

/// Judges by the limits of the arguments.
fn take_limits(arguments: &Arguments, submission: &mut Submission) {
    let limits = &mut submission.limits;
    limits.time = arguments.time_limit.unwrap_or(limits.time);
    limits.memory = arguments.memory_limit.unwrap_or(limits.memory);
}

/// The help, with the limits that the problems' judges set.
fn with_defaults(help: &str, shown: fn(JudgeLimits) -> String) -> String {
    let defaults = of_all_problems!(limits_of());
    let defaults = defaults.map(|(name, limits)| format!("{} for {name}", shown(limits)));
    format!("{help} [default: {}]", defaults.join(", "))
}

fn limits_of<P: Problem>() -> (&'static str, JudgeLimits) {
    (P::NAME, P::LIMITS)
}

fn parse_limit(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(time) if time < Duration::from_millis(1) => Err("it must be at least 1ms".to_owned()),
        Ok(time) if time > Duration::from_hours(1) => Err("it must be at most 1h".to_owned()),
        Ok(time) => Ok(time),
        Err(error) => Err(error.to_string()),
    }
}

fn parse_size(text: &str) -> Result<u64, String> {
    // The library takes a number without a unit for bytes.
    let size = text
        .parse()
        .ok()
        .filter(|_| text.ends_with(char::is_alphabetic));
    match size {
        None => Err("expected a number with a unit, such as 32MiB or 64KiB".to_owned()),
        Some(ByteSize(0)) => Err("it must be at least one byte".to_owned()),
        Some(size) => Ok(size.as_u64()),
    }
}

fn parse_memory(text: &str) -> Result<u64, String> {
    let size = parse_size(text)?;
    if size < 1 << 20 {
        return Err(
            "it must be at least 1MiB: a program that does nothing takes that much".to_owned(),
        );
    }
    Ok(size)
}
