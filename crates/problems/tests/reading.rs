//! How reading ends, what the source may do, and how much a line may hold.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};

use crossply_problems::{Ccf201803_4, Diagnostic, Poj1568, Position, Problem, ReadError};

/// A source that gives these pieces and errors, one after the other.
struct Pieces<'a>(VecDeque<io::Result<&'a [u8]>>);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut piece = self.0.pop_front().unwrap_or(Ok(b""))?;
        let count = piece.read(buffer)?;
        if !piece.is_empty() {
            self.0.push_front(Ok(piece));
        }
        Ok(count)
    }
}

#[test]
fn interruptions_do_not_matter_and_errors_are_told() {
    let unix = "?\n..x.\n.xo.\n.ox.\n...o\n?\n....\n.xo.\n.ox.\n....\n";
    for text in [unix.to_owned(), unix.replace('\n', "\r\n")] {
        for length in [5, 22, 30, 1000] {
            let pieces = text.as_bytes().chunks(length);
            let interrupted = || Err(io::ErrorKind::Interrupted.into());
            let mut pieces: VecDeque<_> = pieces
                .flat_map(|piece| [interrupted(), Ok(piece)])
                .collect();
            // The error does not come again, and a sound text follows.
            pieces.extend([Err(io::Error::other("the disk is gone")), Ok(&b"$\n"[..])]);
            let mut read = Poj1568::read(BufReader::with_capacity(length, Pieces(pieces)));
            let boards: Vec<_> = read.by_ref().take(2).flatten().collect();
            assert_eq!(boards.len(), 2, "{text} {length}");
            let error = read.next().expect("the reader has not ended").unwrap_err();
            assert!(matches!(error, ReadError::Io(_)), "{error}");
        }
    }
}

#[test]
fn nothing_comes_after_the_last_case_nor_after_an_error() {
    for (text, cases) in [
        ("?\n..x.\n.xo.\n.ox.\n...o\n$\n", 1),
        ("$\n", 0),
        ("?\n", 0),
    ] {
        let mut read = Poj1568::read(text.as_bytes());
        let read_all: Vec<_> = read.by_ref().collect();
        assert_eq!(read_all.iter().flatten().count(), cases, "{text}");
        let is_wrong = read_all.last().is_some_and(Result::is_err);
        assert_ne!(is_wrong, text.contains('$'), "{text}");
        assert!(read.next().is_none(), "{text}");
        assert!(matches!(read.next_block(), Ok(None)), "{text}");
    }
    let text = "2\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 3\n0 0 0\n";
    assert_eq!(Ccf201803_4::read(text.as_bytes()).flatten().count(), 1);
}

#[test]
fn a_diagnostic_is_a_sentence_about_a_place() {
    let fault = refusal(Poj1568::read(&b"?\n..y.\n"[..]));
    let told = fault.to_string();
    assert_eq!(
        told,
        "case 1, line 2, column 3: found 'y', expected `.`, `x` or `o`"
    );
    // A line that is there already is pointed at.
    let fault = refusal(Poj1568::read(&b"?\n....\n..o.\nxxxx\nooo.\n$\n"[..]));
    assert_eq!((fault.line, fault.column, fault.excerpt_line), (4, 1, 2));
}

#[test]
fn a_line_without_end_is_refused_with_a_short_excerpt() {
    let endless = BufReader::new(io::repeat(b'x'));
    assert!(refusal(Poj1568::read(endless)).excerpt.len() < 200);
    let blanks = b"1\n1 2".chain(io::repeat(b' ').take(1 << 24));
    let hidden_number = BufReader::new(blanks.chain(&b"0 0"[..]));
    let fault = refusal(Ccf201803_4::read(hidden_number));
    assert_eq!(fault.found, "the line has more than 120 bytes");
}

#[test]
fn a_block_is_what_is_at_hand() {
    let mut bytes = Vec::new();
    let expected: Vec<_> = Poj1568::domain().positions(5..8).collect();
    Poj1568::write(&mut bytes, 3, expected.iter().copied()).expect("a vector takes all");
    let mut at_once = Poj1568::read(&bytes[..]);
    assert_eq!(at_once.next_block().expect("legal"), Some(&expected[..]));
    assert_eq!(at_once.next_block().expect("legal"), None);
    // A program that sends a board and waits for the answer need not send another first.
    let mut one_by_one = Poj1568::read(BufReader::with_capacity(22, &bytes[..]));
    let first = one_by_one.next_block().expect("legal");
    assert_eq!(first, Some(&expected[..1]));
}

fn refusal<P: Problem>(cases: impl Iterator<Item = Result<Position<P>, ReadError>>) -> Diagnostic {
    match cases.last() {
        Some(Err(ReadError::Input(diagnostic))) => *diagnostic,
        last => panic!("not refused: {last:?}"),
    }
}
