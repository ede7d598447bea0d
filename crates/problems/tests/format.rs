//! The judges' formats: readers read what the writers write, and what else they tolerate.
//!
//! The package `snapshots` has tests of the diagnostics for malformed inputs.

use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, ReadError, test_all_problems};
use proptest::prelude::*;

test_all_problems!(
    written_positions_can_be_read,
    errors_lie_within_damaged_texts,
);

fn written_positions_can_be_read<P: Problem>() {
    let indices = proptest::collection::vec(0..P::domain().len(), 0..10);
    proptest!(|(indices in indices)| {
        let bytes = write_positions::<P>(&indices);
        let read = P::read(&bytes[..]).map(|case| P::domain().index(case.expect("legal")));
        prop_assert_eq!(read.collect::<Vec<_>>(), indices);
    });
}

#[test]
fn line_ends_and_trailing_blanks_are_tolerated() {
    let rows = "?\n....\n.xo.\n.ox.\n....\n$\n";
    assert_blanks_tolerated::<Poj1568>(rows, "..../.xo./.ox./....");
    let numbers = "1\n0 1 2\n0 0 0\n0 0 0\n";
    assert_blanks_tolerated::<Ccf201803_4>(numbers, ".XO/.../...");
    assert_blanks_tolerated::<Ccf201803_4>(&numbers.replace(' ', " \t "), ".XO/.../...");
}

fn assert_blanks_tolerated<P: Problem>(plain: &str, board: &str) {
    let with_blanks = format!("{}\n\n \n", plain.replace('\n', " \t  \n"));
    for text in [plain.to_owned(), plain.replace('\n', "\r\n"), with_blanks] {
        for variant in [&*text, text.trim_end()] {
            let expected = P::parse(board).expect("legal");
            assert_eq!(read_all::<P>(variant), [expected], "{variant:?}");
        }
    }
}

#[test]
fn an_input_may_have_no_cases() {
    assert_eq!(read_all::<Poj1568>("$"), []);
    assert_eq!(read_all::<Poj1568>("$ the end\n\n"), []);
    assert_eq!(read_all::<Ccf201803_4>("0"), []);
    assert_eq!(read_all::<Ccf201803_4>("00\n"), []);
}

#[test]
fn each_row_is_a_line() {
    // Each text has nine numbers, and one of these separators after each.
    for separators in [
        "         ",
        "      \n\n\n",
        "\n\n \n\n \n\n ",
        "  \n  \n   ",
    ] {
        let numbers = separators.chars().map(|separator| format!("0{separator}"));
        let text = format!("1\n{}", numbers.collect::<String>());
        let result: Result<Vec<_>, _> = Ccf201803_4::read(text.as_bytes()).collect();
        let is_valid = separators == "  \n  \n   ";
        assert_eq!(result.is_ok(), is_valid, "{text:?}");
    }
}

#[test]
fn a_wrong_count_is_an_error() {
    let position = Ccf201803_4::domain().position(0);
    assert!(Ccf201803_4::write(Vec::new(), 2, [position]).is_err());
    let position = Poj1568::domain().position(0);
    assert!(Poj1568::write(Vec::new(), 0, [position]).is_err());
}

fn errors_lie_within_damaged_texts<P: Problem>() {
    let last = P::domain().len() - 1;
    let intact = write_positions::<P>(&[0, last / 3, last]);
    for index in 0..intact.len() {
        for byte in 0..=u8::MAX {
            let mut damaged = intact.clone();
            damaged[index] = byte;
            assert_errors_within::<P>(&damaged);
        }
        assert_errors_within::<P>(&intact[..index]);
    }
}

fn write_positions<P: Problem>(indices: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let positions = indices.iter().map(|&index| P::domain().position(index));
    P::write(&mut bytes, indices.len() as u64, positions).expect("writing to a vector succeeds");
    bytes
}

fn read_all<P: Problem>(text: &str) -> Vec<Position<P>> {
    P::read(text.as_bytes())
        .map(|case| case.expect("legal"))
        .collect()
}

/// Asserts that the place of each error is in the input, or right after its end.
fn assert_errors_within<P: Problem>(bytes: &[u8]) {
    for case in P::read(bytes) {
        let Err(ReadError::Input(diagnostic)) = case else {
            continue;
        };
        let lines: Vec<_> = bytes.split(|&byte| byte == b'\n').collect();
        let line = diagnostic.line as usize;
        assert!((1..=lines.len() + 1).contains(&line), "{diagnostic:?}");
        let length = lines.get(line - 1).map_or(0, |line| line.len());
        assert!(
            (1..=length + 1).contains(&diagnostic.column),
            "{diagnostic:?}"
        );
        let excerpt_end = diagnostic.excerpt_line + diagnostic.excerpt.split('\n').count() as u64;
        assert!(
            (diagnostic.excerpt_line..excerpt_end).contains(&diagnostic.line),
            "{diagnostic:?}"
        );
    }
}
