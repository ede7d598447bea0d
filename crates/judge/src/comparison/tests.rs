//! Tests of the comparison: that it gives the results of a simple definition for whole texts, in whatever parts
//! the output arrives.

use crossply_problems::{Ccf201803_4, Problem};
use proptest::prelude::*;

use super::*;

const BOARDS: u64 = 40;

/// The output of a program that is right.
fn answers() -> String {
    let mut expected = Vec::new();
    let boards = Boards::Domain(1000..1000 + BOARDS);
    ExpectedAnswers::<Ccf201803_4>::new(crate::expected_answers::ExpectedLines::default()).append(
        &boards,
        0..BOARDS,
        &mut expected,
    );
    String::from_utf8(expected).expect("ASCII")
}

/// Compares the output in parts of so many bytes.
fn compared(printed: &[u8], part: usize, compare: ComparisonMode) -> ComparisonResult {
    let mut comparison = comparison(compare);
    for part in printed.chunks(part) {
        comparison.append(part);
    }
    comparison.finish(false)
}

/// Compares the output in these parts.
fn compared_in_parts(parts: &[&[u8]]) -> ComparisonResult {
    let mut comparison = comparison(ComparisonMode::Lines);
    for part in parts {
        comparison.append(part);
    }
    comparison.finish(false)
}

fn comparison(compare: ComparisonMode) -> Comparison<Ccf201803_4> {
    let expected =
        ExpectedAnswers::<Ccf201803_4>::new(crate::expected_answers::ExpectedLines::default());
    Comparison::new(Boards::Domain(1000..1000 + BOARDS), expected, compare)
}

fn at_once(printed: &str) -> ComparisonResult {
    compared(printed.as_bytes(), usize::MAX, ComparisonMode::Lines)
}

fn difference(index: u64, given: &str, wrong: Option<u64>, lines: u64) -> Difference {
    Difference {
        index: Some(index),
        given: Some(given.as_bytes().to_vec()),
        wrong,
        lines,
    }
}

#[test]
fn what_no_judge_minds_is_right_unless_every_byte_matters() {
    let right = answers();
    assert_eq!(
        compared(right.as_bytes(), 7, ComparisonMode::Exact),
        ComparisonResult::Right
    );
    let forms = [
        right.replace('\n', "\r\n"),
        right.replace('\n', " \t \n"),
        right.replace('\n', "\x0b\n"),
        right.trim_end().to_owned(),
        format!("{right}\n \n\n"),
    ];
    for form in forms {
        for part in [1, 3, usize::MAX] {
            let lines = compared(form.as_bytes(), part, ComparisonMode::Lines);
            assert_eq!(lines, ComparisonResult::Right, "{form:?}");
            let exact = compared(form.as_bytes(), part, ComparisonMode::Exact);
            assert!(matches!(exact, ComparisonResult::Spacing(_)), "{form:?}");
        }
    }
}

#[test]
fn a_blank_that_comes_by_itself_is_part_of_the_line_after_it() {
    let right = answers();
    let first = right.lines().next().expect("a line");
    let found = compared_in_parts(&[b" ", right.as_bytes()]);
    let given = format!(" {first}");
    let lines = BOARDS;
    assert_eq!(
        found,
        ComparisonResult::Spacing(difference(0, &given, Some(1), lines))
    );
}

#[test]
fn of_a_long_line_the_beginning_is_shown_however_it_comes() {
    let long = [b'7'; 75];
    let found = compared_in_parts(&[&long, &long, b"\n"]);
    let ComparisonResult::Wrong(found) = found else {
        panic!("{found:?}");
    };
    assert_eq!(found.given, Some(vec![b'7'; SHOWN]));
}

#[test]
fn white_space_in_other_places_is_a_presentation_error() {
    let right = answers();
    let first = right.lines().next().expect("a line");
    let second = right.lines().nth(1).expect("a line");
    for (form, index, given) in [
        (format!("\n{right}"), 0, &*format!("\n{first}")),
        (format!(" {right}"), 0, &*format!(" {first}")),
        (right.replacen('\n', "\n\n", 1), 1, &*format!("\n{second}")),
        (
            right.replacen('\n', " ", 1),
            0,
            &*format!("{first} {second}"),
        ),
        (right.replacen('\n', "", 1), 0, &*format!("{first}{second}")),
    ] {
        let ComparisonResult::Spacing(found) = at_once(&form) else {
            panic!("{form:?}: {:?}", at_once(&form));
        };
        assert_eq!(found.index, Some(index), "{form:?}");
        assert_eq!(found.given.as_deref(), Some(given.as_bytes()), "{form:?}");
    }
    let minus = right.replacen('-', "- ", 1);
    assert!(matches!(at_once(&minus), ComparisonResult::Spacing(_)));
}

#[test]
fn lines_with_other_white_space_are_counted_unless_the_end_differs() {
    let right = answers();
    let mut lines: Vec<_> = right.lines().map(str::to_owned).collect();
    lines[3].insert(0, ' ');
    lines[30].insert(0, '\n');
    let spaced = lines.join("\n") + "\n";
    let joined = right.replacen('\n', " ", 1);
    for (form, compare, expected) in [
        (spaced.clone(), ComparisonMode::Lines, Some(2)),
        (spaced.clone(), ComparisonMode::Exact, Some(2)),
        (spaced.trim_end().to_owned(), ComparisonMode::Lines, Some(2)),
        (spaced.trim_end().to_owned(), ComparisonMode::Exact, None),
        (format!("{spaced}\n"), ComparisonMode::Exact, None),
        (joined, ComparisonMode::Lines, None),
    ] {
        let ComparisonResult::Spacing(found) = compared(form.as_bytes(), 7, compare) else {
            panic!("{form:?}");
        };
        assert_eq!(found.wrong, expected, "{form:?}, {compare:?}");
    }
}

#[test]
fn wrong_answers_are_found_where_they_stand() {
    let right = answers();
    let mut lines: Vec<&str> = right.lines().collect();
    (lines[3], lines[30]) = ("8", "junk");
    let printed = lines.join("\n");
    let expected = difference(3, "8", Some(2), BOARDS);
    assert_eq!(at_once(&printed), ComparisonResult::Wrong(expected));
    // An answer that begins like the right one; its rest could be the next answer.
    let longer = format!("{}{}", lines[10], lines[11]);
    let mut lines: Vec<&str> = right.lines().collect();
    lines[10] = &longer;
    let expected = difference(10, &longer, Some(1), BOARDS);
    assert_eq!(
        at_once(&lines.join("\n")),
        ComparisonResult::Wrong(expected)
    );
}

#[test]
fn too_few_and_too_many_answers_are_wrong() {
    let right = answers();
    let cut: String = right.split_inclusive('\n').take(12).collect();
    let missing = |index| {
        ComparisonResult::Wrong(Difference {
            index: Some(index),
            given: None,
            wrong: None,
            lines: index,
        })
    };
    assert_eq!(at_once(&cut), missing(12));
    assert_eq!(at_once(""), missing(0));
    let extra = Difference {
        index: None,
        given: Some(b"done".to_vec()),
        wrong: None,
        lines: BOARDS + 1,
    };
    assert_eq!(
        at_once(&format!("{right}done\n")),
        ComparisonResult::Wrong(extra)
    );
}

#[test]
fn a_line_without_end_takes_no_memory() {
    let mut comparison = comparison(ComparisonMode::Lines);
    comparison.append("7".repeat(1 << 20).as_bytes());
    let line = &comparison.current;
    assert_eq!((line.text.len(), line.compact.len()), (SHOWN, COMPARED));
    let ComparisonResult::Wrong(found) = comparison.finish(false) else {
        panic!("it is wrong");
    };
    assert_eq!(found.given.map(|text| text.len()), Some(SHOWN));
}

#[test]
fn lines_as_expected_are_compared_at_once() {
    let right = answers();
    let right = right.as_bytes();
    let end_of_first = right
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line")
        + 1;
    let (first, rest) = right.split_at(end_of_first);
    let at_once = |before: &[u8], bytes: &[u8]| {
        let mut comparison = comparison(ComparisonMode::Lines);
        comparison.append(before);
        comparison.lines_as_expected(bytes)
    };
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
    let right = answers();
    let answers = |printed: &str| {
        let mut comparison = comparison(ComparisonMode::Lines);
        comparison.append(printed.as_bytes());
        comparison.answers()
    };
    let twelve: String = right.split_inclusive('\n').take(12).collect();
    assert_eq!(answers(""), 0);
    assert_eq!(answers(&twelve), 12);
    assert_eq!(answers(&twelve.replace('\n', " ")), 12);
    assert_eq!(answers(&"8\n".repeat(12)), 12);
}

/// The definition of the comparison, for whole texts.
fn by_definition(printed: &str) -> &'static str {
    let right = answers();
    let lines = |text: &str| -> Vec<String> {
        let text = text.trim_end();
        text.split('\n')
            .map(|line| line.trim_end().to_owned())
            .collect()
    };
    let characters = |text: &str| text.split_whitespace().collect::<String>();
    if lines(printed) == lines(&right) {
        "right"
    } else if characters(printed) == characters(&right) {
        "spacing"
    } else {
        "wrong"
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
        let found = match compared(printed.as_bytes(), part, ComparisonMode::Lines) {
            ComparisonResult::Right => "right",
            ComparisonResult::Spacing(_) => "spacing",
            ComparisonResult::Wrong(_) => "wrong",
        };
        prop_assert_eq!(found, by_definition(&printed), "{:?}", printed);
        let all_at_once = at_once(&printed);
        prop_assert_eq!(all_at_once, compared(printed.as_bytes(), part, ComparisonMode::Lines));
    }
}

#[test]
fn blocks_of_answers_follow_each_other() {
    let all = 0..Ccf201803_4::domain().len();
    let mut right = Vec::new();
    let boards = Boards::<Ccf201803_4>::listed(
        (0..9).flat_map(|_| Boards::Domain(all.clone()).iter().collect::<Vec<_>>()),
    );
    assert!(boards.len() > 2 * BLOCK);
    ExpectedAnswers::new(crate::expected_answers::ExpectedLines::default()).append(
        &boards,
        0..boards.len(),
        &mut right,
    );
    for part in [1000, usize::MAX] {
        let expected = ExpectedAnswers::new(crate::expected_answers::ExpectedLines::default());
        let mut comparison = Comparison::new(boards.clone(), expected, ComparisonMode::Lines);
        right.chunks(part).for_each(|part| comparison.append(part));
        assert_eq!(comparison.finish(false), ComparisonResult::Right);
    }
}

#[test]
fn what_a_stopped_program_has_in_its_buffer_is_no_answer() {
    let right = answers();
    for end in 0..=right.len() {
        let mut comparison = comparison(ComparisonMode::Lines);
        comparison.append(&right.as_bytes()[..end]);
        let lines = right[..end].matches('\n').count() as u64;
        match comparison.finish(true) {
            ComparisonResult::Right => assert!(end + 1 >= right.len()),
            ComparisonResult::Wrong(difference) => {
                assert_eq!((difference.given, difference.lines), (None, lines), "{end}");
            }
            spacing @ ComparisonResult::Spacing(_) => panic!("{end}: {spacing:?}"),
        }
    }
}
