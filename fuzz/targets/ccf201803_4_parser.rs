//! Robustness and round trip: the reader on any bytes, for `ccf201803-4`.

#![no_main]

use crossply_harness::targets::check_parser;
use crossply_problems::Ccf201803_4;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| check_parser::<Ccf201803_4>(bytes));
