//! Robustness: the programs on any board, differences but the known ones being findings.

use crossply_problems::Board;

use super::programs::program_answers;
use crate::known::Witnessed;

/// Compares the answers of the two programs for a board, if they are quick with it.
///
/// # Panics
/// If they differ where no difference is known.
pub fn check_illegal<P: Witnessed>(board: Board<P>) {
    if !P::is_quick(board) {
        return;
    }
    let [a, b] = P::PROGRAMS.map(|program| program_answers(program, &[board]).remove(0));
    let known = P::DIFFERENCES.iter().any(|known| (known.applies)(board));
    let [name_of_a, name_of_b] = P::PROGRAMS;
    assert!(
        a == b || known,
        "{board:#?}\n\n{name_of_a}: {a}\n{name_of_b}: {b}\nNo such difference is known; see known.rs."
    );
}
