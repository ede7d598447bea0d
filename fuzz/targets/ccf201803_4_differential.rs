//! Differential: the solvers give one answer, for `ccf201803-4`.

#![no_main]

use std::cell::RefCell;

use crossply_harness::generators::FromBytes;
use crossply_harness::targets::Differential;
use crossply_problems::Ccf201803_4;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SOLVERS: RefCell<Differential<Ccf201803_4>> =
        RefCell::new(Differential::from_environment());
}

fuzz_target!(|input: FromBytes<Ccf201803_4>| {
    SOLVERS.with_borrow_mut(|solvers| solvers.check(input.0));
});
