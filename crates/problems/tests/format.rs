//! The judges' formats: what is written can be read, and what the reader tolerates.
//!
//! The package `snapshots` pins the diagnostic of each malformed input.

use std::io::BufReader;

use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, ReadError, test_all_problems};
use proptest::prelude::*;

test_all_problems!(
    what_is_written_is_read,
    any_bytes_are_read_or_refused_within_the_input,
    each_damaged_byte_is_told_alike_however_the_bytes_arrive,
);

fn what_is_written_is_read<P: Problem>() {
    let indices = proptest::collection::vec(0..P::domain().len(), 0..10);
    proptest!(|(indices in indices, capacity in 1..64_usize)| {
        let bytes = written::<P>(&indices);
        let input = BufReader::with_capacity(capacity, &bytes[..]);
        let read = P::read(input).map(|case| P::domain().index(case.expect("legal")));
        prop_assert_eq!(read.collect::<Vec<_>>(), indices);
    });
}

fn any_bytes_are_read_or_refused_within_the_input<P: Problem>() {
    let bytes = proptest::collection::vec(
        prop_oneof![
            4 => proptest::sample::select(b"?$.xo012 \r\n".to_vec()),
            1 => any::<u8>(),
        ],
        0..200,
    );
    proptest!(|(bytes in bytes)| refuses_within_the_input::<P>(&bytes));
}

#[test]
fn line_ends_and_trailing_blanks_are_tolerated() {
    let plain = "?\n....\n.xo.\n.ox.\n....\n$\n";
    tolerates::<Poj1568>(plain, "..../.xo./.ox./....");
    let plain = "1\n0 1 2\n0 0 0\n0 0 0\n";
    tolerates::<Ccf201803_4>(plain, ".XO/.../...");
    tolerates::<Ccf201803_4>(&plain.replace(' ', " \t "), ".XO/.../...");
}

fn tolerates<P: Problem>(plain: &str, board: &str) {
    let blanks = format!("{}\n\n \n", plain.replace('\n', " \t  \n"));
    let many_blanks = plain.replace('\n', &format!("{}\n", " ".repeat(500)));
    for text in [
        plain.to_owned(),
        plain.replace('\n', "\r\n"),
        blanks,
        many_blanks,
    ] {
        for text in [&*text, text.trim_end()] {
            assert_eq!(read::<P>(text), [P::at(board).expect("legal")], "{text:?}");
        }
    }
}

#[test]
fn no_case_at_all_is_a_legal_input() {
    assert_eq!(read::<Poj1568>("$"), []);
    assert_eq!(read::<Poj1568>("$ the end\n\n"), []);
    assert_eq!(read::<Ccf201803_4>("0"), []);
    assert_eq!(read::<Ccf201803_4>("00\n"), []);
}

#[test]
fn rows_end_where_rows_end() {
    // Each text holds nine numbers, and after each number a blank or a line end.
    for after in [
        "         ",
        "      \n\n\n",
        "\n\n \n\n \n\n ",
        "  \n  \n   ",
    ] {
        let numbers = after.chars().map(|after| format!("0{after}"));
        let text = format!("1\n{}", numbers.collect::<String>());
        let read: Result<Vec<_>, _> = Ccf201803_4::read(text.as_bytes()).collect();
        let is_right = after == "  \n  \n   ";
        assert_eq!(read.is_ok(), is_right, "{text:?}");
    }
}

#[test]
fn a_wrong_count_is_an_error() {
    let position = Ccf201803_4::domain().position(0);
    assert!(Ccf201803_4::write(Vec::new(), 2, [position]).is_err());
    let position = Poj1568::domain().position(0);
    assert!(Poj1568::write(Vec::new(), 0, [position]).is_err());
}

/// The reader decodes usual texts in large pieces if it has them at hand. If bytes come one at a time, it never does.
/// So this compares two ways to read.
fn each_damaged_byte_is_told_alike_however_the_bytes_arrive<P: Problem>() {
    let last = P::domain().len() - 1;
    let told = |bytes: &[u8], capacity| -> Vec<_> {
        let cases = P::read(BufReader::with_capacity(capacity, bytes));
        cases
            .map(|case| case.map_err(|error| error.to_string()))
            .collect()
    };
    let sound = written::<P>(&[0, last / 3, last]);
    for index in 0..sound.len() {
        for byte in 0..=u8::MAX {
            let mut bytes = sound.clone();
            bytes[index] = byte;
            let at_once = told(&bytes, bytes.len());
            assert_eq!(at_once, told(&bytes, 1), "{byte} at {index}");
            refuses_within_the_input::<P>(&bytes);
        }
        let cut = &sound[..index];
        assert_eq!(told(cut, sound.len()), told(cut, 1), "cut at {index}");
    }
}

fn written<P: Problem>(indices: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let positions = indices.iter().map(|&index| P::domain().position(index));
    P::write(&mut bytes, indices.len() as u64, positions).expect("a vector takes all");
    bytes
}

fn read<P: Problem>(text: &str) -> Vec<Position<P>> {
    P::read(text.as_bytes())
        .map(|case| case.expect("legal"))
        .collect()
}

fn refuses_within_the_input<P: Problem>(bytes: &[u8]) {
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
        let excerpt_ends = diagnostic.excerpt_line + diagnostic.excerpt.split('\n').count() as u64;
        assert!(
            (diagnostic.excerpt_line..excerpt_ends).contains(&diagnostic.line),
            "{diagnostic:?}"
        );
    }
}
