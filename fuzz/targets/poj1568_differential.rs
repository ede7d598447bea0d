//! Differential: the solvers give one answer, for `poj1568`.

#![no_main]

use std::cell::RefCell;

use crossply_harness::generators::FromBytes;
use crossply_harness::targets::Differential;
use crossply_problems::Poj1568;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SOLVERS: RefCell<Differential<Poj1568>> =
        RefCell::new(Differential::from_environment());
}

fuzz_target!(|input: FromBytes<Poj1568>| {
    SOLVERS.with_borrow_mut(|solvers| solvers.check(input.0));
});
