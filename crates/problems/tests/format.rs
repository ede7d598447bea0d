//! The judges' formats: readers read what the writers write, and what else they tolerate.
//!
//! The package `snapshots` has tests of the diagnostics for malformed inputs.

use std::io::{self, BufReader, Read};

use crossply_problems::{Ccf201803_4, Diagnostic, Poj1568, Position, Problem, ReadError};
use crossply_problems::{TextFormat, test_all_problems};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;

test_all_problems!(
    what_is_written_is_read_up_to_where_it_breaks_off,
    what_is_read_is_what_the_text_says,
);

/// Bytes that arrive in pieces of this length, with an interruption before each. There may be an error in the middle.
struct Pieces<'a> {
    parts: Vec<&'a [u8]>,
    length: usize,
    is_interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let Some(part) = self.parts.last_mut() else {
            return Ok(0);
        };
        let count = part.len().min(self.length);
        if count == 0 {
            self.parts.pop();
            if self.parts.is_empty() {
                return Ok(0);
            }
            return Err(io::Error::other("the disk is gone"));
        }
        let (piece, rest) = part.split_at(count);
        *part = rest;
        (&piece[..]).read(buffer)
    }
}

/// In whatever pieces a text arrives, and whatever its lines end with. Where it is cut off, or an error comes between, the
/// boards before are read, and then there is one error. What would follow it is not read.
fn what_is_written_is_read_up_to_where_it_breaks_off<P: Problem>() {
    let ends = select(vec!["\n", "\r\n", " \t \n"]);
    let boards = vec(0..P::domain().len(), 0..4);
    let config = Config {
        cases: 24,
        failure_persistence: None,
        ..Config::default()
    };
    proptest!(config, |(indices in boards, end in ends, more in "( *\n){0,3}", length in 1..50_usize)| {
        let written = String::from_utf8(write_positions::<P>(&indices)).expect("ASCII");
        let blank = if end.contains('\t') { " \t " } else { " " };
        let text = written.replace(' ', blank).replace('\n', end) + &more;
        let said = text.trim_end().len();
        for cut in 0..=text.len() {
            for is_error in [false, true] {
                let (start, rest) = text.as_bytes().split_at(cut);
                let parts = if is_error { vec![rest, start] } else { vec![start] };
                let pieces = Pieces { parts, length, is_interrupted: false };
                let mut cases = P::read(pieces);
                let mut read: Vec<_> = cases.by_ref().take(9).collect();
                prop_assert!(cases.next().is_none());
                if is_error || cut < said {
                    let error = read.pop().and_then(Result::err);
                    let is_io = matches!(error, Some(ReadError::Io(_)));
                    prop_assert!(error.is_some() && is_io == is_error, "{:?}", error);
                }
                let read = read.into_iter().map(|case| P::domain().index(case.expect("legal")));
                // The end of the text ends a line, an error does not.
                let reaches = |line: &str| if is_error { line.len() } else { line.trim_end().len() };
                let lines = complete(&text, cut, reaches);
                let expected = cases_in::<P>(lines).min(indices.len());
                prop_assert_eq!(read.collect::<Vec<_>>(), &indices[..expected], "{:?} {}", text, cut);
            }
        }
    });
}

/// How many lines of the text are complete before the cut if they have to reach it so far.
fn complete(text: &str, cut: usize, reaches: impl Fn(&str) -> usize) -> usize {
    let mut start = 0;
    let is_complete = |line: &&str| {
        let end = start + reaches(line);
        start += line.len();
        end <= cut
    };
    text.split_inclusive('\n').take_while(is_complete).count()
}

/// How many cases the first lines have.
fn cases_in<P: Problem>(lines: usize) -> usize {
    let rows = P::ROWS as usize;
    match P::FORMAT {
        TextFormat::Marked => lines / (rows + 1),
        TextFormat::Counted => lines.saturating_sub(1) / rows,
    }
}

/// Whatever byte of a text is another one: the boards before are read, and a text without an error says what is read. The place
/// of an error is in the text, or right after its end.
fn what_is_read_is_what_the_text_says<P: Problem>() {
    let last = P::domain().len() - 1;
    let indices = [0, last / 3, last];
    let intact = write_positions::<P>(&indices);
    for index in 0..intact.len() {
        let lines_before = intact[..index].iter().filter(|&&byte| byte == b'\n');
        let before = cases_in::<P>(lines_before.count());
        for byte in 0..=u8::MAX {
            let mut damaged = intact.clone();
            damaged[index] = byte;
            let mut read = Vec::new();
            for case in P::read(&damaged[..]) {
                match case {
                    Ok(position) => read.push(P::domain().index(position)),
                    Err(ReadError::Input(diagnostic)) => assert_within(&diagnostic, &damaged),
                    Err(error) => panic!("{error}"),
                }
            }
            assert_eq!(read[..before], indices[..before]);
            if P::read(&damaged[..]).all(|case| case.is_ok()) {
                assert_eq!(said::<P>(&damaged), said::<P>(&write_positions::<P>(&read)));
            }
        }
    }
}

/// The words of each line that is not blank, up to the one that ends the text.
fn said<P: Problem>(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let lines = text.split('\n').map(|line| {
        let words: Vec<_> = line.split(['\t', '\r', ' ']).collect();
        match P::FORMAT {
            TextFormat::Counted => words.concat(),
            TextFormat::Marked if line.starts_with('$') => "$".to_owned(),
            TextFormat::Marked => line.trim_end_matches(['\t', '\r', ' ']).to_owned(),
        }
    });
    let mut lines: Vec<_> = lines.collect();
    lines.truncate(
        lines
            .iter()
            .rposition(|line| !line.is_empty())
            .map_or(0, |last| last + 1),
    );
    lines
}

fn write_positions<P: Problem>(indices: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let positions = indices.iter().map(|&index| P::domain().position(index));
    P::write(&mut bytes, indices.len() as u64, positions).expect("writing to a vector succeeds");
    bytes
}

fn assert_within(diagnostic: &Diagnostic, bytes: &[u8]) {
    let lines: Vec<_> = bytes.split(|&byte| byte == b'\n').collect();
    let line = diagnostic.line as usize;
    assert!((1..=lines.len() + 1).contains(&line), "{diagnostic:?}");
    let length = lines.get(line - 1).map_or(0, |line| line.len());
    assert!(
        (1..=length + 1).contains(&diagnostic.column),
        "{diagnostic:?}"
    );
    let excerpt_end = diagnostic.excerpt_line + diagnostic.excerpt.split('\n').count() as u64;
    let excerpt = diagnostic.excerpt_line..excerpt_end;
    assert!(excerpt.contains(&diagnostic.line), "{diagnostic:?}");
}

#[test]
fn a_wrong_count_is_an_error() {
    let position = Ccf201803_4::domain().position(0);
    assert!(Ccf201803_4::write(Vec::new(), 2, [position]).is_err());
    let position = Poj1568::domain().position(0);
    assert!(Poj1568::write(Vec::new(), 0, [position]).is_err());
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
    let boards = write_positions::<Poj1568>(&[1, 2]);
    let mut cases = Poj1568::read(&boards[..boards.len() - "$\n".len()]);
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
