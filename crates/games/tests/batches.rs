//! A batch gets the answers that its positions get one by one: in any order, with repeats, of any length, across
//! calls. A quick run finds a solver that breaks this rule.

use std::num::NonZeroUsize;

use crossply::{Coverage, Provenance, Run};
use crossply_games::check::{cross_check, indices_with_empties};
use crossply_problems::{
    Entry, FirstWin, Poj1568, Position, Problem, Solver, Square, test_all_problems,
};
use crossply_proof::right_answer;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

test_all_problems!(solvers_answer_batches_as_single_positions);

fn solvers_answer_batches_as_single_positions<P: Problem>() {
    let config = ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(batches in batches::<P>())| answered_one_by_one(&batches)?);
}

/// Several batches for one solver, in turn. They draw from a few positions, so positions repeat.
fn batches<P: Problem>() -> impl Strategy<Value = Vec<Vec<Position<P>>>> {
    vec(0..P::domain().len(), 1..12).prop_flat_map(|indices| {
        let position = select(indices).prop_map(|index| P::domain().position(index));
        vec(vec(position, 0..80), 1..4)
    })
}

fn answered_one_by_one<P: Problem>(batches: &[Vec<Position<P>>]) -> Result<(), TestCaseError> {
    for entry in P::SOLVERS {
        let mut solver = (entry.new)();
        for batch in batches {
            let quick = |position: &Position<P>| position.empties() <= entry.exhaustive_max_empties;
            let batch: Vec<_> = batch.iter().copied().filter(quick).collect();
            let mut answers = Vec::new();
            solver.solve_all(&batch, &mut answers);
            let alone = |&position| (entry.new)().solve(position);
            let expected: Vec<_> = batch.iter().map(alone).collect();
            prop_assert_eq!(&answers, &expected, "{}: {:?}", entry.name, batch);
        }
    }
    Ok(())
}

/// Answers single positions rightly, and batches with a fault: wrongly at the indices that this function gives.
struct Faulty(fn(&[Position<Poj1568>]) -> Vec<usize>);

impl Solver<Poj1568> for Faulty {
    fn solve(&mut self, position: Position<Poj1568>) -> FirstWin {
        right_answer(position)
    }

    fn solve_all(&mut self, batch: &[Position<Poj1568>], answers: &mut Vec<FirstWin>) {
        let first = answers.len();
        answers.extend(batch.iter().map(|&position| right_answer(position)));
        for index in (self.0)(batch) {
            answers[first + index] = match answers[first + index] {
                FirstWin::NoForcedWin => FirstWin::WinAt(Square::new(0, 0)),
                FirstWin::WinAt(_) => FirstWin::NoForcedWin,
            };
        }
    }
}

/// A solver that is wrong about positions that came up before, but not just before.
static FORGETFUL: Entry<Poj1568> = Entry::quick("forgetful", "a fault", || {
    Box::new(Faulty(|batch| {
        let again = |&index: &usize| batch[..index.max(1) - 1].contains(&batch[index]);
        (0..batch.len()).filter(again).collect()
    }))
});

/// A solver that takes eight positions at a time, and is wrong about the last one if their number is no multiple of that.
static BY_EIGHTS: Entry<Poj1568> = Entry::quick("by-eights", "a fault", || {
    Box::new(Faulty(|batch| match batch.len() {
        len @ 9.. if !len.is_multiple_of(8) => vec![len - 1],
        _ => Vec::new(),
    }))
});

#[test]
fn a_quick_run_finds_each_fault_and_cuts_the_batch() {
    let memo = Poj1568::solver("memo").expect("registered");
    for (fault, shortest) in [(&FORGETFUL, 3), (&BY_EIGHTS, 9)] {
        let check = cross_check(&[memo, fault]);
        let indices = indices_with_empties::<Poj1568>(&(2..=2)).expect("some");
        let indices = indices.start.into()..indices.end.into();
        let plan = check.plan_within(Coverage::Quick, indices, 1);
        let run = Run::on(NonZeroUsize::MIN);
        let findings = check.run(&plan.expect("two solvers"), run);
        let findings = findings.expect("no journal");
        assert_eq!(findings.counts.solvers[0].wrong, 0);
        let found = check.minimise(&findings.simplest[0]);
        assert_eq!(found.provenance, Provenance::DependsOnHistory);
        assert_eq!(found.batch.len(), shortest, "{:?}", found.batch);
        assert!(found.wrong().eq([fault.name]));
        let report = check.report(&found);
        let boards = report.matches(" poj1568:").count();
        assert_eq!(boards, 2 * shortest, "listed, and in a command: {report}");
    }
}
