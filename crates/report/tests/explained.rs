//! What an explanation tells programs about moves agrees with the answer that they lead to.

use crossply_problems::{Ccf201803_4, Problem};
use crossply_proof::{prove, right_answer};
use crossply_report::explain::{Explained, Move};

/// An answer is the value of the best move, and the main line takes as many plies.
#[test]
fn the_best_move_has_the_value_of_the_position() {
    let domain = Ccf201803_4::domain();
    for position in domain.positions(0..domain.len()) {
        let explained = Explained::new(&prove(position));
        let empties = position.empties() as i32;
        let left_after = |plies: u32| empties - plies as i32 + 1;
        let value = |of: &Move| match (of.winner.as_deref(), of.plies) {
            (Some("x"), Some(plies)) => left_after(plies),
            (Some("o"), Some(plies)) => -left_after(plies),
            (None, None) => 0,
            other => panic!("{position:?}: {other:?}"),
        };
        let Some(best) = explained.moves.iter().max_by_key(|&of| value(of)) else {
            assert!(explained.main_line.is_empty());
            continue;
        };
        let answer = right_answer(position).to_string();
        assert_eq!(value(best).to_string(), answer, "{position:?}");
        let plies = best.plies.unwrap_or(position.empties());
        assert_eq!(explained.main_line.len(), plies as usize, "{position:?}");
        let sides = explained.main_line.iter().map(|ply| &*ply.side);
        assert!(sides.eq(["x", "o"].into_iter().cycle().take(plies as usize)));
    }
}
