//! Robustness: the reference programs on any board. They agree, or differ as a known difference predicts.

use crossply_problems::{Board, Problem};

use super::programs::program_answers;

/// Compares the two programs' answers for a board with each other, or with the prediction of a known difference.
///
/// Returns whether it asked the programs. It does not if the problem has none or they are slow on the board.
///
/// # Panics
/// If they differ where no difference is known, or not as predicted where one is.
#[expect(
    clippy::must_use_candidate,
    reason = "only an engine that weighs inputs needs it"
)]
pub fn check_illegal<P: Problem>(board: Board<P>) -> bool {
    let Some(witnesses) = P::WITNESSES else {
        return false;
    };
    if !(witnesses.is_quick)(board) {
        return false;
    }
    let [a, b] = witnesses
        .programs
        .each_ref()
        .map(|program| program_answers(program, &[board]).remove(0));
    let mut known = witnesses.differences.iter();
    let known = known.find(|known| (known.applies)(board));
    let [name_of_a, name_of_b] = witnesses.programs.each_ref().map(|program| program.name);
    match known.map(|known| (known.answers)(board)) {
        Some(predicted) => assert!(
            predicted == [&*a, &*b],
            "{board:#?}\n\n{name_of_a}: {a}\n{name_of_b}: {b}\nA known difference predicts {predicted:?}; \
             see known.rs."
        ),
        None => assert!(
            a == b,
            "{board:#?}\n\n{name_of_a}: {a}\n{name_of_b}: {b}\nNo such difference is known; see known.rs."
        ),
    }
    true
}
