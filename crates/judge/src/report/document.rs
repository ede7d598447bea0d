//! What a program reads: JSON. The version says what to expect.

use std::collections::BTreeMap;
use std::path::Path;

use crossply_problems::{Board, Problem};
use serde::Serialize;

use super::text::{answers, cause, command, ended, replay};
use crate::answers::Failure;
use crate::boards::index_of;
use crate::limits::Contest;
use crate::{Candidate, Cause, Finding, Judged, Tolerance, Verdict};

/// The version of [`Document`].
pub const FORMAT: u32 = 1;

/// A verdict, and all that is known about it.
#[derive(Debug, Serialize)]
pub struct Document {
    format: u32,
    version: &'static str,
    problem: &'static str,
    command: Vec<String>,
    /// The abbreviation, such as `AC`; none if nothing was judged.
    verdict: Option<&'static str>,
    interrupted: bool,
    gave_up: bool,
    judged: u64,
    verdicts: BTreeMap<&'static str, u64>,
    stages: Vec<Stage>,
    runs: u64,
    seconds: f64,
    /// The most memory that was measured, in bytes.
    memory: u64,
    finding: Option<Found>,
    /// For each verdict that is not good, the simplest board that got it, as it was met.
    failures: Vec<Met>,
    beyond_promise: Option<Found>,
    tolerance: Option<BTreeMap<&'static str, &'static str>>,
}

#[derive(Debug, Serialize)]
struct Stage {
    name: String,
    boards: u64,
    judged: u64,
    verdicts: BTreeMap<&'static str, u64>,
}

#[derive(Debug, Serialize)]
struct Found {
    verdict: &'static str,
    boards: Vec<String>,
    /// Where among them it fails, from 0.
    place: u64,
    index: Option<u64>,
    expected: String,
    given: String,
    ended: Option<String>,
    /// `alone`, `sequence` or `flaky`.
    cause: &'static str,
    explanation: String,
    simplest: bool,
    stderr: String,
    replay: String,
}

#[derive(Debug, Serialize)]
struct Met {
    verdict: &'static str,
    board: String,
    index: Option<u64>,
}

impl Document {
    /// The document about this judgement.
    #[must_use]
    pub fn new<P: Contest>(
        judged: &Judged<P>,
        candidate: &Candidate<P>,
        tolerance: Option<&[Tolerance]>,
        saved: Option<&Path>,
    ) -> Self {
        let total = &judged.total;
        let found = |finding: &Finding<P>| found(finding, candidate, saved);
        let stages = judged.stages.iter().map(|stage| Stage {
            name: stage.name.clone(),
            boards: stage.boards,
            judged: stage.answers.judged,
            verdicts: codes(&stage.answers.verdicts),
        });
        Document {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION"),
            problem: P::NAME,
            command: command(&candidate.program),
            verdict: judged.verdict().map(Verdict::code),
            interrupted: total.interrupted,
            gave_up: total.gave_up,
            judged: total.judged,
            verdicts: codes(&total.verdicts),
            stages: stages.collect(),
            runs: total.runs,
            seconds: judged.elapsed.as_secs_f64(),
            memory: total.memory,
            finding: judged.finding.as_ref().map(found),
            failures: total.failures.values().map(met).collect(),
            beyond_promise: judged.beyond_promise.as_ref().map(found),
            tolerance: tolerance.map(|all| {
                let each = all.iter().map(|one| (one.what, one.verdict.code()));
                each.collect()
            }),
        }
    }
}

fn codes(verdicts: &BTreeMap<Verdict, u64>) -> BTreeMap<&'static str, u64> {
    let each = verdicts
        .iter()
        .map(|(verdict, boards)| (verdict.code(), *boards));
    each.collect()
}

fn found<P: Contest>(
    finding: &Finding<P>,
    candidate: &Candidate<P>,
    saved: Option<&Path>,
) -> Found {
    let (expected, given) = answers(finding, candidate);
    Found {
        verdict: finding.attempt.verdict.code(),
        boards: finding.boards.iter().map(Board::notation).collect(),
        place: finding.place,
        index: finding.index(),
        expected,
        given,
        ended: ended(&finding.attempt, &candidate.limits, finding.boards.len()),
        cause: match finding.cause {
            Cause::Alone => "alone",
            Cause::Sequence { .. } => "sequence",
            Cause::Flaky { .. } => "flaky",
        },
        explanation: cause(finding),
        simplest: finding.simplest,
        stderr: finding.attempt.execution.stderr.text(),
        replay: replay(finding, candidate, saved),
    }
}

fn met<P: Problem>(failure: &Failure<P>) -> Met {
    Met {
        verdict: failure.attempt.verdict.code(),
        board: failure.board().notation(),
        index: index_of(failure.board()),
    }
}
