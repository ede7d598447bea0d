//! Each test run draws new positions and asks all solvers for which they are practical. A failure shrinks to a simple
//! board, and its report ends with a test to keep; so proptest need not persist failures.

use std::ops::RangeInclusive;

use crossply::Limits;
use crossply_games::check::{Proven, cross_check};
use crossply_games::report;
use crossply_problems::{Entry, Position, Problem, test_all_problems};
use proptest::prelude::*;

/// For cases that take milliseconds each, because most solvers search.
const FEW_CASES: u32 = 24;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

test_all_problems!(
    solvers_agree_on_drawn_positions,
    solvers_agree_on_emptier_positions
);

/// Draws positions with up to eight empties, which are practical for all solvers.
fn solvers_agree_on_drawn_positions<P: Problem>() {
    proptest!(cases(256), |(position in positions::<P>(0..=8))| agree(position)?);
}

fn solvers_agree_on_emptier_positions<P: Problem>() {
    proptest!(cases(FEW_CASES), |(position in positions::<P>(9..=16))| agree(position)?);
}

/// Draws positions by their indices. They shrink to smaller indices, which are those of positions with fewer empties.
pub(super) fn positions<P: Problem>(
    empties: RangeInclusive<u32>,
) -> impl Strategy<Value = Position<P>> {
    let domain = P::domain();
    let indices = domain.with_empties(empties);
    indices.prop_map(|index| domain.position(index))
}

fn agree<P: Problem>(position: Position<P>) -> Result<(), TestCaseError> {
    let solvers: Vec<&Entry<P>> = P::SOLVERS.iter().collect();
    let check = cross_check(&solvers, Proven::All);
    let index = u128::from(P::domain().index(position));
    let practical = |_: &str, limits: &Limits| index < limits.drawn;
    let answered = check.ask(&mut check.panel(), index, practical);
    let answered =
        answered.map_err(|found| TestCaseError::fail(report::disagreement::<P>(&found)))?;
    let practical = |entry: &&&Entry<P>| position.empties() <= entry.max_empties;
    prop_assert_eq!(
        answered.answers.len(),
        solvers.iter().filter(practical).count()
    );
    Ok(())
}
