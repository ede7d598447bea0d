//! Compares an old version of `quoted_printable` with the rules of RFC 2045, section 6.7.

use std::fmt::Write;

use crossply::{CrossCheck, domain};

/// The encoding of a text with lines of fewer than 76 characters.
fn encoded(text: &str) -> String {
    let mut lines: Vec<String> = text.split("\r\n").map(encoded_line).collect();
    // The last line has no end.
    let last = lines.pop().unwrap_or_default();
    lines
        .into_iter()
        .map(|line| line + "\r\n")
        .collect::<String>()
        + &last
}

/// A space or a tab stands for itself, but not at the end of a line.
fn encoded_line(line: &str) -> String {
    let mut encoded = String::new();
    for (place, byte) in line.bytes().enumerate() {
        let is_last = place + 1 == line.len();
        match byte {
            b' ' | b'\t' if !is_last => encoded.push(byte.into()),
            b'!'..=b'<' | b'>'..=b'~' => encoded.push(byte.into()),
            _ => write!(encoded, "={byte:02X}").expect("a string has room"),
        }
    }
    encoded
}

pub fn old() -> CrossCheck<String, String> {
    let texts = domain::words("a= \t\r\né", 0..=8).map(String::from_iter);
    CrossCheck::new("quoted-printable-old", texts)
        .inputs_are("text", "texts")
        .truth("RFC 2045", |text: &String| encoded(text))
        .solver("quoted_printable 0.4.5", |text| {
            quoted_printable_0_4::encode_to_str(text)
        })
}
