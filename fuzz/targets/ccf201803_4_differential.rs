//! Differential: all solvers of `ccf201803-4` give one answer. See the README's table of fuzz targets.

#![no_main]

use crossply_fuzz::Differential;
use crossply_harness::generators::FromBytes;
use crossply_problems::Ccf201803_4;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static TARGET: Differential<Ccf201803_4> = Differential::from_environment();
}

fuzz_target!(|input: FromBytes<Ccf201803_4>| TARGET.with(|target| target.check(input.0)));
