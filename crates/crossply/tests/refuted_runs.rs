//! Promises of runs that are not yet kept.

use crossply::CrossCheck;

use super::{ALL, below, results};

/// Two that differ may both be the same as a third, wherever it stands.
#[test]
fn within_a_tolerance_all_pairs_decide() {
    for answers in [[0, 1, 2], [1, 0, 2], [0, 2, 1]] {
        let check = CrossCheck::new("tolerance", below(3));
        let check = answers.into_iter().fold(check, |check, answer| {
            check.solver(answer.to_string(), move |_| f64::from(answer))
        });
        let counts = results(&check.clone().within(1.0), ALL, 0).scope.counts;
        assert_eq!(counts.disagreements, 3, "{answers:?}");
        assert!(results(&check.within(2.0), ALL, 0).agree, "{answers:?}");
    }
}
