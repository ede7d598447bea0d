//! Robustness and round trip: the reader on any bytes, for `poj1568`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crossply_games::targets::check(
    env!("CARGO_BIN_NAME"),
    bytes
));
