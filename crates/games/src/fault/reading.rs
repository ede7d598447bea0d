//! Misreadings: how a program may understand the rules or the question, as values, and a game search that answers by them.
//!
//! The search is independent of the solvers and the prover. A test compares the answers of the right reading with the
//! prover's.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crossply_problems::{Position, Problem, Question, all_cells};

use super::{
    O, OutsideCell, SIDE_NAMES, X, answer_naming, answers_are_cells, cells, line_name, lines,
    set_of, stones,
};
use crate::report::play::cell_name;

/// A reading of the rules and the question. Arrays have an entry for `x`, and then one for `o`.
pub struct Reading {
    /// What follows "as if" in a report.
    pub words: String,
    lines: [Vec<u16>; 2],
    /// The cells to which a side can move.
    cells: [u16; 2],
    /// Chooses one of the scores of the moves of `x`, which are in the order of the cells.
    choice_of_x: fn(&[i8]) -> i8,
    /// Whether a full board is a draw even if it has a line.
    full_board_first: bool,
    /// Whether the game may be over before the first move, because `o` has a line.
    o_may_have_won: bool,
    /// The score that counts, given that of the search and the number of cells that are empty before the first move.
    counted: fn(i8, i8) -> i8,
    /// The key of a winning cell. The cell with the smallest key is the answer.
    key: fn(Cell) -> Cell,
    /// The cell that is named in place of the answer.
    named: fn(Cell) -> Cell,
    /// The known scores of boards.
    known: Mutex<HashMap<[u16; 2], i8>>,
}

/// A row and a column, from 0.
type Cell = [i8; 2];

fn highest(scores: &[i8]) -> i8 {
    *scores.iter().max().unwrap_or(&0)
}

/// A misreading, as a change of the right reading.
type Change = (&'static str, fn(&mut Reading));

/// Misreadings of either problem.
const OF_RULES: [Change; 2] = [
    ("neither side could ever win", |r| {
        r.lines = [vec![], vec![]];
    }),
    ("lines of o did not count", |r| r.lines[O].clear()),
];

/// Misreadings of problems that ask for cells.
const OF_CELLS: [Change; 4] = [
    ("wins that take more than 5 plies did not exist", |r| {
        r.counted = |score, empties| score * i8::from(score.abs() > empties - 5);
    }),
    ("rows and columns counted from 1, not from 0", |r| {
        r.named = |cell| cell.map(|n| n + 1);
    }),
    ("cells were tried column by column", |r| {
        r.key = |[row, column]| [column, row];
    }),
    (
        "the board were turned clockwise, and the cell of the answer turned on, not back",
        |r| {
            r.key = |[row, column]| [column, -row];
            r.named = |cell| cell.map(|n| 3 - n);
        },
    ),
];

/// Misreadings of problems that ask for scores.
const OF_SCORES: [Change; 4] = [
    (
        "a line that o already has did not count until x has moved",
        |r| r.o_may_have_won = false,
    ),
    ("a line that the last stone completes did not count", |r| {
        r.full_board_first = true;
    }),
    (
        "a win scored the number of empty cells, and not one more",
        |r| r.counted = |score, _| score - score.signum(),
    ),
    ("x made the first move that wins, not the fastest", |r| {
        r.choice_of_x = |scores| {
            let first = scores.iter().copied().find(|&score| score > 0);
            first.unwrap_or(highest(scores))
        };
    }),
];

/// All misreadings of a problem, the most likely ones first.
#[expect(clippy::missing_panics_doc, reason = "a line has cells")]
pub fn misreadings<P: Problem>() -> Vec<Reading> {
    let of_question = if answers_are_cells::<P>() {
        &OF_CELLS[..]
    } else {
        &OF_SCORES
    };
    let changes = OF_RULES.iter().chain(of_question);
    let mut all: Vec<_> = changes
        .map(|(words, change)| Reading::changed::<P>(*words, change))
        .collect();
    for line in lines::<P>() {
        let name = line_name::<P>(line);
        let without = |lines: &mut Vec<u16>| lines.retain(|&other| other != line);
        let words = format!("the line {name} did not exist");
        all.push(Reading::changed::<P>(words, |r| {
            r.lines.iter_mut().for_each(without);
        }));
        for side in [X, O] {
            let words = format!("{} could not win by the line {name}", SIDE_NAMES[side]);
            all.push(Reading::changed::<P>(words, |r| {
                without(&mut r.lines[side]);
            }));
        }
        for missing in cells(line) {
            for other in cells(all_cells(P::ROWS) & !line) {
                let [other_name, missing_name] = [other, missing].map(cell_name::<P>);
                let words = format!("the line {name} had {other_name} in place of {missing_name}");
                let changed = line & !(1 << missing) | 1 << other;
                all.push(Reading::changed::<P>(words, |r| {
                    r.lines.iter_mut().for_each(without);
                    r.lines.iter_mut().for_each(|lines| lines.push(changed));
                }));
            }
        }
    }
    for line in extra_lines::<P>() {
        let names: Vec<_> = cells(line).map(cell_name::<P>).collect();
        let (last, others) = names.split_last().expect("a line has cells");
        let words = format!("{}, and {last} were a line", others.join(", "));
        all.push(Reading::changed::<P>(words, |r| {
            r.lines.iter_mut().for_each(|lines| lines.push(line));
        }));
    }
    let single_cells =
        cells(all_cells(P::ROWS)).map(|cell| (format!("to {}", cell_name::<P>(cell)), 1 << cell));
    let rows = lines::<P>().take(P::ROWS as usize).enumerate();
    let rows = rows.map(|(row, line)| (format!("in row {row}"), line));
    for (place, set) in single_cells.chain(rows) {
        for side in [X, O] {
            let words = format!("{} could not move {place}", SIDE_NAMES[side]);
            all.push(Reading::changed::<P>(words, |r| r.cells[side] &= !set));
        }
    }
    all
}

/// Lines that do not exist, but that a program sees if it ignores the edges of the board: rows that continue in the
/// next row, and diagonals that wrap around.
fn extra_lines<P: Problem>() -> Vec<u16> {
    let length = P::ROWS;
    let shifted = (0..length * (length - 1)).map(|first| set_of(first..first + length));
    // A step of `length - 1` goes to the left.
    let diagonals = [1, length - 1].into_iter().flat_map(|step| {
        (0..length).map(move |first| {
            set_of((0..length).map(|row| length * row + (first + step * row) % length))
        })
    });
    let mut extra: Vec<_> = shifted.chain(diagonals).collect();
    extra.retain(|&line| lines::<P>().all(|real| real != line));
    extra
}

impl Reading {
    /// The right reading.
    pub(super) fn right<P: Problem>() -> Self {
        let lines: Vec<u16> = lines::<P>().collect();
        Reading {
            words: "it were right".to_owned(),
            lines: [lines.clone(), lines],
            cells: [all_cells(P::ROWS); 2],
            choice_of_x: highest,
            full_board_first: false,
            // If `o` cannot have won, programs do not test for it.
            o_may_have_won: P::O_MAY_HAVE_WON,
            counted: |score, _| score,
            key: |cell| cell,
            named: |cell| cell,
            known: Mutex::default(),
        }
    }

    fn changed<P: Problem>(words: impl Into<String>, change: impl FnOnce(&mut Reading)) -> Self {
        let mut reading = Reading::right::<P>();
        change(&mut reading);
        reading.words = words.into();
        reading
    }

    /// The answer according to this reading.
    ///
    /// # Errors
    /// If it names a cell outside the board: that cell.
    pub fn answer<P: Problem>(&self, position: Position<P>) -> Result<P::Answer, OutsideCell> {
        let mut search = Search {
            reading: self,
            all_cells: all_cells(P::ROWS),
            stones: stones(position),
            known: &mut self.known.lock().unwrap_or_else(PoisonError::into_inner),
        };
        let counted = |score| i32::from((self.counted)(score, position.empties() as i8));
        if !answers_are_cells::<P>() {
            let score = search.first_score(self.o_may_have_won);
            return Ok(P::Answer::from_scores(Some(counted(score)), [].into_iter()));
        }
        let length = P::ROWS as i8;
        let place = |cell: u8| [cell as i8 / length, cell as i8 % length];
        let mut moves: Vec<u8> = cells(self.cells[X] & search.free()).collect();
        moves.sort_by_key(|&cell| (self.key)(place(cell)));
        let win = moves
            .into_iter()
            .find(|&cell| counted(search.score_after(X, cell)) > 0);
        let Some(win) = win else {
            return Ok(P::Answer::from_scores(Some(0), [].into_iter()));
        };
        let [row, column] = (self.named)(place(win));
        if row.max(column) >= length {
            return Err([row, column].map(|n| n as u8));
        }
        Ok(answer_naming::<P>((row * length + column) as u8))
    }
}

/// Up to this many empty cells, a search is as fast as a look-up.
const MAX_UNKNOWN_EMPTIES: i8 = 2;

/// A search by a reading.
struct Search<'a> {
    reading: &'a Reading,
    all_cells: u16,
    /// The board.
    stones: [u16; 2],
    known: &'a mut HashMap<[u16; 2], i8>,
}

impl Search<'_> {
    fn has_line(&self, side: usize) -> bool {
        let mut lines = self.reading.lines[side].iter();
        lines.any(|line| line & !self.stones[side] == 0)
    }

    fn free(&self) -> u16 {
        self.all_cells & !(self.stones[X] | self.stones[O])
    }

    /// The score of a position with `x` to move.
    fn first_score(&mut self, o_may_have_won: bool) -> i8 {
        if self.has_line(X) || o_may_have_won && self.has_line(O) {
            self.score(X)
        } else {
            self.best(X)
        }
    }

    /// The score of the board with this side to move.
    fn score(&mut self, side: usize) -> i8 {
        let reading = self.reading;
        let empties = self.free().count_ones() as i8;
        if empties == 0 && reading.full_board_first {
            return 0;
        }
        if self.has_line(X) {
            return empties + 1;
        }
        if self.has_line(O) {
            return -(empties + 1);
        }
        if empties == 0 {
            return 0;
        }
        if empties <= MAX_UNKNOWN_EMPTIES {
            return self.best(side);
        }
        if let Some(&known) = self.known.get(&self.stones) {
            return known;
        }
        let score = self.best(side);
        self.known.insert(self.stones, score);
        score
    }

    /// The score of a game that is not over.
    fn best(&mut self, side: usize) -> i8 {
        let reading = self.reading;
        let moves = cells(reading.cells[side] & self.free());
        let scores: Vec<_> = moves.map(|cell| self.score_after(side, cell)).collect();
        if scores.is_empty() {
            // Without a move, `x` does not win, and `o` does not refute the move of `x`.
            return i8::from(side == O);
        }
        match side {
            X => (reading.choice_of_x)(&scores),
            _ => *scores.iter().min().unwrap_or(&0),
        }
    }

    /// The score after a move of this side.
    fn score_after(&mut self, side: usize, cell: u8) -> i8 {
        self.stones[side] |= 1 << cell;
        let score = self.score(1 - side);
        self.stones[side] &= !(1 << cell);
        score
    }
}
