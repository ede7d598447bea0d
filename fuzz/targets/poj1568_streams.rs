//! Differential and metamorphic: many boards in one text, for `poj1568`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crossply_games::targets::check(
    env!("CARGO_BIN_NAME"),
    bytes
));
