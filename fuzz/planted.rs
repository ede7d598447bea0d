//! `poj1568_differential`, but with the planted fault that `CROSSPLY_FAULT` names in place of `fast`. It shows that a
//! fuzzing session can find a fault.

#![no_main]

use std::sync::LazyLock;

use crossply_faults::{in_place_of_fast, poj1568};
use crossply_games::check::{Check, cross_check};
use crossply_problems::Poj1568;
use libfuzzer_sys::fuzz_target;

static PLANTED: LazyLock<Check<Poj1568>> = LazyLock::new(|| {
    let name = std::env::var("CROSSPLY_FAULT").unwrap_or_default();
    let fault = poj1568::FAULTS.iter().find(|fault| fault.name == name);
    cross_check(&in_place_of_fast(
        fault.expect("CROSSPLY_FAULT names a planted fault"),
    ))
});

fuzz_target!(|bytes: &[u8]| PLANTED.fuzz(bytes));
