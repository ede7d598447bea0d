//! Unit tests of the stages of plans.

use crossply_problems::{Ccf201803_4, Poj1568};

use super::*;
use crate::planted::{entry, right};

/// Solvers that are instant and quick, and practical, up to the given numbers of empties.
fn solvers<const N: usize>(limits: [(u32, u32); N]) -> Vec<&'static Entry<Poj1568>> {
    limits
        .map(|(quick, practical)| entry("a", quick, practical, right))
        .to_vec()
}

fn parts<P: Problem>(plan: &Plan<P>) -> Vec<String> {
    plan.in_words().split("; ").map(str::to_owned).collect()
}

#[test]
fn a_quick_plan_asks_each_solver_as_far_as_it_is_quick() {
    let mut solvers = solvers([(12, 12), (4, 8), (10, 10)]);
    solvers[1] = Box::leak(Box::new(Entry {
        instant_max_empties: 2,
        ..*solvers[1]
    }));
    let plan = Plan::quick(solvers, &(0..=16), 7).expect("three solvers");
    let expected = [
        "one of each class of 0..270304 by 1024 to 0, 1, 2, proven and related, the others to 0, 1, 2",
        "one of each class of 270304..1685704 by 1024 to 0, 1, 2, proven and related, the others to 0, 2",
        "one of each class of 1685704..3594296 by 1024 to 0, 2, proven and related, the others to 0, 2",
        "500 drawn with seed 7 of 1685704..3594296 by 8 to 0, 1, 2",
        "one of each class of 3594296..4485322 by 1024 to 0, 2, proven and related, the others to 0, 2",
        "500 drawn with seed 7 of 3594296..4485322 by 8 to 0, 1, 2",
        "one of each class of 4485322..4645482 by 64 to 0, 2, proven and related, the others to 0, 2",
    ];
    assert_eq!(parts(&plan), expected);
    assert!(plan.draws() && !plan.is_by_class() && plan.is_judged_by_class());
    assert_eq!(plan.oracles(), Oracles::ALL);
}

#[test]
fn a_quick_plan_of_a_small_game_proves_all() {
    let solvers = vec![
        entry::<Ccf201803_4>("a", 9, 9, right),
        entry("b", 5, 9, right),
    ];
    let plan = Plan::quick(solvers, &(7..=9), 1).expect("two solvers");
    // There are fewer positions than the plan would draw.
    let expected = [
        "72 drawn with seed 1 of 2666..2738 by 8 to 0, 1, proven and related",
        "1 drawn with seed 1 of 2738..2739 by 8 to 0, 1, proven and related",
    ];
    assert_eq!(parts(&plan), expected);
}

#[test]
fn an_exhaustive_plan_asks_all_that_is_practical() {
    let three = solvers([(12, 12), (4, 8), (6, 10)]);
    let plan = |options| {
        let plan = Plan::exhaustive(three.clone(), &(4..=12), options);
        plan.expect("three solvers")
    };
    let usual = plan(ExhaustiveOptions::default());
    let expected = [
        "all of 270304..1685704 by 1024 to 0, 1, 2",
        "all of 1685704..3594296 by 8 to 0, 1, 2",
        "all of 3594296..4485322 by 8 to 0, 1, 2",
        "all of 4485322..4645482 by 8 to 0, 2",
    ];
    assert_eq!(parts(&usual), expected);
    assert!(!usual.draws() && !usual.is_by_class());
    assert_eq!(usual.oracles(), Oracles::NONE);
    assert!(usual.asks(three[1], 8) && !usual.asks(three[1], 10));
    let thorough = plan(ExhaustiveOptions {
        patient: true,
        one_of_each_class: true,
    });
    let expected = [
        "one of each class of 270304..1685704 by 1024 to 0, 1, 2, the others to none",
        "one of each class of 1685704..3594296 by 8 to 0, 1, 2, the others to none",
        "one of each class of 3594296..4485322 by 8 to 0, 1, 2, the others to none",
        "one of each class of 4485322..4645482 by 1 to 0, 1, 2, the others to none",
        "one of each class of 4645482..4656402 by 1 to 0, 1, 2, the others to none",
    ];
    assert_eq!(parts(&thorough), expected);
    assert!(thorough.asks(three[1], 10));
}

#[test]
fn long_proofs_make_small_blocks() {
    for (proof, metamorphic, suffix, of_ten) in [
        (true, true, ", proven and related", 64),
        (true, false, ", proven", 64),
        (false, true, ", related", 1024),
    ] {
        let oracles = Oracles { proof, metamorphic };
        let two = solvers([(12, 12); 2]);
        let plan = Plan::exhaustive(two, &(8..=10), ExhaustiveOptions::default());
        let judged = plan.expect("two solvers").judged_by(oracles);
        let expected = [
            format!("all of 3594296..4485322 by 1024 to 0, 1{suffix}"),
            format!("all of 4485322..4645482 by {of_ten} to 0, 1{suffix}"),
        ];
        assert_eq!(parts(&judged), expected);
        assert_eq!(judged.oracles(), oracles);
    }
}

#[test]
fn blocks_are_the_stages_without_gaps() {
    let quick = Plan::quick(solvers([(4, 4), (4, 4), (2, 6)]), &(2..=6), 0);
    let plan = quick.expect("three solvers");
    let stages: Vec<u64> = plan.stages.iter().map(Stage::positions).collect();
    assert_eq!(stages, [270_304, 1_415_400, 500]);
    let all: u64 = stages.iter().sum();
    assert_eq!(plan.positions(Shard::WHOLE), all);
    let mut blocks = (0..).map_while(|number| plan.block(number));
    for stage in &plan.stages {
        let mut end = 0;
        while end < stage.positions() {
            let (of_stage, in_stage) = blocks.next().expect("there is more");
            assert_eq!(of_stage, stage);
            assert_eq!(in_stage.start, end);
            end = in_stage.end;
            let full = in_stage.end - in_stage.start == stage.block;
            assert!(full || end == stage.positions());
        }
    }
    assert!(blocks.next().is_none());
    let shards = ["1/3", "2/3", "3/3"].map(|shard| shard.parse().expect("a shard"));
    let of_shards = shards.map(|shard| plan.positions(shard));
    assert_eq!(of_shards.iter().sum::<u64>(), all);
    assert!(of_shards.iter().all(|&positions| positions > all / 4));
}

#[test]
fn solvers_need_a_position_that_two_answer() {
    let far_apart = solvers([(2, 12), (2, 6)]);
    let plan = Plan::drawn(far_apart.clone(), &(6..=8), 0, 1).expect("with six empties");
    assert!(!plan.is_judged_by_class());
    assert_eq!(
        parts(&plan),
        ["1 drawn with seed 0 of 1685704..4485322 by 8 to 0, 1, proven and related"]
    );
    let refused = Plan::drawn(far_apart, &(8..=8), 0, 1).map(|_| ());
    let expected =
        "poj1568: no position with 8 empties is practical for two of the selected solvers (a, a)";
    assert_eq!(refused, Err(PlanError(expected.to_owned())));
}
