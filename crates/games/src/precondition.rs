//! A precondition of many tests: the solver `fast` is right.
//!
//! Tests of the command line and the judge rely on the answers of `fast`. If it is broken, this makes them fail with a
//! clear message.

use std::sync::LazyLock;

use crossply::Digest;
use crossply_problems::{Problem, map_problems};

/// Asserts that the answers of `fast` for all legal positions of every problem are those on record. Later calls reuse
/// the result of the first.
///
/// # Panics
/// If an answer differs.
pub fn assert_fast_is_right() {
    static IS_RIGHT: LazyLock<bool> =
        LazyLock::new(|| !map_problems!(matches_record()).contains(&false));
    assert!(
        *IS_RIGHT,
        "this test relies on the solver `fast`, whose answers are not those on record; to see which are wrong: cargo run \
         --release -- check"
    );
}

fn matches_record<P: Problem>() -> bool {
    let mut fast = (P::FAST.new)();
    P::RECORDED.iter().all(|&(empties, _, recorded)| {
        let indices = P::domain().with_empties(empties..=empties);
        let positions: Vec<_> = P::domain().positions(indices.clone()).collect();
        let mut answers = Vec::new();
        fast.solve_all(&positions, &mut answers);
        let digests = indices
            .zip(&answers)
            .map(|(index, answer)| Digest::of(index, answer));
        answers.len() == positions.len() && digests.sum::<Digest>().to_string() == recorded
    })
}
