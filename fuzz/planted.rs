//! `poj1568_differential` with a planted fault in the place of `fast`: the one that `CROSSPLY_FAULT` names. It shows that a
//! session can find something.

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
