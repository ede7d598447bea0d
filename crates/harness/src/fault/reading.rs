//! A reading of the rules: a small game search, parts of which can be read wrongly.
//!
//! It shares no code with the solvers or the prover. The right reading is one of many. Its answers are compared with
//! those on record before they count, and a test compares it with the prover on the whole 3x3 domain.

use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI8, Ordering};

use crossply_problems::{Position, Problem, Question};

/// The indices of the sides.
pub(super) const X: usize = 0;
pub(super) const O: usize = 1;

/// The names of the sides.
pub(super) const SIDES: [&str; 2] = ["x", "o"];

/// Chooses from the scores of the moves of a side, in their order.
type Takes = fn(&[i32]) -> i32;

/// The rules of the game, as somebody reads them. What there is for each side is that of `x`, then that of `o`.
#[expect(clippy::struct_excessive_bools, reason = "each stands for a rule")]
pub(super) struct Reading {
    pub(super) lines: [Vec<u16>; 2],
    /// The cells to which a side moves.
    pub(super) cells: [u16; 2],
    /// Which of the scores of its moves a side takes; the best, if nothing is said.
    pub(super) takes: [Option<Takes>; 2],
    /// What a win of a side scores, from the number of empty cells.
    pub(super) scores: [fn(i32) -> i32; 2],
    /// The score of a full board.
    pub(super) full_board: i32,
    /// Whether a board is full before it is won.
    pub(super) full_first: bool,
    /// Whether a line that `o` has before the first move ends the game at once.
    pub(super) may_be_over: bool,
    /// Whether the stones of `x` are taken for those of `o`, and the other way round.
    pub(super) swapped: bool,
    /// How many plies are looked ahead.
    pub(super) plies: u32,
    /// Whether the fastest of the winning cells is named, and not the first.
    pub(super) fastest: bool,
    /// By what the score of the game is multiplied, from the number of cells that are empty before the first move.
    pub(super) factor: fn(i32) -> i32,
}

impl Reading {
    /// The right reading, on a board with `side` rows.
    pub(super) fn right(side: u32) -> Self {
        Reading {
            lines: [lines(side), lines(side)],
            cells: [u16::MAX; 2],
            takes: [None; 2],
            scores: [|empties| empties + 1, |empties| -(empties + 1)],
            full_board: 0,
            full_first: false,
            may_be_over: true,
            swapped: false,
            plies: u32::MAX,
            fastest: false,
            factor: |_| 1,
        }
    }
}

/// The rows, the columns and the two diagonals of a board with `side` rows.
pub(super) fn lines(side: u32) -> Vec<u16> {
    let run = |first: u32, step: u32| (0..side).fold(0, |set, n| set | 1 << (first + n * step));
    let rows = (0..side).map(|row| run(side * row, 1));
    let columns = (0..side).map(|column| run(column, side));
    let diagonals = [run(0, side + 1), run(side - 1, side - 1)];
    rows.chain(columns).chain(diagonals).collect()
}

/// The cells of a set, row by row.
pub(super) fn cells(set: u16) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (cell < 16).then_some(cell as u8)
    })
}

/// Whether answers name cells that win, so that it does not matter by how much `x` loses.
pub(super) fn names_cells<P: Problem>() -> bool {
    let win_by_first = P::Answer::from_scores(|| 1, [(0, 1)].into_iter());
    win_by_first.named_cell().is_some()
}

/// Plays by a reading, and remembers the scores of boards. Threads can share it.
pub(super) struct Player {
    reading: Reading,
    /// All cells of the board.
    board: u16,
    /// Scores up to this one need not be exact.
    least: i32,
    memory: Memory,
}

impl Player {
    pub(super) fn new<P: Problem>(reading: Reading) -> Self {
        let cells = Position::<P>::CELLS;
        Player {
            board: u16::MAX >> (16 - cells),
            least: if names_cells::<P>() { 0 } else { i32::MIN },
            memory: Memory::new(cells),
            reading,
        }
    }

    /// The answer to the position, according to this reading.
    pub(super) fn answer<P: Problem>(&self, position: Position<P>) -> P::Answer {
        let stones = self.stones(position);
        let tried = if P::O_MAY_HAVE_WON && self.is_over(stones) {
            0
        } else {
            self.free(stones) & self.reading.cells[X]
        };
        let after = cells(tried).map(|cell| (cell, self.after_move(position, cell)));
        let score = || self.score(position);
        if self.reading.fastest {
            let mut after: Vec<_> = after.collect();
            after.sort_by_key(|&(_, score)| Reverse(score));
            P::Answer::from_scores(score, after.into_iter())
        } else {
            P::Answer::from_scores(score, after)
        }
    }

    /// The score of the position. It may not be exact if it is below 0 and answers name cells.
    pub(super) fn score<P: Problem>(&self, position: Position<P>) -> i32 {
        let stones = self.stones(position);
        let empties = position.empties() as i32;
        let score = if self.has_line(X, stones) {
            (self.reading.scores[X])(empties)
        } else if P::O_MAY_HAVE_WON && self.is_over(stones) {
            (self.reading.scores[O])(empties)
        } else {
            self.value(stones, X)
        };
        self.seen(position, (self.reading.factor)(empties) * score)
    }

    /// The score after a move of `x` to an empty cell. It may not be exact if it is below 0 and answers name cells.
    pub(super) fn after_move<P: Problem>(&self, position: Position<P>, cell: u8) -> i32 {
        self.seen(position, self.after(self.stones(position), X, cell))
    }

    /// The score, or 0 if it takes more plies than are looked ahead.
    fn seen<P: Problem>(&self, position: Position<P>, score: i32) -> i32 {
        let unseen = position.empties().saturating_sub(self.reading.plies);
        if score.unsigned_abs() > unseen {
            score
        } else {
            0
        }
    }

    /// The stones of each side, as they are read.
    fn stones<P: Problem>(&self, position: Position<P>) -> [u16; 2] {
        if self.reading.swapped {
            [position.o(), position.x()]
        } else {
            [position.x(), position.o()]
        }
    }

    fn free(&self, stones: [u16; 2]) -> u16 {
        self.board & !(stones[X] | stones[O])
    }

    fn has_line(&self, side: usize, stones: [u16; 2]) -> bool {
        let mut lines = self.reading.lines[side].iter();
        lines.any(|line| stones[side] & line == *line)
    }

    fn is_over(&self, stones: [u16; 2]) -> bool {
        self.reading.may_be_over && self.has_line(O, stones)
    }

    /// The score of a game that goes on, with this side to move.
    fn value(&self, stones: [u16; 2], side: usize) -> i32 {
        self.memory.get_or(stones, || {
            let free = self.free(stones);
            let tried = free & self.reading.cells[side];
            let scores = cells(tried).map(|cell| self.after(stones, side, cell));
            if tried == 0 {
                // No move of `x` wins, and no reply of `o` refutes the move before.
                return i32::from(side == O);
            }
            if let Some(takes) = self.reading.takes[side] {
                return takes(&scores.collect::<Vec<_>>());
            }
            // No game scores more than the cells that are empty.
            let most = free.count_ones() as i32;
            let (sign, enough) = if side == X {
                (1, most)
            } else {
                (-1, most.min(self.least.saturating_neg()))
            };
            let mut best = i32::MIN;
            for score in scores {
                best = best.max(sign * score);
                if best >= enough {
                    break;
                }
            }
            sign * best
        })
    }

    /// The score after a move of this side to an empty cell.
    fn after(&self, mut stones: [u16; 2], side: usize, cell: u8) -> i32 {
        stones[side] |= 1 << cell;
        let empties = self.free(stones).count_ones() as i32;
        let Reading {
            full_board, scores, ..
        } = self.reading;
        if empties == 0 && self.reading.full_first {
            full_board
        } else if self.has_line(side, stones) {
            scores[side](empties)
        } else if !self.reading.may_be_over && side == X && self.has_line(O, stones) {
            scores[O](empties)
        } else if empties == 0 {
            full_board
        } else {
            self.value(stones, 1 - side)
        }
    }
}

/// Scores of boards, by their numbers in base three. Only the pages that are written take memory.
struct Memory(Vec<OnceLock<Box<[AtomicI8; PAGE]>>>);

/// How many boards are on a page: eight of the digits in base three. With smaller pages, to make a list of them takes
/// longer than what most misreadings look up.
const PAGE: usize = 6561;

/// What a score is stored as, less the score: 0 is a board without a score.
const STORED: i32 = 64;

impl Memory {
    fn new(cells: u32) -> Self {
        let pages = 3_usize.pow(cells).div_ceil(PAGE);
        Memory((0..pages).map(|_| OnceLock::new()).collect())
    }

    fn get_or(&self, stones: [u16; 2], score: impl FnOnce() -> i32) -> i32 {
        let index = in_base_three(stones[X]) + 2 * in_base_three(stones[O]);
        let page =
            self.0[index / PAGE].get_or_init(|| Box::new([const { AtomicI8::new(0) }; PAGE]));
        let entry = &page[index % PAGE];
        match entry.load(Ordering::Relaxed) {
            0 => {
                let score = score();
                entry.store((score + STORED) as i8, Ordering::Relaxed);
                score
            }
            stored => i32::from(stored) - STORED,
        }
    }
}

/// The binary digits of a set, read as digits in base three.
fn in_base_three(set: u16) -> usize {
    const OF_BYTES: [u16; 256] = {
        let mut numbers = [0; 256];
        let mut set = 1;
        while set < 256 {
            numbers[set] = 3 * numbers[set / 2] + (set % 2) as u16;
            set += 1;
        }
        numbers
    };
    let [low, high] = set.to_le_bytes().map(usize::from);
    usize::from(OF_BYTES[low]) + 6561 * usize::from(OF_BYTES[high])
}
