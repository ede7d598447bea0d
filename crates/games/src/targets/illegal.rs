//! Robustness: the reference programs on any board. They agree, or differ as a known difference predicts.

use std::marker::PhantomData;

use crossply_problems::{Board, Problem};

use super::programs::program_answers;

/// The boards, legal or not, that a session has met. It checks each once: a fuzzer returns to the same boards again and
/// again, and the programs would answer the same.
pub struct Illegal<P> {
    /// By the number of the board in base three: 43 MB for four rows, of which the system gives what is touched.
    met: Vec<bool>,
    problem: PhantomData<P>,
}

impl<P: Problem> Default for Illegal<P> {
    fn default() -> Self {
        Illegal {
            met: vec![false; 3_usize.pow(Board::<P>::CELLS)],
            problem: PhantomData,
        }
    }
}

impl<P: Problem> Illegal<P> {
    /// Checks a board that the session has not met before. Returns whether it asked the programs.
    ///
    /// # Panics
    /// As `check_illegal` does.
    pub fn check(&mut self, board: Board<P>) -> bool {
        let cells = board.cells();
        let number = cells.fold(0, |number, cell| 3 * number + cell as usize);
        !std::mem::replace(&mut self.met[number], true) && check_illegal(board)
    }
}

/// Compares the two programs' answers for a board with each other, or with the prediction of a known difference.
///
/// Returns whether it asked the programs. It does not if the problem has none or they are slow on the board.
///
/// # Panics
/// If they differ where no difference is known, or not as predicted where one is.
pub(super) fn check_illegal<P: Problem>(board: Board<P>) -> bool {
    let Some(witnesses) = P::WITNESSES else {
        return false;
    };
    if !(witnesses.is_quick)(board) {
        return false;
    }
    let programs = witnesses.programs.each_ref();
    let printed = programs.map(|program| program_answers(program, &[board]).remove(0));
    let [a, b] = &printed;
    let mut known = witnesses.differences.iter();
    let known = known.find(|known| (known.applies)(board));
    let predicted = known.map(|known| (known.answers)(board));
    let [name_of_a, name_of_b] = programs.map(|program| program.name);
    assert!(
        predicted
            .as_ref()
            .map_or(a == b, |predicted| *predicted == [&**a, &**b]),
        "{board:#?}\n\n{name_of_a}: {a}\n{name_of_b}: {b}\nKnown differences predict {predicted:?}; see known.rs."
    );
    true
}
