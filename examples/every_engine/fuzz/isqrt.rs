//! A fuzz target: `cargo +nightly fuzz run isqrt`.

#![no_main]

use std::sync::LazyLock;

use crossply::CrossCheck;
use libfuzzer_sys::fuzz_target;

static CHECK: LazyLock<CrossCheck<u32, u32>> = LazyLock::new(every_engine::isqrt);

fuzz_target!(|bytes: &[u8]| CHECK.fuzz(bytes));
