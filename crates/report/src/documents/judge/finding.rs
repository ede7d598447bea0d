//! The failure that decides a verdict: its boards, its cause, and what the run used.

use std::path::Path;

use crossply_harness::report::demonstration::Demonstration;
use crossply_judge::{Cause, Execution, Finding, Submission, Termination, TimeLimitKind, Verdict};
use crossply_problems::{Board, Position, Problem};
use schemars::JsonSchema;
use serde::Serialize;

use super::ComparisonSummary;
use crate::judge_words::{answers, cause, ended, remark, replay};
use crate::reference_text::{self, wrong_claim};

/// A failure and its cause.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Found")]
pub struct FindingSummary {
    /// The abbreviation of the verdict.
    #[schemars(with = "String")]
    pub verdict: Verdict,
    /// The boards of the run, their rows joined by slashes.
    pub boards: Vec<String>,
    /// The index in `boards` of the board on which the program fails, from 0.
    pub place: u64,
    /// The index of that board in the domain; none if it is illegal.
    pub index: Option<u64>,
    /// The expected answer. For an illegal board it is what the program answers to that board alone; with a reference,
    /// what that answers.
    pub expected: String,
    /// What both programs print, if there is a reference.
    pub compared: Option<ComparisonSummary>,
    /// What the program printed in its place, in words.
    pub given: String,
    /// How the run ended, if it did not end well.
    pub ended: Option<String>,
    /// The limit that ended the run; none if none did.
    pub limit: Option<LimitName>,
    /// What the run used, and its limits.
    pub usage: UsageSummary,
    /// Why the program fails.
    pub cause: CauseName,
    /// The cause in words.
    pub explanation: String,
    /// Whether no simpler board got this verdict, alone or among others.
    pub simplest: bool,
    /// What is wrong with the form of what the program reads or prints, if its answers are right.
    pub remark: Option<String>,
    /// Why the expected answer is right, if the board is legal.
    pub proof: Option<Demonstration>,
    /// The beginning and the end of what the program printed to the standard error.
    pub stderr: String,
    /// The command that reproduces the failure.
    pub replay: String,
}

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitName {
    /// The limit of CPU time.
    Computing,
    /// The limit of CPU time and idle time together.
    Waiting,
    /// The limit of time without reading or answering anything.
    Standstill,
    /// The memory limit of the largest process.
    Memory,
    /// The limit of what is printed.
    Output,
}

/// What a run used, and its limits, with the allowance for the runtime. Times are in seconds, memory in bytes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Usage")]
pub struct UsageSummary {
    /// CPU time.
    pub computing: f64,
    /// Its limit.
    pub computing_limit: f64,
    /// CPU time and idle time together.
    pub time: f64,
    /// Its limit.
    pub time_limit: f64,
    /// The memory of the largest process; none if it could not be measured.
    pub memory: Option<u64>,
    /// Its limit.
    pub memory_limit: u64,
}

/// Why a program fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CauseName {
    /// It fails on the board alone.
    Alone,
    /// It fails on the board only after those before it.
    Sequence,
    /// It fails on this number of boards, on other boards as well, and not on one fewer.
    Number,
    /// The boards take too long together.
    Together,
    /// It fails by chance.
    Flaky,
    /// There was no time to find the cause.
    Unknown,
}

/// The finding in a session of this submission. `saved` is the folder with its boards, if they were saved.
pub(super) fn finding_summary<P: Problem>(
    finding: &Finding<P>,
    submission: &Submission<P>,
    saved: Option<&Path>,
) -> FindingSummary {
    let (expected, given) = answers(finding, submission);
    FindingSummary {
        verdict: finding.result.verdict,
        boards: finding.boards.iter().map(Board::notation).collect(),
        place: finding.index,
        index: finding.domain_index(),
        expected,
        given,
        compared: ComparisonSummary::new(finding, submission),
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
        explanation: match submission.reference {
            Some(_) => reference_text::cause(finding),
            None => cause(finding),
        },
        simplest: finding.simplest,
        remark: finding.remark.as_ref().map(remark),
        proof: Position::try_from(finding.board())
            .ok()
            .map(|position| Demonstration::of(position, wrong_claim::<P>(finding))),
        stderr: finding.result.execution.stderr.text(),
        replay: replay(finding, submission, saved),
    }
}

impl UsageSummary {
    pub(crate) fn new(run: &Execution) -> Self {
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
        Termination::Exited(_) | Termination::CutOff | Termination::Gone => None,
        Termination::TimeLimit(TimeLimitKind::Cpu) => Some(LimitName::Computing),
        Termination::TimeLimit(TimeLimitKind::Elapsed) => Some(LimitName::Waiting),
        Termination::TimeLimit(TimeLimitKind::Stall) => Some(LimitName::Standstill),
        Termination::MemoryLimit => Some(LimitName::Memory),
        Termination::OutputLimit => Some(LimitName::Output),
    }
}
