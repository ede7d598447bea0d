//! Assertions on boards, for the regression tests in which reports of disagreements end.
//!
//! They ask every solver that is practical for a board, and for whole batches. A fuzz target asks only quick solvers,
//! for one board; what it fails on is kept in the corpus, because it may be any bytes.

use crossply_problems::{Entry, Position, Problem};

use crate::minimise::Provenance;
use crate::oracles::batch;
use crate::selection::SOLVERS_ENV;
use crate::{Finding, Panel, Selection, report};

/// Asserts that the solvers give the right answer to a board. The environment variable
/// [`CROSSPLY_SOLVERS`](SOLVERS_ENV) selects the solvers, by default all.
///
/// # Panics
/// With a report, if an answer is wrong. Also if the board is no legal position, if the variable is no selection, or if
/// the board is practical for none of the selected solvers.
pub fn assert_agreement<P: Problem>(board: &str) {
    let position = parse::<P>(board);
    let outcomes: Vec<_> = Panel::new(&selected::<P>()).answer(position).collect();
    assert!(
        !outcomes.is_empty(),
        "none of the solvers selected by {SOLVERS_ENV} answers `{board}`"
    );
    let answers = Finding::new(position, outcomes);
    assert!(
        answers.wrong().next().is_none(),
        "{}",
        report::disagreement(&answers, Provenance::Seen)
    );
}

/// Asserts that the solvers give the right answers to a batch of boards, and to each board as [`assert_agreement`]
/// does.
///
/// # Panics
/// As [`assert_agreement`]. Takes only the solvers for which every board is practical.
pub fn assert_batch_agreement<P: Problem>(boards: &[&str]) {
    let positions: Vec<_> = boards.iter().map(|board| parse::<P>(board)).collect();
    let empties = positions.iter().map(|position| position.empties()).max();
    let practical = |entry: &&Entry<P>| Some(entry.max_empties) >= empties;
    let mut solvers = selected::<P>();
    solvers.retain(practical);
    assert!(
        !solvers.is_empty(),
        "none of the solvers selected by {SOLVERS_ENV} answers all of {boards:?}"
    );
    let mut panel = Panel::new(&solvers);
    for index in 0..solvers.len() {
        if let Err(found) = batch::check(&mut panel, index, &positions) {
            panic!(
                "{}",
                report::disagreement(&found, Provenance::DependsOnHistory)
            );
        }
    }
    for board in boards {
        assert_agreement::<P>(board);
    }
}

fn parse<P: Problem>(board: &str) -> Position<P> {
    let position = board.parse();
    position.unwrap_or_else(|error| panic!("`{board}` is no position of {}: {error}", P::NAME))
}

fn selected<P: Problem>() -> Vec<&'static Entry<P>> {
    let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
    selection.of()
}
