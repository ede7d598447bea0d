//! `JUnit` XML: the parts that CI systems show, as in the schema of Jenkins' xUnit plugin, the strictest one in use.
//!
//! The library quick-junit would bring eleven packages more, for clocks and identifiers that our reports do not have.

use quick_xml::se::Serializer;
use serde::Serialize;

use super::Report;

/// Test cases that belong together.
#[derive(Debug, Serialize)]
#[serde(rename = "testsuite")]
pub struct TestSuite {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@tests")]
    tests: usize,
    #[serde(rename = "@skipped")]
    skipped: usize,
    #[serde(rename = "@failures")]
    failures: usize,
    #[serde(rename = "@errors")]
    errors: usize,
    #[serde(rename = "@time")]
    time: String,
    #[serde(rename = "testcase")]
    cases: Vec<TestCase>,
}

/// A test case.
#[derive(Debug, Serialize)]
pub struct TestCase {
    #[serde(rename = "@name")]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Message>,
}

/// Why a test case failed, or was skipped: in a line, and all that is known.
#[derive(Debug, Serialize)]
struct Message {
    #[serde(rename = "@message")]
    line: String,
    #[serde(rename = "$text")]
    description: String,
}

#[derive(Serialize)]
#[serde(rename = "testsuites")]
struct Document {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@tests")]
    tests: usize,
    #[serde(rename = "@failures")]
    failures: usize,
    #[serde(rename = "@errors")]
    errors: usize,
    #[serde(rename = "testsuite")]
    suites: Vec<TestSuite>,
}

/// The XML.
///
/// # Panics
/// Never: all names are valid in XML, and characters that are not have been left out.
pub(super) fn write(report: &impl Report) -> String {
    let suites = report.suites();
    let document = Document {
        name: report.title(),
        tests: suites.iter().map(|suite| suite.tests).sum(),
        failures: suites.iter().map(|suite| suite.failures).sum(),
        errors: 0,
        suites,
    };
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let mut serializer = Serializer::new(&mut text);
    serializer.indent(' ', 4);
    document.serialize(serializer).expect("all names are valid");
    text + "\n"
}

impl TestSuite {
    /// A suite of these test cases, which took so many seconds.
    #[must_use]
    pub fn new(name: &str, cases: Vec<TestCase>, seconds: f64) -> Self {
        TestSuite {
            name: valid(name),
            tests: cases.len(),
            skipped: cases.iter().filter(|case| case.skipped.is_some()).count(),
            failures: cases.iter().filter(|case| case.failure.is_some()).count(),
            errors: 0,
            // The schema has three decimals at most.
            time: format!("{seconds:.3}"),
            cases,
        }
    }
}

impl TestCase {
    /// A test case that passed.
    #[must_use]
    pub fn passed(name: &str) -> Self {
        TestCase {
            name: valid(name),
            failure: None,
            skipped: None,
        }
    }

    /// A test case that was skipped for this reason.
    #[must_use]
    pub fn skipped(name: &str, reason: &str) -> Self {
        TestCase {
            skipped: Some(Message::new(reason, "")),
            ..Self::passed(name)
        }
    }

    /// A test case that failed, with a message of one line, and all that is known about it.
    #[must_use]
    pub fn failed(name: &str, message: &str, description: &str) -> Self {
        TestCase {
            failure: Some(Message::new(message, description)),
            ..Self::passed(name)
        }
    }
}

impl Message {
    fn new(line: &str, description: &str) -> Self {
        Message {
            line: valid(line),
            description: valid(description),
        }
    }
}

/// The text without the characters that XML cannot hold: a program may print any byte.
fn valid(text: &str) -> String {
    let is_valid = |c: &char| {
        matches!(c, '\t' | '\n' | '\r') || *c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    text.chars().filter(is_valid).collect()
}
