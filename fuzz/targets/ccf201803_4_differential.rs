//! Differential, property and metamorphic: the solvers on one position, for `ccf201803-4`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crossply_games::targets::check(
    env!("CARGO_BIN_NAME"),
    bytes
));
