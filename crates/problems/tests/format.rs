//! The judges' formats: what is written can be read, what the reader tolerates, and how much memory it takes.
//!
//! The package `snapshots` pins the diagnostic of each malformed input.

use std::io::{BufReader, Read};

use crossply_problems::{
    Board, Ccf201803_4, Diagnostic, Poj1568, Position, Problem, ReadError, test_all_problems,
};
use proptest::prelude::*;

test_all_problems!(
    what_is_written_is_read,
    any_board_is_written_and_read_again,
    any_bytes_are_read_or_refused_within_the_input,
    one_damaged_byte_is_read_or_refused_within_the_input,
    each_damaged_byte_is_told_alike_however_the_bytes_arrive,
);

fn what_is_written_is_read<P: Problem>() {
    proptest!(|(indices in some_indices::<P>(), capacity in 1..64_usize)| {
        let bytes = written::<P>(&indices);
        let input = BufReader::with_capacity(capacity, &bytes[..]);
        let read = P::read(input).map(|case| P::domain().index(case.expect("legal")));
        prop_assert_eq!(read.collect::<Vec<_>>(), indices);
    });
}

fn any_board_is_written_and_read_again<P: Problem>() {
    proptest!(|(stones: [u16; 2])| writes_and_reads_a_board::<P>(stones));
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

fn one_damaged_byte_is_read_or_refused_within_the_input<P: Problem>() {
    proptest!(|(indices in some_indices::<P>(), index: prop::sample::Index, byte: u8)| {
        let mut bytes = written::<P>(&indices);
        let index = index.index(bytes.len());
        bytes[index] = byte;
        refuses_within_the_input::<P>(&bytes);
    });
}

#[test]
fn line_ends_and_trailing_blanks_are_tolerated() {
    let plain = "?\n....\n.xo.\n.ox.\n....\n$\n";
    let expected: Position<Poj1568> = "..../.xo./.ox./....".parse().expect("legal");
    let blanks = format!("{}\n\n \n", plain.replace('\n', " \t  \n"));
    for text in [plain.to_owned(), plain.replace('\n', "\r\n"), blanks] {
        assert_eq!(read::<Poj1568>(text.trim_end()), [expected], "{text:?}");
        assert_eq!(read::<Poj1568>(&text), [expected], "{text:?}");
    }
    let plain = "1\n0 1 2\n0 0 0\n0 0 0\n";
    let expected: Position<Ccf201803_4> = ".XO/.../...".parse().expect("legal");
    let wide = plain.replace(' ', " \t ");
    for text in [plain.to_owned(), plain.replace('\n', "\r\n"), wide] {
        assert_eq!(read::<Ccf201803_4>(text.trim_end()), [expected], "{text:?}");
        assert_eq!(read::<Ccf201803_4>(&text), [expected], "{text:?}");
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
        let boards: Result<Vec<_>, _> = Ccf201803_4::read_boards(text.as_bytes()).collect();
        assert_eq!(boards.is_ok(), is_right, "{text:?}");
    }
}

#[test]
fn boards_of_one_side_are_written_and_read_again() {
    for stones in 0..1 << 9 {
        writes_and_reads_a_board::<Ccf201803_4>([stones, 0]);
        writes_and_reads_a_board::<Ccf201803_4>([0, stones]);
        writes_and_reads_a_board::<Poj1568>([stones << 4, 0]);
        writes_and_reads_a_board::<Poj1568>([0, stones << 4]);
    }
}

/// Writes and reads a board with these stones, without those that are outside it or on another stone.
fn writes_and_reads_a_board<P: Problem>([x, o]: [u16; 2]) {
    let all = u16::MAX >> (16 - Board::<P>::CELLS);
    let board = Board::<P>::new(x & all, o & all & !x).expect("on the board, and apart");
    let mut text = Vec::new();
    P::write(&mut text, 2, [board, board]).expect("a vector takes all");
    let read: Result<Vec<Board<P>>, _> = P::read_boards(&text[..]).collect();
    assert_eq!(read.expect("as it was written"), [board, board]);
}

#[test]
fn a_wrong_count_is_an_error() {
    let position = Ccf201803_4::domain().position(0);
    assert!(Ccf201803_4::write(Vec::new(), 2, [position]).is_err());
    let position = Poj1568::domain().position(0);
    assert!(Poj1568::write(Vec::new(), 0, [position]).is_err());
}

#[test]
fn a_count_beyond_all_numbers_is_refused() {
    let text = "99999999999999999999\n";
    let diagnostic = refusal::<Ccf201803_4>(Ccf201803_4::read(text.as_bytes()));
    assert_eq!(diagnostic.found, "the number is too large");
}

#[test]
fn a_line_without_end_is_refused_with_a_short_excerpt() {
    let endless = std::io::repeat(b'x');
    let diagnostic = refusal::<Poj1568>(Poj1568::read(BufReader::new(endless)));
    assert!(diagnostic.excerpt.len() < 200);
    let blanks = b"1\n1 2".chain(std::io::repeat(b' ').take(1 << 24));
    let hidden_number = blanks.chain(&b"0 0"[..]);
    let diagnostic = refusal::<Ccf201803_4>(Ccf201803_4::read(BufReader::new(hidden_number)));
    assert_eq!(diagnostic.found, "the line has more than 120 bytes");
}

#[test]
fn cases_before_a_bad_one_are_read_and_none_after_it() {
    let text = "2\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 3\n0 0 0\n";
    let cases: Vec<_> = Ccf201803_4::read(text.as_bytes()).collect();
    assert_eq!(cases.len(), 2);
    assert!(cases[0].is_ok());
    let diagnostic = refusal::<Ccf201803_4>(cases.into_iter());
    assert_eq!(
        (diagnostic.case, diagnostic.line, diagnostic.column),
        (Some(2), 6, 5)
    );
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
            assert_eq!(
                at_once,
                told(&bytes, 1),
                "{:?}",
                String::from_utf8_lossy(&bytes)
            );
        }
        let cut = &sound[..index];
        assert_eq!(told(cut, sound.len()), told(cut, 1), "cut at {index}");
    }
}

#[test]
fn a_block_is_what_is_at_hand() {
    let bytes = written::<Poj1568>(&[5, 6, 7]);
    let expected: Vec<_> = Poj1568::domain().positions(5..8).collect();
    let mut at_once = Poj1568::read(&bytes[..]);
    assert_eq!(at_once.next_block().expect("legal"), Some(&expected[..]));
    assert_eq!(at_once.next_block().expect("legal"), None);
    // A program that sends a board and waits for the answer need not send another first.
    let mut one_by_one = Poj1568::read(BufReader::with_capacity(22, &bytes[..]));
    assert_eq!(
        one_by_one.next_block().expect("legal"),
        Some(&expected[..1])
    );
}

fn some_indices<P: Problem>() -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(0..P::domain().len(), 0..10)
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

fn refusal<P: Problem>(cases: impl Iterator<Item = Result<Position<P>, ReadError>>) -> Diagnostic {
    match cases.last() {
        Some(Err(ReadError::Input(diagnostic))) => *diagnostic,
        last => panic!("not refused: {last:?}"),
    }
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
