//! Assertions on boards, for the regression tests in which reports of disagreements end.
//!
//! They ask every solver that is practical for a board, and for whole batches. A fuzz target asks only quick solvers,
//! for one board; what it fails on is kept in the corpus, because it may be any bytes.

use crossply::Limits;
use crossply_problems::{Entry, Position, Problem};

use crate::check::{Proven, cross_check};
use crate::selection::SOLVERS_ENV;
use crate::{Selection, report};

/// Asserts that the solvers give the right answer to a board. The environment variable
/// [`CROSSPLY_SOLVERS`](SOLVERS_ENV) selects the solvers, by default all.
///
/// # Panics
/// With a report, if an answer is wrong. Also if the board is no legal position, if the variable is no selection, or if
/// the board is practical for none of the selected solvers.
pub fn assert_agreement<P: Problem>(board: &str) {
    let index = u128::from(P::domain().index(parse::<P>(board)));
    let check = cross_check::<P>(&selected(), Proven::All);
    let practical = |_: &str, limits: &Limits| index < limits.drawn;
    match check.ask(&mut check.panel(), index, practical) {
        Ok(answered) => assert!(
            !answered.answers.is_empty(),
            "none of the solvers selected by {SOLVERS_ENV} answers `{board}`"
        ),
        Err(found) => panic!("{}", report::disagreement::<P>(&found)),
    }
}

/// Asserts that the solvers give the right answers to a batch of boards, and to each board as [`assert_agreement`]
/// does.
///
/// # Panics
/// As [`assert_agreement`]. Takes only the solvers for which every board is practical.
pub fn assert_batch_agreement<P: Problem>(boards: &[&str]) {
    let positions: Vec<_> = boards.iter().map(|board| parse::<P>(board)).collect();
    let solvers = practical_for(&positions, selected());
    assert!(
        !solvers.is_empty(),
        "none of the solvers selected by {SOLVERS_ENV} answers all of {boards:?}"
    );
    if let Some(report) = leaks(&solvers, &positions).first() {
        panic!("{report}");
    }
    for board in boards {
        assert_agreement::<P>(board);
    }
}

/// The solvers for which all these positions are practical.
#[must_use]
pub fn practical_for<P: Problem>(
    positions: &[Position<P>],
    mut solvers: Vec<&'static Entry<P>>,
) -> Vec<&'static Entry<P>> {
    let empties = positions.iter().map(|position| position.empties()).max();
    solvers.retain(|entry| Some(entry.max_empties) >= empties);
    solvers
}

/// A report on each solver that answers a batch otherwise than its positions one by one.
#[must_use]
pub fn leaks<P: Problem>(solvers: &[&'static Entry<P>], batch: &[Position<P>]) -> Vec<String> {
    let check = cross_check::<P>(solvers, Proven::OneOfEachClass);
    let numbers: Vec<u128> = batch
        .iter()
        .map(|&position| P::domain().index(position).into())
        .collect();
    let mut panel = check.panel();
    let leaks = (0..solvers.len()).filter_map(|solver| check.leak(&mut panel, solver, &numbers));
    leaks
        .map(|found| report::disagreement::<P>(&found))
        .collect()
}

fn parse<P: Problem>(board: &str) -> Position<P> {
    let position = board.parse();
    position.unwrap_or_else(|error| panic!("`{board}` is no position of {}: {error}", P::NAME))
}

fn selected<P: Problem>() -> Vec<&'static Entry<P>> {
    let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
    selection.of()
}
