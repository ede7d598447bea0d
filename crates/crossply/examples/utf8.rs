//! A UTF-8 validator agrees with the standard library on all strings of up to three bytes, and on random ones of four
//! and five.

use crossply::{CrossCheck, Limits, domain};

/// The length of the longest valid prefix, in bytes.
fn valid_up_to(bytes: &[u8]) -> usize {
    let mut end = 0;
    while let Some(length) = length_of_first(&bytes[end..]) {
        end += length;
    }
    end
}

/// The length of the first character, in bytes. `None` if no valid character is first.
fn length_of_first(bytes: &[u8]) -> Option<usize> {
    match *bytes {
        [..0x80, ..] => Some(1),
        [0xc2..0xe0, 0x80..0xc0, ..] => Some(2),
        // Rejects overlong encodings, surrogates, and code points above U+10FFFF.
        [0xe0, 0xa0..0xc0, 0x80..0xc0, ..]
        | [0xe1..0xed | 0xee..0xf0, 0x80..0xc0, 0x80..0xc0, ..]
        | [0xed, 0x80..0xa0, 0x80..0xc0, ..] => Some(3),
        [0xf0, 0x90..0xc0, 0x80..0xc0, 0x80..0xc0, ..]
        | [0xf1..0xf4, 0x80..0xc0, 0x80..0xc0, 0x80..0xc0, ..]
        | [0xf4, 0x80..0x90, 0x80..0xc0, 0x80..0xc0, ..] => Some(4),
        _ => None,
    }
}

fn main() {
    let strings = domain::words(0..=255_u8, 0..=5);
    let up_to_three_bytes = Limits::first(1 + (1 << 8) + (1 << 16) + (1 << 24));
    CrossCheck::new("UTF-8", strings)
        .inputs_are("string", "strings")
        .solver("standard library", |bytes| match str::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(error) => error.valid_up_to(),
        })
        .limits(up_to_three_bytes)
        .solver("ranges", |bytes| valid_up_to(bytes))
        .limits(up_to_three_bytes)
        .sample(1_000_000)
        .assert();
}
