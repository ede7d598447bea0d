//! `JUnit` XML: the parts that CI systems show.
//!
//! Elements and attributes are those of the schema of Jenkins' xUnit plugin, the strictest one in use.

use std::time::Duration;

use quick_xml::se::Serializer;
use serde::Serialize;

/// The whole document, for one command.
#[derive(Debug, Serialize)]
#[serde(rename = "testsuites")]
pub(super) struct TestSuites {
    #[serde(rename = "@name")]
    name: &'static str,
    #[serde(rename = "@tests")]
    tests: usize,
    #[serde(rename = "@failures")]
    failures: usize,
    #[serde(rename = "@errors")]
    errors: usize,
    #[serde(rename = "testsuite")]
    suites: Vec<TestSuite>,
}

/// The test cases of one problem.
#[derive(Debug, Serialize)]
pub(super) struct TestSuite {
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
    #[serde(rename = "@time", skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(rename = "testcase")]
    cases: Vec<TestCase>,
    #[serde(rename = "system-out", skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

/// One test case.
#[derive(Debug, Serialize)]
pub(super) struct TestCase {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@time", skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Message>,
}

/// Why a test case failed, or was skipped.
#[derive(Debug, Serialize)]
struct Message {
    #[serde(rename = "@message")]
    line: String,
    #[serde(rename = "@type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(rename = "$text", skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

impl TestSuites {
    /// The document of a command with these suites.
    pub(super) fn new(name: &'static str, suites: Vec<TestSuite>) -> Self {
        TestSuites {
            name,
            tests: suites.iter().map(|suite| suite.tests).sum(),
            failures: suites.iter().map(|suite| suite.failures).sum(),
            errors: 0,
            suites,
        }
    }

    /// The document as text.
    ///
    /// # Panics
    /// Never: all names are valid in XML, and characters that are not have been left out.
    pub(super) fn to_xml(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        let mut serializer = Serializer::new(&mut text);
        serializer.indent(' ', 4);
        self.serialize(serializer).expect("all names are valid");
        text + "\n"
    }
}

impl TestSuite {
    /// A suite of these test cases.
    pub(super) fn new(name: String, cases: Vec<TestCase>) -> Self {
        let with = |message: fn(&TestCase) -> &Option<Message>| {
            cases.iter().filter(|case| message(case).is_some()).count()
        };
        TestSuite {
            name,
            tests: cases.len(),
            skipped: with(|case| &case.skipped),
            failures: with(|case| &case.failure),
            errors: 0,
            time: None,
            cases,
            output: None,
        }
    }

    /// The suite with the time that it took.
    pub(super) fn took(mut self, time: Duration) -> Self {
        self.time = Some(seconds(time));
        self
    }

    /// The suite with the output of its tests.
    pub(super) fn with_output(mut self, output: &str) -> Self {
        self.output = Some(valid(output));
        self
    }
}

impl TestCase {
    /// A test case that passed.
    pub(super) fn passed(name: &str) -> Self {
        TestCase {
            name: valid(name),
            time: None,
            failure: None,
            skipped: None,
        }
    }

    /// A test case that was skipped for this reason.
    pub(super) fn skipped(name: &str, reason: &str) -> Self {
        TestCase {
            skipped: Some(Message::new(reason)),
            ..Self::passed(name)
        }
    }

    /// A test case that failed, with a message of one line, the kind of failure if there are several, and all that is
    /// known about it.
    pub(super) fn failed(
        name: &str,
        message: &str,
        kind: Option<&'static str>,
        description: Option<&str>,
    ) -> Self {
        TestCase {
            failure: Some(Message {
                kind,
                description: description.map(valid),
                ..Message::new(message)
            }),
            ..Self::passed(name)
        }
    }

    /// The test case with the time that it took.
    pub(super) fn took(mut self, time: Duration) -> Self {
        self.time = Some(seconds(time));
        self
    }
}

impl Message {
    fn new(message: &str) -> Self {
        Message {
            line: valid(message),
            kind: None,
            description: None,
        }
    }
}

/// Seconds, as the schema has them: three decimals at most.
fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// The text without the characters that XML cannot hold: a program may print any byte.
fn valid(text: &str) -> String {
    let is_valid = |c: &char| {
        matches!(c, '\t' | '\n' | '\r') || *c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    text.chars().filter(is_valid).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_as_the_schema_wants_it() {
        let cases = vec![
            TestCase::passed("right").took(Duration::from_micros(1500)),
            TestCase::skipped("empty", "nothing was judged"),
            TestCase::failed("wrong", "1 < 2", Some("WA"), Some("a]]>\u{1}b & c")),
        ];
        let suite = TestSuite::new("a suite".to_owned(), cases).with_output("done\u{1b}[0m");
        let xml = TestSuites::new("crossply", vec![suite.took(Duration::from_secs(2))]).to_xml();
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="crossply" tests="3" failures="1" errors="0">
    <testsuite name="a suite" tests="3" skipped="1" failures="1" errors="0" time="2.000">
        <testcase name="right" time="0.002"/>
        <testcase name="empty">
            <skipped message="nothing was judged"/>
        </testcase>
        <testcase name="wrong">
            <failure message="1 &lt; 2" type="WA">a]]&gt;b &amp; c</failure>
        </testcase>
        <system-out>done[0m</system-out>
    </testsuite>
</testsuites>
"#;
        assert_eq!(xml, expected);
    }
}
