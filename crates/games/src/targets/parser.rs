//! Checks that the readers cope with any bytes, and read what the writers write.

use crossply_problems::{Problem, ReadError};

/// Reads the bytes as a text in the judge's format. Panics if an error points outside the text, or if the positions do
/// not survive writing and reading.
pub(super) fn check_parser<P: Problem>(bytes: &[u8]) {
    let mut positions = Vec::new();
    for case in P::read(bytes) {
        match case {
            Ok(position) => positions.push(position),
            Err(ReadError::Io(error)) => panic!("bytes in memory can be read: {error}"),
            Err(ReadError::Input(diagnostic)) => {
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
