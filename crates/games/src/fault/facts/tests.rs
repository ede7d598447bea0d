//! Conditions on the board hold where their definitions say.

use std::collections::BTreeSet;

use crossply_problems::{Ccf201803_4, Cell, Position, Problem, Question, test_all_problems};
use crossply_proof::prover::Game;
use proptest::prelude::*;

use super::*;
use crate::fault::Transcript;
use crate::fault::outline::number;
use crate::fault::tests::{few, panicking};

test_all_problems!(conditions_hold_where_their_definitions_say);

/// The definitions go cell by cell, and the prover plays a game to its end.
fn conditions_hold_where_their_definitions_say<P: Problem>() {
    let right = few::<P>();
    let judged = &panicking::<P>(&right, &BTreeSet::new());
    let right = &right.answers;
    let answers: BTreeSet<_> = right.iter().copied().collect();
    let mut conditions = all(judged, number::<P>(right[0]));
    for answer in answers.into_iter().filter(|&answer| answer != right[0]) {
        let rows = all(judged, number::<P>(answer)).into_iter();
        conditions.extend(rows.filter(|row| row.said.kind == "answer"));
    }
    for index in (0..right.len()).step_by(right.len().div_ceil(600)) {
        let position = P::domain().position(index as u64);
        let defined = Defined::of(position);
        for row in &conditions {
            let holds = (row.holds)(judged.at(index));
            let defined = defined.holds(&row.said);
            assert_eq!(holds, defined, "{:?} {position:?}", row.said);
        }
    }
}

proptest! {
    /// The definitions go through the boards of one input.
    #[test]
    fn conditions_on_inputs_hold_where_their_definitions_say(
        inputs in prop::collection::vec(prop::collection::vec(0..2739_u64, 1..20), 1..5)
    ) {
        let mut judged = Transcript::of_program::<Ccf201803_4>();
        for input in &inputs {
            judged.add_run(input.iter().map(|&index| {
                let position = Ccf201803_4::domain().position(index);
                let right = crossply_proof::right_answer(position);
                (position, right, Ok(right))
            }));
        }
        let conditions = all(&judged, judged.asked[0].right);
        let mut index = 0;
        for input in &inputs {
            let scores = input.iter().map(|&index| {
                crossply_proof::right_answer(Ccf201803_4::domain().position(index)).value()
            });
            let scores: Vec<_> = scores.collect();
            for before in 0..input.len() {
                for row in &conditions {
                    let condition = &row.said;
                    let has_result = |&score: &i32| has_result(score, condition);
                    let expected = match &*condition.kind {
                        "last-board" => input.len() > 1 && before + 1 == input.len(),
                        "boards-before" => is_in_range(before, condition),
                        "boards-in-input" => is_in_range(input.len(), condition),
                        "result-before" => scores[..before].last().is_some_and(has_result),
                        "some-result-before" => scores[..before].iter().any(has_result),
                        _ => continue,
                    };
                    prop_assert_eq!((row.holds)(judged.at(index)), expected, "{:?}", row.said);
                }
                index += 1;
            }
        }
    }
}

/// Whether the score has the result that the condition is about.
fn has_result(score: i32, condition: &InWords) -> bool {
    match condition.value.as_deref().expect("a result") {
        "win" => score > 0,
        "no-win" => score <= 0,
        "draw" => score == 0,
        "no-draw" => score != 0,
        "loss" => score < 0,
        other => unreachable!("{other}"),
    }
}

/// Whether the number is in the range that the condition is about.
fn is_in_range(number: usize, condition: &InWords) -> bool {
    let (least, most) = (
        condition.least.unwrap_or(0),
        condition.most.unwrap_or(u32::MAX),
    );
    (least..=most).contains(&(number as u32))
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
    fn completing(&self, condition: &InWords) -> BTreeSet<usize> {
        let own = if condition.side.as_deref() == Some("x") {
            Cell::X
        } else {
            Cell::O
        };
        let lines = self.lines.iter();
        let lines = lines.filter(|line| self.is_one(line, condition));
        let lines = lines.filter(|line| self.count(line, own) == self.side - 1);
        let cells = lines.flatten().copied();
        cells
            .filter(|&cell| self.cells[cell] == Cell::Empty)
            .collect()
    }

    fn o_has(&self, condition: &InWords) -> bool {
        let lines = self.lines.iter();
        let mut lines = lines.filter(|line| self.is_one(line, condition));
        lines.any(|line| self.count(line, Cell::O) == self.side)
    }

    /// The name of a cell.
    fn name(&self, cell: usize) -> String {
        format!("({},{})", cell / self.side, cell % self.side)
    }

    /// Whether it is the line that the condition is about, if it is about one.
    fn is_one(&self, line: &[usize], condition: &InWords) -> bool {
        let names: BTreeSet<_> = line.iter().map(|&cell| self.name(cell)).collect();
        condition.cells.is_empty() || names == condition.cells.iter().cloned().collect()
    }

    /// What the cell holds that the condition is about.
    fn held(&self, condition: &InWords) -> Cell {
        let mut cells = 0..self.cells.len();
        let cell = cells.find(|&cell| condition.cells == [self.name(cell)]);
        self.cells[cell.expect("a cell")]
    }

    fn holds(&self, condition: &InWords) -> bool {
        let empties = (0..self.cells.len()).filter(|&cell| self.cells[cell] == Cell::Empty);
        match &*condition.kind {
            "empties" => is_in_range(empties.count(), condition),
            "result" => has_result(self.score, condition),
            "plies" => self.score != 0 && is_in_range(self.plies as usize, condition),
            "wins-elsewhere" => {
                let named = self.answer.named_cell().map(usize::from);
                named.is_some() && named != empties.min()
            }
            "answer" => condition.value.as_deref() == Some(self.answer.as_ref()),
            "threat" | "threat-on-line" => !self.completing(condition).is_empty(),
            "no-threat" => self.completing(condition).is_empty(),
            "double-threat" => self.completing(condition).len() > 1,
            "o-has-line" | "o-has-this-line" => self.o_has(condition),
            "o-has-no-line" => !self.o_has(condition),
            "holds-x" => self.held(condition) == Cell::X,
            "holds-o" => self.held(condition) == Cell::O,
            "is-empty" => self.held(condition) == Cell::Empty,
            "is-taken" => self.held(condition) != Cell::Empty,
            other => unreachable!("{other} is about an input"),
        }
    }
}
