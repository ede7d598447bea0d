//! The report on a judged program.

mod content;
mod finding;
mod replay;
mod words;

use std::collections::BTreeMap;
use std::path::Path;

use crate::boards::index_of;
use crate::{
    CompileError, Diagnosis, Failure, OversizedBatch, Runtime, SessionResult, SlowestBoard,
    SlowestRun, Submission, Verdict,
};
use crossply::Fault;
use crossply::content::Block;
use crossply::report::formats::{Banner, Report};
use crossply::report::{Detail, count as grouped};
use crossply_problems::{Board, Problem};
use serde::Serialize;

pub use content::compile_error;
pub use finding::{CauseName, FindingDocument, LimitName, Usage};

/// The version of [`JudgeDocument`].
pub const FORMAT: u32 = 3;

/// A verdict, and all that is known about it.
#[derive(Debug, Serialize)]
pub struct JudgeDocument {
    /// The version of this format: 3.
    pub format: u32,
    /// The version of the program that wrote the document.
    pub version: String,
    /// The name of the problem.
    pub problem: String,
    /// The program and its arguments; empty if it does not compile, or its answers are on record.
    pub command: Vec<String>,
    /// The file with answers on record, if they are judged, and no program.
    pub answers: Option<String>,
    /// The source, if that was given instead of a command.
    pub source: Option<String>,
    /// The program whose answers are expected in place of the right ones; none if the right ones are.
    pub reference: Option<String>,
    /// Why the source does not compile; none if it does, or there is none.
    pub compile_error: Option<CompileError>,
    /// The abbreviation of the verdict on the boards that were judged, such as `AC`; none if nothing was judged. If the session
    /// was `interrupted`, `AC` says only that there is no fault so far.
    pub verdict: Option<Verdict>,
    /// Whether the user interrupted the session.
    pub interrupted: bool,
    /// Whether the program failed so often that the other boards were not judged.
    pub gave_up: bool,
    /// The seed for random boards, if there are any.
    pub seed: Option<u64>,
    /// How many boards were judged.
    pub judged: u64,
    /// How many boards the program had been given, but had not answered, when the time was up.
    pub cut_off: u64,
    /// How many of those judged got each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Whether the numbers of boards with other verdicts than AC are exact. Otherwise they are at least so
    /// large: some boards were not judged, or the verdict on one board depends on others in the run.
    pub exact: bool,
    /// A board on which the program was wrong after others, and is right alone, although it fails on the board of the finding
    /// alone; none if none is known.
    pub right_alone: Option<String>,
    /// The stages, in order.
    pub stages: Vec<Phase>,
    /// How often the program was run.
    pub runs: u64,
    /// How many boards the smallest and the largest of these runs had.
    pub boards_in_runs: [u64; 2],
    /// The smallest run that exceeded a limit although its boards do not.
    pub oversized: Option<Oversized>,
    /// The duration of the session, in seconds.
    pub seconds: f64,
    /// The peak memory that was measured, in bytes.
    pub memory: u64,
    /// The memory limit, in bytes, with the allowance for the runtime.
    pub memory_limit: u64,
    /// The run that came nearest to its time limit, of those that ended by themselves; none if none did.
    pub slowest: Option<SlowestRun>,
    /// The board that came nearest to the time limit, of those that had a run of their own; none if none had.
    pub slowest_board: Option<SlowestBoardDocument>,
    /// The time limit of the statement, or the one given in its place, in seconds.
    pub time_limit: f64,
    /// The program's runtime, which the limits allow for; none if it is not a known one.
    pub runtime: Option<Runtime>,
    /// The failure that decides the verdict, with its cause; none if there is none.
    pub finding: Option<FindingDocument>,
    /// What the wrong answers have in common; none if the program gave none, or only by chance, or few answers.
    pub fault: Option<Fault>,
    /// For each verdict other than AC, the simplest board that got it in a batch.
    pub failures: Vec<Met>,
    /// The worst failure on a sample of the statement; none if the program is right about the samples.
    pub failing_sample: Option<Met>,
    /// The simplest board with a wrong answer, if the verdict is TLE; none if there is none.
    pub also_wrong: Option<Met>,
    /// A few boards with the verdict that the finding explains, beside its own.
    pub also_failing: Vec<String>,
    /// How many boards the statement promises in an input at most; none if it promises nothing.
    pub promised: Option<u64>,
    /// Why a program fails in batches larger than the statement promises, if it is right in all others.
    pub beyond_promise: Option<FindingDocument>,
}

/// A run that exceeded a limit although its boards do not.
#[derive(Debug, Serialize)]
pub struct Oversized {
    /// How many boards it had.
    pub boards: u64,
    /// The limit that it exceeded: of time or of memory.
    pub verdict: Verdict,
    /// Whether it did so only once: not when it was repeated.
    pub once: bool,
}

/// A board that took long.
#[derive(Debug, Serialize)]
pub struct SlowestBoardDocument {
    /// The board.
    pub board: String,
    /// Its index in the domain; none if it is illegal.
    pub index: Option<u64>,
    /// The number of its empty cells.
    pub empties: u32,
    /// What its run used of the time limit.
    pub run: SlowestRun,
    /// Whether the judge stopped the run because it took too long.
    pub stopped: bool,
}

/// A group of boards that are judged together.
#[derive(Debug, Serialize)]
pub struct Phase {
    /// What boards they are.
    pub name: String,
    /// The number of boards.
    pub boards: u64,
    /// How many were judged.
    pub judged: u64,
    /// How many of them got each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// The worst of these; none if nothing was judged.
    pub verdict: Option<Verdict>,
}

/// A board on which the program failed.
#[derive(Debug, Serialize)]
pub struct Met {
    /// The abbreviation of the verdict.
    pub verdict: Verdict,
    /// The board.
    pub board: String,
    /// Its index in the domain; none if it is illegal.
    pub index: Option<u64>,
}

/// What a report says beside the result of a session.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances<'a> {
    /// The version of the program that writes the document.
    pub version: &'a str,
    /// The seed for random boards.
    pub seed: Option<u64>,
    /// The program whose answers are expected.
    pub reference: Option<&'a str>,
    /// The file with answers on record.
    pub answers: Option<&'a Path>,
}

impl JudgeDocument {
    /// The document about a session.
    #[must_use]
    pub fn new<P: Problem>(
        judged: &SessionResult<P>,
        submission: &Submission<P>,
        about: Circumstances<'_>,
    ) -> Self {
        let total = &judged.total;
        let sizes = &total.batch_sizes;
        let finding = |diagnosis: &Diagnosis<P>| FindingDocument::new(diagnosis, submission, about);
        let stages = judged.stages.iter().map(|stage| Phase {
            name: stage.name.clone(),
            boards: stage.boards,
            judged: stage.answers.judged(),
            verdicts: codes(&stage.answers.verdicts),
            verdict: stage.answers.verdict(),
        });
        let also_failing = judged.also_failing().into_iter();
        let source = submission.source.as_ref();
        JudgeDocument {
            format: FORMAT,
            version: about.version.to_owned(),
            problem: P::NAME.to_owned(),
            command: match (&judged.compile_error, about.answers) {
                (None, None) => submission.program.words(),
                _ => Vec::new(),
            },
            answers: about.answers.map(|path| path.display().to_string()),
            source: source.map(|path| path.display().to_string()),
            reference: about.reference.map(str::to_owned),
            compile_error: judged.compile_error.clone(),
            verdict: judged.verdict(),
            interrupted: total.interrupted,
            gave_up: total.gave_up,
            seed: about.seed,
            judged: total.judged(),
            cut_off: total.cut_off,
            verdicts: codes(&total.verdicts),
            exact: judged.is_exact(),
            right_alone: judged.right_alone.map(Board::notation),
            stages: stages.collect(),
            runs: total.runs,
            boards_in_runs: [sizes.first(), sizes.last()].map(|size| size.copied().unwrap_or(0)),
            oversized: total.oversized.as_ref().map(Oversized::new),
            seconds: judged.elapsed.as_secs_f64(),
            memory: total.memory,
            memory_limit: submission.run_limits(1).memory,
            slowest: total.slowest,
            slowest_board: total.slowest_board.as_ref().map(SlowestBoardDocument::new),
            time_limit: submission.limits.time.as_secs_f64(),
            runtime: submission.runtime.clone(),
            finding: judged.diagnosis.as_ref().map(finding),
            fault: judged.fault.clone(),
            failures: total.failures.values().map(Met::new).collect(),
            failing_sample: judged.failing_sample().map(Met::new),
            also_wrong: judged.also_wrong().map(Met::new),
            also_failing: also_failing
                .map(|position| Board::from(position).notation())
                .collect(),
            promised: P::LIMITS.boards,
            beyond_promise: judged.beyond_promise.as_ref().map(finding),
        }
    }
}

impl Report for JudgeDocument {
    fn title(&self) -> String {
        format!("crossply judge {}", self.problem)
    }

    fn conclusion(&self) -> (Banner, String) {
        self.verdict_in_short()
    }

    fn content(&self, detail: Detail) -> Vec<Block> {
        self.blocks(detail)
    }
}

fn codes(verdicts: &BTreeMap<Verdict, u64>) -> BTreeMap<String, u64> {
    let each = verdicts.iter();
    each.map(|(verdict, &boards)| (verdict.code().to_owned(), boards))
        .collect()
}

impl Oversized {
    fn new<P: Problem>(batch: &OversizedBatch<P>) -> Self {
        Oversized {
            boards: batch.boards.len(),
            verdict: batch.verdict,
            once: batch.once,
        }
    }
}

impl SlowestBoardDocument {
    fn new<P: Problem>(slowest: &SlowestBoard<P>) -> Self {
        SlowestBoardDocument {
            board: slowest.board.notation(),
            index: index_of(slowest.board),
            empties: slowest.board.empties(),
            run: slowest.run,
            stopped: slowest.stopped,
        }
    }
}

impl Met {
    fn new<P: Problem>(failure: &Failure<P>) -> Self {
        Met {
            verdict: failure.result.verdict,
            board: failure.board().notation(),
            index: failure.domain_index(),
        }
    }
}

/// A number and a noun, in the plural unless the number is one.
fn count(number: u64, name: &str) -> String {
    match number {
        1 => format!("1 {name}"),
        _ => format!("{} {name}s", grouped(number)),
    }
}
