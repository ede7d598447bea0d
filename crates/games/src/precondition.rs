//! A precondition of many tests: the solver `fast` is right.
//!
//! Tests of the command line, of journals, shards and the judge rely on the answers of `fast`. If `fast` is broken, this
//! makes them fail with a clear message. The test that shows the wrong board runs before all of them.

use std::sync::LazyLock;

use crossply::Digest;
use crossply_problems::{Problem, of_all_problems};

/// Asserts that the answers of `fast` to all legal positions of every problem are those on record. Only the first call
/// computes anything.
///
/// # Panics
/// If an answer differs.
pub fn assert_fast_is_right() {
    static RIGHT: LazyLock<bool> =
        LazyLock::new(|| !of_all_problems!(is_as_recorded()).contains(&false));
    assert!(
        *RIGHT,
        "this test rests on the solver `fast`, whose answers are not those on record; to see which are wrong: cargo run \
         --release -- check"
    );
}

fn is_as_recorded<P: Problem>() -> bool {
    let mut fast = (P::FAST.new)();
    P::RECORDED.iter().all(|&(empties, _, recorded)| {
        let indices = P::domain().with_empties(empties..=empties);
        let positions: Vec<_> = P::domain().positions(indices.clone()).collect();
        let mut answers = Vec::new();
        fast.solve_all(&positions, &mut answers);
        let numbered = indices.zip(&answers);
        let digests = numbered.map(|(index, answer)| Digest::of(index, answer));
        answers.len() == positions.len() && digests.sum::<Digest>().to_string() == recorded
    })
}
