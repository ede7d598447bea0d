//! Tests of the comparison: that it gives the results of a simple definition for whole texts, in whatever parts
//! the output arrives.

use Verdict::{Accepted, PresentationError, WrongAnswer};
use crossply_problems::{Ccf201803_4, Problem};
use proptest::prelude::*;

use super::*;

const BOARDS: u64 = 40;

fn boards() -> Boards<Ccf201803_4> {
    Boards::Domain(1000..1000 + BOARDS)
}

/// The output of a program that is right about these boards.
fn answers_to(boards: &Boards<Ccf201803_4>) -> String {
    let mut expected = Vec::new();
    let mut answers = ExpectedAnswers::new(crate::expected_answers::ExpectedLines::default());
    answers.append(boards, 0..boards.len(), &mut expected);
    String::from_utf8(expected).expect("ASCII")
}

fn answers() -> String {
    answers_to(&boards())
}

/// A comparison to which these parts have come.
fn after<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Comparison<Ccf201803_4> {
    let expected = ExpectedAnswers::new(crate::expected_answers::ExpectedLines::default());
    let mut comparison = Comparison::new(boards(), expected);
    parts.into_iter().for_each(|part| comparison.append(part));
    comparison
}

/// Compares the output in parts of so many bytes.
fn compared(printed: &str, part: usize) -> (Verdict, Option<Difference>) {
    let (verdict, difference, _) = after(printed.as_bytes().chunks(part)).finish(false);
    (verdict, difference)
}

#[test]
fn what_no_judge_minds_is_right() {
    let right = answers();
    let forms = [
        right.clone(),
        right.replace('\n', "\r\n"),
        right.replace('\n', " \t \n"),
        right.replace('\n', "\x0b\n"),
        right.trim_end().to_owned(),
        format!("{right}\n \n\n"),
    ];
    for form in forms {
        for part in [1, 3, usize::MAX] {
            assert_eq!(compared(&form, part), (Accepted, None), "{form:?}");
        }
    }
}

/// Such lines are counted.
#[test]
fn white_space_in_other_places_is_a_presentation_error() {
    let right = answers();
    let line = |index| right.lines().nth(index).expect("a line");
    let [first, second] = [line(0), line(1)];
    let mut lines: Vec<_> = right.lines().map(str::to_owned).collect();
    lines[3].insert(0, ' ');
    lines[30].insert(0, '\n');
    let spaced = lines.join("\n");
    for (form, index, given, wrong) in [
        (format!("\n{right}"), 0, format!("\n{first}"), Some(1)),
        (format!(" {right}"), 0, format!(" {first}"), Some(1)),
        (
            right.replacen('\n', "\n\n", 1),
            1,
            format!("\n{second}"),
            Some(1),
        ),
        (
            right.replacen('\n', " ", 1),
            0,
            format!("{first} {second}"),
            None,
        ),
        (
            right.replacen('\n', "", 1),
            0,
            format!("{first}{second}"),
            None,
        ),
        (right.replacen('-', "- ", 1), 10, "- 2".to_owned(), Some(1)),
        (spaced.clone() + "\n", 3, lines[3].clone(), Some(2)),
        (spaced.clone(), 3, lines[3].clone(), Some(2)),
    ] {
        for part in [1, 7, usize::MAX] {
            let (verdict, difference) = compared(&form, part);
            let found = difference.expect("it differs");
            assert_eq!(
                (verdict, found.index),
                (PresentationError, Some(index)),
                "{form:?}"
            );
            assert_eq!(found.given, Some(given.clone().into_bytes()), "{form:?}");
            assert_eq!(found.wrong, wrong, "{form:?}");
        }
    }
}

#[test]
fn wrong_missing_and_further_answers_are_found_where_they_stand() {
    let right = answers();
    let lines: Vec<&str> = right.lines().collect();
    let with = |changes: &[(usize, &str)]| {
        let mut lines = lines.clone();
        for &(index, line) in changes {
            lines[index] = line;
        }
        lines.join("\n")
    };
    // An answer that begins like the right one; its rest could be the next answer.
    let longer = format!("{}{}", lines[10], lines[11]);
    let cut: String = right.split_inclusive('\n').take(12).collect();
    for (printed, index, given, wrong, lines) in [
        (
            with(&[(3, "8"), (30, "junk")]),
            Some(3),
            Some("8"),
            Some(2),
            BOARDS,
        ),
        (
            with(&[(10, &longer)]),
            Some(10),
            Some(&*longer),
            Some(1),
            BOARDS,
        ),
        (cut, Some(12), None, None, 12),
        (String::new(), Some(0), None, None, 0),
        (
            format!("{right}done\n"),
            None,
            Some("done"),
            None,
            BOARDS + 1,
        ),
    ] {
        let given = given.map(|text| text.as_bytes().to_vec());
        let difference = Difference {
            index,
            given,
            wrong,
            lines,
        };
        let found = compared(&printed, usize::MAX);
        assert_eq!(found, (WrongAnswer, Some(difference)), "{printed}");
    }
}

#[test]
fn of_a_long_line_the_beginning_is_kept_however_it_comes() {
    let long = "7".repeat(1 << 20);
    for part in [75, usize::MAX] {
        let comparison = after(long.as_bytes().chunks(part));
        let line = &comparison.current;
        assert_eq!(
            (line.text.len(), line.compact.len()),
            (SHOWN_BYTES, COMPARED)
        );
        let (verdict, difference, _) = comparison.finish(false);
        assert_eq!(verdict, WrongAnswer);
        assert_eq!(
            difference.expect("it is wrong").given,
            Some(vec![b'7'; SHOWN_BYTES])
        );
    }
}

#[test]
fn lines_as_expected_are_compared_at_once() {
    let right = answers();
    let right = right.as_bytes();
    let end_of_first = memchr::memchr(b'\n', right).expect("a line") + 1;
    let (first, rest) = right.split_at(end_of_first);
    let at_once = |before: &[u8], bytes: &[u8]| after([before]).lines_as_expected(bytes);
    assert_eq!(at_once(b"", right), right.len());
    assert_eq!(at_once(b"", &right[..=end_of_first]), first.len());
    assert_eq!(at_once(b"wrong\n", rest), rest.len());
    // Not in a line that has begun, nor where lines and answers are out of step.
    assert_eq!(at_once(b" ", right), 0);
    assert_eq!(at_once(&[b"\n", first].concat(), rest), rest.len());
    assert_eq!(at_once(&right[..end_of_first - 1], rest), 0);
}

#[test]
fn answers_are_counted_as_they_come() {
    let twelve: String = answers().split_inclusive('\n').take(12).collect();
    for (printed, answers) in [
        (String::new(), 0),
        (twelve.replace('\n', " "), 12),
        (twelve, 12),
        ("8\n".repeat(12), 12),
    ] {
        let comparison = after([printed.as_bytes()]);
        assert_eq!(comparison.answers(), answers, "{printed}");
    }
}

/// The definition of the comparison, for whole texts.
fn by_definition(printed: &str) -> Verdict {
    let right = answers();
    let lines = |text: &str| -> Vec<String> {
        let lines = text.trim_end().split('\n');
        lines.map(|line| line.trim_end().to_owned()).collect()
    };
    let characters = |text: &str| text.split_whitespace().collect::<String>();
    if lines(printed) == lines(&right) {
        Accepted
    } else if characters(printed) == characters(&right) {
        PresentationError
    } else {
        WrongAnswer
    }
}

proptest! {
    #[test]
    fn it_is_what_the_definition_says(
        damages in proptest::collection::vec(
            (any::<prop::sample::Index>(), 0..3_usize, "[ \n\t\r0-9x-]{0,2}"), 0..3),
        part in 1..50_usize,
    ) {
        let mut printed = answers();
        for (cut, removed, inserted) in damages {
            let start = cut.index(printed.len());
            let end = printed.len().min(start + removed);
            printed.replace_range(start..end, &inserted);
        }
        let found = compared(&printed, part);
        prop_assert_eq!(found.0, by_definition(&printed), "{:?}", printed);
        prop_assert_eq!(found, compared(&printed, usize::MAX));
    }
}

#[test]
fn blocks_of_answers_follow_each_other() {
    let all = Boards::Domain(0..Ccf201803_4::domain().len());
    let boards = Boards::listed((0..9).flat_map(|_| all.iter().collect::<Vec<_>>()));
    assert!(boards.len() > 2 * ANSWER_BLOCK);
    let right = answers_to(&boards);
    for part in [1000, usize::MAX] {
        let mut comparison = after([]);
        comparison.boards = boards.clone();
        let parts = right.as_bytes().chunks(part);
        parts.for_each(|part| comparison.append(part));
        assert_eq!(comparison.finish(false).0, Accepted);
    }
}

#[test]
fn what_a_stopped_program_has_in_its_buffer_is_no_answer() {
    let right = answers();
    for end in 0..=right.len() {
        let lines = right[..end].matches('\n').count() as u64;
        let comparison = after([&right.as_bytes()[..end]]);
        match comparison.finish(true) {
            (WrongAnswer, Some(difference), _) => {
                assert_eq!((difference.given, difference.lines), (None, lines), "{end}");
            }
            (verdict, ..) => assert!(verdict == Accepted && end + 1 >= right.len(), "{end}"),
        }
    }
}

#[test]
fn a_longer_number_is_no_answer_with_something_before_it() {
    let read = |given: &[u8]| read_answer::<Ccf201803_4>(given, b"0");
    assert_eq!(read(b"Case#1:0"), Err(NoAnswer::Labelled));
    for unreadable in [&b"10"[..], b"-0", b"0.", b""] {
        assert_eq!(read(unreadable), Err(NoAnswer::Unreadable));
    }
}
