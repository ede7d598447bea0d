//! Misreadings: ways to misunderstand the rules or the question.

use std::cmp::Reverse;

use crossply_problems::{Answer, Game, Position, Problem, Question};
use crossply_proof::{prover, right_answer};

use super::reading::{Reading, least, most};
use super::{O, Outside, SIDES, X, board, cells, ends, lines, names_cells, naming};
use crate::report::play::cell_name;

/// A misreading of the rules or the question.
pub struct Misreading<P: Problem> {
    /// The words after "as if".
    pub words: String,
    /// Its answers.
    pub answers: Misreader<P>,
}

/// How a misreading computes answers.
pub enum Misreader<P: Problem> {
    /// Without state.
    ToEach(ToEach<P>),
    /// With state from one position to the next.
    InOrder(fn() -> InOrder<P>),
}

/// The answer to a position, or a cell outside the board.
type ToEach<P> = Box<dyn Fn(Position<P>) -> Result<<P as Game>::Answer, Outside> + Send + Sync>;

type InOrder<P> = Box<dyn FnMut(Position<P>) -> <P as Game>::Answer>;

struct Misreadings<P: Problem>(Vec<Misreading<P>>);

impl<P: Problem> Misreadings<P> {
    /// Adds a reading of the rules: the right one with a change.
    fn plays(&mut self, words: impl Into<String>, change: impl FnOnce(&mut Reading)) {
        let mut reading = Reading::right::<P>();
        change(&mut reading);
        self.answers(words, move |position| Ok(reading.answer(position)));
    }

    /// Adds a reading of the rules with changed lines for these sides.
    fn counts(
        &mut self,
        words: impl Into<String>,
        sides: &[usize],
        change: impl Fn(&mut Vec<u16>),
    ) {
        self.plays(words, |reading| {
            for &side in sides {
                change(&mut reading.lines[side]);
            }
        });
    }

    /// Adds a misreading that names another cell wherever `x` wins. `cell` gets the right row and column.
    fn names(
        &mut self,
        words: impl Into<String>,
        cell: impl Fn(Position<P>, [u8; 2]) -> [u8; 2] + Send + Sync + 'static,
    ) {
        self.answers(words, move |position| {
            let right = right_answer(position);
            let named = right
                .named_cell()
                .map(|named| cell(position, place::<P>(named)));
            match named {
                None => Ok(right),
                Some(outside) if outside.iter().any(|&n| u32::from(n) >= P::SIDE) => Err(outside),
                Some([row, column]) => Ok(naming::<P>(row * P::SIDE as u8 + column)),
            }
        });
    }

    /// Adds a misreading without state.
    fn answers(
        &mut self,
        words: impl Into<String>,
        answer: impl Fn(Position<P>) -> Result<P::Answer, Outside> + Send + Sync + 'static,
    ) {
        self.add(words, Misreader::ToEach(Box::new(answer)));
    }

    fn add(&mut self, words: impl Into<String>, answers: Misreader<P>) {
        let words = words.into();
        self.0.push(Misreading { words, answers });
    }
}

/// All misreadings of a problem, the most likely first.
pub fn misreadings<P: Problem>() -> Vec<Misreading<P>> {
    let mut all = Misreadings(Vec::new());
    other_rules(&mut all);
    if names_cells::<P>() {
        other_cells(&mut all);
    } else {
        other_scores(&mut all);
    }
    all.add(
        "a position where x has the same stones as in the one before had the same answer",
        Misreader::InOrder(|| {
            let mut last = None;
            Box::new(move |position| {
                let same = last.filter(|&(x, _)| x == position.x());
                let answer = same.map_or_else(|| right_answer(position), |(_, answer)| answer);
                last = Some((position.x(), answer));
                answer
            })
        }),
    );
    other_lines(&mut all);
    for side in [X, O] {
        let side_by_side = P::SIDE as usize;
        let to_cells =
            cells(board::<P>()).map(|cell| (format!("to {}", cell_name::<P>(cell)), 1 << cell));
        let straight = lines::<P>().take(2 * side_by_side).enumerate();
        let in_lines = straight.map(|(n, line)| {
            let kind = ["row", "column"][n / side_by_side];
            (format!("in {kind} {}", n % side_by_side), line)
        });
        for (place, set) in to_cells.chain(in_lines) {
            let words = format!("{} could not move {place}", SIDES[side]);
            all.plays(words, |reading| reading.cells[side] &= !set);
        }
    }
    all.0
}

/// Adds misreadings of the rules and of good play.
fn other_rules<P: Problem>(all: &mut Misreadings<P>) {
    all.counts("neither side could ever win", &[X, O], Vec::clear);
    all.counts("lines of o did not count", &[O], Vec::clear);
    // The diagonals come last.
    let straight = 2 * P::SIDE as usize;
    all.counts("the diagonals did not count", &[X, O], |lines| {
        lines.truncate(straight);
    });
    all.plays("x won when the board is full", |r| r.full_board = 1);
    all.plays("one losing reply of o were enough for x to win", |r| {
        r.takes[O] = most;
    });
    for (plies, number) in [(1, "1 ply"), (3, "3 plies"), (5, "5 plies")] {
        all.plays(
            format!("wins that take more than {number} did not exist"),
            |r| r.plies = plies,
        );
    }
}

/// Adds misreadings that change scores, but never the first winning cell of `x`.
fn other_scores<P: Problem>(all: &mut Misreadings<P>) {
    all.plays(
        "a line that o already has did not count until x has moved",
        |r| r.may_be_over = false,
    );
    all.plays("a line that the last stone completes did not count", |r| {
        r.full_first = true;
    });
    all.plays(
        "a win scored the number of empty cells, and not one more",
        |r| {
            r.scores = [|empties| empties, |empties| -empties];
        },
    );
    all.plays("a win of o counted for x", |r| r.scores[O] = r.scores[X]);
    all.plays("x made the first move that wins, not the fastest", |r| {
        r.takes[X] = |all| all.iter().copied().find(|&n| n > 0).unwrap_or(most(all));
    });
    all.plays(
        "x, where it loses, made the first move, not the one that loses latest",
        |r| {
            r.takes[X] = |all| if most(all) < 0 { all[0] } else { most(all) };
        },
    );
    all.plays("no move of x scored less than 0", |r| {
        r.takes[X] = |all| most(all).max(0);
    });
    all.plays("o made a move to a draw wherever there is one", |r| {
        r.takes[O] = |all| if all.contains(&0) { 0 } else { least(all) };
    });
    all.answers(
        "a win scored the number of cells that are empty before the first move",
        |position| {
            let score = prover::Game::at(position).score().signum() * position.empties() as i32;
            Ok(P::Answer::from_scores(|| score, [].into_iter()))
        },
    );
    for side in [X, O] {
        let words = format!("moves of {} were not taken back", SIDES[side]);
        all.plays(words, |r| r.keeps[side] = true);
    }
    all.plays("alpha and beta were swapped at each ply", |r| {
        r.swaps_bounds = true;
    });
}

/// The ways to turn the board. An index has bit 2 if row and column are swapped, then bit 1 if the first number counts from
/// the other end, and bit 0 if the second does.
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

/// Adds misreadings that name other cells where `x` wins. A program may turn the board and not turn the answer back, or turn
/// it twice, or try cells in another order.
fn other_cells<P: Problem>(all: &mut Misreadings<P>) {
    all.names(
        "the fastest win were asked for, not the first cell",
        |position, _| first_win(position, |_, score| Reverse(score)),
    );
    all.names("rows and columns counted from 1, not from 0", |_, cell| {
        cell.map(|n| n + 1)
    });
    all.add(
        "x, wherever it wins, won by the winning cell named before, if that is empty",
        Misreader::InOrder(|| {
            let mut named = None;
            Box::new(move |position| {
                let right = right_answer(position);
                let Some(first) = right.named_cell() else {
                    return right;
                };
                let is_empty = |&cell: &u8| (position.x() | position.o()) >> cell & 1 == 0;
                let cell = named.filter(is_empty).unwrap_or(first);
                named = Some(cell);
                naming::<P>(cell)
            })
        }),
    );
    for (way, turned) in TURNED.into_iter().enumerate().skip(1) {
        let [swaps, flips_first, flips_second] = [4, 2, 1].map(|bit| way & bit != 0);
        let turn = move |[row, column]: [u8; 2]| {
            let [one, other] = if swaps { [column, row] } else { [row, column] };
            let flip = |flips, n| if flips { P::SIDE as u8 - 1 - n } else { n };
            [flip(flips_first, one), flip(flips_second, other)]
        };
        let [line, from, each] = if swaps {
            ["column", " from the right", ", each from the bottom"]
        } else {
            ["row", " from the bottom", ", each from the right"]
        };
        let from = if flips_first { from } else { "" };
        let each = if flips_second { each } else { "" };
        for (turns, is_tried) in [(0, true), (1, false), (1, true), (2, true)] {
            let words = match (turns, is_tried) {
                (0, _) => format!("cells were tried {line} by {line}{from}{each}"),
                (_, false) => format!("the right cell had to be {turned}"),
                (1, true) => format!("the board were {turned}, and the answer not turned back"),
                _ => format!(
                    "the board were {turned}, and the cell of the answer turned on, not back"
                ),
            };
            all.names(words, move |position, right| {
                let first = first_win(position, |cell, _| turn(cell));
                let named = if is_tried { first } else { right };
                (0..turns).fold(named, |cell, _| turn(cell))
            });
        }
    }
}

/// The winning cell of `x` that is first in this order.
fn first_win<P: Problem, T: Ord>(
    position: Position<P>,
    order: impl Fn([u8; 2], i32) -> T,
) -> [u8; 2] {
    let moves = prover::Game::at(position).moves();
    let scored = moves.map(|(cell, after)| (place::<P>(cell), after.score()));
    let wins = scored.filter(|&(_, score)| score > 0);
    let first = wins.min_by_key(|&(cell, score)| order(cell, score));
    first.expect("x wins").0
}

/// The row and the column of a cell.
fn place<P: Problem>(cell: u8) -> [u8; 2] {
    [cell / P::SIDE as u8, cell % P::SIDE as u8]
}

/// Adds misreadings in which lines are missing, or other cells are a line.
fn other_lines<P: Problem>(all: &mut Misreadings<P>) {
    for line in lines::<P>() {
        let ends = ends::<P>(line);
        let lacks = |lines: &mut Vec<u16>| lines.retain(|&other| other != line);
        all.counts(format!("the line {ends} did not exist"), &[X, O], lacks);
        for side in [X, O] {
            let words = format!("{} could not win by the line {ends}", SIDES[side]);
            all.counts(words, &[side], lacks);
        }
        for missing in cells(line) {
            for other in cells(board::<P>() & !line) {
                let [had, missed] = [other, missing].map(cell_name::<P>);
                let words = format!("the line {ends} had {had} in place of {missed}");
                all.counts(words, &[X, O], |lines| {
                    lacks(lines);
                    lines.push(line ^ (1 << missing | 1 << other));
                });
            }
        }
    }
    for line in extra_lines::<P>() {
        let names: Vec<_> = cells(line).map(cell_name::<P>).collect();
        let (last, others) = names.split_last().expect("a line has cells");
        let words = format!("{}, and {last} were a line", others.join(", "));
        all.counts(words, &[X, O], |lines| lines.push(line));
    }
}

/// Lines of a program that ignores an edge of the board: rows that continue in the next row, and diagonals that wrap around.
fn extra_lines<P: Problem>() -> Vec<u16> {
    let side = P::SIDE;
    let set = |cell: &dyn Fn(u32) -> u32| (0..side).fold(0, |set, n| set | 1 << cell(n));
    let rows = (0..side * (side - 1)).map(|first| set(&|n| first + n));
    let diagonals = [1, side - 1].into_iter().flat_map(|step| {
        let diagonal = move |first| set(&|row| side * row + (first + step * row) % side);
        (0..side).map(diagonal)
    });
    let mut extra: Vec<u16> = rows.chain(diagonals).collect();
    extra.retain(|&line| lines::<P>().all(|real| real != line));
    extra
}
