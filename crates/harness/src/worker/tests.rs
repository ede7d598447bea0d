//! Unit test of the choice of the solver that the metamorphic oracle judges. The tests of the findings cover the rest.

use crossply_problems::Ccf201803_4;

use super::*;
use crate::ExhaustiveOptions;
use crate::planted::{entry, right};

type Game = Ccf201803_4;

#[test]
fn the_subject_of_relations_is_fast_or_another_quick_one() {
    let plan = |names: [(&'static str, u32); 3]| {
        let solvers = names.map(|(name, quick)| entry::<Game>(name, quick, 9, right));
        Plan::exhaustive(solvers.to_vec(), &(0..=9), ExhaustiveOptions::default()).expect("three")
    };
    let first = plan([("fast", 9), ("b", 9), ("c", 9)]);
    assert_eq!(subject(&first, &[0, 1, 2], 7), Some(0));
    assert_eq!(subject(&first, &[1, 2], 7), Some(2));
    let last = plan([("a", 9), ("b", 5), ("fast", 5)]);
    assert_eq!(subject(&last, &[0, 1, 2], 5), Some(2));
    assert_eq!(subject(&last, &[0, 1, 2], 7), Some(0));
    assert_eq!(subject(&last, &[1, 2], 7), None);
}
