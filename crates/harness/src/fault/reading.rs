//! A reading of the rules: a small game search, parts of which can be read wrongly.
//!
//! It shares no code with the solvers or the prover. The right reading is one of many. Tests compare its answers with
//! those on record, and its scores with the prover's.

use std::iter::repeat_with;
use std::sync::atomic::{AtomicI8, Ordering};
use std::sync::{LazyLock, OnceLock};

use crossply_problems::{Position, Problem, Question};

/// The indices of the sides.
pub(super) const X: usize = 0;
pub(super) const O: usize = 1;

/// The names of the sides.
pub(super) const SIDES: [&str; 2] = ["x", "o"];

/// Chooses from the scores of the moves of a side, in their order.
type Takes = fn(&[i32]) -> i32;

/// The rules of the game, as somebody reads them. What there is for each side is that of `x`, then that of `o`.
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
    /// How many plies are looked ahead.
    pub(super) plies: u32,
}

impl Reading {
    /// The right reading.
    pub(super) fn right<P: Problem>() -> Self {
        Reading {
            lines: [lines(P::SIDE), lines(P::SIDE)],
            cells: [u16::MAX >> (16 - Position::<P>::CELLS); 2],
            takes: [None; 2],
            scores: [|empties| empties + 1, |empties| -(empties + 1)],
            full_board: 0,
            full_first: false,
            may_be_over: true,
            plies: u32::MAX,
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

/// Plays by a reading, and remembers the scores of boards. Threads can share it. Boards are the stones of `x` and of
/// `o`. If answers name cells, scores below 0 may not be exact.
pub(super) struct Player {
    reading: Reading,
    /// All cells of the board.
    board: u16,
    /// `o` looks for no better move if one scores this much for it.
    enough: i32,
    /// Scores of boards, by their numbers in base three. Only the pages that are written take memory.
    memory: Vec<OnceLock<Box<[AtomicI8; PAGE]>>>,
    in_base_three: &'static [u32],
}

/// How many boards are on a page. With smaller pages, to make a list of them takes longer than what most misreadings
/// look up.
const PAGE: usize = 6561;

/// In the place of a score that nobody knows.
const UNKNOWN: i8 = i8::MIN;

impl Player {
    pub(super) fn new<P: Problem>(reading: Reading) -> Self {
        let cells = Position::<P>::CELLS;
        let pages = 3_usize.pow(cells).div_ceil(PAGE);
        Player {
            board: u16::MAX >> (16 - cells),
            enough: if names_cells::<P>() { 0 } else { i32::MAX },
            memory: repeat_with(OnceLock::new).take(pages).collect(),
            in_base_three: in_base_three(),
            reading,
        }
    }

    /// The lines of `x`.
    pub(super) fn lines(&self) -> &[u16] {
        &self.reading.lines[X]
    }

    /// The answer to the board, according to this reading.
    pub(super) fn answer<A: Question>(&self, stones: [u16; 2]) -> A {
        A::from_scores(|| self.score(stones), self.moves(stones))
    }

    /// The moves of `x`, with the score after each. None if the game is over.
    pub(super) fn moves(&self, stones: [u16; 2]) -> impl Iterator<Item = (u8, i32)> {
        let may_move = self.winner(stones).is_none_or(|side| side == X);
        let tried = if may_move {
            self.free(stones) & self.reading.cells[X]
        } else {
            0
        };
        cells(tried).map(move |cell| {
            let score = self.after(stones, X, cell);
            (cell, self.seen(stones, score))
        })
    }

    /// The score of the board.
    pub(super) fn score(&self, stones: [u16; 2]) -> i32 {
        let score = match self.winner(stones) {
            Some(side) => (self.reading.scores[side])(self.free(stones).count_ones() as i32),
            None => self.value(stones, X),
        };
        self.seen(stones, score)
    }

    /// The side that has won before the first move.
    fn winner(&self, stones: [u16; 2]) -> Option<usize> {
        let won = |&side: &usize| self.has_line(side, stones);
        [X, O]
            .into_iter()
            .find(won)
            .filter(|&side| side == X || self.reading.may_be_over)
    }

    /// The score, or 0 if it takes more plies than are looked ahead.
    fn seen(&self, stones: [u16; 2], score: i32) -> i32 {
        let empties = self.free(stones).count_ones();
        let unseen = empties.saturating_sub(self.reading.plies);
        if score.unsigned_abs() > unseen {
            score
        } else {
            0
        }
    }

    fn free(&self, stones: [u16; 2]) -> u16 {
        self.board & !(stones[X] | stones[O])
    }

    fn has_line(&self, side: usize, stones: [u16; 2]) -> bool {
        let mut lines = self.reading.lines[side].iter();
        lines.any(|line| stones[side] & line == *line)
    }

    /// The score of a game that goes on, with this side to move.
    fn value(&self, stones: [u16; 2], side: usize) -> i32 {
        let [x, o] = stones.map(|set| self.in_base_three[usize::from(set)] as usize);
        let index = x + 2 * o;
        let new_page = || Box::new([const { AtomicI8::new(UNKNOWN) }; PAGE]);
        let known = &self.memory[index / PAGE].get_or_init(new_page)[index % PAGE];
        match known.load(Ordering::Relaxed) {
            UNKNOWN => {
                let score = self.best(stones, side);
                known.store(score as i8, Ordering::Relaxed);
                score
            }
            score => score.into(),
        }
    }

    /// The score after the best move of this side.
    fn best(&self, stones: [u16; 2], side: usize) -> i32 {
        let free = self.free(stones);
        let tried = cells(free & self.reading.cells[side]);
        let mut scores = tried.map(|cell| self.after(stones, side, cell)).peekable();
        if scores.peek().is_none() {
            // No move of `x` wins, and no reply of `o` refutes the move before.
            return i32::from(side == O);
        }
        if let Some(takes) = self.reading.takes[side] {
            return takes(&scores.collect::<Vec<_>>());
        }
        // No game scores more than the cells that are empty.
        let most = free.count_ones() as i32;
        let (sign, enough) = [(1, most), (-1, most.min(self.enough))][side];
        let mut best = i32::MIN;
        for score in scores {
            best = best.max(sign * score);
            if best >= enough {
                break;
            }
        }
        sign * best
    }

    /// The score after a move of this side to an empty cell.
    fn after(&self, mut stones: [u16; 2], side: usize, cell: u8) -> i32 {
        stones[side] |= 1 << cell;
        let empties = self.free(stones).count_ones() as i32;
        let has_line = |side| self.has_line(side, stones);
        let winner = if has_line(side) {
            Some(side)
        } else {
            // It may have had a line before the first move.
            Some(O).filter(|_| !self.reading.may_be_over && side == X && has_line(O))
        };
        match winner {
            Some(side) if empties > 0 || !self.reading.full_first => {
                (self.reading.scores[side])(empties)
            }
            _ if empties == 0 => self.reading.full_board,
            _ => self.value(stones, 1 - side),
        }
    }
}

/// The binary digits of each set, read as digits in base three.
fn in_base_three() -> &'static [u32] {
    static OF_ALL: LazyLock<Vec<u32>> = LazyLock::new(|| {
        let number = |set| cells(set).map(|cell| 3_u32.pow(cell.into())).sum();
        (0..=u16::MAX).map(number).collect()
    });
    &OF_ALL
}
