//! Recognises programs that know the answers but not the form: those that read on after the end of the input, or print
//! prompts, labels or blank lines.
//!
//! Each remark rests on what the failing run shows, or on one more run, and holds for every answer in it.

use crossply_problems::Problem;

use crate::submission::Submission;
use crate::{Boards, JudgeError, Verdict};

/// What is wrong with the form of a program's input or output. The answers are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The program is right if the line that ends the input is left out. This is the line.
    ReadsOn(String),
    /// There are blank lines before or between the answers.
    BlankLines,
    /// Several answers stand in one line.
    OneLine,
    /// Other text stands before each answer in its line. This is the first of it.
    Before(String),
    /// Other text stands after each answer in its line. This is the first of it.
    After(String),
    /// There are lines that are not answers. This is the first of them.
    OtherLines(String),
    /// Rows and columns count from 1.
    FromOne,
}

/// How many bytes of the output are looked at.
const SEEN_BYTES: usize = 1 << 16;

impl<P: Problem> Submission<P> {
    /// What is wrong with the form, if that is all that is wrong with a run on these boards that got this verdict.
    ///
    /// # Errors
    /// If the program cannot be run, or the user interrupts it.
    pub(crate) fn remark(
        &self,
        boards: &Boards<P>,
        verdict: Verdict,
    ) -> Result<Option<Remark>, JudgeError> {
        if !matches!(
            verdict,
            Verdict::PresentationError | Verdict::WrongAnswer | Verdict::RuntimeError
        ) {
            return Ok(None);
        }
        let (output, _) = self.capture_output(boards, SEEN_BYTES)?;
        let expected: Vec<_> = boards
            .iter()
            .map(|board| self.expected_answer(board))
            .collect();
        if verdict != Verdict::RuntimeError
            && let Some(remark) = form::<P>(&String::from_utf8_lossy(&output), &expected)
        {
            return Ok(Some(remark));
        }
        let mut end = Vec::new();
        P::append_end(&mut end);
        if end.is_empty() || self.recorded.is_some() {
            return Ok(None);
        }
        let mut without_end = self.clone();
        without_end.lacks_end = true;
        let result = without_end.run(boards)?;
        let end = String::from_utf8_lossy(&end).trim().to_owned();
        Ok(result.is_right().then_some(Remark::ReadsOn(end)))
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
    let pairs = || printed.iter().zip(expected);
    if answers.is_empty() {
        // 10 is no 0 with text before it.
        let is_part =
            |text: &&str| text.ends_with(|last: char| last.is_ascii_digit() || last == '-');
        let before = pairs().map(|(line, answer)| line.strip_suffix(&**answer));
        let before = before.map(|text| text.filter(|text| !is_part(text)));
        if let Some(&[first, ..]) = before.collect::<Option<Vec<_>>>().as_deref() {
            return Some(Remark::Before(first.to_owned()));
        }
        let after = pairs().map(|(line, answer)| line.strip_prefix(&**answer));
        let after = after.map(|text| {
            text.filter(|text| !text.starts_with(|first: char| first.is_ascii_digit()))
        });
        if let Some(&[first, ..]) = after.collect::<Option<Vec<_>>>().as_deref() {
            return Some(Remark::After(first.to_owned()));
        }
    }
    let counts_from_1 = pairs().all(|(line, answer)| {
        let one_more = numbers(answer).map(|numbers| numbers.map(|number| number + 1));
        one_more.map_or(*line == answer, |cell| numbers(line) == Some(cell))
    });
    let any = expected.iter().any(|answer| numbers(answer).is_some());
    (any && counts_from_1).then_some(Remark::FromOne)
}

/// The two numbers of a cell.
fn numbers(cell: &str) -> Option<[u32; 2]> {
    let inner = cell.strip_prefix('(')?.strip_suffix(')')?;
    let (row, column) = inner.split_once(',')?;
    Some([row.trim().parse().ok()?, column.trim().parse().ok()?])
}

#[cfg(test)]
mod tests {
    #[cfg(all(unix, feature = "processes"))]
    use std::sync::atomic::AtomicBool;

    use crossply_problems::{Ccf201803_4, Poj1568};

    use super::*;
    #[cfg(all(unix, feature = "processes"))]
    use crate::Invocation;

    /// Makes sure that these outputs, whose answers should be these, get these remarks.
    fn are_told<P: Problem>(cases: &[(&str, &[&str], Option<Remark>)]) {
        for (output, expected, remark) in cases {
            let expected: Vec<_> = expected.iter().map(|&one| one.to_owned()).collect();
            assert_eq!(form::<P>(output, &expected), *remark, "{output:?}");
        }
    }

    /// The remark on a program of this script that got this verdict on the board with index 0, whose answer is `#####`.
    #[cfg(all(unix, feature = "processes"))]
    fn remark_on(script: &str, verdict: Verdict) -> Option<Remark> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let program = Invocation::of(["sh", "-c", script]);
        let submission = Submission::<Poj1568>::new(program, &NEVER);
        let remark = submission.remark(&Boards::Domain(0..1), verdict);
        remark.expect("it runs")
    }

    #[cfg(all(unix, feature = "processes"))]
    #[test]
    fn a_remark_rests_on_what_the_program_prints() {
        use Verdict::{PresentationError, RuntimeError, TimeLimit, WrongAnswer};
        let blank = "echo; echo '#####'";
        for verdict in [PresentationError, WrongAnswer] {
            assert_eq!(remark_on(blank, verdict), Some(Remark::BlankLines));
        }
        // What it prints does not matter if it fails.
        assert_eq!(remark_on(&format!("{blank}; exit 1"), RuntimeError), None);
        assert_eq!(remark_on(blank, TimeLimit), None);
        let reads_on = |dollar: &str| {
            format!("awk 'NR % 5 == 1 {{ if ($0 == \"$\") {dollar}; print \"#####\" }}'")
        };
        let expected = Some(Remark::ReadsOn("$".to_owned()));
        assert_eq!(remark_on(&reads_on("n++"), WrongAnswer), expected);
        assert_eq!(remark_on(&reads_on("exit 1"), RuntimeError), expected);
        assert_eq!(remark_on("echo '(0,0)'", WrongAnswer), None);
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
            // Each has a line.
            (" 1\n-2\n", &["1", "-2"], None),
        ]);
    }

    #[test]
    fn what_stands_around_answers_is_told() {
        let before = |text: &str| Some(Remark::Before(text.to_owned()));
        let after = Some(Remark::After(" wins".to_owned()));
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
            ("(1,1) wins\n(0,3) wins", &["(1,1)", "(0,3)"], after),
            ("(1,1) wins\n(0,2) wins", &["(1,1)", "(0,3)"], None),
        ]);
    }

    #[test]
    fn cells_that_count_from_one_are_recognised() {
        are_told::<Poj1568>(&[
            ("(1,4)\n#####", &["(0,3)", "#####"], Some(Remark::FromOne)),
            ("#####\n", &["#####"], None),
            ("(1,4)\n(0,0)", &["(0,3)", "#####"], None),
            ("(1,3)\n", &["(0,3)"], None),
            ("(1,4)\n(2,2)\n", &["(0,3)", "(2,2)"], None),
        ]);
    }
}
