//! Differential: the solvers give one answer, for `ccf201803-4`.

#![no_main]

use std::cell::RefCell;

use crossply_harness::generators::{FromBytes, codec};
use crossply_harness::targets::Differential;
use crossply_problems::Ccf201803_4;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

thread_local! {
    static SOLVERS: RefCell<Differential<Ccf201803_4>> =
        RefCell::new(Differential::from_environment());
}

fuzz_target!(|input: FromBytes<Ccf201803_4>| {
    SOLVERS.with_borrow_mut(|solvers| solvers.check(input.0));
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mutated = codec::mutate::<Ccf201803_4>(&data[..size], seed.into());
    // What the engine does to bytes gives inputs that are no drawings.
    if seed.is_multiple_of(16) || mutated.len() > max_size {
        return fuzzer_mutate(data, size, max_size);
    }
    data[..mutated.len()].copy_from_slice(&mutated);
    mutated.len()
});
