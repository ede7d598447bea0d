//! Differential and metamorphic: many boards in one text, for `poj1568`.

#![no_main]

use std::cell::RefCell;

use crossply_harness::targets::{Stream, Streams};
use crossply_problems::Poj1568;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static SOLVERS: RefCell<Streams<Poj1568>> = RefCell::default();
}

fuzz_target!(|stream: Stream<Poj1568>| SOLVERS.with_borrow_mut(|solvers| solvers.check(&stream)));
