//! Differential: the transliterated programs on any board, for `ccf201803-4`.

#![no_main]

use crossply_harness::generators::BoardFromBytes;
use crossply_harness::targets::check_illegal;
use crossply_problems::Ccf201803_4;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: BoardFromBytes<Ccf201803_4>| check_illegal(input.0));
