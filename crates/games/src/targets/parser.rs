//! Robustness and round trip of the readers, on any bytes.

use std::io::BufReader;

use crossply_problems::{Diagnostic, Position, Problem, ReadError};

/// Reads the bytes as a text in the judge's format.
///
/// # Panics
/// If an error points outside the text; if the text does not survive writing and reading again; or if the result
/// depends on the pieces in which the text arrives.
pub fn check_parser<P: Problem>(bytes: &[u8]) {
    let whole: Vec<_> = P::read(bytes).map(outcome).collect();
    let mut in_pieces = P::read(BufReader::with_capacity(1, bytes)).map(outcome);
    let arrives_alike = whole
        .iter()
        .all(|case| in_pieces.next().as_ref() == Some(case));
    assert!(
        arrives_alike && in_pieces.next().is_none(),
        "it matters how the text arrives"
    );
    let mut positions = Vec::with_capacity(whole.len());
    for case in whole {
        match case {
            Ok(position) => positions.push(position),
            Err(fault) => {
                let lines: Vec<_> = bytes.split(|&byte| byte == b'\n').collect();
                let line = fault.line as usize;
                assert!((1..=lines.len() + 1).contains(&line), "{fault:?}");
                let columns = lines.get(line - 1).map_or(0, |line| line.len()) + 1;
                assert!((1..=columns).contains(&fault.column), "{fault:?}");
                assert!(fault.excerpt.len() < 4096, "{fault:?}");
            }
        }
    }
    let mut written = Vec::new();
    let count = positions.len() as u64;
    P::write(&mut written, count, positions.iter().copied()).expect("writing to a vector succeeds");
    let read: Result<Vec<_>, _> = P::read(&written[..]).collect();
    assert_eq!(read.expect("what was written is legal"), positions);
}

fn outcome<P: Problem>(
    case: Result<Position<P>, ReadError>,
) -> Result<Position<P>, Box<Diagnostic>> {
    case.map_err(|error| match error {
        ReadError::Input(fault) => fault,
        ReadError::Io(error) => panic!("bytes in memory can be read: {error}"),
    })
}
