//! Misreadings: what somebody could take the rules, or the question, to be.
//!
//! A wrong solver may answer as if a line did not exist. Then no condition on a board says where it is wrong, but the
//! missing line says everything. So each misreading answers positions itself, and is named only if it gives the very
//! answer that the solver gave on every position judged. Most differ on the first wrong position.

use std::cmp::Reverse;

use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Position, Problem, Question};

use super::judged::{Given, Judged, NoAnswer};
use super::reading::{O, Player, Reading, SIDES, X, lines};
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
    let simple = (0..judged.len().min(SIMPLE)).step_by(SIMPLE / 1000);
    let spread = wrong.iter().step_by(wrong.len() / 100 + 1);
    let some = simple.chain(wrong.iter().take(300).chain(spread).copied());
    for Row { misreading, answer } in rows {
        let differs = |&n: &usize| answer(judged, n) != judged.asked[n].given;
        if some.clone().any(|n| differs(&n)) {
            continue;
        }
        let differing = threads.parts(judged.len(), |mut part| part.find(differs))?;
        if differing.iter().all(Option::is_none) {
            return Ok(Some(misreading));
        }
    }
    Ok(None)
}

struct Rows<P: Problem>(Vec<Row<P>>);

impl<P: Problem> Rows<P> {
    /// Adds a reading that differs so from the right one.
    fn plays(&mut self, misreading: impl Into<InWords>, change: impl FnOnce(&mut Reading)) {
        let mut reading = Reading::right::<P>();
        change(&mut reading);
        let player = Player::new::<P>(reading);
        self.answers(misreading, move |judged, n| {
            Ok(player.answer(judged.asked[n].stones()))
        });
    }

    fn answers(
        &mut self,
        misreading: impl Into<InWords>,
        answer: impl Fn(&Judged<P>, usize) -> Given<P> + Sync + 'static,
    ) {
        let (misreading, answer) = (misreading.into(), Box::new(answer));
        self.0.push(Row { misreading, answer });
    }
}

/// All misreadings, in the order in which they are tried.
pub(super) fn all<P: Problem>() -> Vec<Row<P>> {
    let mut rows = Rows(Vec::new());
    rules(&mut rows);
    answers(&mut rows);
    turned(&mut rows);
    other_boards(&mut rows);
    rows.0
}

/// Adds readings of the rules, and of how to play well.
fn rules<P: Problem>(rows: &mut Rows<P>) {
    rows.plays("lines of o did not count", |r| r.lines[O].clear());
    rows.plays(
        "a line that o already has did not count until x has moved",
        |r| r.may_be_over = false,
    );
    rows.plays("x won when the board is full", |r| r.full_board = 1);
    rows.plays("a line that the last stone completes did not count", |r| {
        r.full_first = true;
    });
    rows.plays(
        "a win scored the number of empty cells, and not one more",
        |r| {
            r.scores = [|empties| empties, |empties| -empties];
        },
    );
    rows.plays("a win of o counted for x", |r| r.scores[O] = r.scores[X]);
    rows.plays("x made the first move that wins, not the fastest", |r| {
        r.takes[X] = Some(|all| all.iter().copied().find(|&n| n > 0).unwrap_or(most(all)));
    });
    rows.plays(
        "x, where it loses, made the first move, not the one that loses latest",
        |r| {
            r.takes[X] = Some(|all| if most(all) < 0 { all[0] } else { most(all) });
        },
    );
    rows.plays("no move of x scored less than 0", |r| {
        r.takes[X] = Some(|all| most(all).max(0));
    });
    rows.plays("o made a move to a draw wherever there is one", |r| {
        r.takes[O] = Some(|all| {
            all.iter()
                .copied()
                .min_by_key(|&n| (n != 0, n))
                .unwrap_or(0)
        });
    });
    rows.plays("one losing reply of o were enough for x to win", |r| {
        r.takes[O] = Some(most);
    });
    for (plies, number) in [(1, "1 ply"), (3, "3 plies"), (5, "5 plies")] {
        let words = format!("wins that take more than {number} did not exist");
        let said = InWords::new("horizon", words).between(0, plies);
        rows.plays(said, |r| r.plies = plies);
    }
}

fn most(scores: &[i32]) -> i32 {
    scores.iter().copied().max().unwrap_or(0)
}

/// Adds what somebody does who plays by the rules, and gives other answers.
fn answers<P: Problem>(rows: &mut Rows<P>) {
    rows.answers(
        "a win scored the number of cells that are empty before the first move",
        |judged, n| {
            let asked = &judged.asked[n];
            let score = asked.sign() * asked.position.empties() as i32;
            let moves = judged.player.moves(asked.stones());
            Ok(P::Answer::from_scores(|| score, moves))
        },
    );
    rows.answers(
        "the fastest win were asked for, not the first cell",
        |judged, n| {
            let stones = judged.asked[n].stones();
            let mut moves: Vec<_> = judged.player.moves(stones).collect();
            moves.sort_by_key(|&(_, score)| Reverse(score));
            let score = || judged.player.score(stones);
            Ok(P::Answer::from_scores(score, moves.into_iter()))
        },
    );
    rows.answers(
        "the stones of x were those of o, and the other way round",
        |judged, n| {
            let [x, o] = judged.asked[n].stones();
            Ok(judged.player.answer([o, x]))
        },
    );
    rows.answers(
        "a position where x has the same stones as in the one before had the same answer",
        |judged, n| {
            let asked = &judged.asked[n];
            let mut before = judged.before(n).take(1);
            let same = before.find(|before| before.position.x() == asked.position.x());
            Ok(same.and_then(|same| same.given.ok()).unwrap_or(asked.right))
        },
    );
    rows.answers(
        "x, wherever it wins, won by the winning cell named before, if that is empty",
        |judged, n| {
            let asked = &judged.asked[n];
            let cell = judged
                .before(n)
                .find_map(|before| before.given.ok()?.named_cell());
            let cell = cell.filter(|cell| asked.taken() >> cell & 1 == 0);
            Ok(moved::<P>(asked.right, |right| cell.unwrap_or(right)))
        },
    );
    rows.answers(
        "rows and columns counted from 1, not from 0",
        |judged, n| {
            let (right, side) = (judged.asked[n].right, P::SIDE as u8);
            let last = |cell| cell / side == side - 1 || cell % side == side - 1;
            if right.named_cell().is_some_and(last) {
                // The board has no such cell.
                return Err(NoAnswer::Unreadable);
            }
            Ok(moved::<P>(right, |cell| cell + side + 1))
        },
    );
}

/// Each turn of the board in words, and the order of the cells on the board that is turned so.
const TURNS: [[&str; 2]; 7] = [
    ["read with row and column exchanged", "column by column"],
    [
        "mirrored from left to right",
        "row by row, but each row from the right",
    ],
    [
        "turned counterclockwise",
        "column by column from the right, each from the top",
    ],
    ["turned by half a turn", "from the last to the first"],
    [
        "mirrored in the antidiagonal",
        "column by column from the right, each from the bottom",
    ],
    [
        "mirrored from top to bottom",
        "row by row from the bottom, each row from the left",
    ],
    ["turned clockwise", "column by column, each from the bottom"],
];

/// Adds what somebody does who turns or mirrors the board: the answer is not turned back, or turned on; or cells are
/// tried in another order.
fn turned<P: Problem>(rows: &mut Rows<P>) {
    // The first four and the last four symmetries are those of a square.
    let all = Symmetry::all::<P>();
    let turns = all[1..4].iter().chain(&all[all.len() - 4..]);
    for (turn, [turned, order]) in turns.zip(TURNS) {
        let mut add =
            |kind, words: String, board: &'static Symmetry, cell: fn(&Symmetry, u32) -> u32| {
                rows.answers(InWords::new(kind, words).with(turned), move |judged, n| {
                    let position = board.of_position(judged.asked[n].position);
                    let answer = judged.player.answer([position.x(), position.o()]);
                    Ok(moved::<P>(answer, |named| cell(turn, named.into()) as u8))
                });
            };
        let words = format!("cells were tried {order}");
        add("other-order", words, turn, Symmetry::back);
        let words = format!("the right cell had to be {turned}");
        add("answer-turned", words, &all[0], Symmetry::of_cell);
        let words = format!("the board were {turned}, and the answer not turned back");
        add("board-turned", words, turn, |_, cell| cell);
        let words =
            format!("the board were {turned}, and the cell of the answer turned on, not back");
        add("answer-turned-on", words, turn, Symmetry::of_cell);
    }
}

/// Adds lines that are missing, lines that are none, and cells that are forgotten.
fn other_boards<P: Problem>(rows: &mut Rows<P>) {
    for line in lines(P::SIDE) {
        let ends = ends::<P>(line);
        let said = InWords::new("no-line", format!("the line {ends} did not exist"));
        rows.plays(said.at::<P>(line), |r| {
            r.lines
                .iter_mut()
                .for_each(|lines| lines.retain(|&other| other != line));
        });
        for side in [X, O] {
            let words = format!("{} could not win by the line {ends}", SIDES[side]);
            let said = InWords::new("no-line-of-one", words).of(side).at::<P>(line);
            rows.plays(said, |r| r.lines[side].retain(|&other| other != line));
        }
    }
    for line in extra_lines(P::SIDE) {
        let words = format!("{} were a line", listed(&names::<P>(line)));
        let said = InWords::new("extra-line", words).at::<P>(line);
        rows.plays(said, |r| {
            // Where `o` cannot have won, nobody looks whether it has.
            r.may_be_over = P::O_MAY_HAVE_WON;
            r.lines.iter_mut().for_each(|lines| lines.push(line));
        });
    }
    for side in [X, O] {
        for cell in (0..Position::<P>::CELLS).map(|cell| 1 << cell) {
            let words = format!("{} could not move to {}", SIDES[side], ends::<P>(cell));
            let said = InWords::new("no-move", words).of(side).at::<P>(cell);
            rows.plays(said, |r| r.cells[side] &= !cell);
        }
    }
}

/// What looks like a line to somebody who forgets an edge: a row that goes on in the next, or a diagonal that enters
/// again on the other side.
fn extra_lines(side: u32) -> Vec<u16> {
    let set = |cell: &dyn Fn(u32) -> u32| (0..side).fold(0, |set, n| set | 1 << cell(n));
    let rows = (0..side * (side - 1)).map(|first| set(&|n| first + n));
    let diagonals = [1, side - 1].into_iter().flat_map(|step| {
        let diagonal = move |first| set(&|row| side * row + (first + step * row) % side);
        (0..side).map(diagonal)
    });
    let mut lines: Vec<u16> = rows.chain(diagonals).collect();
    let real = self::lines(side);
    lines.retain(|line| !real.contains(line));
    lines
}

/// The answer with another cell.
fn moved<P: Problem>(answer: P::Answer, to: impl FnOnce(u8) -> u8) -> P::Answer {
    match answer.named_cell() {
        Some(cell) => P::Answer::from_scores(|| 1, [(to(cell), 1)].into_iter()),
        None => answer,
    }
}
