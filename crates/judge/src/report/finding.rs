//! The failure that decides a verdict: its boards, its cause, and what the run used.

use crate::{Cause, Diagnosis, Execution, Submission, Termination, TimeLimitKind, Verdict};
use crossply_games::report::demonstration::Demonstration;
use crossply_problems::{Board, Position, Problem};
use serde::Serialize;

use super::Circumstances;
use super::replay::to_reproduce;
use super::words::{cause, ended, quoted, remark};

/// A failure and its cause.
#[derive(Debug, Serialize)]
pub struct FindingDocument {
    /// The abbreviation of the verdict.
    pub verdict: Verdict,
    /// The boards of the run, their rows joined by slashes.
    pub boards: Vec<String>,
    /// The number in `boards` of the board on which the program fails, from 0.
    pub failing: u64,
    /// The index of that board in the domain; none if it is illegal.
    pub index: Option<u64>,
    /// The number of its empty cells.
    pub empties: u32,
    /// The expected answer. For an illegal board it is what the program answers to that board alone; with a reference,
    /// what that answers.
    pub expected: String,
    /// What the program printed in its place, in words.
    pub given: String,
    /// How the run ended, if it did not end well.
    pub ended: Option<String>,
    /// The limit that ended the run; none if none did.
    pub limit: Option<LimitName>,
    /// What the run used, and its limits.
    pub usage: Usage,
    /// Why the program fails.
    pub cause: CauseName,
    /// The cause in words.
    pub explanation: String,
    /// Whether no simpler board got this verdict, alone or among others.
    pub simplest: bool,
    /// What is wrong with the form of what the program reads or prints, if its answers are right.
    pub remark: Option<String>,
    /// The right answer and why it is right, if the board is legal.
    pub proof: Option<Demonstration>,
    /// The beginning and the end of what the program printed to standard error.
    pub stderr: String,
    /// The command that reproduces the failure, after an explanation of how to use it.
    pub replay: [String; 2],
}

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Serialize)]
pub struct Usage {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

impl FindingDocument {
    pub(super) fn new<P: Problem>(
        found: &Diagnosis<P>,
        submission: &Submission<P>,
        about: Circumstances<'_>,
    ) -> Self {
        let board = found.failure.board();
        let expected = submission.expected_answer(board);
        let given = given(found);
        FindingDocument {
            verdict: found.failure.result.verdict,
            boards: found.failure.boards.iter().map(Board::notation).collect(),
            failing: found.failure.index,
            index: found.failure.domain_index(),
            empties: board.empties(),
            ended: ended(&found.failure.result.execution, submission),
            limit: limit(found.failure.result.execution.termination),
            usage: Usage::new(&found.failure.result.execution),
            cause: match found.cause {
                Cause::Alone => CauseName::Alone,
                Cause::Sequence { .. } => CauseName::Sequence,
                Cause::Number { .. } => CauseName::Number,
                Cause::Together => CauseName::Together,
                Cause::Flaky { .. } => CauseName::Flaky,
                Cause::Unknown => CauseName::Unknown,
            },
            explanation: match submission.recorded {
                Some(_) if found.simplest => "No simpler board got this verdict.".to_owned(),
                Some(_) => "There may be simpler ones.".to_owned(),
                None => cause(found),
            },
            simplest: found.simplest,
            remark: found.remark.as_ref().map(remark),
            proof: P::legal(board)
                .ok()
                .map(|position| demonstration(position, [&given, &expected])),
            expected,
            given,
            stderr: found.failure.result.execution.stderr.text(),
            replay: to_reproduce(found, submission, about),
        }
    }
}

/// Why the right answer is right, or the first of these that is an answer is wrong.
fn demonstration<P: Problem>(position: Position<P>, answers: [&String; 2]) -> Demonstration {
    let right = (P::FAST.new)().solve(position);
    let answers = answers.into_iter();
    let mut answers = answers.filter_map(|text| text.trim().parse().ok());
    let claim = answers.find(|&answer: &P::Answer| answer != right);
    Demonstration::of(position, claim)
}

/// What the program printed instead of the expected answer, in words.
fn given<P: Problem>(found: &Diagnosis<P>) -> String {
    let Some(difference) = &found.failure.result.difference else {
        return "the same".to_owned();
    };
    match (&difference.given, difference.index) {
        (None, _) => "no answer".to_owned(),
        (Some(text), None) => format!("output after the last answer: {}", quoted(text)),
        (Some(text), Some(_)) => quoted(text),
    }
}

impl Usage {
    pub(super) fn new(run: &Execution) -> Self {
        Usage {
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
