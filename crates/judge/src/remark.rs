//! Recognises programs whose answers are right, but not their form: prompts, labels, blank lines, or reading after the
//! end of the input.
//!
//! A remark holds for every answer of the failing run, or of one more run.

use std::fmt;

use crossply::FailureKind;
use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;
use serde::Serialize;

use crate::answer::{Printed, label};
use crate::program::RunResult;
use crate::{JudgeError, Submission};

/// What is wrong with a program whose answers are right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Remark {
    /// After its answers, it ends with an exit code other than 0.
    OnlyExitCode,
    /// It is right only without this line, which ends the input.
    ReadsOn(String),
    /// There are blank lines before or between the answers.
    BlankLines,
    /// Several answers share a line.
    OneLine,
    /// There is white space in or before an answer. This is the first such line.
    Spaces(String),
    /// There is other text before each answer. This is the first such text.
    Before(String),
    /// There are lines that are not answers. This is the first of them.
    OtherLines(String),
}

impl Submission {
    /// What is wrong with the form, if nothing else is wrong with the failed run on these boards.
    ///
    /// # Errors
    /// If the program cannot be run, or the user interrupts it.
    pub(crate) fn remark<P: Problem>(
        &self,
        boards: &[Position<P>],
        failed: &RunResult<P>,
    ) -> Result<Option<Remark>, JudgeError> {
        let expected: Vec<_> = boards.iter().map(|&board| right_answer(board)).collect();
        let remark = match failed.failure.as_ref().map(|failure| failure.kind) {
            None | Some(FailureKind::NoAnswer | FailureKind::MalformedAnswer) => {
                remark_on_form(&failed.printed, &expected)
            }
            Some(FailureKind::ExitCode) => {
                are_right(&failed.printed, &expected).then_some(Remark::OnlyExitCode)
            }
            Some(_) => return Ok(None),
        };
        if remark.is_some() {
            return Ok(remark);
        }
        let mut last_line = Vec::new();
        P::append_end(&mut last_line);
        if last_line.is_empty() {
            return Ok(None);
        }
        let without_end = self.run(boards, true, None)?;
        let reads_on = without_end.failure.is_none() && are_right(&without_end.printed, &expected);
        Ok(
            reads_on
                .then(|| Remark::ReadsOn(String::from_utf8_lossy(&last_line).trim().to_owned())),
        )
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ALL: &str = "A judge compares everything printed, including prompts and labels.";
        f.write_str(&match self {
            Remark::ReadsOn(end) => format!(
                "It is right if the last line, {end}, is removed: it reads to the end of the file instead of stopping at that line."
            ),
            Remark::OnlyExitCode => {
                "Its answers are right, and only its exit code is not 0: end `main` with `return 0`.".to_owned()
            }
            Remark::BlankLines => {
                "The answers are right, but there are blank lines between them: print each answer on the next line.".to_owned()
            }
            Remark::Spaces(line) => {
                format!("The answers are right, but there is white space where none should be: {line:?}.")
            }
            Remark::OneLine => {
                "The answers are right, but several share a line: each needs its own.".to_owned()
            }
            Remark::Before(text) => {
                format!("Each answer is right, but other text comes before it: {text:?}. {ALL}")
            }
            Remark::OtherLines(line) => {
                format!("The answers are right, but there are other lines: {line:?}. {ALL}")
            }
        })
    }
}

/// Whether the lines are the expected answers, and nothing else.
fn are_right<P: Problem>(printed: &[Printed<P>], expected: &[P::Answer]) -> bool {
    let answers = printed.iter().map(Printed::answer);
    answers.eq(expected.iter().copied().map(Some))
}

/// What is wrong with the form of the output, if the answers are the expected ones.
fn remark_on_form<P: Problem>(printed: &[Printed<P>], expected: &[P::Answer]) -> Option<Remark> {
    let answers = printed.iter().filter_map(Printed::answer);
    if !answers.eq(expected.iter().copied()) {
        if printed.len() != expected.len() {
            return None;
        }
        let pairs = printed.iter().zip(expected);
        let labels = pairs.map(|(one, &answer)| label::<P>(one.other()?, answer));
        let labels: Vec<_> = labels.collect::<Option<_>>()?;
        return Some(Remark::Before((*labels.first()?).to_owned()));
    }
    if printed.len() > expected.len() {
        let other = printed.iter().find_map(Printed::other)?;
        return Some(Remark::OtherLines(other.to_owned()));
    }
    let spaced = printed.iter().filter_map(|one| match one {
        Printed::Spaced(answer, text) => Some((answer, text.trim_start_matches('\n'))),
        _ => None,
    });
    let mut spaced_inside = spaced
        .clone()
        .filter(|(answer, line)| *line != (*answer).as_ref());
    let Some((_, line)) = spaced_inside.next() else {
        return spaced.map(|_| Remark::BlankLines).next();
    };
    let mut words = line.split_whitespace();
    let begins_with_answer = words.next()?.parse::<P::Answer>().is_ok();
    let has_several_words = words.next().is_some();
    Some(if begins_with_answer && has_several_words {
        Remark::OneLine
    } else {
        Remark::Spaces(line.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use crossply::program::Interactor;
    use crossply_problems::{Ccf201803_4, Poj1568};

    use super::*;
    use crate::conversation::Conversation;

    fn remark_of<P: Problem>(output: &str, expected: &[&str]) -> Option<Remark> {
        let answers = expected.iter().map(|text| text.parse().ok());
        let expected: Vec<P::Answer> = answers.collect::<Option<_>>().expect("answers");
        let boards = vec![P::domain().position(0); expected.len()];
        let mut conversation = Conversation::new(&boards, false);
        conversation.output(output.as_bytes());
        conversation.finish(false);
        remark_on_form(&conversation.printed, &expected)
    }

    /// The zoo has programs for the other remarks.
    #[test]
    fn remarks_need_right_answers() {
        let spaces = |line: &str| Some(Remark::Spaces(line.to_owned()));
        for (output, expected, remark) in [
            ("\n1\n", &["1"][..], Some(Remark::BlankLines)),
            // Blank lines at the end are allowed.
            ("1\n-2\n\n", &["1", "-2"], None),
            ("1\n2 3", &["1", "2", "3"], Some(Remark::OneLine)),
            ("1 -2\n", &["1", "2"], None),
            (" 1\n-2\n", &["1", "-2"], spaces(" 1")),
            ("1\n\n- 2\n", &["1", "-2"], spaces("- 2")),
            ("Case 1: 0\nCase 2: 4\n", &["0", "3"], None),
            // These are other answers.
            ("-1\n", &["1"], None),
            ("10\n", &["0"], None),
            ("--1\n", &["1"], None),
            ("21\n1\n", &["1", "1"], None),
            ("4\n5\n", &["4"], None),
            ("", &["4"], None),
        ] {
            let found = remark_of::<Ccf201803_4>(output, expected);
            assert_eq!(found, remark, "{output:?}");
        }
        let text_after = remark_of::<Poj1568>("(1,1) wins\n(0,3) wins", &["(1,1)", "(0,3)"]);
        assert_eq!(text_after, None);
    }
}
