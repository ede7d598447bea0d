//! `JUnit` XML for CI systems, with a suite for each problem.

use std::time::Duration;

use crossply_harness::Ended;

use super::document::{TestCase, TestSuite, TestSuites};
use crate::documents::check::{Checked, Document};

/// A test suite for each problem, with a test case for each solver and one for the problem as a whole.
#[must_use]
pub fn junit(document: &Document) -> String {
    let suites = document.problems.iter().map(suite).collect();
    TestSuites::new("crossply check", suites).to_xml()
}

fn suite(checked: &Checked) -> TestSuite {
    let solvers = checked.solvers.iter().map(|solver| {
        let case = match (solver.positions, solver.wrong) {
            (0, _) => TestCase::skipped(&solver.name, "it was not asked"),
            (_, 0) => TestCase::passed(&solver.name),
            (_, wrong) => failed(
                &solver.name,
                &format!("{wrong} wrong answers"),
                &checked.report,
            ),
        };
        case.took(Duration::from_secs_f64(solver.seconds))
    });
    let name = "all answers";
    let whole = match (checked.agree, checked.ended) {
        (false, _) => {
            let text = checked.unshown();
            let text = text.as_ref().unwrap_or(&checked.report);
            failed(name, "something is wrong", text)
        }
        (true, Ended::Interrupted) => TestCase::skipped(name, "it was interrupted"),
        (true, _) => TestCase::passed(name),
    };
    let name = format!("crossply check {}", checked.problem);
    TestSuite::new(name, solvers.chain([whole]).collect())
}

fn failed(name: &str, message: &str, report: &str) -> TestCase {
    TestCase::failed(name, message, None, Some(report))
}
