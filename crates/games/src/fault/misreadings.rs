//! Misreadings: what somebody could take the rules, or the question, to be.
//!
//! A wrong solver may answer as if a line did not exist. Then no condition on a board says where it is wrong, but the
//! missing line says everything. So each misreading answers positions itself, and is named only if it gives the very
//! answer that the solver gave on every position judged. Most differ on the first wrong position.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::outline::{O, Outline, SIDES, X};
use super::scorer::{Reading, Scorer};
use super::transcript::{AskedAmong, NoAnswer, Transcript};
use super::words::{InWords, listed};
use crossply::{Interrupted, Threads};

/// Of how many answers, the first, some are tried before all.
const TRIED_FIRST: usize = 30_000;

/// A misreading: what is said of it after "as if", and the answer that it gives to a position.
pub(super) struct Misreading {
    pub(super) said: InWords,
    pub(super) answer: Box<Answer>,
}

type Answer = dyn Fn(AskedAmong<'_>) -> Result<i8, NoAnswer> + Sync;

/// The first misreading that gives all these answers, right and wrong.
pub(super) fn find(
    transcript: &Transcript,
    wrong: &[usize],
    misreadings: Vec<Misreading>,
    threads: Threads<'_>,
) -> Result<Option<InWords>, Interrupted> {
    let all = transcript.asked.len();
    // Most misreadings differ on one of these. Those with the shortest games come first: they are quick to play.
    let first = (0..all.min(TRIED_FIRST)).step_by(TRIED_FIRST / 1000);
    let spread = wrong.iter().step_by(wrong.len() / 100 + 1);
    let mut some: Vec<_> = first
        .chain(wrong.iter().take(300).chain(spread).copied())
        .collect();
    some.sort_by_key(|&n| transcript.at(n).empties());
    for Misreading { said, answer } in misreadings {
        let differs = |&n: &usize| answer(transcript.at(n)) != transcript.asked[n].given;
        if some.iter().any(differs) {
            continue;
        }
        let differing = threads.parts(all, |mut part| part.find(differs))?;
        if differing.iter().all(Option::is_none) {
            return Ok(Some(said));
        }
    }
    Ok(None)
}

struct Misreadings {
    outline: Outline,
    all: Vec<Misreading>,
}

impl Misreadings {
    /// Adds a reading that differs so from the right one.
    fn plays(&mut self, said: impl Into<InWords>, change: impl FnOnce(&mut Reading)) {
        let mut reading = Reading::right(self.outline);
        change(&mut reading);
        let outline = self.outline;
        let scorer = LazyLock::new(move || Scorer::new(outline, reading));
        self.answers(said, move |at| Ok(scorer.answer(at.asked.stones)));
    }

    /// Adds another cell that somebody names who plays by the rules, and who names one only where `x` wins.
    fn names(
        &mut self,
        said: impl Into<InWords>,
        cell: impl Fn(AskedAmong<'_>) -> Option<u8> + Sync + 'static,
    ) {
        let names_cells = self.outline.names_cells;
        self.answers(said, move |at| {
            let is_named = names_cells && at.asked.right > 0;
            let cell = is_named.then(|| cell(at)).flatten();
            Ok(cell.map_or(at.asked.right, |cell| cell as i8 + 1))
        });
    }

    fn answers(
        &mut self,
        said: impl Into<InWords>,
        answer: impl Fn(AskedAmong<'_>) -> Result<i8, NoAnswer> + Sync + 'static,
    ) {
        let (said, answer) = (said.into(), Box::new(answer));
        self.all.push(Misreading { said, answer });
    }
}

/// All misreadings, in the order in which they are tried.
pub(super) fn all(outline: Outline) -> Vec<Misreading> {
    let mut misreadings = Misreadings {
        outline,
        all: Vec::new(),
    };
    rules(&mut misreadings);
    answers(&mut misreadings);
    turned(&mut misreadings);
    other_boards(&mut misreadings);
    misreadings.all
}

/// Adds readings of the rules, and of how to play well.
fn rules(misreadings: &mut Misreadings) {
    misreadings.plays("lines of o did not count", |r| r.lines[O].clear());
    misreadings.plays(
        "a line that o already has did not count until x has moved",
        |r| r.may_be_over = false,
    );
    misreadings.plays("x won when the board is full", |r| r.full_board = 1);
    misreadings.plays("a line that the last stone completes did not count", |r| {
        r.full_first = true;
    });
    misreadings.plays(
        "a win scored the number of empty cells, and not one more",
        |r| r.scores = [|empties| empties, |empties| -empties],
    );
    misreadings.plays("a win of o counted for x", |r| r.scores[O] = r.scores[X]);
    misreadings.plays("x made the first move that wins, not the fastest", |r| {
        r.takes[X] = Some(|all| all.iter().copied().find(|&n| n > 0).unwrap_or(most(all)));
    });
    misreadings.plays(
        "x, where it loses, made the first move, not the one that loses latest",
        |r| r.takes[X] = Some(|all| if most(all) < 0 { all[0] } else { most(all) }),
    );
    misreadings.plays("no move of x scored less than 0", |r| {
        r.takes[X] = Some(|all| most(all).max(0));
    });
    misreadings.plays("o made a move to a draw wherever there is one", |r| {
        r.takes[O] = Some(|all| *all.iter().min_by_key(|&&n| (n != 0, n)).unwrap_or(&0));
    });
    misreadings.plays("one losing reply of o were enough for x to win", |r| {
        r.takes[O] = Some(most);
    });
    for (plies, number) in [(1, "1 ply"), (3, "3 plies"), (5, "5 plies")] {
        let words = format!("wins that take more than {number} did not exist");
        let said = InWords::new("horizon", words).between(0, plies);
        misreadings.plays(said, |r| r.plies = plies);
    }
}

fn most(scores: &[i32]) -> i32 {
    *scores.iter().max().unwrap_or(&0)
}

/// Adds what somebody does who plays by the rules, and gives other answers.
fn answers(misreadings: &mut Misreadings) {
    let Outline {
        side, names_cells, ..
    } = misreadings.outline;
    misreadings.answers(
        "a win scored the number of cells that are empty before the first move",
        move |at| {
            let score = at.asked.right.signum() * at.empties() as i8;
            Ok(if names_cells { at.asked.right } else { score })
        },
    );
    misreadings.names("the fastest win were asked for, not the first cell", |at| {
        first_win(at, |_, score| Reverse(score))
    });
    misreadings.answers(
        "the stones of x were those of o, and the other way round",
        |at| {
            let [x, o] = at.asked.stones;
            Ok(at.scorer().answer([o, x]))
        },
    );
    misreadings.answers(
        "a position where x has the same stones as in the one before had the same answer",
        |at| {
            let last = at.before().next();
            let same = last.filter(|last| last.stones[X] == at.asked.stones[X]);
            Ok(same
                .and_then(|same| same.given.ok())
                .unwrap_or(at.asked.right))
        },
    );
    misreadings.names(
        "x, wherever it wins, won by the winning cell named before, if that is empty",
        |at| {
            let mut named = at.before().filter_map(|before| before.given.ok());
            let cell = named.find(|&named| named > 0)?.cast_unsigned() - 1;
            (at.taken() >> cell & 1 == 0).then_some(cell)
        },
    );
    let side = side as i8;
    misreadings.answers(
        "rows and columns counted from 1, not from 0",
        move |at| match at.asked.right {
            right if !names_cells || right == 0 => Ok(right),
            // The board has no such cell.
            right if right % side == 0 || right > side * (side - 1) => Err(NoAnswer::Unreadable),
            right => Ok(right + side + 1),
        },
    );
}

/// The first winning cell, in this order.
fn first_win<T: Ord>(at: AskedAmong<'_>, order: impl Fn(u8, i32) -> T) -> Option<u8> {
    let wins = at.scorer().moves(at.asked.stones);
    let wins = wins.filter(|&(_, score)| score > 0);
    let first = wins.min_by_key(|&(cell, score)| order(cell, score));
    first.map(|(cell, _)| cell)
}

/// A way to turn the board: in words, the order of the cells on the board that is turned so, and where a cell goes, on a
/// board whose last row and column has this number.
type Turn = (&'static str, &'static str, fn(u8, u8, u8) -> [u8; 2]);

const TURNS: [Turn; 7] = [
    (
        "read with row and column exchanged",
        "column by column",
        |row, column, _| [column, row],
    ),
    (
        "mirrored from left to right",
        "row by row, but each row from the right",
        |row, column, last| [row, last - column],
    ),
    (
        "turned counterclockwise",
        "column by column from the right, each from the top",
        |row, column, last| [last - column, row],
    ),
    (
        "turned by half a turn",
        "from the last to the first",
        |row, column, last| [last - row, last - column],
    ),
    (
        "mirrored in the antidiagonal",
        "column by column from the right, each from the bottom",
        |row, column, last| [last - column, last - row],
    ),
    (
        "mirrored from top to bottom",
        "row by row from the bottom, each row from the left",
        |row, column, last| [last - row, column],
    ),
    (
        "turned clockwise",
        "column by column, each from the bottom",
        |row, column, last| [column, last - row],
    ),
];

/// Adds what somebody does who turns or mirrors the board: the answer is not turned back, or turned on; or cells are
/// tried in another order.
fn turned(misreadings: &mut Misreadings) {
    let side = misreadings.outline.side as u8;
    for (turned, order, turn) in TURNS {
        let turn = move |cell| {
            let [row, column] = turn(cell / side, cell % side, side - 1);
            side * row + column
        };
        // The first winning cell of the turned board, where it is before that is turned.
        let first = move |at: AskedAmong<'_>| first_win(at, |cell, _| turn(cell));
        let said = |kind, words: String| InWords::new(kind, words).with(turned);
        let words = format!("cells were tried {order}");
        misreadings.names(said("other-order", words), first);
        let words = format!("the right cell had to be {turned}");
        misreadings.names(said("answer-turned", words), move |at| {
            Some(turn(at.asked.right.cast_unsigned() - 1))
        });
        let words = format!("the board were {turned}, and the answer not turned back");
        misreadings.names(said("board-turned", words), move |at| first(at).map(turn));
        let words =
            format!("the board were {turned}, and the cell of the answer turned on, not back");
        misreadings.names(said("answer-turned-on", words), move |at| {
            first(at).map(turn).map(turn)
        });
    }
}

/// Adds lines that are missing, lines that are none, and cells that are forgotten.
fn other_boards(misreadings: &mut Misreadings) {
    let outline = misreadings.outline;
    for line in outline.lines() {
        let ends = outline.ends(line);
        let said = |kind, words| InWords::new(kind, words).at(outline, line);
        let words = format!("the line {ends} did not exist");
        misreadings.plays(said("no-line", words), |r| {
            let lines = r.lines.iter_mut();
            lines.for_each(|lines| lines.retain(|&other| other != line));
        });
        for side in [X, O] {
            let words = format!("{} could not win by the line {ends}", SIDES[side]);
            misreadings.plays(said("no-line-of-one", words).of(side), |r| {
                r.lines[side].retain(|&other| other != line);
            });
        }
    }
    for line in extra_lines(outline) {
        let words = format!("{} were a line", listed(&outline.names(line)));
        let said = InWords::new("extra-line", words).at(outline, line);
        misreadings.plays(said, |r| {
            // Where `o` cannot have won, nobody looks whether it has.
            r.may_be_over = outline.o_may_have_won;
            r.lines.iter_mut().for_each(|lines| lines.push(line));
        });
    }
    for side in [X, O] {
        for cell in (0..outline.cells()).map(|cell| 1 << cell) {
            let words = format!("{} could not move to {}", SIDES[side], outline.ends(cell));
            let said = InWords::new("no-move", words).of(side).at(outline, cell);
            misreadings.plays(said, |r| r.cells[side] &= !cell);
        }
    }
}

/// What looks like a line to somebody who forgets an edge: a row that goes on in the next, or a diagonal that enters
/// again on the other side.
fn extra_lines(outline: Outline) -> Vec<u16> {
    let side = outline.side;
    let set = |cell: &dyn Fn(u32) -> u32| (0..side).fold(0, |set, n| set | 1 << cell(n));
    let rows = (0..side * (side - 1)).map(|first| set(&|n| first + n));
    let diagonals = [1, side - 1].into_iter().flat_map(|step| {
        let diagonal = move |first| set(&|row| side * row + (first + step * row) % side);
        (0..side).map(diagonal)
    });
    let mut lines: Vec<u16> = rows.chain(diagonals).collect();
    let real = outline.lines();
    lines.retain(|line| !real.contains(line));
    lines
}
