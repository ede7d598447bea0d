//! The facts that rules about positions consist of: about the board, and about the right game.

use std::sync::Arc;

use crossply::Feature;
use crossply_problems::{Position, Problem};

use super::geometry::{Geometry, O, SIDES, X, stones};
use super::scorer::Scorer;

/// How a game ends: in words, and with which signs of the score.
type GameResult = ([&'static str; 2], fn(i8) -> bool);

/// All results. Those after the first one are only of problems whose answers are scores.
const RESULTS: [GameResult; 3] = [
    (["x wins", "x does not win"], |sign| sign > 0),
    (["o wins", "o does not win"], |sign| sign < 0),
    (["nobody wins", "somebody wins"], |sign| sign == 0),
];

/// The results that a problem tells apart.
pub(super) fn results(outline: Geometry) -> &'static [GameResult] {
    &RESULTS[..if outline.names_cells { 1 } else { 3 }]
}

struct Facts<P: Problem>(Vec<Feature<Position<P>>>);

impl<P: Problem> Facts<P> {
    fn add(
        &mut self,
        words: &str,
        otherwise: &str,
        holds: impl Fn([u16; 2]) -> bool + Send + Sync + 'static,
    ) {
        let fact = Feature::fact(words, move |position: &Position<P>| {
            holds(stones(*position))
        });
        self.0.push(fact.otherwise(otherwise));
    }
}

/// All facts about positions, by somebody who plays by the rules.
pub(super) fn of_positions<P: Problem>(rules: &Arc<Scorer>) -> Vec<Feature<Position<P>>> {
    let outline = rules.outline;
    let mut facts = Facts(Vec::new());
    let answer = |rules: &Arc<Scorer>| {
        let rules = Arc::clone(rules);
        move |stones| rules.answer(stones)
    };
    for &([words, otherwise], is) in results(outline) {
        let answer = answer(rules);
        facts.add(words, otherwise, move |stones| is(answer(stones).signum()));
    }
    let empties = |position: &Position<P>| i128::from(position.empties());
    facts
        .0
        .push(Feature::number("the number of empty cells", empties));
    let game = Arc::clone(rules);
    facts.0.push(Feature::number(
        "the number of plies that decide the game",
        move |position: &Position<P>| {
            let score = game.score(stones(*position));
            // If answers name cells, only wins of `x` count.
            let counts = score > 0 || score < 0 && !game.outline.names_cells;
            let plies = position.empties() + 1 - score.unsigned_abs().min(position.empties() + 1);
            // A game that is over is decided by no ply.
            (counts && plies > 0).then(|| i128::from(plies))
        },
    ));
    if !outline.names_cells {
        let game = Arc::clone(rules);
        facts.add(
            "somebody wins who has no line yet",
            "nobody wins, or there is a line already",
            move |stones| game.answer(stones) != 0 && !game.has_line(O, stones),
        );
    }
    for side in [X, O] {
        let name = SIDES[side];
        let lines = outline.lines();
        facts.add(
            &format!("{name} can complete a line"),
            &format!("{name} cannot complete a line at once"),
            move |stones| completing(stones, side, &lines) != 0,
        );
    }
    let game = Arc::clone(rules);
    facts.add("o has a line already", "o has no line yet", move |stones| {
        game.has_line(O, stones)
    });
    if outline.names_cells {
        let right = answer(rules);
        facts.add(
            "x wins, but not by the first empty cell",
            "x does not win, or by the first empty cell",
            move |stones @ [x, o]| {
                let (first, right) = ((x | o).trailing_ones() as i8 + 1, right(stones));
                right > 0 && right != first
            },
        );
    }
    for line in outline.lines() {
        let ends = outline.ends(line);
        for (side, name) in SIDES.into_iter().enumerate() {
            facts.add(
                &format!("{name} can complete the line {ends}"),
                &format!("{name} cannot complete the line {ends}"),
                move |stones| completing(stones, side, &[line]) != 0,
            );
        }
        facts.add(
            &format!("o has the line {ends} already"),
            &format!("o does not have the line {ends} yet"),
            move |[_, o]| line & !o == 0,
        );
    }
    for cell in (0..outline.cells()).map(|cell| 1 << cell) {
        let name = outline.ends(cell);
        for (side, holds) in SIDES.into_iter().enumerate() {
            facts.add(
                &format!("{name} holds {holds}"),
                &format!("{name} does not hold {holds}"),
                move |stones| stones[side] & cell != 0,
            );
        }
        facts.add(
            &format!("{name} is empty"),
            &format!("{name} is taken"),
            move |[x, o]| (x | o) & cell == 0,
        );
        if outline.names_cells {
            let right = answer(rules);
            facts.add(
                &format!("the right answer is {name}"),
                &format!("the right answer is not {name}"),
                move |stones| right(stones) == cell.trailing_zeros() as i8 + 1,
            );
        }
    }
    facts.0
}

/// The cells by which this side completes one of these lines.
fn completing(stones: [u16; 2], side: usize, lines: &[u16]) -> u16 {
    let missing = lines.iter().map(|line| line & !stones[side]);
    let completes = |cell: &u16| cell.is_power_of_two() && cell & (stones[X] | stones[O]) == 0;
    missing.filter(completes).fold(0, |set, cell| set | cell)
}
