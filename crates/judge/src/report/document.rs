//! What a program reads: JSON. The version says what to expect.

use std::collections::BTreeMap;
use std::path::Path;

use crossply_harness::report::demonstration::Demonstration;
use crossply_problems::{Board, Position, Problem};
use schemars::JsonSchema;
use serde::Serialize;

use super::text::{answers, cause, claim, command, ended, is_exact, replay};
use crate::answers::Failure;
use crate::boards::index_of;
use crate::{
    Cause, Execution, Finding, Runtime, SessionResult, SlowestRun, Submission, Termination,
    TimeLimitKind, Tolerance, Verdict,
};

/// The version of [`JudgeDocument`].
pub const FORMAT: u32 = 1;

/// A verdict, and all that is known about it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "crossply judge --format json")]
pub struct JudgeDocument {
    /// The version of this format: 1.
    pub format: u32,
    /// That of the program that wrote it.
    pub version: String,
    /// The problem.
    pub problem: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The abbreviation, such as `AC`; none if nothing was judged.
    pub verdict: Option<String>,
    /// Whether somebody wanted it to stop.
    pub interrupted: bool,
    /// Whether the program failed so often that the other boards were not asked about.
    pub gave_up: bool,
    /// What boards were drawn with, if that was asked for.
    pub seed: Option<u64>,
    /// How many boards were judged.
    pub judged: u64,
    /// How many of them got each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Whether just so many boards got those that are not good. Else there are at least so many: not all boards
    /// were asked about, or what comes of one depends on others in the run.
    pub exact: bool,
    /// What was asked, in order.
    pub stages: Vec<StageSummary>,
    /// How often the program was run.
    pub runs: u64,
    /// How long it all took.
    pub seconds: f64,
    /// The most memory that was measured, in bytes.
    pub memory: u64,
    /// How much memory it may take, in bytes.
    pub memory_limit: u64,
    /// The run that came nearest to its time limit, of those that ended by themselves; none if none did.
    pub slowest: Option<SlowestRunSummary>,
    /// What the program's runtime takes, which is allowed for; none if it has no known one.
    pub runtime: Option<RuntimeSummary>,
    /// The failure that decides, explained; none if there is none.
    pub finding: Option<FindingSummary>,
    /// For each verdict that is not good, the simplest board that got it, as it was met.
    pub failures: Vec<FailureSummary>,
    /// Why a program that is right within the statement's promise is not beyond it.
    pub beyond_promise: Option<FindingSummary>,
    /// The verdicts on inputs in other forms, if that was asked for.
    pub tolerance: Option<BTreeMap<String, String>>,
}

/// What a runtime takes to do nothing.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Runtime")]
pub struct RuntimeSummary {
    /// What it is called.
    pub name: String,
    /// The memory, in bytes; 0 if it could not be measured.
    pub memory: u64,
    /// The time, computing or not.
    pub seconds: f64,
}

/// What a run used of its time limit.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SlowestRun")]
pub struct SlowestRunSummary {
    /// How many boards it had.
    pub boards: u64,
    /// The time that it used, in seconds.
    pub seconds: f64,
    /// The time that it might use, with what the runtime takes.
    pub limit: f64,
    /// Whether that is the limit of computing and waiting together; else it is that of computing.
    pub waiting: bool,
}

/// Boards that the program was asked about one after the other.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Stage")]
pub struct StageSummary {
    /// What they are.
    pub name: String,
    /// How many there are.
    pub boards: u64,
    /// How many were judged.
    pub judged: u64,
    /// How many of them got each verdict.
    pub verdicts: BTreeMap<String, u64>,
}

/// A failure, explained.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Found")]
pub struct FindingSummary {
    /// The abbreviation.
    pub verdict: String,
    /// The boards of the run, their rows joined by slashes.
    pub boards: Vec<String>,
    /// Where among them it fails, from 0.
    pub place: u64,
    /// The number of that board in the domain; none if it is not legal.
    pub index: Option<u64>,
    /// The answer expected. To a board that is not legal it is what the program answers to it alone.
    pub expected: String,
    /// What the program printed instead, in words.
    pub given: String,
    /// How the run ended, if not well.
    pub ended: Option<String>,
    /// The limit that ended the run; none if none did.
    pub limit: Option<LimitName>,
    /// What the run used, and what it might have used.
    pub usage: UsageSummary,
    /// What makes it fail.
    pub cause: CauseName,
    /// The same, in a sentence or a few.
    pub explanation: String,
    /// Whether no simpler board gets this verdict.
    pub simplest: bool,
    /// Why the answer expected is right, if the board is legal.
    pub proof: Option<Demonstration>,
    /// The beginning and the end of what it printed to the standard error.
    pub stderr: String,
    /// The command that asks about just these boards.
    pub replay: String,
}

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitName {
    /// The time of computing.
    Computing,
    /// The time of computing and waiting together.
    Waiting,
    /// The time without reading or answering anything.
    Standstill,
    /// The memory of the largest process.
    Memory,
    /// What is printed.
    Output,
}

/// What a run used, and what it might have used, with what the runtime takes. Times are in seconds, memory in
/// bytes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Usage")]
pub struct UsageSummary {
    /// The time of computing.
    pub computing: f64,
    /// Its limit.
    pub computing_limit: f64,
    /// The time of computing and waiting together.
    pub time: f64,
    /// Its limit.
    pub time_limit: f64,
    /// The memory of the largest process; none if it could not be measured.
    pub memory: Option<u64>,
    /// Its limit.
    pub memory_limit: u64,
}

/// What makes a program fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CauseName {
    /// The board.
    Alone,
    /// The boards before it.
    Sequence,
    /// The number of boards, whichever they are.
    Number,
    /// The time that the boards take together.
    Together,
    /// Chance, it seems.
    Flaky,
    /// There was no time to find out.
    Unknown,
}

/// A board that the program failed on.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Met")]
pub struct FailureSummary {
    /// The abbreviation.
    pub verdict: String,
    /// The board.
    pub board: String,
    /// Its number in the domain; none if it is not legal.
    pub index: Option<u64>,
}

impl JudgeDocument {
    /// The document about this judgement, which this version of the program writes.
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
        let found = |finding: &Finding<P>| found(finding, submission, saved);
        let stages = judged.stages.iter().map(|stage| StageSummary {
            name: stage.name.clone(),
            boards: stage.boards,
            judged: stage.answers.judged,
            verdicts: codes(&stage.answers.verdicts),
        });
        JudgeDocument {
            format: FORMAT,
            version: version.to_owned(),
            problem: P::NAME.to_owned(),
            command: command(&submission.program),
            verdict: judged.verdict().map(code),
            interrupted: total.interrupted,
            gave_up: total.gave_up,
            seed,
            judged: total.judged,
            verdicts: codes(&total.verdicts),
            exact: is_exact(judged),
            stages: stages.collect(),
            runs: total.runs,
            seconds: judged.elapsed.as_secs_f64(),
            memory: total.memory,
            memory_limit: submission.run_limits(1).memory,
            slowest: total.slowest.as_ref().map(SlowestRunSummary::new),
            runtime: submission.runtime.as_ref().map(RuntimeSummary::new),
            finding: judged.finding.as_ref().map(found),
            failures: total.failures.values().map(met).collect(),
            beyond_promise: judged.beyond_promise.as_ref().map(found),
            tolerance: tolerance.map(|all| {
                let each = all
                    .iter()
                    .map(|one| (one.what.to_owned(), code(one.verdict)));
                each.collect()
            }),
        }
    }
}

impl RuntimeSummary {
    pub(super) fn new(runtime: &Runtime) -> Self {
        RuntimeSummary {
            name: runtime.name.clone(),
            memory: runtime.memory,
            seconds: runtime.time.as_secs_f64(),
        }
    }
}

impl SlowestRunSummary {
    pub(super) fn new(run: &SlowestRun) -> Self {
        SlowestRunSummary {
            boards: run.boards,
            seconds: run.used.as_secs_f64(),
            limit: run.limit.as_secs_f64(),
            waiting: run.waiting,
        }
    }
}

impl UsageSummary {
    pub(super) fn new(run: &Execution) -> Self {
        UsageSummary {
            computing: run.cpu.as_secs_f64(),
            computing_limit: run.run_limits.cpu.as_secs_f64(),
            time: run.time().as_secs_f64(),
            time_limit: run.run_limits.time.as_secs_f64(),
            memory: run.memory,
            memory_limit: run.run_limits.memory,
        }
    }
}

fn limit(termination: Termination) -> Option<LimitName> {
    match termination {
        Termination::Exited(_) | Termination::CutOff => None,
        Termination::TimeLimit(TimeLimitKind::Cpu) => Some(LimitName::Computing),
        Termination::TimeLimit(TimeLimitKind::Elapsed) => Some(LimitName::Waiting),
        Termination::TimeLimit(TimeLimitKind::Stall) => Some(LimitName::Standstill),
        Termination::MemoryLimit => Some(LimitName::Memory),
        Termination::OutputLimit => Some(LimitName::Output),
    }
}

fn code(verdict: Verdict) -> String {
    verdict.code().to_owned()
}

fn codes(verdicts: &BTreeMap<Verdict, u64>) -> BTreeMap<String, u64> {
    let each = verdicts
        .iter()
        .map(|(verdict, boards)| (code(*verdict), *boards));
    each.collect()
}

fn found<P: Problem>(
    finding: &Finding<P>,
    submission: &Submission<P>,
    saved: Option<&Path>,
) -> FindingSummary {
    let (expected, given) = answers(finding, submission);
    FindingSummary {
        verdict: code(finding.result.verdict),
        boards: finding.boards.iter().map(Board::notation).collect(),
        place: finding.index,
        index: finding.domain_index(),
        expected,
        given,
        ended: ended(finding, submission),
        limit: limit(finding.result.execution.termination),
        usage: UsageSummary::new(&finding.result.execution),
        cause: match finding.cause {
            Cause::Alone => CauseName::Alone,
            Cause::Sequence { .. } => CauseName::Sequence,
            Cause::Number { .. } => CauseName::Number,
            Cause::Together => CauseName::Together,
            Cause::Flaky { .. } => CauseName::Flaky,
            Cause::Unknown => CauseName::Unknown,
        },
        explanation: cause(finding),
        simplest: finding.simplest,
        proof: Position::try_from(finding.board())
            .ok()
            .map(|position| Demonstration::of(position, claim::<P>(&finding.result))),
        stderr: finding.result.execution.stderr.text(),
        replay: replay(finding, submission, saved),
    }
}

fn met<P: Problem>(failure: &Failure<P>) -> FailureSummary {
    FailureSummary {
        verdict: code(failure.result.verdict),
        board: failure.board().notation(),
        index: index_of(failure.board()),
    }
}
