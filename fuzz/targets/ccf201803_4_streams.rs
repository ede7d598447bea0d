//! Differential and metamorphic: many boards in one text, for `ccf201803-4`.

#![no_main]

use crossply_harness::targets::{Stream, check_stream};
use crossply_problems::Ccf201803_4;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|stream: Stream<Ccf201803_4>| check_stream(&stream));
