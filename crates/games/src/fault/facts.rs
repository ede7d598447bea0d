//! The facts that rules about wrong answers use: facts about the board, and about the result under perfect play.

use crossply::Feature;
use crossply_problems::{Answer, Position, Problem, Side, all_cells};
use crossply_proof::prover::GameState;
use crossply_proof::right_answer;

use super::{O, SIDE_NAMES, X, answers_are_cells, cells, line_name, lines, stones};
use crate::report::play::{cell_name, winner_and_plies};

/// A fact in words, and its negation in words.
fn fact<P: Problem>(
    words: &str,
    otherwise: &str,
    holds: impl Fn(Position<P>) -> bool + Send + Sync + 'static,
) -> Feature {
    Feature::fact(words, move |&position: &Position<P>| holds(position)).otherwise(otherwise)
}

/// The results of a game: the fact, its negation, and the sign of the score. Problems whose answers are cells use only
/// the first one.
const RESULTS: [(&str, &str, i32); 3] = [
    ("x wins", "x does not win", 1),
    ("o wins", "o does not win", -1),
    ("the game is a draw", "the game is not a draw", 0),
];

/// The features of positions.
pub fn features<P: Problem>() -> Vec<Feature> {
    let results = &RESULTS[..if answers_are_cells::<P>() { 1 } else { 3 }];
    let facts = results.iter().map(|&(words, otherwise, sign)| {
        fact(words, otherwise, move |position: Position<P>| {
            GameState::new(position).score().signum() == sign
        })
    });
    let mut features: Vec<_> = facts.collect();
    features.extend([
        Feature::number("the number of empty cells", |position: &Position<P>| {
            i128::from(position.empties())
        }),
        Feature::number(
            "the number of plies that decide the game",
            |&position: &Position<P>| deciding_plies(position),
        ),
    ]);
    if answers_are_cells::<P>() {
        features.push(fact(
            "x wins, but not by the first empty cell",
            "x does not win, or wins by the first empty cell",
            |position: Position<P>| {
                let first = (position.x() | position.o()).trailing_ones();
                let named = right_answer(position).named_cell().map(u32::from);
                named.is_some_and(|cell| cell != first)
            },
        ));
    }
    let any_line = ("a line".to_owned(), lines::<P>().collect());
    let single_lines =
        lines::<P>().map(|line| (format!("the line {}", line_name::<P>(line)), vec![line]));
    for (name, lines) in [any_line].into_iter().chain(single_lines) {
        for (side, side_name) in SIDE_NAMES.into_iter().enumerate() {
            let lines = lines.clone();
            features.push(fact(
                &format!("{side_name} can complete {name}"),
                &format!("{side_name} cannot complete {name}"),
                move |position: Position<P>| {
                    lines.iter().any(|&line| can_complete(position, side, line))
                },
            ));
        }
        features.push(fact(
            &format!("o has {name} already"),
            &format!("o does not have {name} yet"),
            move |position: Position<P>| lines.iter().any(|line| line & !position.o() == 0),
        ));
    }
    for cell in cells(all_cells(P::ROWS)) {
        let name = cell_name::<P>(cell);
        for (side, side_name) in SIDE_NAMES.into_iter().enumerate() {
            features.push(fact(
                &format!("{name} holds {side_name}"),
                &format!("{name} does not hold {side_name}"),
                move |position: Position<P>| stones(position)[side] >> cell & 1 == 1,
            ));
        }
        features.push(fact(
            &format!("{name} is empty"),
            &format!("{name} is taken"),
            move |position: Position<P>| (position.x() | position.o()) >> cell & 1 == 0,
        ));
    }
    features
}

/// How many plies decide the game. If answers are cells, only wins of `x` count. In a finished game, no ply decides.
fn deciding_plies<P: Problem>(position: Position<P>) -> Option<i128> {
    let (winner, plies) = winner_and_plies(GameState::new(position))?;
    let counts = plies > 0 && (winner == Side::X || !answers_are_cells::<P>());
    counts.then(|| plies.into())
}

/// Whether this side can complete the line with one stone.
fn can_complete<P: Problem>(position: Position<P>, side: usize, line: u16) -> bool {
    let stones = stones(position);
    let missing = line & !stones[side];
    missing.is_power_of_two() && missing & (stones[X] | stones[O]) == 0
}
