//! Misreadings: ways in which a program may misunderstand the rules or the question.

use std::cmp::Reverse;

use crossply_problems::{Answer, Game, Position, Problem, Question};
use crossply_proof::{prover, right_answer};

use super::reading::{Reading, highest, lowest};
use super::{
    O, OutsideCell, SIDE_NAMES, X, all_cells, answer_naming, answers_are_cells, cells, line_name,
    lines, set_of,
};
use crate::report::play::cell_name;

/// A misreading of the rules or the question.
pub struct Misreading<P: Problem> {
    /// What follows "as if" in a report.
    pub words: String,
    /// Gives the answer for a position, or a cell outside the board.
    pub answer: Answering<P>,
}

/// A function that answers like the misreading.
type Answering<P> =
    Box<dyn Fn(Position<P>) -> Result<<P as Game>::Answer, OutsideCell> + Send + Sync>;

/// A list that grows.
struct Misreadings<P: Problem>(Vec<Misreading<P>>);

impl<P: Problem> Misreadings<P> {
    /// Adds a misreading: the right rules after `change`.
    fn add_rules(&mut self, words: impl Into<String>, change: impl FnOnce(&mut Reading)) {
        let mut rules = Reading::right::<P>();
        change(&mut rules);
        self.add(words, move |position| Ok(rules.answer(position)));
    }

    /// Adds a misreading: the right rules after `change` of the lines of these sides.
    fn add_lines(
        &mut self,
        words: impl Into<String>,
        sides: &[usize],
        change: impl Fn(&mut Vec<u16>),
    ) {
        self.add_rules(words, |rules| {
            for &side in sides {
                change(&mut rules.lines[side]);
            }
        });
    }

    /// Adds a misreading that names another cell if `x` wins, and otherwise answers rightly. `other_cell` gets the position
    /// and the right cell. Cells are given by row and column.
    fn add_cell(
        &mut self,
        words: impl Into<String>,
        other_cell: impl Fn(Position<P>, [u8; 2]) -> [u8; 2] + Send + Sync + 'static,
    ) {
        self.add(words, move |position| {
            let right = right_answer(position);
            let Some(right_cell) = right.named_cell() else {
                return Ok(right);
            };
            let [row, column] = other_cell(position, row_and_column::<P>(right_cell));
            if u32::from(row.max(column)) >= P::ROWS {
                return Err([row, column]);
            }
            Ok(answer_naming::<P>(row * P::ROWS as u8 + column))
        });
    }

    fn add(
        &mut self,
        words: impl Into<String>,
        answer: impl Fn(Position<P>) -> Result<P::Answer, OutsideCell> + Send + Sync + 'static,
    ) {
        self.0.push(Misreading {
            words: words.into(),
            answer: Box::new(answer),
        });
    }
}

/// All misreadings of a problem, the most likely ones first.
pub fn misreadings<P: Problem>() -> Vec<Misreading<P>> {
    let mut all = Misreadings(Vec::new());
    add_wrong_rules(&mut all);
    if answers_are_cells::<P>() {
        add_wrong_cells(&mut all);
    } else {
        add_wrong_scores(&mut all);
    }
    add_wrong_lines(&mut all);
    for side in [X, O] {
        let length = P::ROWS as usize;
        let single_cells =
            cells(all_cells::<P>()).map(|cell| (format!("to {}", cell_name::<P>(cell)), 1 << cell));
        let rows_and_columns = lines::<P>().take(2 * length).enumerate();
        // The rows come first, then the columns.
        let whole_lines = rows_and_columns.map(|(n, line)| {
            let kind = ["row", "column"][n / length];
            (format!("in {kind} {}", n % length), line)
        });
        for (place, set) in single_cells.chain(whole_lines) {
            let words = format!("{} could not move {place}", SIDE_NAMES[side]);
            all.add_rules(words, |rules| rules.cells[side] &= !set);
        }
    }
    all.0
}

/// Adds misreadings of the rules and of good play.
fn add_wrong_rules<P: Problem>(all: &mut Misreadings<P>) {
    all.add_lines("neither side could ever win", &[X, O], Vec::clear);
    all.add_lines("lines of o did not count", &[O], Vec::clear);
    // The diagonals come last.
    let straight_lines = 2 * P::ROWS as usize;
    all.add_lines("the diagonals did not count", &[X, O], |lines| {
        lines.truncate(straight_lines);
    });
    all.add_rules("x won when the board is full", |r| r.full_board = 1);
    // `o` then chooses what is best for `x`.
    all.add_rules("one losing reply of o were enough for x to win", |r| {
        r.choose_score[O] = highest;
    });
    for (plies, plies_in_words) in [(1, "1 ply"), (3, "3 plies"), (5, "5 plies")] {
        all.add_rules(
            format!("wins that take more than {plies_in_words} did not exist"),
            |r| r.plies = plies,
        );
    }
}

/// Adds misreadings for problems that ask for scores.
fn add_wrong_scores<P: Problem>(all: &mut Misreadings<P>) {
    all.add_rules(
        "a line that o already has did not count until x has moved",
        |r| r.o_may_have_won = false,
    );
    all.add_rules("a line that the last stone completes did not count", |r| {
        r.full_board_first = true;
    });
    all.add_rules(
        "a win scored the number of empty cells, and not one more",
        |r| {
            r.scores = [|empties| empties, |empties| -empties];
        },
    );
    all.add_rules("a win of o counted for x", |r| r.scores[O] = r.scores[X]);
    all.add_rules("x made the first move that wins, not the fastest", |r| {
        r.choose_score[X] = |scores| {
            let first = scores.iter().copied().find(|&n| n > 0);
            first.unwrap_or(highest(scores))
        };
    });
    all.add_rules(
        "x, where it loses, made the first move, not the one that loses latest",
        |r| {
            r.choose_score[X] = |scores| match highest(scores) {
                ..0 => scores[0],
                score => score,
            };
        },
    );
    all.add_rules("no move of x scored less than 0", |r| {
        r.choose_score[X] = |scores| highest(scores).max(0);
    });
    all.add_rules("o made a move to a draw wherever there is one", |r| {
        r.choose_score[O] = |scores| {
            if scores.contains(&0) {
                0
            } else {
                lowest(scores)
            }
        };
    });
    all.add(
        "a win scored the number of cells that are empty before the first move",
        |position| {
            let score =
                prover::GameState::new(position).score().signum() * position.empties() as i32;
            // A score needs no moves.
            Ok(P::Answer::from_scores(|| score, [].into_iter()))
        },
    );
    for side in [X, O] {
        let words = format!("moves of {} were not taken back", SIDE_NAMES[side]);
        all.add_rules(words, |r| r.keeps_moves[side] = true);
    }
    all.add_rules("alpha and beta were swapped at each ply", |r| {
        r.swaps_bounds = true;
    });
}

/// A rotation or a reflection of the board.
#[derive(Clone, Copy)]
struct Turn {
    /// Whether row and column are swapped.
    swaps: bool,
    /// Whether, after that, the first coordinate counts from the other end.
    flips_first: bool,
    /// Whether, after that, the second coordinate counts from the other end.
    flips_second: bool,
}

impl Turn {
    /// The image of a cell, by row and column.
    fn image<P: Problem>(self, [row, column]: [u8; 2]) -> [u8; 2] {
        let [mut first, mut second] = if self.swaps {
            [column, row]
        } else {
            [row, column]
        };
        if self.flips_first {
            first = P::ROWS as u8 - 1 - first;
        }
        if self.flips_second {
            second = P::ROWS as u8 - 1 - second;
        }
        [first, second]
    }
}

/// The rotations and reflections of the board. Bits 2, 1 and 0 of an index are the fields of its [`Turn`].
const TURNED: [&str; 8] = [
    "read as it is",
    "mirrored from left to right",
    "mirrored from top to bottom",
    "turned by half a turn",
    "read with row and column swapped",
    "turned clockwise",
    "turned counterclockwise",
    "mirrored in the antidiagonal",
];

/// Adds misreadings that name other cells if `x` wins. A program may turn the board, and forget to turn the answer
/// back; it may turn it in the wrong direction; or it may try cells in another order.
fn add_wrong_cells<P: Problem>(all: &mut Misreadings<P>) {
    all.add_cell(
        "the fastest win were asked for, not the first cell",
        |position, _| first_win(position, |_, score| Reverse(score)),
    );
    all.add_cell("rows and columns counted from 1, not from 0", |_, cell| {
        cell.map(|n| n + 1)
    });
    for (index, turned) in TURNED.into_iter().enumerate().skip(1) {
        let turn = Turn {
            swaps: index & 4 != 0,
            flips_first: index & 2 != 0,
            flips_second: index & 1 != 0,
        };
        let [line, from, each] = if turn.swaps {
            ["column", " from the right", ", each from the bottom"]
        } else {
            ["row", " from the bottom", ", each from the right"]
        };
        let from = if turn.flips_first { from } else { "" };
        let each = if turn.flips_second { each } else { "" };
        for (turns, searches_turned) in [(0, true), (1, false), (1, true), (2, true)] {
            let words = match (turns, searches_turned) {
                (0, _) => format!("cells were tried {line} by {line}{from}{each}"),
                (_, false) => format!("the right cell had to be {turned}"),
                (1, true) => format!("the board were {turned}, and the answer not turned back"),
                _ => format!(
                    "the board were {turned}, and the cell of the answer turned on, not back"
                ),
            };
            all.add_cell(words, move |position, right| {
                let start = if searches_turned {
                    first_win(position, |cell, _| turn.image::<P>(cell))
                } else {
                    right
                };
                (0..turns).fold(start, |cell, _| turn.image::<P>(cell))
            });
        }
    }
}

/// The winning cell of `x` with the smallest key, by row and column. `x` must have one.
fn first_win<P: Problem, T: Ord>(
    position: Position<P>,
    key: impl Fn([u8; 2], i32) -> T,
) -> [u8; 2] {
    let moves = prover::GameState::new(position).moves();
    let scored_moves = moves.map(|(cell, after)| (row_and_column::<P>(cell), after.score()));
    let wins = scored_moves.filter(|&(_, score)| score > 0);
    let first = wins.min_by_key(|&(cell, score)| key(cell, score));
    first.expect("x wins").0
}

fn row_and_column<P: Problem>(cell: u8) -> [u8; 2] {
    [cell / P::ROWS as u8, cell % P::ROWS as u8]
}

/// Adds misreadings in which lines are missing or changed, or other cells form a line.
fn add_wrong_lines<P: Problem>(all: &mut Misreadings<P>) {
    for line in lines::<P>() {
        let name = line_name::<P>(line);
        let words = format!("the line {name} did not exist");
        all.add_lines(words, &[X, O], |lines| remove(lines, line));
        for side in [X, O] {
            let words = format!("{} could not win by the line {name}", SIDE_NAMES[side]);
            all.add_lines(words, &[side], |lines| remove(lines, line));
        }
        for missing in cells(line) {
            for other in cells(all_cells::<P>() & !line) {
                let other_name = cell_name::<P>(other);
                let missing_name = cell_name::<P>(missing);
                let words = format!("the line {name} had {other_name} in place of {missing_name}");
                all.add_lines(words, &[X, O], |lines| {
                    remove(lines, line);
                    lines.push(line & !(1 << missing) | 1 << other);
                });
            }
        }
    }
    for line in extra_lines::<P>() {
        let names: Vec<_> = cells(line).map(cell_name::<P>).collect();
        let (last, others) = names.split_last().expect("a line has cells");
        let words = format!("{}, and {last} were a line", others.join(", "));
        all.add_lines(words, &[X, O], |lines| lines.push(line));
    }
}

fn remove(lines: &mut Vec<u16>, line: u16) {
    lines.retain(|&other| other != line);
}

/// Lines that do not exist, but that a program sees if it ignores the edges of the board: rows that continue in the
/// next row, and diagonals that wrap around.
fn extra_lines<P: Problem>() -> Vec<u16> {
    let length = P::ROWS;
    let mut extra = Vec::new();
    for first in 0..length * (length - 1) {
        extra.push(set_of(first..first + length));
    }
    // A step of `length - 1` goes to the left. The lines that exist are dropped below.
    for step in [1, length - 1] {
        for first in 0..length {
            let cells = (0..length).map(|row| length * row + (first + step * row) % length);
            extra.push(set_of(cells));
        }
    }
    extra.retain(|&line| lines::<P>().all(|real| real != line));
    extra
}
