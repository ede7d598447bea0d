//! Differential: the transliterated programs on any board, for `poj1568`.

#![no_main]

use crossply_harness::generators::BoardFromBytes;
use crossply_harness::targets::check_illegal;
use crossply_problems::Poj1568;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: BoardFromBytes<Poj1568>| check_illegal(input.0));
