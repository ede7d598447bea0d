//! Does nothing, and so measures what the fuzzing engine itself costs.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    std::hint::black_box(bytes);
});
