//! A reading of the rules: a small game search, parts of which can be read wrongly.
//!
//! It shares no code with the solvers or the prover. The right reading is one of many: a test compares its scores with
//! the prover's.

use std::iter::repeat_with;
use std::sync::atomic::{AtomicI8, Ordering};
use std::sync::{LazyLock, OnceLock};

use crossply_problems::{Position, Problem, Question};

use super::{O, X, board, cells, lines, stones};

/// The rules of the game, as a program reads them. What there is for each side is that of `x`, then that of `o`.
pub(super) struct Reading {
    pub(super) lines: [Vec<u16>; 2],
    /// The cells to which a side moves.
    pub(super) cells: [u16; 2],
    /// Which of the scores of its moves, in their order, a side takes.
    pub(super) takes: [fn(&[i8]) -> i8; 2],
    /// What a win of a side scores, from the number of empty cells.
    pub(super) scores: [fn(i8) -> i8; 2],
    /// The score of a full board.
    pub(super) full_board: i8,
    /// Whether a board is full before it is won.
    pub(super) full_first: bool,
    /// Whether a line that `o` has before the first move ends the game at once.
    pub(super) may_be_over: bool,
    /// How many plies are looked ahead.
    pub(super) plies: u8,
    /// Whether moves of a side stay on the board, because the search does not take them back.
    pub(super) keeps: [bool; 2],
    /// Whether alpha and beta change places at each ply. The right search needs no bounds.
    pub(super) swaps_bounds: bool,
    board: u16,
    /// The scores of boards, by their numbers in base three: in pages, because most misreadings are soon refuted.
    memory: OnceLock<Vec<OnceLock<Vec<AtomicI8>>>>,
}

/// How many boards are on a page.
const PAGE: usize = 3_usize.pow(8);

/// With so few empty cells, a search is as quick as a memory.
const FEW: u32 = 2;

const UNKNOWN: i8 = i8::MIN;

/// Less and more than any score.
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
            // Where `o` cannot have won, a program does not look whether it has.
            may_be_over: P::O_MAY_HAVE_WON,
            plies: u8::MAX,
            keeps: [false; 2],
            swaps_bounds: false,
            board: board::<P>(),
            memory: OnceLock::new(),
        }
    }

    /// The answer to the position, according to this reading.
    pub(super) fn answer<P: Problem>(&self, position: Position<P>) -> P::Answer {
        let stones = stones(position);
        // A score is not seen if it takes more plies than are looked ahead.
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

    /// The score of the board with this side to move. It stays as it is, but for moves that are not taken back.
    fn score(&self, stones: &mut [u16; 2], side: usize, bounds: [i8; 2]) -> i8 {
        let empties = self.free(*stones).count_ones();
        let is_won = |side: &usize| self.has_line(*side, *stones);
        match [X, O].into_iter().find(is_won) {
            _ if empties == 0 && self.full_first => self.full_board,
            Some(winner) => self.scores[winner](empties as i8),
            None if empties == 0 => self.full_board,
            None if empties <= FEW || self.swaps_bounds || self.keeps.contains(&true) => {
                self.best(stones, side, bounds)
            }
            None => {
                // Threads that score the same board write the same score.
                let known = self.known(*stones);
                if known.load(Ordering::Relaxed) == UNKNOWN {
                    known.store(self.best(stones, side, bounds), Ordering::Relaxed);
                }
                known.load(Ordering::Relaxed)
            }
        }
    }

    /// The same, of a game that is not over.
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

    /// Where the score of a board is remembered.
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
