//! `JUnit` XML for CI systems, with a test case for each stage.

use std::path::Path;

use crossply_judge::{SessionResult, Submission, Verdict};
use crossply_problems::Problem;

use super::document::{TestCase, TestSuite, TestSuites};
use crate::judge_text::{compile_error, finding, verdict};

/// The XML of a session's result. Each stage is a test case; it fails with the worst verdict of its boards. The
/// test case with the session's verdict has the explanation. What an interrupted session has not judged is a test case
/// that was skipped.
#[must_use]
pub fn junit<P: Problem>(
    judged: &SessionResult<P>,
    submission: &Submission<P>,
    saved: Option<&Path>,
) -> String {
    let case = |(name, worst): (&str, Option<Verdict>)| match worst {
        Some(Verdict::Accepted) => TestCase::passed(name),
        None => TestCase::skipped(name, "nothing was judged"),
        Some(worst) => {
            let found = judged.finding.as_ref();
            let found = found.filter(|found| found.result.verdict == worst);
            let fault = judged.fault.as_ref();
            let fault = fault.map_or_else(String::new, |fault| format!("\n\n{fault}"));
            let text = found.map(|found| finding(found, submission, saved) + &fault);
            TestCase::failed(name, worst.name(), Some(worst.code()), text.as_deref())
        }
    };
    let stages = judged.stages.iter();
    let stages = stages.map(|stage| (stage.name.as_str(), stage.answers.verdict()));
    let compiling = judged.compile_error.iter().map(|error| {
        let verdict = Verdict::CompileError;
        let text = compile_error(error);
        TestCase::failed(
            "compiling",
            verdict.name(),
            Some(verdict.code()),
            Some(&text),
        )
    });
    let interrupted = judged.total.interrupted;
    let left = interrupted.then(|| TestCase::skipped("the rest", "the session was interrupted"));
    let suite = TestSuite::new(
        format!("crossply judge {}", P::NAME),
        compiling.chain(stages.map(case)).chain(left).collect(),
    );
    let suite = suite.took(judged.elapsed).with_output(&verdict(judged));
    TestSuites::new("crossply judge", vec![suite]).to_xml()
}
