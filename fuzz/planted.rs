//! `poj1568_differential`, but with the planted fault that `CROSSPLY_FAULT` names in place of `fast`. It shows that a
//! fuzzing session can find a fault.

#![no_main]

use crossply_faults::{in_place_of_fast, poj1568};
use crossply_games::check::{Check, cross_check};
use crossply_problems::Poj1568;

fn planted() -> Check<Poj1568> {
    let name = std::env::var("CROSSPLY_FAULT").unwrap_or_default();
    let fault = poj1568::FAULTS.iter().find(|fault| fault.name == name);
    cross_check(&in_place_of_fast(
        fault.expect("CROSSPLY_FAULT names a planted fault"),
    ))
}

crossply_fuzz::fuzz_check!(Poj1568, planted());
