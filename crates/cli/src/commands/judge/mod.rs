//! `crossply judge`: any program, in any language, on every legal board.

mod boards;
mod program;

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use bytesize::ByteSize;
use crossply::cli::{ProgressBar, ReportFile, Status, notice, publish, read_file, stop_on_ctrl_c};
use crossply::report::formats::Format;
use crossply::{Ended, Progress, threads, whole_number};
use crossply_judge::report::JudgeDocument;
use crossply_judge::{Answers, Boards, Judgement, Session, Verdict};
use crossply_problems::Problem;

use self::boards::selected_boards;
use self::program::{build, build_reference};
use crate::arguments::{ProblemName, for_problem, parse_empties};
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

    /// A source file in C, C++, Rust, Go, Java, Kotlin, Python, JavaScript, Ruby or Perl, told by its ending
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

    /// How long to judge, such as 30s or 5min. What other processes take does not count. If no option selects boards, this
    /// limits only the legal boards; those before them are always judged [default: 10s then, otherwise no limit]
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time: Option<Duration>,

    /// How many runs to do at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024))]
    jobs: Option<u16>,

    /// How much CPU time the program may take for one input, such as 2s or 500ms [default: 3s for poj1568, 1s for
    /// ccf201803-4]
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,

    /// How much memory the program may take, such as 64MiB [default: 32MiB for poj1568, 256MiB for ccf201803-4]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
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

/// The default time limit of a session with the usual boards.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let interrupt = stop_on_ctrl_c()?;
    match for_problem!(arguments.problem, judge(arguments, interrupt)) {
        Err(_) if interrupt.load(Ordering::Relaxed) => Ok(Status::Interrupted),
        result => result,
    }
}

fn judge<P: Problem>(
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Status> {
    let others = arguments.input.iter().chain(&arguments.answers);
    let report = ReportFile::begin(arguments.report.as_deref(), others)?;
    let mut boards = selected_boards::<P>(arguments)?;
    let judged = match &arguments.answers {
        Some(path) => {
            let answers = read_answers(path, &boards)?;
            boards = boards.distinct();
            Err(answers)
        }
        None => match build::<P>(arguments, interrupt)? {
            Ok(submission) => Ok(Arc::new(submission)),
            Err(error) => {
                let judgement = Judgement::of_refused(error);
                let document = JudgeDocument::new::<P>(crate::VERSION, None, judgement);
                publish(&program(), &document, arguments.format, report)?;
                return Ok(Status::Wrong);
            }
        },
    };
    let build = |text: &OsString| build_reference::<P>(text, arguments, interrupt);
    let reference = arguments.reference.as_ref().map(build).transpose()?;
    let default_time = matches!(boards, Boards::Usual(_)).then_some(DEFAULT_TIME);
    let session = Session {
        judged,
        reference: reference.map(Arc::new),
        boards,
        time: arguments.time.or(default_time),
        jobs: threads(arguments.jobs),
    };
    let bar = ProgressBar::new(P::NAME, "boards", None);
    let judgement = session.judge(&|progress| match progress {
        Progress::Done(boards) => bar.inc(boards),
        Progress::Waiting(text) | Progress::Explaining(text) | Progress::WrongAgain(text) => {
            notice(text);
        }
        Progress::Hanging(_) | Progress::Unsaved(_) => {}
    })?;
    bar.finish();
    let document = JudgeDocument::new(crate::VERSION, Some(&session), judgement);
    publish(&program(), &document, arguments.format, report)?;
    if document.ended() == Ended::Interrupted {
        return Ok(Status::Interrupted);
    }
    Ok(match document.judgement.verdict {
        Some(Verdict::Accepted) => Status::Right,
        _ => Status::Wrong,
    })
}

/// Reads the answers for the boards from a file.
fn read_answers<P: Problem>(path: &Path, boards: &Boards<P>) -> anyhow::Result<Answers<P>> {
    let answers = Answers::new(&boards.all(), &read_file(path)?);
    answers.map_err(|error| anyhow!("{}: {error}", path.display()))
}

fn parse_memory(text: &str) -> Result<u64, String> {
    match text.parse()? {
        ByteSize(size) if size >= 1 << 20 => Ok(size),
        _ => Err("it must be at least 1MiB, which a program takes that does nothing".to_owned()),
    }
}
