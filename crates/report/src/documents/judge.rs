//! The results of a session of the judge.

mod finding;
mod reference;

use std::collections::BTreeMap;
use std::path::Path;

use crossply_harness::fault::Fault;
use crossply_judge::{
    CompileError, Failure, Finding, Runtime, SessionResult, SlowestBoard, SlowestRun, Submission,
    TimesByEmpties, Tolerance, Verdict, slowest_board,
};
use crossply_problems::{Board, Position, Problem};
use schemars::JsonSchema;
use serde::Serialize;

use crate::judge_words::command;

use self::finding::finding_summary;

pub use finding::{CauseName, FindingSummary, LimitName, UsageSummary};
pub use reference::{ComparisonSummary, ReferenceSummary, SideSummary};

/// The version of [`JudgeDocument`].
pub const FORMAT: u32 = 1;

/// A verdict, and all that is known about it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "crossply judge --format json")]
pub struct JudgeDocument {
    /// The version of this format: 1.
    pub format: u32,
    /// The version of the program that wrote the document.
    pub version: String,
    /// The name of the problem.
    pub problem: String,
    /// The program and its arguments; empty if it does not compile.
    pub command: Vec<String>,
    /// The source, if that was given instead of a command.
    pub source: Option<String>,
    /// Why the source does not compile; none if it does, or there is none.
    pub compile_error: Option<CompileErrorSummary>,
    /// The abbreviation of the verdict, such as `AC`; none if nothing was judged.
    #[schemars(with = "Option<String>")]
    pub verdict: Option<Verdict>,
    /// Whether the user interrupted the session.
    pub interrupted: bool,
    /// Whether the program failed so often that the other boards were not judged.
    pub gave_up: bool,
    /// The seed for random boards, if they were asked for.
    pub seed: Option<u64>,
    /// How many boards were judged.
    pub judged: u64,
    /// How many of them got each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Whether the numbers of boards with other verdicts than AC are exact. Otherwise they are at least so
    /// large: some boards were not judged, or the verdict on one board depends on others in the run.
    pub exact: bool,
    /// The stages, in order.
    pub stages: Vec<StageSummary>,
    /// How often the program was run.
    pub runs: u64,
    /// The duration of the session, in seconds.
    pub seconds: f64,
    /// The peak memory that was measured, in bytes.
    pub memory: u64,
    /// The memory limit, in bytes, with the allowance for the runtime.
    pub memory_limit: u64,
    /// The run that came nearest to its time limit, of those that ended by themselves; none if none did.
    pub slowest: Option<SlowestRunSummary>,
    /// The board that came nearest to the time limit, of those that had a run of their own; none if none had.
    pub slowest_board: Option<SlowestBoardSummary>,
    /// The times of boards that had a run of their own, by the number of empty cells, ascending.
    pub times: Vec<TimesSummary>,
    /// The time limit of the statement, or the one given in its place, in seconds.
    pub time_limit: f64,
    /// How many times slower the judge's machine is than this one: the limits of runs are the time limit divided by it.
    pub scale: f64,
    /// The program with which this one is compared; none if it is judged by the right answers. Otherwise verdicts say
    /// how the two compare: AC if they print the same, PE if only white space differs, WA if they print other
    /// answers, and the rest if one of them fails.
    pub reference: Option<ReferenceSummary>,
    /// The program's runtime, which the limits allow for; none if it is not a known one.
    pub runtime: Option<RuntimeSummary>,
    /// The failure that decides the verdict, with its cause; none if there is none.
    pub finding: Option<FindingSummary>,
    /// What the wrong answers have in common; none if the program gave none, or only by chance, or few answers.
    pub fault: Option<Fault>,
    /// For each verdict other than AC, the simplest board that got it in a batch.
    pub failures: Vec<FailureSummary>,
    /// The worst failure on a sample of the statement; none if the program is right about the samples.
    pub failing_sample: Option<FailureSummary>,
    /// The simplest board with a wrong answer, if the verdict is TLE; none if there is none, or with a reference.
    pub also_wrong: Option<FailureSummary>,
    /// A few boards with the verdict that the finding explains, beside its own.
    pub also_failing: Vec<String>,
    /// Why a program fails in batches larger than the statement promises, if it is right in all others.
    pub beyond_promise: Option<FindingSummary>,
    /// The verdicts on inputs in other forms, if they were asked for.
    #[schemars(with = "Option<BTreeMap<String, String>>")]
    pub tolerance: Option<BTreeMap<String, Verdict>>,
}

/// Why a source does not compile.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CompileError")]
pub struct CompileErrorSummary {
    /// The command that compiles.
    pub command: Vec<String>,
    /// How the compiler ended.
    pub ended: String,
    /// The beginning and the end of what it printed.
    pub message: String,
}

/// What a runtime uses to do nothing.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Runtime")]
pub struct RuntimeSummary {
    /// The name of its command.
    pub name: String,
    /// Its memory, in bytes; 0 if it could not be measured.
    pub memory: u64,
    /// CPU time, in seconds.
    pub computing: f64,
    /// CPU time and idle time together, in seconds.
    pub seconds: f64,
}

/// What a run used of its time limit.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SlowestRun")]
pub struct SlowestRunSummary {
    /// The number of boards in the run.
    pub boards: u64,
    /// The time that it used, in seconds.
    pub seconds: f64,
    /// The time limit, with the allowance for the runtime.
    pub limit: f64,
    /// Whether the limit is that of computing and waiting together; otherwise it is that of computing.
    pub waiting: bool,
}

/// A board that took long.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SlowestBoard")]
pub struct SlowestBoardSummary {
    /// The board.
    pub board: String,
    /// Its index in the domain; none if it is illegal.
    pub index: Option<u64>,
    /// The number of its empty cells.
    pub empties: u32,
    /// What its run used of the time limit.
    pub run: SlowestRunSummary,
    /// Whether the judge stopped the run because it took too long.
    pub stopped: bool,
}

/// The times of boards with one number of empty cells, each in a run of its own.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Times")]
pub struct TimesSummary {
    /// The number of empty cells.
    pub empties: u32,
    /// How many runs there were.
    pub runs: u64,
    /// The mean time, in seconds.
    pub mean: f64,
    /// The longest time, in seconds.
    pub longest: f64,
    /// Whether the judge stopped that run because it took too long.
    pub stopped: bool,
}

/// A group of boards that are judged together.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Stage")]
pub struct StageSummary {
    /// What boards they are.
    pub name: String,
    /// The number of boards.
    pub boards: u64,
    /// How many were judged.
    pub judged: u64,
    /// How many of them got each verdict.
    pub verdicts: BTreeMap<String, u64>,
}

/// A board on which the program failed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Met")]
pub struct FailureSummary {
    /// The abbreviation of the verdict.
    #[schemars(with = "String")]
    pub verdict: Verdict,
    /// The board.
    pub board: String,
    /// Its index in the domain; none if it is illegal.
    pub index: Option<u64>,
}

impl JudgeDocument {
    /// The document about a session, written by this version of the program.
    #[must_use]
    pub fn new<P: Problem>(
        version: &str,
        judged: &SessionResult<P>,
        submission: &Submission<P>,
        seed: Option<u64>,
        tolerance: Option<&[Tolerance]>,
        saved: Option<&Path>,
    ) -> Self {
        let total = &judged.total;
        let summary = |finding: &Finding<P>| finding_summary(finding, submission, saved);
        let stages = judged.stages.iter().map(|stage| StageSummary {
            name: stage.name.clone(),
            boards: stage.boards,
            judged: stage.answers.judged,
            verdicts: codes(&stage.answers.verdicts),
        });
        let also_failing = judged.also_failing().into_iter();
        JudgeDocument {
            format: FORMAT,
            version: version.to_owned(),
            problem: P::NAME.to_owned(),
            command: match judged.compile_error {
                Some(_) => Vec::new(),
                None => command(&submission.program),
            },
            source: submission
                .source
                .as_ref()
                .map(|path| path.display().to_string()),
            compile_error: judged.compile_error.as_ref().map(CompileErrorSummary::new),
            verdict: judged.verdict(),
            interrupted: total.interrupted,
            gave_up: total.gave_up,
            seed,
            judged: total.judged,
            verdicts: codes(&total.verdicts),
            exact: judged.is_exact(),
            stages: stages.collect(),
            runs: total.runs,
            seconds: judged.elapsed.as_secs_f64(),
            memory: total.memory,
            memory_limit: submission.run_limits(1).memory,
            slowest: total.slowest.as_ref().map(SlowestRunSummary::new),
            slowest_board: slowest_board(&total.times).map(SlowestBoardSummary::new),
            times: times_summary(&total.times),
            time_limit: submission.limits.time.as_secs_f64(),
            scale: submission.limits.scale,
            reference: ReferenceSummary::new(judged, submission),
            runtime: submission.runtime.as_ref().map(RuntimeSummary::new),
            finding: judged.finding.as_ref().map(summary),
            fault: judged.fault.clone(),
            failures: total.failures.values().map(FailureSummary::new).collect(),
            failing_sample: judged.failing_sample().map(FailureSummary::new),
            also_wrong: judged
                .also_wrong()
                .filter(|_| submission.reference.is_none())
                .map(FailureSummary::new),
            also_failing: also_failing
                .map(|position| Board::from(position).notation())
                .collect(),
            beyond_promise: judged.beyond_promise.as_ref().map(summary),
            tolerance: tolerance.map(|all| {
                let each = all.iter();
                each.map(|one| (one.what.to_owned(), one.verdict)).collect()
            }),
        }
    }
}

impl CompileErrorSummary {
    fn new(error: &CompileError) -> Self {
        CompileErrorSummary {
            command: error.command.clone(),
            ended: error.ended.clone(),
            message: error.message.clone(),
        }
    }
}

impl RuntimeSummary {
    pub(crate) fn new(runtime: &Runtime) -> Self {
        RuntimeSummary {
            name: runtime.name.clone(),
            memory: runtime.memory,
            computing: runtime.cpu.as_secs_f64(),
            seconds: runtime.time.as_secs_f64(),
        }
    }
}

impl SlowestRunSummary {
    pub(crate) fn new(run: &SlowestRun) -> Self {
        SlowestRunSummary {
            boards: run.boards,
            seconds: run.used.as_secs_f64(),
            limit: run.limit.as_secs_f64(),
            waiting: run.waiting,
        }
    }
}

impl SlowestBoardSummary {
    pub(crate) fn new<P: Problem>(slowest: &SlowestBoard<P>) -> Self {
        let position = Position::try_from(slowest.board).ok();
        SlowestBoardSummary {
            board: slowest.board.notation(),
            index: position.map(|position| P::domain().index(position)),
            empties: slowest.board.empties(),
            run: SlowestRunSummary::new(&slowest.run),
            stopped: slowest.stopped,
        }
    }
}

/// The times, by the number of empties.
pub(crate) fn times_summary<P: Problem>(times: &TimesByEmpties<P>) -> Vec<TimesSummary> {
    let each = times.iter().map(|(&empties, times)| TimesSummary {
        empties,
        runs: times.runs,
        mean: times.mean().as_secs_f64(),
        longest: times.slowest.run.used.as_secs_f64(),
        stopped: times.slowest.stopped,
    });
    each.collect()
}

fn codes(verdicts: &BTreeMap<Verdict, u64>) -> BTreeMap<String, u64> {
    let each = verdicts.iter();
    each.map(|(verdict, &boards)| (verdict.code().to_owned(), boards))
        .collect()
}

impl FailureSummary {
    pub(crate) fn new<P: Problem>(failure: &Failure<P>) -> Self {
        FailureSummary {
            verdict: failure.result.verdict,
            board: failure.board().notation(),
            index: failure.domain_index(),
        }
    }
}
