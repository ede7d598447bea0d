//! What `crossply check` prints for programs: JSON, and the XML of `JUnit`.

use std::collections::BTreeMap;

use crossply_harness::oracles::Judged;
use crossply_harness::{Answered, Ended, Findings};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;

/// The version of [`Document`].
const FORMAT: u32 = 1;

/// What came of checking.
#[derive(Serialize)]
pub(super) struct Document {
    /// The version of what follows.
    format: u32,
    /// That of this program.
    version: &'static str,
    problems: Vec<Checked>,
}

/// What came of checking one problem.
#[derive(Serialize)]
pub(super) struct Checked {
    problem: &'static str,
    /// Whether nothing is wrong.
    agree: bool,
    /// `completed`, `time up` or `interrupted`.
    ended: &'static str,
    seconds: f64,
    /// What was drawn with; none if nothing was drawn.
    seed: Option<u64>,
    /// How many legal positions there are.
    legal_positions: u64,
    compared: Answered,
    proven: Answered,
    related: Answered,
    solvers: Vec<Solver>,
    digests: Vec<Digest>,
    /// How often an answer was wrong.
    disagreements: u64,
    /// The simplest positions with wrong answers, and whose they are.
    simplest: Vec<Wrong>,
    /// What a person reads about that; empty if nothing is wrong.
    report: String,
}

#[derive(Serialize)]
struct Solver {
    name: &'static str,
    positions: u64,
    seconds: f64,
    wrong: u64,
    panics: u64,
    /// By the number of empties.
    answered: BTreeMap<u32, Answered>,
}

#[derive(Serialize)]
struct Digest {
    empties: u32,
    positions: u64,
    /// None if solvers differ.
    sum: Option<String>,
    /// None if these are not all positions.
    as_recorded: Option<bool>,
}

#[derive(Serialize)]
struct Wrong {
    board: String,
    index: u64,
    solvers: Vec<&'static str>,
}

impl Document {
    pub(super) fn new(problems: Vec<Checked>) -> Self {
        Document {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION"),
            problems,
        }
    }
}

impl Checked {
    /// `report` is what a person reads if something is wrong.
    pub(super) fn new<P: Judged>(findings: &Findings<P>, seed: Option<u64>, report: &str) -> Self {
        let solvers = findings.statistics.iter().map(|statistics| Solver {
            name: statistics.solver,
            positions: statistics.positions(),
            seconds: statistics.time().as_secs_f64(),
            wrong: statistics.wrong,
            panics: statistics.panics,
            answered: statistics.answered.clone(),
        });
        let digests = findings.digests().into_iter();
        let digests = digests.map(|(empties, covered)| Digest {
            empties,
            positions: covered.positions,
            sum: covered.digest.map(|digest| digest.to_string()),
            as_recorded: covered.is_as_recorded::<P>(empties),
        });
        let simplest = findings.simplest.iter().map(|found| Wrong {
            board: found.position.notation(),
            index: P::domain().index(found.position),
            solvers: found.wrong().collect(),
        });
        Checked {
            problem: P::NAME,
            agree: report.is_empty(),
            ended: match findings.ended {
                Ended::Completed => "completed",
                Ended::TimeUp => "time up",
                Ended::Interrupted => "interrupted",
            },
            seconds: findings.elapsed.as_secs_f64(),
            seed,
            legal_positions: P::domain().len(),
            compared: findings.compared,
            proven: findings.proven,
            related: findings.related,
            solvers: solvers.collect(),
            digests: digests.collect(),
            disagreements: findings.disagreements,
            simplest: simplest.collect(),
            report: report.trim().to_owned(),
        }
    }
}

/// A test suite for each problem, and in it a test case for each solver, and one for whether all is well.
pub(super) fn junit(problems: &[Checked]) -> anyhow::Result<String> {
    let mut report = Report::new("crossply check");
    for checked in problems {
        let mut suite = TestSuite::new(format!("crossply check {}", checked.problem));
        for solver in &checked.solvers {
            let status = match (solver.positions, solver.wrong) {
                (0, _) => {
                    let mut skipped = TestCaseStatus::skipped();
                    skipped.set_message("it was not asked");
                    skipped
                }
                (_, 0) => TestCaseStatus::success(),
                (_, wrong) => failure(format!("{wrong} wrong answers"), &checked.report),
            };
            let mut case = TestCase::new(solver.name, status);
            case.set_time(std::time::Duration::from_secs_f64(solver.seconds));
            suite.add_test_case(case);
        }
        let status = if checked.agree {
            TestCaseStatus::success()
        } else {
            failure("something is wrong".to_owned(), &checked.report)
        };
        suite.add_test_case(TestCase::new("all answers", status));
        report.add_test_suite(suite);
    }
    Ok(report.to_string()?)
}

fn failure(message: String, report: &str) -> TestCaseStatus {
    let mut failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
    failure.set_message(message).set_description(report);
    failure
}
