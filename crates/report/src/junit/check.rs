//! `JUnit` XML for CI systems, with a suite for each problem.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::judge::junit_text;
use crate::documents::check::{Document, HowItEnded};

/// A test suite for each problem, with a test case for each solver and one for the problem as a whole.
///
/// # Panics
/// Never: the document is made of text that XML can hold.
#[must_use]
pub fn junit(document: &Document) -> String {
    let mut report = Report::new("crossply check");
    for checked in &document.problems {
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
            let mut case = TestCase::new(solver.name.as_str(), status);
            case.set_time(Duration::from_secs_f64(solver.seconds));
            suite.add_test_case(case);
        }
        let status = match (checked.agree, checked.ended) {
            (false, _) => {
                let text = checked.trouble.as_ref().unwrap_or(&checked.report);
                failure("something is wrong".to_owned(), text)
            }
            (true, HowItEnded::Interrupted) => {
                let mut skipped = TestCaseStatus::skipped();
                skipped.set_message("it was interrupted");
                skipped
            }
            (true, _) => TestCaseStatus::success(),
        };
        suite.add_test_case(TestCase::new("all answers", status));
        report.add_test_suite(suite);
    }
    junit_text(&report)
}

fn failure(message: String, report: &str) -> TestCaseStatus {
    let mut failure = TestCaseStatus::non_success(NonSuccessKind::Failure);
    failure.set_message(message).set_description(report);
    failure
}
