//! A game search with replaceable rules, which computes the answers of misreadings.
//!
//! Its code is independent of the solvers and the prover. A test compares the answers of the right rules with the
//! prover's.

use std::iter::repeat_with;
use std::sync::atomic::{AtomicI8, Ordering};
use std::sync::{LazyLock, OnceLock};

use crossply_problems::{Position, Problem, Question};

use super::{O, X, all_cells, cells, lines, stones};

/// The rules of the game as a program might understand them. Arrays have an entry for `x`, and then one for `o`.
pub(super) struct Reading {
    pub(super) lines: [Vec<u16>; 2],
    /// The cells to which a side can move.
    pub(super) cells: [u16; 2],
    /// Chooses one of the scores of a side's moves, which are in the order of the cells.
    pub(super) choose_score: [fn(&[i8]) -> i8; 2],
    /// The score if a side wins, given the number of empty cells.
    pub(super) scores: [fn(i8) -> i8; 2],
    /// The score of a full board.
    pub(super) full_board: i8,
    /// Whether a full board scores as `full_board` even if it has a line.
    pub(super) full_board_first: bool,
    /// Whether the game may be over before the first move, because `o` has a line.
    pub(super) o_may_have_won: bool,
    /// Wins that take more than this many plies count as draws.
    pub(super) plies: u8,
    /// Whether the search forgets to take back the moves of a side.
    pub(super) keeps_moves: [bool; 2],
    /// Whether a search with alpha-beta pruning swaps the bounds at each ply. Otherwise the search does not prune.
    pub(super) swaps_bounds: bool,
    all_cells: u16,
    /// The scores of boards, indexed by their numbers in base three. Pages are allocated on demand, because most
    /// misreadings are soon refuted.
    cache: OnceLock<Vec<OnceLock<Vec<AtomicI8>>>>,
}

/// The number of boards in a page of the cache.
const PAGE_SIZE: usize = 3_usize.pow(8);

/// Up to this many empty cells, a search is as fast as a look-up.
const MAX_UNCACHED_EMPTIES: u32 = 2;

/// The entry of the cache for a board without a score.
const NO_SCORE: i8 = i8::MIN;

/// The bounds of a full search, beyond any score.
const FULL_BOUNDS: [i8; 2] = [-100, 100];

pub(super) fn highest(scores: &[i8]) -> i8 {
    *scores.iter().max().unwrap_or(&0)
}

pub(super) fn lowest(scores: &[i8]) -> i8 {
    *scores.iter().min().unwrap_or(&0)
}

impl Reading {
    /// The right reading.
    pub(super) fn right<P: Problem>() -> Self {
        let lines: Vec<u16> = lines::<P>().collect();
        Reading {
            lines: [lines.clone(), lines],
            cells: [all_cells::<P>(); 2],
            choose_score: [highest, lowest],
            scores: [|empties| empties + 1, |empties| -(empties + 1)],
            full_board: 0,
            full_board_first: false,
            // If `o` cannot have won, programs do not test for it.
            o_may_have_won: P::O_MAY_HAVE_WON,
            plies: u8::MAX,
            keeps_moves: [false; 2],
            swaps_bounds: false,
            all_cells: all_cells::<P>(),
            cache: OnceLock::new(),
        }
    }

    /// The answer according to this reading.
    pub(super) fn answer<P: Problem>(&self, position: Position<P>) -> P::Answer {
        let stones = stones(position);
        let empties = position.empties() as u8;
        let is_over = self.o_may_have_won && self.has_line(O, stones);
        let moves = if is_over {
            0
        } else {
            self.cells[X] & self.free(stones)
        };
        let move_scores = cells(moves).map(|cell| {
            let mut after = stones;
            after[X] |= 1 << cell;
            let score = self.score(&mut after, O, FULL_BOUNDS);
            (cell, self.limit_depth(score, empties))
        });
        P::Answer::from_scores(
            || {
                let mut stones = stones;
                let score = if is_over || self.has_line(X, stones) {
                    self.score(&mut stones, X, FULL_BOUNDS)
                } else {
                    self.search(&mut stones, X, FULL_BOUNDS)
                };
                self.limit_depth(score, empties)
            },
            move_scores,
        )
    }

    /// The score of a position with this many empties, or 0 if the win takes too many plies.
    fn limit_depth(&self, score: i8, empties: u8) -> i32 {
        // A win scores one more than the number of cells that it leaves empty.
        let is_within_depth = score.unsigned_abs() > empties.saturating_sub(self.plies);
        if is_within_depth { score.into() } else { 0 }
    }

    fn has_line(&self, side: usize, stones: [u16; 2]) -> bool {
        self.lines[side]
            .iter()
            .any(|line| line & !stones[side] == 0)
    }

    fn free(&self, [x, o]: [u16; 2]) -> u16 {
        self.all_cells & !(x | o)
    }

    /// The score of the board with this side to move. Afterwards, the board has changed only by the moves that the
    /// search forgets to take back.
    fn score(&self, stones: &mut [u16; 2], side: usize, bounds: [i8; 2]) -> i8 {
        let empties = self.free(*stones).count_ones();
        if empties == 0 && self.full_board_first {
            return self.full_board;
        }
        let winner = [X, O]
            .into_iter()
            .find(|&side| self.has_line(side, *stones));
        if let Some(winner) = winner {
            return self.scores[winner](empties as i8);
        }
        if empties == 0 {
            return self.full_board;
        }
        let depends_on_history = self.swaps_bounds || self.keeps_moves.contains(&true);
        if empties <= MAX_UNCACHED_EMPTIES || depends_on_history {
            return self.search(stones, side, bounds);
        }
        // A race is harmless: all threads store the same score.
        let cached = self.cached_score(*stones);
        if cached.load(Ordering::Relaxed) == NO_SCORE {
            cached.store(self.search(stones, side, bounds), Ordering::Relaxed);
        }
        cached.load(Ordering::Relaxed)
    }

    /// The score of a game that is not over.
    fn search(&self, stones: &mut [u16; 2], side: usize, mut bounds: [i8; 2]) -> i8 {
        let mut scores = Vec::with_capacity(16);
        for cell in cells(self.cells[side]).map(|cell| 1 << cell) {
            if self.free(*stones) & cell == 0 {
                continue;
            }
            stones[side] |= cell;
            let [alpha, beta] = bounds;
            let next_bounds = if self.swaps_bounds {
                [beta, alpha]
            } else {
                bounds
            };
            scores.push(self.score(stones, 1 - side, next_bounds));
            if !self.keeps_moves[side] {
                stones[side] &= !cell;
            }
            if self.swaps_bounds {
                bounds[side] = self.choose_score[side](&scores);
                if bounds[X] >= bounds[O] {
                    break;
                }
            }
        }
        if scores.is_empty() {
            // Without a move, `x` does not win, and `o` does not refute the move of `x`.
            return i8::from(side == O);
        }
        self.choose_score[side](&scores)
    }

    fn cached_score(&self, [x, o]: [u16; 2]) -> &AtomicI8 {
        static IN_BASE_THREE: LazyLock<Vec<usize>> = LazyLock::new(|| {
            (0..=u16::MAX)
                .map(|set| cells(set).map(|cell| 3_usize.pow(cell.into())).sum())
                .collect()
        });
        let x = IN_BASE_THREE[usize::from(x)];
        let o = IN_BASE_THREE[usize::from(o)];
        let number = x + 2 * o;
        let pages = self
            .cache
            .get_or_init(|| repeat_with(OnceLock::new).take(PAGE_SIZE).collect());
        let page = pages[number / PAGE_SIZE].get_or_init(|| {
            let scores = repeat_with(|| AtomicI8::new(NO_SCORE));
            scores.take(PAGE_SIZE).collect()
        });
        &page[number % PAGE_SIZE]
    }
}
