//! Each oracle sees the faults that it is there for, even a mistake that all solvers share.

use std::collections::HashSet;

use crossply_harness::oracles::agreement::compare;
use crossply_harness::oracles::metamorphic::{Relation, check};
use crossply_harness::oracles::proof::proven_answer;
use crossply_harness::{
    ExhaustiveOptions, Findings, Oracles, Outcome, Plan, Provenance, Run, minimise,
};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::symmetry::Symmetry;
use crossply_problems::{
    Ccf201803_4, Entry, Poj1568, Position, Problem, Question, Solver, test_all_problems,
};
use crossply_proof::right_answer;

/// A planted fault: it is wrong about the empty board only.
struct Optimist;

impl Solver<Ccf201803_4> for Optimist {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        match position.empties() {
            9 => Score::new(1),
            _ => right_answer(position),
        }
    }
}

static OPTIMIST: Entry<Ccf201803_4> = Entry {
    name: "optimist",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(Optimist),
};

fn wrong_together(oracles: Oracles) -> Findings<Ccf201803_4> {
    let solvers = vec![&OPTIMIST, &OPTIMIST];
    let plan =
        Plan::exhaustive(solvers, &(0..=9), ExhaustiveOptions::default()).expect("two solvers");
    let findings = Run::new(&plan.judged_by(oracles)).check(|_| {});
    findings.expect("no journal")
}

#[test]
fn agreement_is_one_answer_of_all() {
    let position = Ccf201803_4::domain().position(0);
    let answer = |score| Outcome::Answer(Score::new(score));
    let panic = || Outcome::Panic("a fault".to_owned());
    let agree = |outcomes: Vec<Outcome<Score>>| {
        let named: Vec<_> = outcomes.into_iter().map(|outcome| ("", outcome)).collect();
        match compare(position, named.clone()) {
            Ok(()) => true,
            Err(disagreement) => {
                assert_eq!(
                    (disagreement.position, disagreement.outcomes),
                    (position, named)
                );
                false
            }
        }
    };
    assert!(agree(vec![answer(1), answer(1)]));
    assert!(!agree(vec![answer(1), answer(1), answer(0)]));
    assert!(!agree(vec![answer(1), panic()]));
    assert!(!agree(vec![panic(), panic()]));
}

#[test]
fn agreement_alone_sees_nothing_if_all_are_wrong_together() {
    let findings = wrong_together(Oracles::NONE);
    assert_eq!(
        (
            findings.counts.disagreements,
            findings.counts.proven.total()
        ),
        (0, 0)
    );
}

#[test]
fn the_proof_sees_who_is_wrong() {
    let proof = Oracles {
        proof: true,
        metamorphic: false,
    };
    let findings = wrong_together(proof);
    assert_eq!(
        (
            findings.counts.disagreements,
            findings.counts.proven.in_order
        ),
        (1, 2738)
    );
    assert_eq!(findings.counts.related.total(), 0);
    assert_eq!(findings.counts.trouble, None);
    let found = &findings.simplest[0];
    assert_eq!(found.position.empties(), 9);
    assert!(found.wrong().eq(["optimist", "optimist"]));
    assert_eq!(
        findings.counts.solvers[0].wrong, 2,
        "the two have the same name"
    );
    let (simplest, provenance) = minimise(found, &[&OPTIMIST]);
    assert_eq!(simplest.position, found.position);
    let expected = Provenance::Minimised {
        wrong: "optimist",
        simplest: true,
    };
    assert_eq!(provenance, expected);
}

#[test]
fn relations_lead_to_who_is_wrong() {
    let metamorphic = Oracles {
        proof: false,
        metamorphic: true,
    };
    let findings = wrong_together(metamorphic);
    assert_eq!(
        (
            findings.counts.disagreements,
            findings.counts.related.in_order
        ),
        (1, 2738)
    );
    assert_eq!(findings.counts.proven.total(), 0);
    assert_eq!(findings.simplest[0].position.empties(), 9);
}

#[test]
fn a_wrong_answer_counts_once_whoever_sees_it() {
    let findings = wrong_together(Oracles::ALL);
    assert_eq!(
        (findings.counts.disagreements, findings.simplest.len()),
        (1, 1)
    );
    assert_eq!(findings.counts.proven.in_order, 2738);
    assert_eq!(findings.counts.related.in_order, 2738);
}

test_all_problems!(right_answers_satisfy_all_relations);

/// Checks all positions of a small domain, and a sample of a large one.
fn right_answers_satisfy_all_relations<P: Problem>() {
    let domain = P::domain();
    let step = if domain.len() < 10_000 { 1 } else { 997 };
    for index in (0..domain.len()).step_by(step) {
        let position = domain.position(index);
        assert_eq!(check(position, &mut right_answer), Ok(()));
        if step == 1 {
            assert_eq!(proven_answer(position), Ok(right_answer(position)));
        }
    }
}

/// The relation that is violated at `asked` if the position `changed` gets this answer and all others the right one.
fn violated<P: Problem>(
    asked: Position<P>,
    changed: Position<P>,
    answer: P::Answer,
) -> Option<Relation> {
    let mut ask = |position| {
        if position == changed {
            answer
        } else {
            right_answer(position)
        }
    };
    let violation = check(asked, &mut ask).err()?;
    assert!(violation.positions().contains(&changed));
    Some(violation.relation)
}

/// Takes a position that `x` wins and whose images all differ. The oracle must see a wrong answer to any of them.
fn every_image_is_looked_at<P: Problem>(images: usize, other: P::Answer) {
    let domain = P::domain();
    let symmetries = Symmetry::all::<P>();
    let images_of = |position| -> HashSet<_> {
        let images = symmetries.iter();
        images
            .map(|symmetry| symmetry.of_position(position))
            .collect()
    };
    let mut positions = domain.positions(0..domain.len());
    let position = positions.find(|&position| {
        right_answer(position).is_forced_win() && images_of(position).len() == images
    });
    let position = position.expect("some board has no symmetry");
    for image in images_of(position) {
        if image != position {
            assert_eq!(violated(position, image, other), Some(Relation::Symmetry));
        }
    }
}

#[test]
fn every_symmetry_is_looked_at() {
    every_image_is_looked_at::<Poj1568>(32, Answer::NoForcedWin);
    every_image_is_looked_at::<Ccf201803_4>(8, Score::new(0));
}

#[test]
fn each_relation_of_poj1568_is_looked_at() {
    let position = |board: &str| board.parse::<Position<Poj1568>>().expect("legal");
    let win = |row, column| Answer::WinAt(Square::new(row, column));
    // The right answer is (0,1).
    let board = position("o.../.ox./.xxx/xooo");
    for taken in [win(0, 0), win(1, 1)] {
        assert_eq!(violated(board, board, taken), Some(Relation::Possible));
    }
    assert_eq!(
        violated(board, board, win(0, 2)),
        Some(Relation::OneMoveEach)
    );
    assert_eq!(
        violated(board, board, Answer::NoForcedWin),
        Some(Relation::ForcedWin)
    );
    // The position after x (0,1) and o (0,2).
    let later = position("oxo./.ox./.xxx/xooo");
    assert_eq!(
        violated(board, later, Answer::NoForcedWin),
        Some(Relation::OneMoveEach)
    );
    let mirrored = position("...o/.xo./xxx./ooox");
    assert_eq!(
        violated(board, mirrored, Answer::NoForcedWin),
        Some(Relation::Symmetry)
    );
    // The image of (0,1) is (0,2), which wins there, so the first win cannot come later.
    assert_eq!(
        violated(board, mirrored, win(1, 3)),
        Some(Relation::Symmetry)
    );
    // The first win there is (0,0). Its image (0,3) wins on the board, and comes after (0,1): no contradiction.
    assert_eq!(violated(board, mirrored, win(0, 0)), None);
    // Asked the other way round, the image (0,3) of the first win there comes before (3,3).
    let with_first_win = position("...o/.xo./xxx./ooox");
    let of_it = right_answer(with_first_win);
    assert_eq!(of_it, win(0, 0));
    assert_eq!(
        violated(with_first_win, board, win(3, 3)),
        Some(Relation::Symmetry)
    );
}

#[test]
fn each_relation_of_ccf201803_4_is_looked_at() {
    let position = |board: &str| board.parse::<Position<Ccf201803_4>>().expect("legal");
    let board = position("XOX/OXO/...");
    for impossible in [5, 2, -1, -6, 4] {
        let violated = violated(board, board, Score::new(impossible));
        assert_eq!(violated, Some(Relation::Possible), "{impossible}");
    }
    assert_eq!(
        violated(board, board, Score::new(1)),
        Some(Relation::OneMoveEach)
    );
    for wrong in [0, -2, -4] {
        let violated = violated(board, board, Score::new(wrong));
        assert_eq!(violated, Some(Relation::ForcedWin), "{wrong}");
    }
    let turned = position(".OX/.XO/.OX");
    assert_eq!(
        violated(board, turned, Score::new(1)),
        Some(Relation::Symmetry)
    );
    let lost = position("OXX/.OX/..O");
    assert_eq!(
        violated(lost, lost, Score::new(-2)),
        Some(Relation::OneMoveEach)
    );
    assert_eq!(
        violated(lost, lost, Score::new(3)),
        Some(Relation::ForcedWin)
    );
}
