//! Compares `simdutf8` with the standard library: is a string valid UTF-8, and if not, where is the first error?

use crossply::{CrossCheck, Inputs, domain, rand::RngExt};

/// The length of the valid prefix, and of the invalid sequence after it. `None` if the whole string is valid.
type Utf8Error = Option<(usize, Option<usize>)>;

/// Pads a string so that it crosses the end of the first 64 bytes: `simdutf8` leaves anything shorter to the standard
/// library.
fn pad(bytes: &[u8]) -> Vec<u8> {
    [&[b'a'; 62], bytes, &[b'a'; 62]].concat()
}

fn validators(name: &str, inputs: Inputs<Vec<u8>>) -> CrossCheck<Vec<u8>, Utf8Error> {
    CrossCheck::new(name, inputs)
        .inputs_are("string", "strings")
        .solver("standard library", |bytes| {
            let error = str::from_utf8(&pad(bytes)).err();
            error.map(|error| (error.valid_up_to(), error.error_len()))
        })
        .solver("simdutf8", |bytes| {
            let error = simdutf8::compat::from_utf8(&pad(bytes)).err();
            error.map(|error| (error.valid_up_to(), error.error_len()))
        })
}

pub fn check() -> CrossCheck<Vec<u8>, Utf8Error> {
    validators("simdutf8", domain::words(0..=255_u8, 0..=3))
}

/// Texts of up to 16 characters, which are at most 64 bytes, with one byte replaced.
pub fn drawn() -> CrossCheck<Vec<u8>, Utf8Error> {
    let texts = domain::drawn(|random| {
        let text = (0..random.random_range(1..=16)).map(|_| random.random::<char>());
        let mut bytes = text.collect::<String>().into_bytes();
        let place = random.random_range(0..bytes.len());
        bytes[place] = random.random();
        bytes
    });
    validators("simdutf8-drawn", texts)
}
