//! Misreadings: what somebody could take the rules, or the question, to be.
//!
//! A wrong solver may answer as if a line did not exist. Then no condition on a board says where it is wrong, but the
//! missing line says everything. So each misreading answers positions itself, and is named only if it gives the very
//! answer that the solver gave on every position judged. Most differ on the first wrong position.

use std::sync::atomic::{AtomicBool, Ordering};

use crossply_problems::{Position, Problem, Question};
use schemars::JsonSchema;
use serde::Serialize;

use super::Judged;
use super::cells::{Cells, Turn};
use super::facts::Stone;
use super::reading::{Choice, O, Player, Reading, Reply, X, lines, names_cells};
use super::{Given, NoAnswer, bits_to_name};
use crate::{Interrupted, Threads};

/// How many positions have few empties.
const SIMPLE: usize = 30_000;

/// How a wrong solver reads the rules or the question, or which mistake it makes around right answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Misreading {
    /// A line does not exist.
    NoLine {
        /// Its cells.
        line: Cells,
        /// For this side; for both, if there is none.
        of: Option<Stone>,
    },
    /// Other cells are a line as well.
    ExtraLine {
        /// These.
        line: Cells,
    },
    /// `o` cannot win.
    OCannotWin,
    /// A line that `o` has before the first move does not count until `x` has moved.
    OHasNotWonYet,
    /// A full board is a win of `x`.
    FullBoardWins,
    /// A line that the last stone completes does not count.
    LastStoneDraws,
    /// A win scores the empty cells, and not one more.
    NoPlusOne,
    /// A win of `o` counts for `x`.
    OCountsForX,
    /// A win scores the cells that are empty before the first move.
    FromBeginning,
    /// `x` makes the first winning move, not the fastest.
    AnyWin,
    /// `x`, if it loses, makes the first move, not the one that loses latest.
    AnyLoss,
    /// The best score of `x` begins at 0.
    AtLeastZero,
    /// `o` makes a move to a draw where there is one.
    Draw,
    /// `o` makes the worst reply, so that one losing reply is enough.
    WorstReply,
    /// Wins that take more plies are not seen.
    Horizon {
        /// The most plies that are seen.
        plies: u32,
    },
    /// The first of the fastest wins is named.
    Fastest,
    /// `x` never moves to a cell.
    XNeverAt {
        /// The cell.
        cell: Cells,
    },
    /// `o` never moves to a cell.
    ONeverAt {
        /// The cell.
        cell: Cells,
    },
    /// The board is turned, and then the cell of the answer.
    Turned {
        /// How the board is turned before it is answered.
        board: Turn,
        /// How the answer is turned then.
        answer: Turn,
    },
    /// The stones of `x` are taken for those of `o`, and the other way round.
    Swapped,
    /// Rows and columns count from 1.
    OneBased,
    /// Each answer, but for the first of an input, is that of the board before.
    AnswerBefore,
    /// The answer before is given again if `x` has the same stones.
    SameX,
    /// The cell of the win before is named again if `x` wins and the cell is empty.
    CellBefore,
}

/// How many bits name a misreading.
pub(super) fn price<P: Problem>() -> f64 {
    bits_to_name(1, all::<P>().len())
}

/// The first misreading that gives all these answers, right and wrong.
pub(super) fn find<P: Problem>(
    judged: &Judged<P>,
    wrong: &[usize],
    right: &Player<P>,
    threads: Threads<'_>,
) -> Result<Option<Misreading>, Interrupted> {
    // The first positions have the shortest games, and most misreadings differ on one of these: right or wrong.
    let simple = (0..judged.len().min(SIMPLE)).step_by(judged.len().min(SIMPLE) / 1000 + 1);
    let spread = wrong.iter().step_by(wrong.len() / 100 + 1);
    let some = simple.chain(wrong.iter().take(300).chain(spread).copied());
    for misreading in all::<P>() {
        let answer = misreading.answers(judged, right);
        let gives = |index: usize| answer(index) == judged.given(index);
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

/// All misreadings, in the order in which they are tried.
fn all<P: Problem>() -> Vec<Misreading> {
    use Misreading as M;
    let real = lines(P::SIDE);
    let cell = |cell: u8| Cells::new::<P>(1 << cell);
    let cells = 0..Position::<P>::CELLS as u8;
    let mut all = vec![
        M::OCannotWin,
        M::OHasNotWonYet,
        M::FullBoardWins,
        M::LastStoneDraws,
        M::NoPlusOne,
        M::OCountsForX,
        M::FromBeginning,
        M::AnyWin,
        M::AnyLoss,
        M::AtLeastZero,
        M::Draw,
        M::WorstReply,
        M::Fastest,
        M::SameX,
        M::CellBefore,
        M::AnswerBefore,
        M::Swapped,
        M::OneBased,
    ];
    if !names_cells::<P>() {
        // Without moves no cell wins.
        all.push(M::Horizon { plies: 0 });
    }
    all.extend([1, 3, 5].map(|plies| M::Horizon { plies }));
    all.extend(
        Turn::all().flat_map(|board| Turn::all().map(move |answer| M::Turned { board, answer })),
    );
    for of in [None, Some(Stone::X), Some(Stone::O)] {
        all.extend(real.iter().map(|&line| M::NoLine {
            line: Cells::new::<P>(line),
            of,
        }));
    }
    all.extend(extra_lines(P::SIDE).map(|line| M::ExtraLine {
        line: Cells::new::<P>(line),
    }));
    all.extend(cells.clone().map(|n| M::XNeverAt { cell: cell(n) }));
    all.extend(cells.map(|n| M::ONeverAt { cell: cell(n) }));
    all
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

impl Misreading {
    /// The answers that it gives to the positions judged.
    pub(super) fn answers<'a, P: Problem>(
        &self,
        judged: &'a Judged<P>,
        right: &'a Player<P>,
    ) -> Box<dyn Fn(usize) -> Given<P> + Sync + 'a> {
        match *self {
            Misreading::Turned { board, answer } => Box::new(move |index| {
                let right = right.answer(board.of_position(judged.position(index)));
                Ok(moved::<P>(right, |cell| answer.of_cell(cell, P::SIDE)))
            }),
            Misreading::SameX => Box::new(|index| {
                let x = judged.position(index).x();
                let again = judged
                    .before(index)
                    .filter(|&before| judged.position(before).x() == x)
                    .and_then(|before| judged.given(before).ok());
                Ok(again.unwrap_or(judged.right(index)))
            }),
            Misreading::AnswerBefore => Box::new(|index| match judged.before(index) {
                Some(before) => Ok(judged.right(before)),
                // Before the first board of an input there is nothing, always the same.
                None => Ok(judged.answer_of_nothing().unwrap_or(judged.right(index))),
            }),
            Misreading::OneBased => Box::new(|index| {
                let (right, side) = (judged.right(index), P::SIDE as u8);
                let last = |cell| cell / side == side - 1 || cell % side == side - 1;
                if right.named_cell().is_some_and(last) {
                    // The board has no such cell.
                    return Err(NoAnswer::Unreadable);
                }
                Ok(moved::<P>(right, |cell| cell + side + 1))
            }),
            Misreading::CellBefore => Box::new(|index| {
                let right = judged.right(index);
                let mut earlier =
                    std::iter::successors(judged.before(index), |&n| judged.before(n));
                let cell = earlier.find_map(|before| judged.given(before).ok()?.named_cell());
                let position = judged.position(index);
                let is_empty = |cell: &u8| (position.x() | position.o()) >> cell & 1 == 0;
                match cell.filter(is_empty) {
                    Some(cell) if right.is_forced_win() => Ok(moved::<P>(right, |_| cell)),
                    _ => Ok(right),
                }
            }),
            ref plays => {
                let player = Player::<P>::new(plays.reading(P::SIDE));
                Box::new(move |index| Ok(player.answer(judged.position(index))))
            }
        }
    }

    /// The rules as it reads them: one row each.
    fn reading(&self, side: u32) -> Reading {
        use Misreading as M;
        let right = Reading::right(side);
        let with = |change: &dyn Fn(&mut Reading)| {
            let mut reading = right.clone();
            change(&mut reading);
            reading
        };
        match *self {
            M::NoLine { line, of } => with(&|r| {
                for side in sides(of) {
                    r.lines[side].retain(|&other| other != line.mask());
                }
            }),
            M::ExtraLine { line } => with(&|r| {
                for side in [X, O] {
                    r.lines[side].push(line.mask());
                }
                r.extra_line = true;
            }),
            M::OCannotWin => Reading {
                o_can_win: false,
                ..right
            },
            M::OHasNotWonYet => Reading {
                o_may_have_won: false,
                ..right
            },
            M::FullBoardWins => Reading {
                full_board: 1,
                ..right
            },
            M::LastStoneDraws => Reading {
                full_first: true,
                ..right
            },
            M::NoPlusOne => Reading { plus: 0, ..right },
            M::OCountsForX => Reading {
                sign_of_o: 1,
                ..right
            },
            M::FromBeginning => Reading {
                from_beginning: true,
                ..right
            },
            M::AnyWin => Reading {
                choice: Choice::FirstAboveZero,
                ..right
            },
            M::AnyLoss => Reading {
                choice: Choice::FirstBelowZero,
                ..right
            },
            M::AtLeastZero => Reading {
                choice: Choice::AtLeastZero,
                ..right
            },
            M::Draw => Reading {
                reply: Reply::Draw,
                ..right
            },
            M::WorstReply => Reading {
                reply: Reply::Worst,
                ..right
            },
            M::Horizon { plies } => Reading { plies, ..right },
            M::Fastest => Reading {
                fastest: true,
                ..right
            },
            M::XNeverAt { cell } => Reading {
                x_cells: !cell.mask(),
                ..right
            },
            M::ONeverAt { cell } => Reading {
                o_cells: !cell.mask(),
                ..right
            },
            M::Swapped => Reading {
                swapped: true,
                ..right
            },
            M::Turned { .. } | M::SameX | M::CellBefore | M::AnswerBefore | M::OneBased => right,
        }
    }
}

/// The indices of a side's lines; of both, if there is none.
fn sides(of: Option<Stone>) -> Vec<usize> {
    match of {
        None => vec![X, O],
        Some(Stone::X) => vec![X],
        Some(Stone::O) => vec![O],
    }
}

/// The answer with another cell.
fn moved<P: Problem>(answer: P::Answer, to: impl FnOnce(u8) -> u8) -> P::Answer {
    match answer.named_cell() {
        Some(cell) => P::Answer::from_scores(|| 1, [(to(cell), 1)].into_iter()),
        None => answer,
    }
}
