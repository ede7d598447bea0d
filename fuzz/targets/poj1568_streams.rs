//! Differential and metamorphic: many boards in one text, for `poj1568`.

#![no_main]

use crossply_harness::targets::{Stream, check_stream};
use crossply_problems::Poj1568;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|stream: Stream<Poj1568>| check_stream(&stream));
