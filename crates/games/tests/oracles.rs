//! Each oracle finds the faults that it is for, even those that all solvers share.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use crossply::{Coverage, Oracles, Run};
use crossply_games::check::cross_check;
use crossply_games::relations::relations;
use crossply_problems::symmetry::Symmetry;
use crossply_problems::{
    Answer, Ccf201803_4, Entry, FirstWin, Poj1568, Position, Problem, Score, Solver,
};
use crossply_proof::right_answer;

/// The indices of the relations.
const MOVES: usize = 0;
const SYMMETRY: usize = 1;

/// A planted fault: it is wrong only about the empty board.
struct Optimist;

impl Solver<Ccf201803_4> for Optimist {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        match position.empties() {
            9 => Score::new(1),
            _ => right_answer(position),
        }
    }
}

#[test]
fn agreement_alone_misses_a_fault_that_all_solvers_share() {
    static BOTH: [Entry<Ccf201803_4>; 2] = [
        Entry::quick("optimist", "a fault", || Box::new(Optimist)),
        Entry::quick("another", "a fault", || Box::new(Optimist)),
    ];
    let check = cross_check(&[&BOTH[0], &BOTH[1]]);
    for (truth, relations) in [(false, false), (true, false), (false, true), (true, true)] {
        let plan = check.plan(Coverage::Exhaustive, 0).expect("two solvers");
        let plan = plan.judged_by(Oracles { truth, relations });
        let result = check.run(&plan, Run::on(NonZeroUsize::MIN));
        let findings = result.expect("no journal");
        let (confirmed, related) = (findings.counts.confirmed, findings.counts.related);
        let right_counts = [confirmed, related].map(|tally| tally.in_order);
        assert_eq!(
            right_counts,
            [truth, relations].map(|is_used| if is_used { 2738 } else { 0 })
        );
        let sections = findings.simplest.iter().map(|finding| &*finding.section);
        let expected = (truth || relations).then_some("9");
        assert!(sections.eq(expected), "{:?}", findings.simplest);
    }
}

/// The index of the relation that `asked` violates if `changed` gets this answer, and all other positions the right
/// one.
fn violated_relation<P: Problem>(
    asked: Position<P>,
    changed: Position<P>,
    answer: P::Answer,
) -> Option<usize> {
    let ask = |position| {
        if position == changed {
            answer
        } else {
            right_answer(position)
        }
    };
    let mut relations = relations::<P>().into_iter();
    relations.position(|(_, holds)| !holds(asked, &ask))
}

/// Takes a position that `x` wins, and whose images all differ. The oracle must detect a wrong answer for each of them.
fn assert_every_image_is_used<P: Problem>(images: usize, other: P::Answer) {
    let domain = P::domain();
    let symmetries = Symmetry::all::<P>();
    let images_of = |position| -> HashSet<_> {
        let images = symmetries.iter();
        images.map(|symmetry| symmetry.image(position)).collect()
    };
    let mut positions = domain.positions(0..domain.len());
    let is_suitable = |&position: &Position<P>| {
        right_answer(position).is_forced_win() && images_of(position).len() == images
    };
    let position = positions
        .find(is_suitable)
        .expect("some board is not symmetric");
    for image in images_of(position) {
        if image != position {
            assert_eq!(violated_relation(position, image, other), Some(SYMMETRY));
        }
    }
}

#[test]
fn every_symmetry_is_used() {
    assert_every_image_is_used::<Poj1568>(32, FirstWin::NoForcedWin);
    assert_every_image_is_used::<Ccf201803_4>(8, Score::new(0));
}

#[test]
fn each_relation_of_poj1568_detects_wrong_answers() {
    let win = |row: u8, column: u8| FirstWin::WinAt(4 * row + column);
    let none = FirstWin::NoForcedWin;
    // The right answer for the board is (0,1). The moves x (0,1) and o (0,2) lead to the later board.
    let [board, later] = ["o.../.ox./.xxx/xooo", "oxo./.ox./.xxx/xooo"];
    // The first win there is (0,0), whose image on the board is (0,3).
    let mirrored = "...o/.xo./xxx./ooox";
    for (asked, changed, answer, expected) in [
        (board, board, win(0, 0), Some(MOVES)),
        (board, board, win(1, 1), Some(MOVES)),
        (board, board, win(0, 2), Some(MOVES)),
        (board, board, none, Some(MOVES)),
        (board, later, none, Some(MOVES)),
        (board, mirrored, none, Some(SYMMETRY)),
        // The image (0,2) of (0,1) wins there, so the first win cannot come later.
        (board, mirrored, win(1, 3), Some(SYMMETRY)),
        // The image (0,3) comes after (0,1), which is no contradiction.
        (board, mirrored, win(0, 0), None),
        // In the other direction, the image (0,3) of the first win comes before (3,3).
        (mirrored, board, win(3, 3), Some(SYMMETRY)),
    ] {
        let position = |board: &str| Poj1568::parse(board).expect("legal");
        let relation = violated_relation(position(asked), position(changed), answer);
        assert_eq!(relation, expected, "{asked} {changed} {answer}");
    }
}

#[test]
fn each_relation_of_ccf201803_4_detects_wrong_answers() {
    let [board, turned, lost] = ["XOX/OXO/...", ".OX/.XO/.OX", "OXX/.OX/..O"];
    for (asked, changed, scores, expected) in [
        (board, board, &[5, 2, -1, -6, 4][..], MOVES),
        (board, board, &[1], MOVES),
        (board, board, &[0, -2, -4], MOVES),
        (board, turned, &[1, 9], SYMMETRY),
        (lost, lost, &[-2], MOVES),
        (lost, lost, &[3], MOVES),
    ] {
        for &score in scores {
            let position = |board: &str| Ccf201803_4::parse(board).expect("legal");
            let relation = violated_relation(position(asked), position(changed), Score::new(score));
            assert_eq!(relation, Some(expected), "{asked} {changed} {score}");
        }
    }
}
