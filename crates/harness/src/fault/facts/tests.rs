//! Conditions on the board hold where their definitions say.

use std::collections::BTreeSet;

use crossply_problems::{Cell, test_all_problems};
use crossply_proof::prover::Game;

use super::*;
use crate::fault::reading::Reading;
use crate::fault::tests::{few, panicking};

test_all_problems!(conditions_hold_where_their_definitions_say);

/// The definitions go cell by cell, and the prover plays a game to its end.
fn conditions_hold_where_their_definitions_say<P: Problem>() {
    let right = few::<P>();
    let player = Player::<P>::new(Reading::right(P::SIDE));
    let all_right = panicking::<P>(&right, &BTreeSet::new());
    let facts = Facts {
        judged: &all_right,
        player: &player,
        lines: lines(P::SIDE),
    };
    let answers: BTreeSet<_> = right.iter().copied().collect();
    let conditions = all::<P>(false, &answers.into_iter().collect::<Vec<_>>());
    for index in (0..right.len()).step_by(right.len().div_ceil(3000)) {
        let position = P::domain().position(index as u64);
        let defined = Defined::of(position);
        for condition in &conditions {
            let holds = condition.holds(&facts, index);
            assert_eq!(
                holds,
                defined.holds(condition),
                "{condition:?} {position:?}"
            );
        }
    }
}

/// A position as the definitions of conditions see it.
struct Defined<P: Problem> {
    cells: Vec<Cell>,
    side: usize,
    lines: Vec<Vec<usize>>,
    answer: P::Answer,
    score: i32,
    plies: u32,
}

impl<P: Problem> Defined<P> {
    fn of(position: Position<P>) -> Self {
        let side = P::SIDE as usize;
        let square = |row: usize, column: usize| row * side + column;
        let straight = (0..side).flat_map(|a| {
            let row = (0..side).map(move |b| square(a, b)).collect();
            [row, (0..side).map(move |b| square(b, a)).collect()]
        });
        let diagonal = (0..side).map(|a| square(a, a)).collect();
        let other = (0..side).map(|a| square(a, side - 1 - a)).collect();
        let mut game = Game::at(position);
        let score = game.score();
        let mut plies = 0;
        while let Some(best_move) = game.best_move() {
            game = game.after(best_move);
            plies += 1;
        }
        Defined {
            cells: position.cells().collect(),
            side,
            lines: straight.chain([diagonal, other]).collect(),
            answer: crossply_proof::right_answer(position),
            // A question for a cell does not ask how `x` loses.
            score: if side == 4 { score.max(0) } else { score },
            plies,
        }
    }

    fn count(&self, line: &[usize], what: Cell) -> usize {
        line.iter()
            .filter(|&&cell| self.cells[cell] == what)
            .count()
    }

    /// The cells on which a side completes this line, or any.
    fn completing(&self, by: Stone, on: Option<Cells>) -> BTreeSet<usize> {
        let own = if by == Stone::X { Cell::X } else { Cell::O };
        let lines = self.lines.iter().filter(|line| is_one(line, on));
        let lines = lines.filter(|line| self.count(line, own) == self.side - 1);
        let cells = lines.flatten().copied();
        cells
            .filter(|&cell| self.cells[cell] == Cell::Empty)
            .collect()
    }

    fn o_has(&self, which: Option<Cells>) -> bool {
        let mut lines = self.lines.iter().filter(|line| is_one(line, which));
        lines.any(|line| self.count(line, Cell::O) == self.side)
    }

    fn holds(&self, condition: &Condition) -> bool {
        let empties = (0..self.cells.len()).filter(|&cell| self.cells[cell] == Cell::Empty);
        match *condition {
            Condition::Empties { least, most } => {
                (least..=most).contains(&(empties.count() as u32))
            }
            Condition::Result { result } => match result {
                GameResult::Win => self.score > 0,
                GameResult::NoWin => self.score <= 0,
                GameResult::Draw => self.score == 0,
                GameResult::NoDraw => self.score != 0,
                GameResult::Loss => self.score < 0,
            },
            Condition::Plies { least, most } => {
                self.score != 0 && (least..=most).contains(&self.plies)
            }
            Condition::WinsElsewhere => {
                let named = self.answer.named_cell().map(usize::from);
                named.is_some() && named != empties.min()
            }
            Condition::Answer { ref answer } => self.answer.to_string() == *answer,
            Condition::Threat { by, line } => !self.completing(by, line).is_empty(),
            Condition::NoThreat { by } => self.completing(by, None).is_empty(),
            Condition::DoubleThreat { by } => self.completing(by, None).len() > 1,
            Condition::LineOfO { line } => self.o_has(line),
            Condition::NoLineOfO => !self.o_has(None),
            Condition::Cell { cell, content } => {
                let cell = self.cells[cell.mask().trailing_zeros() as usize];
                match content {
                    Content::Empty => cell == Cell::Empty,
                    Content::Taken => cell != Cell::Empty,
                    Content::X => cell == Cell::X,
                    Content::O => cell == Cell::O,
                }
            }
            _ => unreachable!("it is about an input"),
        }
    }
}

/// Whether these are the cells of the line, if any are given.
fn is_one(line: &[usize], cells: Option<Cells>) -> bool {
    let mask = line.iter().fold(0, |mask, cell| mask | 1 << cell);
    cells.is_none_or(|cells| cells.mask() == mask)
}
