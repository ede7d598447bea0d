//! Robustness and round trip: the reader on any bytes, for `poj1568`.

#![no_main]

use crossply_harness::targets::check_parser;
use crossply_problems::Poj1568;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_parser::<Poj1568>(bytes));
