//! Finds certificates: for each side, a strategy that proves its part of the answer.
//!
//! The prover scores every reachable board by full minimax, and stores the scores in a table. Both games, 3x3 and 4x4,
//! use the scoring of `ccf201803-4`: the winner hurries, the loser delays. On 4x4, `x` forces a win if the score is
//! positive. Each side's strategy always makes the move with the best score. The [checker](crate::check()) verifies the
//! result.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI16, Ordering};

use crossply_problems::{Answer, Board, Position, Problem, Question, Side, all_cells, has_line};

use crate::{Certificate, Ending, Step};

/// All cells of any board, as a set of allowed moves.
const ANY_CELL: u16 = u16::MAX;

/// The right answer for the position.
pub fn right_answer<P: Problem>(position: Position<P>) -> P::Answer {
    let state = GameState::new(position);
    let over = state.ending().map(|_| state.score());
    let move_scores = state.moves().map(|(cell, after)| (cell, after.score()));
    P::Answer::from_scores(over, move_scores)
}

/// A certificate for the right answer.
pub fn prove<P: Problem>(position: Position<P>) -> Certificate<P> {
    attempt(position, right_answer(position))
}

/// The certificate to offer for an answer, which may be wrong. The checker accepts it if and only if the answer is right.
pub fn attempt<P: Problem>(position: Position<P>, answer: P::Answer) -> Certificate<P> {
    let [x_steps, o_steps] = answer.demands().map(|demand| {
        let mut steps = Vec::new();
        if demand.first_moves != 0 {
            let state = GameState::new(position);
            state.append_strategy(demand.side, demand.first_moves, &mut steps);
        }
        steps
    });
    Certificate {
        position,
        answer,
        x: x_steps,
        o: o_steps,
    }
}

/// A state of either game: a board reachable from a position, and the side to move.
///
/// It is not generic over the problem, so the search is compiled once, in this crate, which every profile fully
/// optimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameState {
    rows: u32,
    x: u16,
    o: u16,
    to_move: Side,
}

impl GameState {
    /// The state in which the position is the board, and `x` is to move.
    pub fn new<P: Problem>(position: Position<P>) -> Self {
        GameState {
            rows: P::ROWS,
            x: position.x(),
            o: position.o(),
            to_move: Side::X,
        }
    }

    /// The stones on the board.
    ///
    /// # Panics
    /// If the board of `P` is smaller.
    pub fn board<P: Problem>(self) -> Board<P> {
        Board::new(self.x, self.o).expect("the board of this problem")
    }

    /// The number of empty cells.
    pub fn empties(self) -> u32 {
        self.free().count_ones()
    }

    fn free(self) -> u16 {
        all_cells(self.rows) & !(self.x | self.o)
    }

    /// The side to move; meaningless once the game is over.
    pub fn to_move(self) -> Side {
        self.to_move
    }

    /// How the game has ended. `None` if it is not over.
    pub fn ending(self) -> Option<Ending> {
        // The first line ends the game, so only the side that moved last can have one.
        let (last, stones) = match self.to_move {
            Side::X => (Side::O, self.o),
            Side::O => (Side::X, self.x),
        };
        if has_line(self.rows, stones) {
            Some(Ending::Line(last))
        } else if self.free() == 0 {
            Some(Ending::Full)
        } else {
            None
        }
    }

    /// The moves, row by row: each cell and the state after the move. There are none once the game is over.
    pub fn moves(self) -> impl Iterator<Item = (u8, Self)> {
        let free = match self.ending() {
            Some(_) => 0,
            None => self.free(),
        };
        cells(free).map(move |cell| (cell, self.after(cell)))
    }

    /// The state after a move to an empty cell.
    #[must_use]
    pub fn after(mut self, cell: u8) -> Self {
        match self.to_move {
            Side::X => self.x |= 1 << cell,
            Side::O => self.o |= 1 << cell,
        }
        self.to_move = match self.to_move {
            Side::X => Side::O,
            Side::O => Side::X,
        };
        self
    }

    /// The first move with the best score for the side to move. `None` if the game is over.
    pub fn best_move(self) -> Option<u8> {
        match self.ending() {
            Some(_) => None,
            None => Some(self.entry().best_move),
        }
    }

    /// The score under perfect play: one more than the number of empty cells at the end if `x` wins, the negative of
    /// that if `o` wins, 0 for a draw.
    // Keeps the search in this crate: inlined into a generic caller, it would be compiled with that crate's settings.
    #[inline(never)]
    pub fn score(self) -> i32 {
        self.entry().score.into()
    }

    /// The table's entry for this state. The first call computes it.
    fn entry(self) -> Entry {
        let slot = &table(self.rows)[self.index()];
        Entry::unpack(slot.load(Ordering::Relaxed)).unwrap_or_else(|| {
            let entry = self.search();
            slot.store(entry.pack(), Ordering::Relaxed);
            entry
        })
    }

    fn search(self) -> Entry {
        let winning_score = self.empties() as i8 + 1;
        let score = match self.ending() {
            Some(Ending::Line(Side::X)) => winning_score,
            Some(Ending::Line(Side::O)) => -winning_score,
            Some(Ending::Full) => 0,
            None => return self.best_of(ANY_CELL).expect("the board is not full"),
        };
        Entry {
            score,
            best_move: 0,
        }
    }

    /// The first of the best moves to one of the `allowed` cells. `None` if all of them are taken.
    fn best_of(self, allowed: u16) -> Option<Entry> {
        let candidates = cells(self.free() & allowed).map(|cell| Entry {
            score: self.after(cell).entry().score,
            best_move: cell,
        });
        // Of equal moves, `min_by_key` takes the first, and `max_by_key` would take the last.
        candidates.min_by_key(|candidate| match self.to_move {
            Side::X => -candidate.score,
            Side::O => candidate.score,
        })
    }

    /// The board as a number in base three, which is its index in the table. The board determines the side to move.
    fn index(self) -> usize {
        in_base_three(self.x) + 2 * in_base_three(self.o)
    }

    /// Appends to `steps` every game in which `player` makes its best moves and the first move goes to an `allowed`
    /// cell.
    fn append_strategy(self, player: Side, allowed: u16, steps: &mut Vec<Step>) {
        if let Some(ending) = self.ending() {
            return steps.push(Step::Over(ending));
        }
        if self.to_move == player {
            let best = if allowed == ANY_CELL {
                Some(self.entry())
            } else {
                self.best_of(allowed)
            };
            // If the answer claims a first move to a cell that is taken, there is nothing to append.
            if let Some(Entry { best_move, .. }) = best {
                steps.push(Step::Move(self.to_move, best_move));
                self.after(best_move)
                    .append_strategy(player, ANY_CELL, steps);
            }
        } else {
            for cell in cells(self.free() & allowed) {
                steps.push(Step::Move(self.to_move, cell));
                self.after(cell).append_strategy(player, ANY_CELL, steps);
            }
        }
    }
}

/// The cells of a set, row by row.
#[inline]
pub fn cells(set: u16) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (cell < 16).then_some(cell as u8)
    })
}

/// What the table stores about a state.
#[derive(Clone, Copy)]
struct Entry {
    score: i8,
    /// Meaningless if the game is over.
    best_move: u8,
}

/// A slot of the table that has no entry yet. Unpacked, its score would be -128, which no game has.
const NO_ENTRY: i16 = i16::MIN;

impl Entry {
    /// Packs the entry into two bytes, because the 4x4 table has 43 million entries.
    #[inline]
    fn pack(self) -> i16 {
        i16::from_le_bytes([self.best_move, self.score.to_le_bytes()[0]])
    }

    #[inline]
    fn unpack(packed: i16) -> Option<Self> {
        let [best_move, score] = packed.to_le_bytes();
        (packed != NO_ENTRY).then_some(Entry {
            score: i8::from_le_bytes([score]),
            best_move,
        })
    }
}

/// The packed entries for boards with `rows` rows. Races are harmless, even with `Relaxed`: threads that score the same
/// board store the same entry.
#[inline]
fn table(rows: u32) -> &'static [AtomicI16] {
    static TABLE_3X3: LazyLock<Vec<AtomicI16>> = LazyLock::new(|| empty_table(9));
    static TABLE_4X4: LazyLock<Vec<AtomicI16>> = LazyLock::new(|| empty_table(16));
    if rows == 3 { &TABLE_3X3 } else { &TABLE_4X4 }
}

fn empty_table(cell_count: u32) -> Vec<AtomicI16> {
    let board_count = 3_usize.pow(cell_count);
    (0..board_count).map(|_| AtomicI16::new(NO_ENTRY)).collect()
}

/// The binary digits of a set, read as digits in base three.
#[inline]
fn in_base_three(set: u16) -> usize {
    static BYTES_IN_BASE_THREE: [u16; 256] = {
        let mut numbers = [0; 256];
        let mut byte = 1;
        while byte < 256 {
            numbers[byte] = 3 * numbers[byte / 2] + (byte % 2) as u16;
            byte += 1;
        }
        numbers
    };
    let [low, high] = set
        .to_le_bytes()
        .map(|byte| usize::from(BYTES_IN_BASE_THREE[usize::from(byte)]));
    low + 3_usize.pow(8) * high
}
