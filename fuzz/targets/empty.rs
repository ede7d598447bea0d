//! Nothing: what the fuzzing engine itself costs, to measure the targets against.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    std::hint::black_box(bytes);
});
