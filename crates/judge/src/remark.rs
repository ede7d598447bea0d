//! Recognises programs that know the answers but not the form: those that read on after the end of the input, or print
//! prompts, labels or blank lines.
//!
//! Each remark rests on what the failing run shows, or on one more run, and holds for every answer in it.

use std::fmt;

use crossply::FailureKind;
use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;
use serde::Serialize;

use crate::answer::Printed;
use crate::program::Answered;
use crate::{JudgeError, Submission};

/// What is wrong with the form of a program's input or output. The answers are right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Remark {
    /// It ends with an exit code other than 0 after it has answered.
    OnlyExitCode,
    /// The program is right if the line that ends the input is left out. This is the line.
    ReadsOn(String),
    /// There are blank lines before or between the answers.
    BlankLines,
    /// Several answers stand in one line.
    OneLine,
    /// White space stands in an answer, or before one. This is the first such line.
    Spaces(String),
    /// Other text stands before each answer in its line. This is the first of it.
    Before(String),
    /// There are lines that are not answers. This is the first of them.
    OtherLines(String),
}

impl Submission {
    /// What is wrong with the form, if that is all that is wrong with this run on these boards.
    ///
    /// # Errors
    /// If the program cannot be run, or the user interrupts it.
    pub(crate) fn remark<P: Problem>(
        &self,
        boards: &[Position<P>],
        ran: &Answered<P>,
    ) -> Result<Option<Remark>, JudgeError> {
        let kind = ran.failure.as_ref().map(|failure| failure.kind);
        let expected: Vec<_> = boards.iter().map(|&board| right_answer(board)).collect();
        let is_right = |printed: &[Printed<P>]| {
            printed
                .iter()
                .map(Printed::answer)
                .eq(expected.iter().copied().map(Some))
        };
        let by_output = match kind {
            None | Some(FailureKind::NoAnswer | FailureKind::MalformedAnswer) => true,
            Some(FailureKind::ExitCode) => false,
            Some(_) => return Ok(None),
        };
        if by_output {
            let lines: Vec<_> = expected.iter().map(ToString::to_string).collect();
            let remark = form::<P>(&String::from_utf8_lossy(&ran.output), &lines);
            if remark.is_some() {
                return Ok(remark);
            }
        } else if is_right(&ran.printed) {
            return Ok(Some(Remark::OnlyExitCode));
        }
        let mut end = Vec::new();
        P::append_end(&mut end);
        if end.is_empty() {
            return Ok(None);
        }
        let without_end = self.run(boards, true, None)?;
        let end = String::from_utf8_lossy(&end).trim().to_owned();
        let reads_on = without_end.failure.is_none() && is_right(&without_end.printed);
        Ok(reads_on.then_some(Remark::ReadsOn(end)))
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

/// What is wrong with the form of an output whose answers are these.
fn form<P: Problem>(output: &str, expected: &[String]) -> Option<Remark> {
    let is_answer = |text: &str| text.parse::<P::Answer>().is_ok();
    let lines: Vec<_> = output.lines().map(str::trim_end).collect();
    let mut printed = lines.clone();
    printed.retain(|line| !line.is_empty());
    if printed.iter().copied().eq(expected) {
        let last = lines.iter().rposition(|line| !line.is_empty());
        let is_blank = lines[..last?].iter().any(|line| line.is_empty());
        return is_blank.then_some(Remark::BlankLines);
    }
    let compact = |line: &str| line.split_whitespace().collect::<String>();
    if printed
        .iter()
        .map(|line| compact(line))
        .eq(expected.iter().cloned())
    {
        let mut pairs = printed.iter().zip(expected);
        let (first, _) = pairs.find(|(line, answer)| ***line != ***answer)?;
        return Some(Remark::Spaces((*first).to_owned()));
    }
    let words: Vec<_> = output.split_whitespace().collect();
    if printed.len() < expected.len() && words == *expected {
        return Some(Remark::OneLine);
    }
    let (answers, others): (Vec<_>, Vec<_>) =
        printed.iter().copied().partition(|line| is_answer(line));
    if let Some(&other) = others.first()
        && answers.iter().copied().eq(expected)
    {
        return Some(Remark::OtherLines(other.to_owned()));
    }
    if printed.len() != expected.len() {
        return None;
    }
    if answers.is_empty() {
        // 10 is no 0 with text before it.
        let is_part =
            |text: &&str| text.ends_with(|last: char| last.is_ascii_digit() || last == '-');
        let pairs = printed.iter().zip(expected);
        let before = pairs.map(|(line, answer)| line.strip_suffix(&**answer));
        let before = before.map(|text| text.filter(|text| !is_part(text)));
        if let Some(&[first, ..]) = before.collect::<Option<Vec<_>>>().as_deref() {
            return Some(Remark::Before(first.to_owned()));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Poj1568};

    use super::*;

    /// Makes sure that these outputs, whose answers should be these, get these remarks.
    fn are_told<P: Problem>(cases: &[(&str, &[&str], Option<Remark>)]) {
        for (output, expected, remark) in cases {
            let expected: Vec<_> = expected.iter().map(|&one| one.to_owned()).collect();
            assert_eq!(form::<P>(output, &expected), *remark, "{output:?}");
        }
    }

    #[test]
    fn blank_lines_and_lines_with_several_answers_are_recognised() {
        are_told::<Ccf201803_4>(&[
            ("1\n\n-2\n", &["1", "-2"], Some(Remark::BlankLines)),
            ("\n1\n", &["1"], Some(Remark::BlankLines)),
            // Blank lines at the end are allowed.
            ("1\n-2\n\n", &["1", "-2"], None),
            ("1 -2\n", &["1", "-2"], Some(Remark::OneLine)),
            ("1\n2 3", &["1", "2", "3"], Some(Remark::OneLine)),
            ("1 -2\n", &["1", "2"], None),
            (
                " 1\n-2\n",
                &["1", "-2"],
                Some(Remark::Spaces(" 1".to_owned())),
            ),
        ]);
    }

    #[test]
    fn what_stands_around_answers_is_told() {
        let before = |text: &str| Some(Remark::Before(text.to_owned()));
        let other = |text: &str| Some(Remark::OtherLines(text.to_owned()));
        are_told::<Ccf201803_4>(&[
            ("Case 1: 0\nCase 2: 3\n", &["0", "3"], before("Case 1: ")),
            ("Case 1: 0\nCase 2: 4\n", &["0", "3"], None),
            // Those are other answers.
            ("-1\n", &["1"], None),
            ("10\n", &["0"], None),
            ("10\n", &["1"], None),
            ("--1\n", &["1"], None),
            ("21\n1\n", &["1", "1"], None),
            ("Hello\n4\nBoard:\n5\n", &["4", "5"], other("Hello")),
            ("4\ndone\n", &["4"], other("done")),
            ("4\n5\n", &["4"], None),
            ("x\n6\n", &["4"], None),
            ("", &["4"], None),
        ]);
        are_told::<Poj1568>(&[
            (
                "Board? (0,1)\nBoard? #####\n",
                &["(0,1)", "#####"],
                before("Board? "),
            ),
            ("(1,1) wins\n(0,3) wins", &["(1,1)", "(0,3)"], None),
        ]);
    }
}
