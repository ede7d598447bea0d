//! Differential and metamorphic: many boards in one text, for `ccf201803-4`.

#![no_main]

use std::cell::RefCell;

use crossply_harness::targets::{Stream, Streams};
use crossply_problems::Ccf201803_4;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SOLVERS: RefCell<Streams<Ccf201803_4>> = RefCell::default();
}

fuzz_target!(
    |stream: Stream<Ccf201803_4>| SOLVERS.with_borrow_mut(|solvers| solvers.check(&stream))
);
