//! Misreadings: what somebody could take the rules, or the question, to be.
//!
//! A wrong solver may answer as if a line did not exist. Then no condition on a board says where it is wrong, but the
//! missing line says everything. So each misreading answers positions itself, and is named only if it gives the very
//! answer that the solver gave on every position judged. Most differ on the first wrong position.

use std::sync::atomic::{AtomicBool, Ordering};

use crossply_problems::{Position, Problem, Question};
use serde_json::{Value, json};

use super::judged::{Asked, Given, Judged, NoAnswer};
use super::reading::{O, Player, Reading, SIDES, X, cells, lines, names_cells};
use super::words::{InWords, ends, listed, names};
use crate::{Interrupted, Threads};

/// How many positions have few empties.
const SIMPLE: usize = 30_000;

/// A misreading: what is said of it after "as if", and the answer that it gives to the position with an index.
pub(super) struct Row<P: Problem> {
    pub(super) misreading: InWords,
    pub(super) answer: Box<Answer<P>>,
}

type Answer<P> = dyn Fn(&Judged<P>, usize) -> Given<P> + Sync;

/// The first misreading that gives all these answers, right and wrong.
pub(super) fn find<P: Problem>(
    judged: &Judged<P>,
    wrong: &[usize],
    rows: Vec<Row<P>>,
    threads: Threads<'_>,
) -> Result<Option<InWords>, Interrupted> {
    // The first positions have the shortest games, and most misreadings differ on one of these: right or wrong.
    let simple = (0..judged.len().min(SIMPLE)).step_by(judged.len().min(SIMPLE) / 1000 + 1);
    let spread = wrong.iter().step_by(wrong.len() / 100 + 1);
    let some = simple.chain(wrong.iter().take(300).chain(spread).copied());
    for Row { misreading, answer } in rows {
        let gives = |index: usize| answer(judged, index) == judged.asked[index].given;
        if !some.clone().all(gives) {
            continue;
        }
        let differs = AtomicBool::new(false);
        threads.parts(judged.len(), |mut part| {
            if !differs.load(Ordering::Relaxed) && !part.all(gives) {
                differs.store(true, Ordering::Relaxed);
            }
        })?;
        if !differs.into_inner() {
            return Ok(Some(misreading));
        }
    }
    Ok(None)
}

struct Rows<P: Problem>(Vec<Row<P>>);

impl<P: Problem> Rows<P> {
    /// Adds a reading that differs so from the right one.
    fn plays(&mut self, words: impl Into<String>, data: Value, change: impl FnOnce(&mut Reading)) {
        let mut reading = Reading::right(P::SIDE);
        change(&mut reading);
        let player = Player::new::<P>(reading);
        self.answers(words, data, move |judged, n| {
            let asked: &Asked<P> = &judged.asked[n];
            Ok(player.answer(asked.position))
        });
    }

    fn answers(
        &mut self,
        words: impl Into<String>,
        data: Value,
        answer: impl Fn(&Judged<P>, usize) -> Given<P> + Sync + 'static,
    ) {
        let misreading = InWords::new(words, data);
        let answer = Box::new(answer);
        self.0.push(Row { misreading, answer });
    }
}

/// All misreadings, in the order in which they are tried.
pub(super) fn all<P: Problem>() -> Vec<Row<P>> {
    let mut rows = Rows(Vec::new());
    let words = "lines of o did not count";
    rows.plays(words, kind("o-cannot-win"), |r| r.lines[O].clear());
    let words = "a line that o already has did not count until x has moved";
    rows.plays(words, kind("o-has-not-won-yet"), |r| r.may_be_over = false);
    let words = "x won when the board is full";
    rows.plays(words, kind("full-board-wins"), |r| r.full_board = 1);
    let words = "a line that the last stone completes did not count";
    rows.plays(words, kind("last-stone-draws"), |r| r.full_first = true);
    let words = "a win scored the number of empty cells, and not one more";
    rows.plays(words, kind("no-plus-one"), |r| {
        r.scores = [|empties| empties, |empties| -empties];
    });
    let words = "a win of o counted for x";
    rows.plays(words, kind("o-counts-for-x"), |r| r.scores[O] = r.scores[X]);
    let words = "a win scored the number of cells that are empty before the first move";
    rows.plays(words, kind("from-beginning"), |r| {
        r.scores = [|_| 1, |_| -1];
        r.factor = |empties| empties;
    });
    let words = "x made the first move that wins, not the fastest";
    rows.plays(words, kind("any-win"), |r| {
        r.takes[X] = Some(|all| all.iter().copied().find(|&n| n > 0).unwrap_or(most(all)));
    });
    let words = "x, where it loses, made the first move, not the one that loses latest";
    rows.plays(words, kind("any-loss"), |r| {
        r.takes[X] = Some(|all| if most(all) < 0 { all[0] } else { most(all) });
    });
    let words = "no move of x scored less than 0";
    rows.plays(words, kind("at-least-zero"), |r| {
        r.takes[X] = Some(|all| most(all).max(0));
    });
    let words = "o made a move to a draw wherever there is one";
    rows.plays(words, kind("draw"), |r| {
        r.takes[O] = Some(|all| if all.contains(&0) { 0 } else { least(all) });
    });
    let words = "one losing reply of o were enough for x to win";
    rows.plays(words, kind("worst-reply"), |r| r.takes[O] = Some(most));
    let words = "the fastest win were asked for, not the first cell";
    rows.plays(words, kind("fastest"), |r| r.fastest = true);
    let words = "the stones of x were those of o, and the other way round";
    rows.plays(words, kind("swapped"), |r| r.swapped = true);
    changed(&mut rows);
    for plies in [0, 1, 3, 5] {
        let words = match plies {
            // Without moves no cell wins.
            0 if names_cells::<P>() => continue,
            0 => "nobody moved any more: it scores the board as it stands".to_owned(),
            1 => "x won by completing a line at once, or not at all".to_owned(),
            _ => format!("wins that take more than {plies} plies did not exist"),
        };
        let data = json!({"kind": "horizon", "plies": plies});
        rows.plays(words, data, |r| r.plies = plies);
    }
    turned(&mut rows);
    other_boards(&mut rows);
    rows.0
}

/// The data of a misreading that is about nothing more.
fn kind(kind: &str) -> Value {
    json!({"kind": kind})
}

/// Adds what somebody does who knows the right answers, and gives others.
fn changed<P: Problem>(rows: &mut Rows<P>) {
    let words = "a position where x has the same stones as in the one before had the same answer";
    rows.answers(words, kind("same-x"), |judged, n| {
        let asked = &judged.asked[n];
        let before = judged
            .before(n)
            .filter(|before| before.position.x() == asked.position.x());
        let again = before.and_then(|before| before.given.ok());
        Ok(again.unwrap_or(asked.right))
    });
    let words = "x, wherever it wins, won by the winning cell named before, if that is empty";
    rows.answers(words, kind("cell-before"), |judged, n| {
        let asked = &judged.asked[n];
        let mut earlier = judged.asked[judged.run(n).start..n].iter().rev();
        let cell = earlier.find_map(|earlier: &Asked<P>| earlier.given.ok()?.named_cell());
        let taken = asked.position.x() | asked.position.o();
        let cell = cell.filter(|cell| taken >> cell & 1 == 0);
        Ok(moved::<P>(asked.right, |right| cell.unwrap_or(right)))
    });
    let words =
        "each board were the one before it; only the first of an input has an answer of its own";
    rows.answers(words, kind("answer-before"), |judged, n| {
        // Before the first board of an input there is nothing, always the same.
        let nothing = || judged.answer_of_nothing().unwrap_or(judged.asked[n].right);
        Ok(judged.before(n).map_or_else(nothing, |before| before.right))
    });
    let words = "rows and columns counted from 1, not from 0";
    rows.answers(words, kind("one-based"), |judged, n| {
        let (right, side) = (judged.asked[n].right, P::SIDE as u8);
        let last = |cell| cell / side == side - 1 || cell % side == side - 1;
        if right.named_cell().is_some_and(last) {
            // The board has no such cell.
            return Err(NoAnswer::Unreadable);
        }
        Ok(moved::<P>(right, |cell| cell + side + 1))
    });
}

/// Adds lines that are missing, lines that are none, and cells that are forgotten.
fn other_boards<P: Problem>(rows: &mut Rows<P>) {
    let both: &[usize] = &[X, O];
    for (of, sides) in [(None, both), (Some(SIDES[X]), &[X]), (Some(SIDES[O]), &[O])] {
        for line in lines(P::SIDE) {
            let ends = ends::<P>(line);
            let words = match of {
                None => format!("the line {ends} did not exist"),
                Some(side) => format!("{side} could not win by the line {ends}"),
            };
            let data = json!({"kind": "no-line", "line": names::<P>(line), "of": of});
            rows.plays(words, data, |r| {
                for &side in sides {
                    r.lines[side].retain(|&other| other != line);
                }
            });
        }
    }
    for line in extra_lines(P::SIDE) {
        let words = format!("{} were a line", listed(&names::<P>(line)));
        let data = json!({"kind": "extra-line", "line": names::<P>(line)});
        rows.plays(words, data, |r| {
            for side in [X, O] {
                r.lines[side].push(line);
            }
        });
    }
    for side in [X, O] {
        for cell in (0..Position::<P>::CELLS).map(|cell| 1 << cell) {
            let words = format!("{} could not move to {}", SIDES[side], ends::<P>(cell));
            let kind = format!("{}-never-at", SIDES[side]);
            let data = json!({"kind": kind, "cell": names::<P>(cell)});
            rows.plays(words, data, |r| r.cells[side] = !cell);
        }
    }
}

fn most(scores: &[i32]) -> i32 {
    scores.iter().copied().max().unwrap_or(0)
}

fn least(scores: &[i32]) -> i32 {
    scores.iter().copied().min().unwrap_or(0)
}

/// Adds what somebody does who turns or mirrors the board: the answer is not turned back, or turned on; or cells are
/// tried in another order.
fn turned<P: Problem>(rows: &mut Rows<P>) {
    let turns: [Turn; 7] = [
        ("left-right", |row, column| (row, !column)),
        ("top-bottom", |row, column| (!row, column)),
        ("half-turn", |row, column| (!row, !column)),
        ("transposed", |row, column| (column, row)),
        ("clockwise", |row, column| (column, !row)),
        ("counterclockwise", |row, column| (!column, row)),
        ("antitransposed", |row, column| (!column, !row)),
    ];
    let in_words = [
        "mirrored from left to right",
        "mirrored from top to bottom",
        "turned by half a turn",
        "read with row and column exchanged",
        "turned clockwise",
        "turned counterclockwise",
        "mirrored in the antidiagonal",
    ];
    let orders = [
        "row by row, but each row from the right",
        "row by row from the bottom, each row from the left",
        "from the last to the first",
        "column by column",
        "column by column, each from the bottom",
        "column by column from the right, each from the top",
        "column by column from the right, each from the bottom",
    ];
    let unchanged: Turn = ("unchanged", |row, column| (row, column));
    let mut add = |words, board: Turn, answer: Turn| {
        let data = json!({"kind": "turned", "board": board.0, "answer": answer.0});
        rows.answers(words, data, move |judged, n| {
            let position = judged.asked[n].position;
            let turned = |set| cells(set).fold(0, |set, cell| set | 1 << image::<P>(board, cell));
            let position = Position::<P>::new(turned(position.x()), turned(position.o()));
            let right = judged.player.answer(position.expect("lines stay lines"));
            Ok(moved::<P>(right, |cell| image::<P>(answer, cell)))
        });
    };
    for (n, words) in in_words.into_iter().enumerate() {
        let turn = turns[n];
        // Two turns by a right angle are each other's opposite.
        let back = turns[[0, 1, 2, 3, 5, 4, 6][n]];
        add(format!("cells were tried {}", orders[n]), turn, back);
        add(format!("the right cell had to be {words}"), unchanged, turn);
        add(
            format!("the board were {words}, and the answer not turned back"),
            turn,
            unchanged,
        );
        if turn.0 != back.0 {
            let words =
                format!("the board were {words}, and the cell of the answer turned on, not back");
            add(words, turn, turn);
        }
    }
}

/// A way to lay a square on itself: its name, and the row and column to which it moves a cell. `!` counts from the end.
type Turn = (&'static str, fn(u8, u8) -> (u8, u8));

/// Where a turn moves a cell.
fn image<P: Problem>((_, turn): Turn, cell: u8) -> u8 {
    let side = P::SIDE as u8;
    let (row, column) = turn(cell / side, cell % side);
    let from_start = |n: u8| n.min(side.wrapping_add(n));
    side * from_start(row) + from_start(column)
}

/// What looks like a line to somebody who forgets an edge: a run that goes on in the next row, or a diagonal that
/// enters again on the other side.
fn extra_lines(side: u32) -> impl Iterator<Item = u16> {
    let all = side * side;
    let runs = [1, side - 1, side + 1].into_iter().flat_map(move |step| {
        let last = (side - 1) * step;
        (0..all - last).map(move |first| (0..side).fold(0, |set, n| set | 1 << (first + n * step)))
    });
    let diagonals = (0..side).flat_map(move |column| {
        let diagonal = move |step: u32| {
            (0..side).fold(0, |set, row| {
                set | 1 << (side * row + (column + row * step) % side)
            })
        };
        [diagonal(1), diagonal(side - 1)]
    });
    let real = lines(side);
    let mut seen = Vec::new();
    runs.chain(diagonals).filter(move |line| {
        let new = !real.contains(line) && !seen.contains(line);
        seen.push(*line);
        new
    })
}

/// The answer with another cell.
fn moved<P: Problem>(answer: P::Answer, to: impl FnOnce(u8) -> u8) -> P::Answer {
    match answer.named_cell() {
        Some(cell) => P::Answer::from_scores(|| 1, [(to(cell), 1)].into_iter()),
        None => answer,
    }
}
