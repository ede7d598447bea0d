//! Differential: all solvers of `poj1568` give one answer. See the README's table of fuzz targets.

#![no_main]

use crossply_fuzz::Differential;
use crossply_harness::generators::FromBytes;
use crossply_problems::Poj1568;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static TARGET: Differential<Poj1568> = Differential::from_environment();
}

fuzz_target!(|input: FromBytes<Poj1568>| TARGET.with(|target| target.check(input.0)));
