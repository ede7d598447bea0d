//! Facts hold where their definitions say, and what programs do is named.

use std::collections::BTreeMap;

use crossply_problems::{Answer, Cell, Position, Problem, test_all_problems};
use crossply_proof::prover::Game;

use super::*;

/// The number of positions that have few empties, or some of them.
fn few<P: Problem>() -> u64 {
    let fewest = P::domain().empties().next().expect("a number");
    let most = if P::SIDE == 3 { 9 } else { fewest };
    P::domain().with_empties(0..=most).end
}

test_all_problems!(
    the_right_reading_scores_as_the_prover_does,
    facts_hold_where_their_definitions_say
);

fn the_right_reading_scores_as_the_prover_does<P: Problem>() {
    let (scorer, right) = (
        Scorer::by_the_rules(Geometry::of::<P>()),
        by_the_rules::<P>(),
    );
    for position in P::domain().positions(0..few::<P>()) {
        let proven = crossply_proof::right_answer(position);
        assert_eq!(proven, right(position), "{position:?}");
        // How much `x` loses by does not matter to a question for a cell.
        let least = if P::SIDE == 3 { -9 } else { 0 };
        let scores = [scorer.score(stones(position)), Game::at(position).score()];
        assert_eq!(scores[0].max(least), scores[1].max(least), "{position:?}");
    }
}

/// The definitions go cell by cell, and the prover plays a game to its end.
fn facts_hold_where_their_definitions_say<P: Problem>() {
    let features = features::<P>();
    for index in (0..few::<P>()).step_by(few::<P>().div_ceil(600) as usize) {
        let position = P::domain().position(index);
        let defined = defined(position);
        for feature in &features {
            let expected = &defined[feature.name()];
            assert_eq!(
                feature.shown(&position),
                *expected,
                "{} {position:?}",
                feature.name()
            );
        }
        assert_eq!(features.len(), defined.len());
    }
}

/// What the features of a position are by their definitions, by their names.
fn defined<P: Problem>(position: Position<P>) -> BTreeMap<String, String> {
    let cells: Vec<Cell> = position.cells().collect();
    let side = P::SIDE as usize;
    let name = |cell: usize| format!("({},{})", cell / side, cell % side);
    let straight = (0..side).flat_map(|a| {
        let row = (0..side).map(|b| a * side + b).collect::<Vec<_>>();
        [row, (0..side).map(|b| b * side + a).collect()]
    });
    let diagonal = (0..side).map(|a| a * side + a).collect();
    let other = (0..side).map(|a| a * side + side - 1 - a).collect();
    let lines: Vec<Vec<usize>> = straight.chain([diagonal, other]).collect();
    let mut game = Game::at(position);
    // A question for a cell does not ask how `x` loses.
    let score = if side == 4 {
        game.score().max(0)
    } else {
        game.score()
    };
    let mut plies = 0;
    while let Some(best_move) = game.best_move() {
        game = game.after(best_move);
        plies += 1;
    }
    let answer = crossply_proof::right_answer(position)
        .named_cell()
        .map(usize::from);
    let empty: Vec<usize> = (0..cells.len())
        .filter(|&cell| cells[cell] == Cell::Empty)
        .collect();

    let mut defined = BTreeMap::new();
    let mut define = |name: &str, value: String| defined.insert(name.to_owned(), value);
    define("x wins", (score > 0).to_string());
    define("the number of empty cells", empty.len().to_string());
    let decided = if score == 0 || plies == 0 {
        "none".to_owned()
    } else {
        plies.to_string()
    };
    define("the number of plies that decide the game", decided);
    if side == 3 {
        define("o wins", (score < 0).to_string());
        define("nobody wins", (score == 0).to_string());
        let in_play = score != 0 && plies > 0;
        define("somebody wins who has no line yet", in_play.to_string());
    } else {
        let is_first = answer == empty.first().copied();
        let elsewhere = answer.is_some() && !is_first;
        define(
            "x wins, but not by the first empty cell",
            elsewhere.to_string(),
        );
    }
    for (who, own) in [("x", Cell::X), ("o", Cell::O)] {
        let completes = |line: &Vec<usize>, cell: usize| {
            let mut others = line.iter().filter(|&&other| other != cell);
            line.contains(&cell) && others.all(|&other| cells[other] == own)
        };
        let completing = empty
            .iter()
            .filter(|&&cell| lines.iter().any(|line| completes(line, cell)));
        let count = completing.count();
        define(
            &format!("{who} can complete a line"),
            (count > 0).to_string(),
        );
        for line in &lines {
            let ends = format!("{}-{}", name(line[0]), name(line[side - 1]));
            let can = empty.iter().any(|&cell| completes(line, cell));
            define(
                &format!("{who} can complete the line {ends}"),
                can.to_string(),
            );
            if own == Cell::O {
                let has = line.iter().all(|&cell| cells[cell] == own);
                define(&format!("o has the line {ends} already"), has.to_string());
            }
        }
        for (cell, &holds) in cells.iter().enumerate() {
            define(
                &format!("{} holds {who}", name(cell)),
                (holds == own).to_string(),
            );
        }
    }
    let has = |line: &Vec<usize>| line.iter().all(|&cell| cells[cell] == Cell::O);
    define("o has a line already", lines.iter().any(has).to_string());
    for (cell, &holds) in cells.iter().enumerate() {
        define(
            &format!("{} is empty", name(cell)),
            (holds == Cell::Empty).to_string(),
        );
        if side == 4 {
            let is_answer = answer == Some(cell);
            define(
                &format!("the right answer is {}", name(cell)),
                is_answer.to_string(),
            );
        }
    }
    defined
}
