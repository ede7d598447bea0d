//! The beginning and the end of a stream, in bounded memory.

use std::collections::VecDeque;

use crate::cut::escaped;

/// The most bytes to keep of the beginning, and of the end.
const KEPT_BYTES: usize = 2048;

/// The beginning and the end of a stream of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    beginning: Vec<u8>,
    end: VecDeque<u8>,
    /// The length of the whole stream, in bytes.
    pub bytes: u64,
}

impl Excerpt {
    /// Appends the next bytes of the stream.
    pub fn append(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        let missing = KEPT_BYTES - self.beginning.len();
        let (beginning, rest) = bytes.split_at(missing.min(bytes.len()));
        self.beginning.extend_from_slice(beginning);
        let end = &rest[rest.len().saturating_sub(KEPT_BYTES)..];
        let excess = (self.end.len() + end.len()).saturating_sub(KEPT_BYTES);
        self.end.drain(..excess);
        self.end.extend(end);
    }

    /// The bytes of the beginning and the end.
    pub fn kept(&self) -> Vec<u8> {
        let mut kept = self.beginning.clone();
        kept.extend(&self.end);
        kept
    }

    /// The beginning and the end as text, with a note between them if bytes are left out. Control characters except
    /// line ends and tabs are escaped.
    pub fn text(&self) -> String {
        let kept = self.kept();
        let left_out = self.bytes - kept.len() as u64;
        if left_out == 0 {
            return printable(&kept);
        }
        let (beginning, end) = kept.split_at(KEPT_BYTES);
        let beginning = printable(beginning);
        let end = printable(end);
        format!("{beginning}\n[{left_out} bytes are left out]\n{end}")
    }
}

/// Text that is safe to show in a terminal.
fn printable(bytes: &[u8]) -> String {
    escaped(&String::from_utf8_lossy(bytes).replace("\r\n", "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_kept_whole() {
        let mut excerpt = Excerpt::default();
        for part in ["one\r\n", "two\t\u{1b}[31m\n", &"x\n".repeat(1500)] {
            excerpt.append(part.as_bytes());
        }
        let expected = format!("one\ntwo\t\\u{{1b}}[31m\n{}", "x\n".repeat(1500));
        assert_eq!(excerpt.text(), expected);
    }

    #[test]
    fn the_beginning_and_the_end_of_a_long_text_are_kept() {
        for chunk_size in [1, 1000, 10_000, 100_000] {
            let line = (b'a'..=b'z').chain([b'\n']);
            let text: Vec<u8> = line.cycle().take(100_000).collect();
            let mut excerpt = Excerpt::default();
            for chunk in text.chunks(chunk_size) {
                excerpt.append(chunk);
            }
            let beginning = str::from_utf8(&text[..KEPT_BYTES]).expect("letters");
            let end = str::from_utf8(&text[text.len() - KEPT_BYTES..]).expect("letters");
            let expected = format!("{beginning}\n[95904 bytes are left out]\n{end}");
            assert_eq!(excerpt.text(), expected);
            assert_eq!(excerpt.bytes, 100_000);
        }
    }
}
