//! The facts about positions that rules use: about the board, and about the result under perfect play.

use crossply::Feature;
use crossply_problems::{Answer, Position, Problem, Side};
use crossply_proof::prover::Game;
use crossply_proof::right_answer;

use super::{O, SIDES, X, board, cells, ends, lines, names_cells, stones};
use crate::report::play::{cell_name, win};

/// A fact, with the sentence for where it does not hold.
fn fact<P: Problem>(
    words: &str,
    otherwise: &str,
    holds: impl Fn(Position<P>) -> bool + Send + Sync + 'static,
) -> Feature<Position<P>> {
    Feature::fact(words, move |&position| holds(position)).otherwise(otherwise)
}

/// Results of a game: the fact, its negation, and the sign of the score. Only problems whose answers are scores have those
/// after the first.
const RESULTS: [(&str, &str, i32); 3] = [
    ("x wins", "x does not win", 1),
    ("o wins", "o does not win", -1),
    ("the game is a draw", "the game is not a draw", 0),
];

/// The features of positions.
pub fn features<P: Problem>() -> Vec<Feature<Position<P>>> {
    let results = &RESULTS[..if names_cells::<P>() { 1 } else { 3 }];
    let facts = results.iter().map(|&(words, otherwise, sign)| {
        let score = |position| Game::<P>::at(position).score();
        fact(words, otherwise, move |position| {
            score(position).signum() == sign
        })
    });
    let mut features: Vec<_> = facts.collect();
    let empties = |position: &Position<P>| i128::from(position.empties());
    let plies = |&position: &Position<P>| {
        let (winner, plies) = win(Game::at(position))?;
        // If answers name cells, only wins of `x` count. A finished game has no deciding ply.
        let counts = plies > 0 && (winner == Side::X || !names_cells::<P>());
        counts.then(|| i128::from(plies))
    };
    features.extend([
        Feature::number("the number of empty cells", empties),
        Feature::number("the number of plies that decide the game", plies),
    ]);
    if names_cells::<P>() {
        features.push(fact(
            "x wins, but not by the first empty cell",
            "x does not win, or by the first empty cell",
            |position: Position<P>| {
                let first = (position.x() | position.o()).trailing_ones();
                let named = right_answer(position).named_cell().map(u32::from);
                named.is_some_and(|cell| cell != first)
            },
        ));
    }
    let each = lines::<P>().map(|line| (format!("the line {}", ends::<P>(line)), vec![line]));
    let any = ("a line".to_owned(), lines::<P>().collect());
    for (name, lines) in [any].into_iter().chain(each) {
        for (side, own) in SIDES.into_iter().enumerate() {
            let lines = lines.clone();
            features.push(fact(
                &format!("{own} can complete {name}"),
                &format!("{own} cannot complete {name}"),
                move |position| lines.iter().any(|&line| completes(position, side, line)),
            ));
        }
        features.push(fact(
            &format!("o has {name} already"),
            &format!("o does not have {name} yet"),
            move |position| lines.iter().any(|line| line & !position.o() == 0),
        ));
    }
    for cell in cells(board::<P>()) {
        let name = cell_name::<P>(cell);
        for (side, holds) in SIDES.into_iter().enumerate() {
            features.push(fact(
                &format!("{name} holds {holds}"),
                &format!("{name} does not hold {holds}"),
                move |position| stones(position)[side] >> cell & 1 == 1,
            ));
        }
        features.push(fact(
            &format!("{name} is empty"),
            &format!("{name} is taken"),
            move |position| (position.x() | position.o()) >> cell & 1 == 0,
        ));
    }
    features
}

/// Whether this side can complete the line.
fn completes<P: Problem>(position: Position<P>, side: usize, line: u16) -> bool {
    let own = stones(position);
    let missing = line & !own[side];
    missing.is_power_of_two() && missing & (own[X] | own[O]) == 0
}
