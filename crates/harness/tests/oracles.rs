//! Each oracle sees the faults that it is there for, even a mistake that all solvers share.

use std::collections::HashSet;

use crossply_harness::oracles::agreement::compare;
use crossply_harness::oracles::metamorphic::{Relation, check};
use crossply_harness::oracles::proof::proven_answer;
use crossply_harness::{
    ExhaustiveOptions, Finding, Oracles, Outcome, Plan, Provenance, Run, minimise,
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

#[test]
fn agreement_is_one_answer_of_all() {
    let position = Ccf201803_4::domain().position(0);
    let answer = |score| ("", Outcome::Answer(Score::new(score)));
    let panic = || ("", Outcome::Panic("a fault".to_owned()));
    for (outcomes, agree) in [
        (vec![answer(1), answer(1)], true),
        (vec![answer(1), answer(1), answer(0)], false),
        (vec![answer(1), panic()], false),
        (vec![panic(), panic()], false),
    ] {
        let found = compare(position, outcomes.clone());
        let expected = Finding::new(position, outcomes);
        assert_eq!(found, if agree { Ok(()) } else { Err(expected) });
    }
}

/// Whoever sees it counts it, and counts it once.
#[test]
fn agreement_alone_sees_nothing_if_all_are_wrong_together() {
    for (proof, metamorphic, proven, related) in [
        (false, false, 0, 0),
        (true, false, 2738, 0),
        (false, true, 0, 2738),
        (true, true, 2738, 2738),
    ] {
        let solvers = vec![&OPTIMIST, &OPTIMIST];
        let plan = Plan::exhaustive(solvers, &(0..=9), ExhaustiveOptions::default());
        let plan = plan.expect("two solvers");
        let plan = plan.judged_by(Oracles { proof, metamorphic });
        let findings = Run::new(&plan).check(|_| {}).expect("no journal");
        let counts = &findings.counts;
        let numbers = (counts.proven.in_order, counts.related.in_order);
        assert_eq!(numbers, (proven, related));
        assert_eq!(counts.trouble, None);
        let seen = u64::from(proof || metamorphic);
        assert_eq!(counts.disagreements, seen);
        assert_eq!(findings.simplest.len() as u64, seen);
        for found in &findings.simplest {
            assert_eq!(found.position.empties(), 9);
            assert!(found.wrong().all(|name| name == "optimist"));
            let expected = Provenance::Minimised {
                wrong: "optimist",
                simplest: true,
            };
            let (simplest, provenance) = minimise(found, &[&OPTIMIST]);
            assert_eq!((simplest.position, provenance), (found.position, expected));
        }
    }
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
    use Relation::{ForcedWin, OneMoveEach, Possible, Symmetry};
    let win = |row, column| Answer::WinAt(Square::new(row, column));
    let none = Answer::NoForcedWin;
    // The right answer is (0,1). After x (0,1) and o (0,2) comes the later board.
    let [board, later] = ["o.../.ox./.xxx/xooo", "oxo./.ox./.xxx/xooo"];
    // The first win there is (0,0). Its image (0,3) wins on the board.
    let mirrored = "...o/.xo./xxx./ooox";
    for (asked, changed, answer, expected) in [
        (board, board, win(0, 0), Some(Possible)),
        (board, board, win(1, 1), Some(Possible)),
        (board, board, win(0, 2), Some(OneMoveEach)),
        (board, board, none, Some(ForcedWin)),
        (board, later, none, Some(OneMoveEach)),
        (board, mirrored, none, Some(Symmetry)),
        // The image of (0,1) is (0,2), which wins there, so the first win cannot come later.
        (board, mirrored, win(1, 3), Some(Symmetry)),
        // The image (0,3) comes after (0,1): no contradiction.
        (board, mirrored, win(0, 0), None),
        // Asked the other way round, the image (0,3) of the first win comes before (3,3).
        (mirrored, board, win(3, 3), Some(Symmetry)),
    ] {
        let position = |board: &str| board.parse::<Position<Poj1568>>().expect("legal");
        let found = violated(position(asked), position(changed), answer);
        assert_eq!(found, expected, "{asked} {changed} {answer}");
    }
}

#[test]
fn each_relation_of_ccf201803_4_is_looked_at() {
    use Relation::{ForcedWin, OneMoveEach, Possible, Symmetry};
    let [board, turned, lost] = ["XOX/OXO/...", ".OX/.XO/.OX", "OXX/.OX/..O"];
    for (asked, changed, scores, expected) in [
        (board, board, &[5, 2, -1, -6, 4][..], Possible),
        (board, board, &[1], OneMoveEach),
        (board, board, &[0, -2, -4], ForcedWin),
        (board, turned, &[1], Symmetry),
        (lost, lost, &[-2], OneMoveEach),
        (lost, lost, &[3], ForcedWin),
    ] {
        for &score in scores {
            let position = |board: &str| board.parse::<Position<Ccf201803_4>>().expect("legal");
            let found = violated(position(asked), position(changed), Score::new(score));
            assert_eq!(found, Some(expected), "{asked} {changed} {score}");
        }
    }
}
