//! Each test is one line for its engine.

use crossply::domain;
use every_engine::isqrt;
use proptest::prelude::*;

/// All inputs, on all cores.
#[test]
fn cargo_test() {
    isqrt().assert();
}

proptest! {
    /// As many inputs as `PROPTEST_CASES` says. A failing one shrinks.
    #[test]
    fn proptest(n in domain::range(0..1_000_000_u32)) {
        isqrt().judge(&n)?;
    }
}

/// What a fuzzing engine has kept, without the engine.
#[test]
fn corpus() {
    isqrt().assert_corpus("corpus/isqrt");
}

/// Digests: a change of all implementations at once is seen, too.
#[test]
fn insta() {
    insta::assert_snapshot!(isqrt().snapshot());
}
