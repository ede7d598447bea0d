//! A batch gets the answers that its positions get one by one: in any order, with repeats, of any length, across
//! calls. A quick run finds a solver that breaks this rule.

use crossply_harness::{Plan, Provenance, Run, assert_batch_agreement, minimise, report};
use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::{
    Ccf201803_4, Entry, Poj1568, Position, Problem, Solver, test_all_problems,
};
use crossply_proof::right_answer;
use proptest::collection::vec;
use proptest::prelude::*;

test_all_problems!(
    solvers_answer_batches_as_single_positions,
    the_fast_solvers_answer_the_whole_domain_at_once,
);

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
    let positions = vec(0..P::domain().len(), 1..12);
    (
        positions,
        vec(vec(any::<prop::sample::Index>(), 0..80), 1..4),
    )
        .prop_map(|(indices, batches)| {
            let position =
                |choice: &prop::sample::Index| P::domain().position(*choice.get(&indices));
            let batches = batches.iter();
            batches
                .map(|batch| batch.iter().map(position).collect())
                .collect()
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

/// Asks for the whole domain in one batch, last position first and some positions twice. No reader's block is as long.
fn the_fast_solvers_answer_the_whole_domain_at_once<P: Problem>() {
    let positions = P::domain().positions(0..P::domain().len());
    let mut positions: Vec<_> = positions.collect();
    positions.reverse();
    positions.extend_from_within(..100_000.min(positions.len()));
    let mut answers = Vec::new();
    (P::FAST.new)().solve_all(&positions, &mut answers);
    assert_eq!(answers.len(), positions.len());
    for (&position, answer) in positions.iter().zip(answers) {
        assert_eq!(answer, right_answer(position), "{position:?}");
    }
}

/// A function from a batch to the indices at which the answers are wrong.
type Fault = fn(&[Position<Poj1568>]) -> Vec<usize>;

/// Faults planted in the answering of batches, each with the length of the shortest batch that shows it.
const FAULTS: [(&str, Fault, usize); 5] = [
    (
        "the second of two equal neighbours",
        |batch| neighbours(batch, |one, other| one == other),
        2,
    ),
    (
        "a position that came up before, but not just before",
        |batch| {
            let again = |&index: &usize| batch[..index.max(1) - 1].contains(&batch[index]);
            (0..batch.len()).filter(again).collect()
        },
        3,
    ),
    (
        "where indices descend",
        |batch| neighbours(batch, |one, other| index(one) > index(other)),
        2,
    ),
    (
        "where the number of empties grows",
        |batch| neighbours(batch, |one, other| one.empties() < other.empties()),
        2,
    ),
    (
        "the last of eight or more, if their number is no multiple of eight",
        |batch| match batch.len() {
            len @ 9.. if !len.is_multiple_of(8) => vec![len - 1],
            _ => Vec::new(),
        },
        9,
    ),
];

/// Answers single positions rightly, and batches with a fault.
struct Faulty<const FAULT: usize>;

impl<const FAULT: usize> Faulty<FAULT> {
    const ENTRY: Entry<Poj1568> = Entry {
        name: "faulty",
        summary: "a fault",
        max_empties: 12,
        exhaustive_max_empties: 12,
        instant_max_empties: 12,
        new: || Box::new(Faulty::<FAULT>),
    };
}

impl<const FAULT: usize> Solver<Poj1568> for Faulty<FAULT> {
    fn solve(&mut self, position: Position<Poj1568>) -> Answer {
        right_answer(position)
    }

    fn solve_all(&mut self, batch: &[Position<Poj1568>], answers: &mut Vec<Answer>) {
        let first = answers.len();
        answers.extend(batch.iter().map(|&position| right_answer(position)));
        for index in (FAULTS[FAULT].1)(batch) {
            answers[first + index] = match answers[first + index] {
                Answer::NoForcedWin => Answer::WinAt(Square::new(0, 0)),
                Answer::WinAt(_) => Answer::NoForcedWin,
            };
        }
    }
}

#[test]
fn a_quick_run_finds_each_fault_and_cuts_the_batch() {
    static ENTRIES: [Entry<Poj1568>; FAULTS.len()] = [
        Faulty::<0>::ENTRY,
        Faulty::<1>::ENTRY,
        Faulty::<2>::ENTRY,
        Faulty::<3>::ENTRY,
        Faulty::<4>::ENTRY,
    ];
    let memo = Poj1568::solver("memo").expect("registered");
    for (entry, (fault, _, shortest)) in ENTRIES.iter().zip(FAULTS) {
        let plan = Plan::quick(vec![memo, entry], &(2..=2), 1).expect("two solvers");
        let findings = Run::new(&plan).check(|_| {}).expect("no journal");
        assert!(findings.counts.disagreements > 0, "{fault}");
        assert_eq!(findings.counts.solvers[0].wrong, 0, "{fault}");
        assert_eq!(
            findings.counts.solvers[1].wrong, findings.counts.disagreements,
            "{fault}"
        );
        let (found, provenance) = minimise(&findings.simplest[0], plan.solvers());
        assert_eq!(provenance, Provenance::DependsOnHistory, "{fault}");
        assert_eq!(found.batch.len(), shortest, "{fault}: {:?}", found.batch);
        assert!(found.batch.contains(&found.position), "{fault}");
        assert!(found.wrong().eq(["faulty"]), "{fault}");
        let report = report::disagreement(&found, provenance);
        let boards = report.matches(" poj1568:").count();
        assert_eq!(boards, shortest, "{report}");
        assert!(
            report.contains("assert_batch_agreement::<Poj1568>(&[\""),
            "{report}"
        );
    }
}

#[test]
fn a_batch_as_a_regression() {
    assert_batch_agreement::<Poj1568>(&["xxxo/xxx./xooo/.ooo"; 2]);
    assert_batch_agreement::<Ccf201803_4>(&["XXO/XXO/OO.", ".../.../...", "XXO/XXO/OO."]);
}

/// The place of the second of each two neighbours for which the condition holds.
fn neighbours(
    batch: &[Position<Poj1568>],
    are_so: impl Fn(Position<Poj1568>, Position<Poj1568>) -> bool,
) -> Vec<usize> {
    let indices = 1..batch.len();
    indices
        .filter(|&index| are_so(batch[index - 1], batch[index]))
        .collect()
}

fn index(position: Position<Poj1568>) -> u64 {
    Poj1568::domain().index(position)
}
