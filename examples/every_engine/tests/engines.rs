//! A test for each engine, with a body of one line.

use crossply::domain;
use every_engine::isqrt;
use proptest::prelude::*;

/// All inputs, on all cores.
#[test]
fn cargo_test() {
    isqrt().assert();
}

proptest! {
    /// As many random inputs as `PROPTEST_CASES` says. A failing one shrinks.
    #[test]
    fn proptest(n in domain::range(0..1_000_000_u32)) {
        isqrt().judge(&n)?;
    }
}

/// Replays the inputs that a fuzzing engine has kept, without the engine.
#[test]
fn corpus() {
    isqrt().assert_corpus("corpus/isqrt");
}

/// Digests show a change even if all implementations change in the same way.
#[test]
fn insta() {
    insta::assert_snapshot!(isqrt().snapshot());
}
