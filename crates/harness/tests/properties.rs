//! Positions drawn anew in each run, for all solvers that are practical. A failure shrinks to a
//! simple board and ends with a test to keep, so nothing is persisted.

use std::ops::RangeInclusive;

use crossply_harness::oracles::Judged;
use crossply_harness::oracles::agreement::compare;
use crossply_harness::{Panel, Provenance, Selection, report};
use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem};
use proptest::prelude::*;

/// Cases that take milliseconds each, because most solvers search.
const FEW: u32 = 24;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn solvers_agree_on_positions_of_ccf201803_4(position in positions::<Ccf201803_4>(1..=9)) {
        agree(position)?;
    }

    #[test]
    fn solvers_agree_on_positions_of_poj1568(
        position in positions::<Poj1568>(2..=8),
    ) {
        agree(position)?;
    }
}

proptest! {
    #![proptest_config(cases(FEW))]

    #[test]
    fn solvers_agree_on_emptier_positions_of_poj1568(
        position in positions::<Poj1568>(10..=12),
    ) {
        agree(position)?;
    }
}

/// Positions are drawn by their indices and shrink by them: those with fewer empties have smaller ones.
fn positions<P: Problem>(empties: RangeInclusive<u32>) -> impl Strategy<Value = Position<P>> {
    let domain = P::domain();
    let indices = domain.with_empties(empties);
    indices.prop_map(|index| domain.position(index))
}

fn agree<P: Judged>(position: Position<P>) -> Result<(), TestCaseError> {
    let outcomes: Vec<_> = Panel::new(&Selection::default().of::<P>())
        .answer(position)
        .collect();
    prop_assert!(outcomes.len() >= 5);
    compare(position, outcomes)
        .map_err(|found| TestCaseError::fail(report::disagreement(&found, Provenance::Seen)))
}

#[test]
fn shrinking_ends_with_the_simplest_board() {
    let fails_from = Poj1568::domain().position(300_000);
    let index = |position| Poj1568::domain().index(position);
    let mut runner = proptest::test_runner::TestRunner::new(cases(1000));
    let failure = runner.run(&positions::<Poj1568>(2..=12), |position| {
        prop_assert!(index(position) < index(fails_from));
        Ok(())
    });
    match failure {
        Err(proptest::test_runner::TestError::Fail(_, simplest)) => {
            assert_eq!(simplest, fails_from);
        }
        other => panic!("most positions fail: {other:?}"),
    }
}
