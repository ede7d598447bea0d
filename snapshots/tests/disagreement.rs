//! What a run reports about solvers with planted faults.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use crossply_harness::{
    ExhaustiveOptions, Finding, Findings, Outcome, Plan, Provenance, Run, assert_fast_is_right,
    minimise, report,
};
use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::{
    Ccf201803_4, Cell, Entry, Poj1568, Position, Problem, Solver, ccf201803_4,
};
use crossply_snapshots::pin;

/// Takes rows for columns, so its answer is the first winning cell column by column.
struct ColumnByColumn(Box<dyn Solver<Poj1568>>);

impl Solver<Poj1568> for ColumnByColumn {
    fn solve(&mut self, position: Position<Poj1568>) -> Answer {
        let (mut x, mut o) = (0, 0);
        for (row, column) in (0..4).flat_map(|row| (0..4).map(move |column| (row, column))) {
            match position.cell(row, column) {
                Cell::Empty => {}
                Cell::X => x |= 1 << (column * 4 + row),
                Cell::O => o |= 1 << (column * 4 + row),
            }
        }
        match self
            .0
            .solve(Position::new(x, o).expect("as legal as before"))
        {
            Answer::WinAt(square) => Answer::WinAt(Square::new(square.column(), square.row())),
            none @ Answer::NoForcedWin => none,
        }
    }
}

static COLUMN_BY_COLUMN: Entry<Poj1568> = Entry {
    name: "column-by-column",
    summary: "a fault",
    max_empties: 12,
    exhaustive_max_empties: 12,
    instant_max_empties: 12,
    new: || Box::new(ColumnByColumn(solver("memo"))),
};

/// Panics where the score is -4.
struct Panicking(Box<dyn Solver<Ccf201803_4>>);

impl Solver<Ccf201803_4> for Panicking {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> ccf201803_4::Score {
        let score = self.0.solve(position);
        assert!(score.value() != -4, "no case for {score}");
        score
    }
}

static PANICKING: Entry<Ccf201803_4> = Entry {
    name: "panicking",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(Panicking(solver("memo"))),
};

/// Repeats its answer if two successive positions have the same stones of `x`.
#[derive(Default)]
struct Leaking {
    last: Option<(u16, ccf201803_4::Score)>,
}

impl Solver<Ccf201803_4> for Leaking {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> ccf201803_4::Score {
        let score = match self.last {
            Some((x, score)) if x == position.x() => score,
            _ => solver("memo").solve(position),
        };
        self.last = Some((position.x(), score));
        score
    }
}

static LEAKING: Entry<Ccf201803_4> = Entry {
    name: "leaking",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(Leaking::default()),
};

/// Answers that `o` always wins.
struct Hopeless;

impl Solver<Ccf201803_4> for Hopeless {
    fn solve(&mut self, _: Position<Ccf201803_4>) -> ccf201803_4::Score {
        ccf201803_4::Score::new(-9)
    }
}

static HOPELESS: Entry<Ccf201803_4> = Entry {
    name: "hopeless",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(Hopeless),
};

/// Gives right answers, but states that it is slow.
static SLOW: Entry<Ccf201803_4> = Entry {
    name: "slow",
    summary: "no fault",
    max_empties: 9,
    exhaustive_max_empties: 5,
    instant_max_empties: 5,
    new: || solver("memo"),
};

#[test]
fn a_wrong_answer_is_found_minimised_and_reported() {
    let solvers = vec![entry("memo"), entry("fast"), &COLUMN_BY_COLUMN];
    // The plan draws positions, so that the first find is not the simplest.
    let plan = Plan::drawn(solvers, &(6..=8), 1, 1000).expect("three solvers");
    let findings = run(&plan);
    assert!(
        findings.counts.disagreements > 10,
        "{}",
        findings.counts.disagreements
    );
    assert_eq!(
        findings.counts.solvers[2].wrong,
        findings.counts.disagreements
    );
    assert_eq!(findings.counts.solvers[0].wrong, 0);
    pin!("disagreement-wrong-answer", told(&findings, &plan));
}

#[test]
fn a_panic_is_a_disagreement() {
    let solvers = vec![entry("memo"), &PANICKING];
    let plan =
        Plan::exhaustive(solvers, &(0..=9), ExhaustiveOptions::default()).expect("two solvers");
    let findings = run(&plan);
    assert_eq!(findings.counts.disagreements, 148, "as the census says");
    assert_eq!(findings.counts.solvers[1].panics, 148);
    pin!("disagreement-panic", told(&findings, &plan));
}

#[test]
fn state_that_leaks_is_found_and_not_minimised() {
    let solvers = vec![entry("memo"), &LEAKING];
    let plan =
        Plan::exhaustive(solvers, &(0..=9), ExhaustiveOptions::default()).expect("two solvers");
    let findings = run(&plan);
    assert!(
        findings.counts.disagreements > 10,
        "{}",
        findings.counts.disagreements
    );
    pin!("disagreement-leak", told(&findings, &plan));
}

#[test]
fn of_one_position_the_disagreement_of_most_solvers_is_kept() {
    // All solvers but the slow one answer all 72 positions, and the slow one a sample.
    let solvers = vec![entry("memo"), &HOPELESS, &SLOW];
    let plan = Plan::quick(solvers, &(7..=7), 1).expect("three solvers");
    let findings = run(&plan);
    assert_eq!(
        findings.counts.disagreements, 144,
        "in each of the two stages"
    );
    let numbers = findings.simplest.iter().map(|found| found.outcomes.len());
    let numbers: BTreeSet<usize> = numbers.collect();
    assert_eq!(
        numbers,
        BTreeSet::from([2, 3]),
        "positions of both stages are kept"
    );
}

fn entry<P: Problem>(name: &str) -> &'static Entry<P> {
    P::solver(name).expect("registered")
}

fn solver<P: Problem>(name: &str) -> Box<dyn Solver<P>> {
    (entry::<P>(name).new)()
}

fn run<P: Problem>(plan: &Plan<P>) -> Findings<P> {
    assert_fast_is_right();
    let run = |jobs| Run {
        jobs: NonZeroUsize::new(jobs).expect("not zero"),
        ..Run::new(plan)
    };
    let findings = run(1).check(|_| {}).expect("no journal");
    let two = run(2).check(|_| {}).expect("no journal");
    assert_eq!(
        findings.simplest, two.simplest,
        "the same findings on any number of threads"
    );
    findings
}

fn told<P: Problem>(findings: &Findings<P>, plan: &Plan<P>) -> String {
    let found = &findings.simplest[0];
    let (simplest, provenance) = minimise(found, plan.solvers());
    let [first_seen, index] = [found, &simplest].map(|found| P::domain().index(found.position));
    assert!(index <= first_seen);
    let report = report::disagreement(&simplest, provenance);
    format!("first seen on position {first_seen}\n\n{report}")
}

#[test]
fn a_wrong_answer_that_all_give_is_no_disagreement() {
    let position = Ccf201803_4::domain().position(0);
    let told = |scores: [i32; 2]| {
        let answer = |score| Outcome::Answer(ccf201803_4::Score::new(score));
        let outcomes = vec![("one", answer(scores[0])), ("other", answer(scores[1]))];
        let answers = Finding::new(position, outcomes);
        report::disagreement(&answers, Provenance::Seen)
    };
    let wrong = told([0, 0]);
    assert!(
        wrong.starts_with("ccf201803-4: the answer to position 0 "),
        "{wrong}"
    );
    let differ = told([0, 1]);
    assert!(
        differ.starts_with("ccf201803-4: the solvers disagree on position 0 "),
        "{differ}"
    );
}
