//! A quick run finds a solver that answers a batch not as it answers its positions one by one.

use std::num::NonZeroUsize;

use crossply::{Coverage, Provenance, Run};
use crossply_games::check::{cross_check, indices_with_empties};
use crossply_problems::{Entry, FirstWin, Poj1568, Position, Problem, Solver};
use crossply_proof::right_answer;

/// A solver that answers single positions correctly, but is wrong at these indices of a batch.
struct WrongInBatches(fn(&[Position<Poj1568>]) -> Vec<usize>);

impl Solver<Poj1568> for WrongInBatches {
    fn solve(&mut self, position: Position<Poj1568>) -> FirstWin {
        right_answer(position)
    }

    fn solve_all(&mut self, batch: &[Position<Poj1568>], answers: &mut Vec<FirstWin>) {
        let first = answers.len();
        answers.extend(batch.iter().map(|&position| right_answer(position)));
        for index in (self.0)(batch) {
            answers[first + index] = match answers[first + index] {
                FirstWin::NoForcedWin => FirstWin::WinAt(0),
                FirstWin::WinAt(_) => FirstWin::NoForcedWin,
            };
        }
    }
}

/// A solver that is wrong about repeated positions, unless a position follows itself.
static FORGETFUL: Entry<Poj1568> = Entry::quick("forgetful", "a fault", || {
    Box::new(WrongInBatches(|batch| {
        let is_repeated = |&index: &usize| batch[..index.max(1) - 1].contains(&batch[index]);
        (0..batch.len()).filter(is_repeated).collect()
    }))
});

/// A solver that is wrong about the last position of a batch of more than eight, unless the length is a multiple of
/// eight.
static BY_EIGHTS: Entry<Poj1568> = Entry::quick("by-eights", "a fault", || {
    Box::new(WrongInBatches(|batch| match batch.len() {
        len @ 9.. if !len.is_multiple_of(8) => vec![len - 1],
        _ => Vec::new(),
    }))
});

#[test]
fn a_quick_run_finds_each_bug_and_shortens_the_batch() {
    let memo = Poj1568::solver("memo").expect("registered");
    for (buggy, shortest) in [(&FORGETFUL, 3), (&BY_EIGHTS, 9)] {
        let check = cross_check(&[memo, buggy]);
        let indices = indices_with_empties::<Poj1568>(&(2..=2)).expect("some");
        let indices = indices.start.into()..indices.end.into();
        let plan = check.plan_within(Coverage::Quick, indices, 1);
        let result = check.run(&plan.expect("two solvers"), Run::on(NonZeroUsize::MIN));
        let findings = result.expect("no journal");
        assert_eq!(findings.counts.solvers[0].wrong, 0);
        let minimal = check.minimise(&findings.simplest[0]);
        assert_eq!(minimal.provenance, Provenance::DependsOnHistory);
        assert_eq!(minimal.batch.len(), shortest, "{:?}", minimal.batch);
        assert!(minimal.wrong().eq([buggy.name]));
        let report = check.report(&minimal);
        let boards = report.matches(" poj1568:").count();
        assert_eq!(boards, 2 * shortest, "listed, and in a command: {report}");
    }
}
