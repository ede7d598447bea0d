//! How reading ends, which errors the source may return, and how long a line may be.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};

use crossply_problems::{Ccf201803_4, Diagnostic, Poj1568, Position, Problem, ReadError};

/// A source that returns these pieces and errors, one after the other.
struct ScriptedSource<'a>(VecDeque<io::Result<&'a [u8]>>);

impl Read for ScriptedSource<'_> {
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
fn interruptions_do_not_matter_and_errors_are_reported() {
    let unix = "?\n..x.\n.xo.\n.ox.\n...o\n?\n....\n.xo.\n.ox.\n....\n";
    for text in [unix.to_owned(), unix.replace('\n', "\r\n")] {
        for length in [5, 22, 30, 1000] {
            let interruption = || Err(io::ErrorKind::Interrupted.into());
            let pieces = text.as_bytes().chunks(length);
            let mut script: VecDeque<_> = pieces
                .flat_map(|piece| [interruption(), Ok(piece)])
                .collect();
            // The error occurs once, and valid text follows it.
            script.extend([Err(io::Error::other("the disk is gone")), Ok(&b"$\n"[..])]);
            let source = BufReader::with_capacity(length, ScriptedSource(script));
            let mut cases = Poj1568::read(source);
            let boards: Vec<_> = cases.by_ref().take(2).flatten().collect();
            assert_eq!(boards.len(), 2, "{text} {length}");
            let error = cases.next().expect("the reader has not ended").unwrap_err();
            assert!(matches!(error, ReadError::Io(_)), "{error}");
        }
    }
}

#[test]
fn nothing_comes_after_the_last_case_nor_after_an_error() {
    for (text, expected_count) in [
        ("?\n..x.\n.xo.\n.ox.\n...o\n$\n", 1),
        ("$\n", 0),
        ("?\n", 0),
    ] {
        let mut cases = Poj1568::read(text.as_bytes());
        let results: Vec<_> = cases.by_ref().collect();
        assert_eq!(results.iter().flatten().count(), expected_count, "{text}");
        let has_error = results.last().is_some_and(Result::is_err);
        assert_ne!(has_error, text.contains('$'), "{text}");
        assert!(cases.next().is_none(), "{text}");
    }
    let text = "2\n0 0 0\n0 0 0\n0 0 0\n0 0 0\n0 0 3\n0 0 0\n";
    assert_eq!(Ccf201803_4::read(text.as_bytes()).flatten().count(), 1);
}

#[test]
fn a_diagnostic_says_where_the_error_is() {
    let unexpected = first_error(Poj1568::read(&b"?\n..y.\n"[..]));
    assert_eq!(
        unexpected.to_string(),
        "line 2, column 3: found 'y', expected `.`, `x` or `o`"
    );
    assert_eq!(unexpected.case, Some(1));
    // If a line is already full, the place is its first cell.
    let illegal = first_error(Poj1568::read(&b"?\n....\n..o.\nxxxx\nooo.\n$\n"[..]));
    assert_eq!(
        (illegal.line, illegal.column, illegal.excerpt_line),
        (4, 1, 2)
    );
}

#[test]
fn an_endless_line_is_rejected_with_a_short_excerpt() {
    let endless = BufReader::new(io::repeat(b'x'));
    assert!(first_error(Poj1568::read(endless)).excerpt.len() < 200);
    let blanks = b"1\n1 2".chain(io::repeat(b' ').take(1 << 24));
    let hidden_number = BufReader::new(blanks.chain(&b"0 0"[..]));
    let too_long = first_error(Ccf201803_4::read(hidden_number));
    assert_eq!(too_long.found, "the line has more than 120 bytes");
}

/// So a program that sends one board and then waits for its answer gets that answer.
#[test]
fn a_reader_waits_when_it_has_read_what_has_arrived() {
    let boards = b"?\n..x.\n.xo.\n.ox.\n...o\n?\n....\n.xo.\n.ox.\n....\n";
    let mut cases = Poj1568::read(ScriptedSource([Ok(&boards[..])].into()));
    assert!(cases.is_waiting());
    for is_waiting in [false, true] {
        assert!(cases.next().is_some_and(|case| case.is_ok()));
        assert_eq!(cases.is_waiting(), is_waiting);
    }
}

fn first_error<P: Problem>(
    cases: impl Iterator<Item = Result<Position<P>, ReadError>>,
) -> Diagnostic {
    match cases.last() {
        Some(Err(ReadError::Input(diagnostic))) => *diagnostic,
        last => panic!("no error: {last:?}"),
    }
}
