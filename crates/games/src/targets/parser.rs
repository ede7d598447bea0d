//! Checks that the readers cope with any bytes, and read what the writers write.

use std::io::BufReader;

use crossply_problems::{Diagnostic, Position, Problem, ReadError};

/// Reads the bytes as a text in the judge's format.
///
/// # Panics
/// If an error points outside the text; if the positions do not survive writing and reading; or if the result depends
/// on the pieces in which the text arrives.
pub fn check_parser<P: Problem>(bytes: &[u8]) {
    let at_once: Vec<_> = P::read(bytes).map(comparable).collect();
    let by_bytes = P::read(BufReader::with_capacity(1, bytes)).map(comparable);
    assert!(
        by_bytes.eq(at_once.iter().cloned()),
        "the result depends on how the text arrives"
    );
    let mut positions = Vec::with_capacity(at_once.len());
    for case in at_once {
        match case {
            Ok(position) => positions.push(position),
            Err(diagnostic) => {
                let lines: Vec<_> = bytes.split(|&byte| byte == b'\n').collect();
                let line = diagnostic.line as usize;
                assert!((1..=lines.len() + 1).contains(&line), "{diagnostic:?}");
                let columns = lines.get(line - 1).map_or(0, |line| line.len()) + 1;
                assert!((1..=columns).contains(&diagnostic.column), "{diagnostic:?}");
                assert!(diagnostic.excerpt.len() < 4096, "{diagnostic:?}");
            }
        }
    }
    let mut written = Vec::new();
    let count = positions.len() as u64;
    P::write(&mut written, count, positions.iter().copied()).expect("writing to a vector succeeds");
    let read_back: Result<Vec<_>, _> = P::read(&written[..]).collect();
    assert_eq!(read_back.expect("they are legal"), positions);
}

/// The result of reading a case, in a form that can be compared.
fn comparable<P: Problem>(
    case: Result<Position<P>, ReadError>,
) -> Result<Position<P>, Box<Diagnostic>> {
    case.map_err(|error| match error {
        ReadError::Input(diagnostic) => diagnostic,
        ReadError::Io(error) => panic!("bytes in memory can be read: {error}"),
    })
}
