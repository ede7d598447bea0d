//! `JUnit` XML for CI systems, with a test case for each stage.

use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crossply_judge::{SessionResult, Submission, Verdict};
use crossply_problems::Problem;

use crate::judge_text::{finding, verdict};

/// The XML of a session's result. Each stage is a test case; it fails with the worst verdict of its boards. The
/// test case with the session's verdict has the explanation.
///
/// # Panics
/// Never: the document is made of text that XML can hold.
#[must_use]
pub fn junit<P: Problem>(
    judged: &SessionResult<P>,
    submission: &Submission<P>,
    saved: Option<&Path>,
) -> String {
    let mut suite = TestSuite::new(format!("crossply judge {}", P::NAME));
    suite.set_time(judged.elapsed);
    for stage in &judged.stages {
        let worst = stage.answers.verdict();
        let status = match worst {
            Some(Verdict::Accepted) => TestCaseStatus::success(),
            None => {
                let mut skipped = TestCaseStatus::skipped();
                skipped.set_message("nothing was judged");
                skipped
            }
            Some(worst) => {
                let mut failed = TestCaseStatus::non_success(NonSuccessKind::Failure);
                failed.set_type(worst.code()).set_message(worst.name());
                if let Some(found) = &judged.finding
                    && found.result.verdict == worst
                {
                    failed.set_description(finding(found, submission, saved));
                }
                failed
            }
        };
        suite.add_test_case(TestCase::new(stage.name.as_str(), status));
    }
    suite.set_system_out(verdict(judged));
    let mut report = Report::new("crossply judge");
    report.add_test_suite(suite);
    junit_text(&report)
}

/// The report as text. It leaves out the attribute `skipped` of the whole, which the library writes and Jenkins'
/// schema does not know.
///
/// # Panics
/// If the document has text that XML cannot hold.
#[must_use]
pub(super) fn junit_text(report: &Report) -> String {
    let text = report.to_string().expect("text");
    let start = text.find("<testsuites").unwrap_or(0);
    let end = text[start..].find('>').map_or(start, |end| start + end);
    let attributes = text[start..end].split(' ');
    let kept: Vec<_> = attributes
        .filter(|attribute| !attribute.starts_with("skipped="))
        .collect();
    [&text[..start], &kept.join(" "), &text[end..]].concat()
}
