//! One board as a test: what reports of disagreements end with, to be pasted.

use crossply_problems::Position;
use crossply_solvers::Solved;

use crate::agreement::compare;
use crate::minimise::Provenance;
use crate::selection::VARIABLE;
use crate::{Panel, Selection, report};

/// Asserts that the solvers agree on a board: all, or those that the environment variable
/// [`CROSSPLY_SOLVERS`](VARIABLE) selects.
///
/// # Panics
/// With a report if they disagree; or if the board is no legal position, or the variable no
/// selection, or fewer than two of the selected solvers are practical for the board.
pub fn assert_agreement<P: Solved>(board: &str) {
    let position: Position<P> = board
        .parse()
        .unwrap_or_else(|error| panic!("`{board}` is no position of {}: {error}", P::NAME));
    let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
    let outcomes: Vec<_> = Panel::new(&selection.of::<P>()).answer(position).collect();
    assert!(
        outcomes.len() >= 2,
        "nothing to compare: {} of the solvers selected by {VARIABLE} answer `{board}`",
        outcomes.len()
    );
    if let Err(disagreement) = compare(position, outcomes) {
        panic!("{}", report::disagreement(&disagreement, Provenance::Seen));
    }
}
