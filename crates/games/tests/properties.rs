//! Compares all solvers on random positions, which differ in each test run. A failure shrinks to a simple board. Its
//! report says how to keep it, so proptest need not persist failures.

use crossply::domain;
use crossply_games::check::{Positions, all_solvers};
use crossply_problems::{Problem, test_all_problems};
use proptest::prelude::*;

test_all_problems!(solvers_agree_on_drawn_positions);

fn solvers_agree_on_drawn_positions<P: Problem>() {
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let (check, positions) = (all_solvers::<P>(), domain::of(Positions::default()));
    proptest!(config, |(position in positions)| check.judge(&position)?);
}
