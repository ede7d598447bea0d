//! `simdutf8`: UTF-8 as the standard library has it, and where a string ceases to be it.

use crossply::{CrossCheck, Inputs, domain, rand::RngExt};

/// How many bytes are valid, and how many after them are not; none if all are valid.
type Invalid = Option<(usize, Option<usize>)>;

/// It leaves what is shorter than 64 bytes to the standard library. So each string stands across the end of the first 64.
fn placed(bytes: &[u8]) -> Vec<u8> {
    [&[b'a'; 62], bytes, &[b'a'; 62]].concat()
}

fn of(name: &str, inputs: Inputs<Vec<u8>>) -> CrossCheck<Vec<u8>, Invalid> {
    CrossCheck::new(name, inputs)
        .inputs_are("string", "strings")
        .solver("standard library", |bytes| {
            let error = str::from_utf8(&placed(bytes)).err();
            error.map(|error| (error.valid_up_to(), error.error_len()))
        })
        .solver("simdutf8", |bytes| {
            let error = simdutf8::compat::from_utf8(&placed(bytes)).err();
            error.map(|error| (error.valid_up_to(), error.error_len()))
        })
}

pub fn check() -> CrossCheck<Vec<u8>, Invalid> {
    of("simdutf8", domain::words(0..=255_u8, 0..=3))
}

/// Texts of up to 16 characters, which are at most 64 bytes. One byte is another one.
pub fn drawn() -> CrossCheck<Vec<u8>, Invalid> {
    let texts = domain::drawn(|random| {
        let text = (0..random.random_range(1..=16)).map(|_| random.random::<char>());
        let mut bytes = text.collect::<String>().into_bytes();
        let place = random.random_range(0..bytes.len());
        bytes[place] = random.random();
        bytes
    });
    of("simdutf8-drawn", texts)
}
