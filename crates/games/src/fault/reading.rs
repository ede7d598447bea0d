//! A game search with replaceable rules, for computing misreadings.
//!
//! It shares no code with the solvers or the prover. A test compares the scores of the right rules with the prover's.

use std::iter::repeat_with;
use std::sync::atomic::{AtomicI8, Ordering};
use std::sync::{LazyLock, OnceLock};

use crossply_problems::{Position, Problem, Question};

use super::{O, X, board, cells, lines, stones};

/// The rules of the game, as a program reads them. Arrays have an entry for `x`, then one for `o`.
pub(super) struct Reading {
    pub(super) lines: [Vec<u16>; 2],
    /// The cells to which a side can move.
    pub(super) cells: [u16; 2],
    /// Chooses among the scores of a side's moves, which are in the order of the cells.
    pub(super) takes: [fn(&[i8]) -> i8; 2],
    /// The score of a win, by the number of empty cells.
    pub(super) scores: [fn(i8) -> i8; 2],
    /// The score of a full board.
    pub(super) full_board: i8,
    /// Whether a full board counts as such even if it has a line.
    pub(super) full_first: bool,
    /// Whether a line of `o` before the first move ends the game.
    pub(super) may_be_over: bool,
    /// The depth of the search in plies.
    pub(super) plies: u8,
    /// Whether the search forgets to take back the moves of a side.
    pub(super) keeps: [bool; 2],
    /// Whether alpha and beta change places at each ply. The right search does not use them.
    pub(super) swaps_bounds: bool,
    board: u16,
    /// The scores of boards, by their numbers in base three. Pages are allocated on demand, because most misreadings are
    /// soon refuted.
    memory: OnceLock<Vec<OnceLock<Vec<AtomicI8>>>>,
}

/// The boards on a page.
const PAGE: usize = 3_usize.pow(8);

/// With at most this many empty cells, a search is as fast as a look-up.
const UNCACHED: u32 = 2;

const UNKNOWN: i8 = i8::MIN;

/// Bounds beyond any score.
const BOUNDS: [i8; 2] = [-100, 100];

pub(super) fn most(scores: &[i8]) -> i8 {
    *scores.iter().max().unwrap_or(&0)
}

pub(super) fn least(scores: &[i8]) -> i8 {
    *scores.iter().min().unwrap_or(&0)
}

impl Reading {
    /// The right reading.
    pub(super) fn right<P: Problem>() -> Self {
        let lines: Vec<u16> = lines::<P>().collect();
        Reading {
            lines: [lines.clone(), lines],
            cells: [board::<P>(); 2],
            takes: [most, least],
            scores: [|empties| empties + 1, |empties| -(empties + 1)],
            full_board: 0,
            full_first: false,
            // Where `o` cannot have won, programs do not test for it.
            may_be_over: P::O_MAY_HAVE_WON,
            plies: u8::MAX,
            keeps: [false; 2],
            swaps_bounds: false,
            board: board::<P>(),
            memory: OnceLock::new(),
        }
    }

    /// The answer according to this reading.
    pub(super) fn answer<P: Problem>(&self, position: Position<P>) -> P::Answer {
        let stones = stones(position);
        // A result beyond the depth of the search counts as a draw.
        let unseen = (position.empties() as u8).saturating_sub(self.plies);
        let seen = |score: i8| {
            i32::from(if score.unsigned_abs() > unseen {
                score
            } else {
                0
            })
        };
        let is_over = self.may_be_over && self.has_line(O, stones);
        let moves = if is_over {
            0
        } else {
            self.cells[X] & self.free(stones)
        };
        let after_moves = cells(moves).map(|cell| {
            let mut after = stones;
            after[X] |= 1 << cell;
            (cell, seen(self.score(&mut after, O, BOUNDS)))
        });
        let score = || {
            let mut stones = stones;
            seen(if is_over || self.has_line(X, stones) {
                self.score(&mut stones, X, BOUNDS)
            } else {
                self.best(&mut stones, X, BOUNDS)
            })
        };
        P::Answer::from_scores(score, after_moves)
    }

    fn has_line(&self, side: usize, stones: [u16; 2]) -> bool {
        let mut lines = self.lines[side].iter();
        lines.any(|line| line & !stones[side] == 0)
    }

    fn free(&self, [x, o]: [u16; 2]) -> u16 {
        self.board & !(x | o)
    }

    /// The score of the board with this side to move. Changes the board only by moves that the search forgets to take back.
    fn score(&self, stones: &mut [u16; 2], side: usize, bounds: [i8; 2]) -> i8 {
        let empties = self.free(*stones).count_ones();
        let is_won = |side: &usize| self.has_line(*side, *stones);
        match [X, O].into_iter().find(is_won) {
            _ if empties == 0 && self.full_first => self.full_board,
            Some(winner) => self.scores[winner](empties as i8),
            None if empties == 0 => self.full_board,
            None if empties <= UNCACHED || self.swaps_bounds || self.keeps.contains(&true) => {
                self.best(stones, side, bounds)
            }
            None => {
                // A race is harmless: all threads write the same score.
                let known = self.known(*stones);
                if known.load(Ordering::Relaxed) == UNKNOWN {
                    known.store(self.best(stones, side, bounds), Ordering::Relaxed);
                }
                known.load(Ordering::Relaxed)
            }
        }
    }

    /// The score of a game that is not over.
    fn best(&self, stones: &mut [u16; 2], side: usize, mut bounds: [i8; 2]) -> i8 {
        let mut scores = Vec::with_capacity(16);
        for cell in cells(self.cells[side]).map(|cell| 1 << cell) {
            if self.free(*stones) & cell == 0 {
                continue;
            }
            stones[side] |= cell;
            let [alpha, beta] = bounds;
            let next = if self.swaps_bounds {
                [beta, alpha]
            } else {
                bounds
            };
            scores.push(self.score(stones, 1 - side, next));
            if !self.keeps[side] {
                stones[side] &= !cell;
            }
            if self.swaps_bounds {
                bounds[side] = self.takes[side](&scores);
                if bounds[X] >= bounds[O] {
                    break;
                }
            }
        }
        if scores.is_empty() {
            // No move of `x` wins, and no reply of `o` refutes the move before.
            return i8::from(side == O);
        }
        self.takes[side](&scores)
    }

    /// The cached score of a board.
    fn known(&self, [x, o]: [u16; 2]) -> &AtomicI8 {
        static IN_BASE_THREE: LazyLock<Vec<usize>> = LazyLock::new(|| {
            let number = |set| cells(set).map(|cell| 3_usize.pow(cell.into())).sum();
            (0..=u16::MAX).map(number).collect()
        });
        let [x, o] = [x, o].map(|set| IN_BASE_THREE[usize::from(set)]);
        let number = x + 2 * o;
        let new = || repeat_with(OnceLock::new).take(PAGE).collect();
        let page = &self.memory.get_or_init(new)[number / PAGE];
        let new = || repeat_with(|| AtomicI8::new(UNKNOWN)).take(PAGE).collect();
        &page.get_or_init(new)[number % PAGE]
    }
}
