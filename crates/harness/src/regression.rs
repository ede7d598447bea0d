//! One board as a test: what reports of disagreements end with, to be pasted.

use crate::oracles::Judged;
use crossply_problems::Position;

use crate::minimise::Provenance;
use crate::selection::VARIABLE;
use crate::{Disagreement, Panel, Selection, report};

/// Asserts that the solvers give the right answer to a board: all, or those that the environment variable
/// [`CROSSPLY_SOLVERS`](VARIABLE) selects.
///
/// # Panics
/// With a report if they do not; or if the board is no legal position, or the variable no
/// selection, or none of the selected solvers is practical for the board.
pub fn assert_agreement<P: Judged>(board: &str) {
    let position: Position<P> = board
        .parse()
        .unwrap_or_else(|error| panic!("`{board}` is no position of {}: {error}", P::NAME));
    let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
    let outcomes: Vec<_> = Panel::new(&selection.of::<P>()).answer(position).collect();
    assert!(
        !outcomes.is_empty(),
        "none of the solvers selected by {VARIABLE} answers `{board}`"
    );
    let answers = Disagreement { position, outcomes };
    assert!(
        answers.wrong().next().is_none(),
        "{}",
        report::disagreement(&answers, Provenance::Seen)
    );
}
