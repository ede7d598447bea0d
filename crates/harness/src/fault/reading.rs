//! A reading of the rules: a small game search, parts of which can be read wrongly.
//!
//! It shares no code with the solvers or the prover. The right reading is one of many: a test compares it with the
//! prover on the whole 3x3 domain.

use std::cmp::Reverse;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI8, Ordering};

use crossply_problems::{Position, Problem, Question};

/// The rules of the game, as somebody reads them.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each stands for a rule")]
pub(super) struct Reading {
    /// The lines of `x`, and those of `o`.
    pub(super) lines: [Vec<u16>; 2],
    /// Whether a side may have one of these lines before it moves.
    pub(super) extra_line: bool,
    pub(super) o_can_win: bool,
    /// Whether the stones of `x` are taken for those of `o`, and the other way round.
    pub(super) swapped: bool,
    /// Whether a line that `o` has before the first move ends the game at once.
    pub(super) o_may_have_won: bool,
    /// The score of a full board.
    pub(super) full_board: i32,
    /// Whether a board is full before it is won.
    pub(super) full_first: bool,
    /// What a win scores beside the empty cells.
    pub(super) plus: i32,
    /// The factor of a win of `o`.
    pub(super) sign_of_o: i32,
    /// Whether a win scores what was empty before the first move.
    pub(super) from_beginning: bool,
    /// The cells to which each side moves.
    pub(super) x_cells: u16,
    pub(super) o_cells: u16,
    pub(super) choice: Choice,
    pub(super) reply: Reply,
    /// How many plies it looks ahead.
    pub(super) plies: u32,
    /// Whether the fastest of the winning cells is named, and not the first.
    pub(super) fastest: bool,
}

/// The indices of the sides.
pub(super) const X: usize = 0;
pub(super) const O: usize = 1;

/// Which of its scores `x` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Best,
    FirstAboveZero,
    /// The first if all are below zero; otherwise the best.
    FirstBelowZero,
    /// The best, but at least 0.
    AtLeastZero,
}

/// Which of its replies `o` makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Best,
    Worst,
    /// One that leads to a draw; otherwise the best.
    Draw,
}

impl Reading {
    /// The right reading.
    pub(super) fn right(side: u32) -> Self {
        Reading {
            lines: [lines(side), lines(side)],
            extra_line: false,
            o_can_win: true,
            swapped: false,
            o_may_have_won: true,
            full_board: 0,
            full_first: false,
            plus: 1,
            sign_of_o: -1,
            from_beginning: false,
            x_cells: u16::MAX,
            o_cells: u16::MAX,
            choice: Choice::Best,
            reply: Reply::Best,
            plies: u32::MAX,
            fastest: false,
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

/// Plays by a reading, and remembers the scores of positions. Threads can share it.
pub(super) struct Player<P> {
    reading: Reading,
    /// All cells of the board.
    board: u16,
    /// The lines of each side through each cell.
    through: [Vec<Vec<u16>>; 2],
    memory: Memory,
    /// Scores up to this one need not be exact.
    least: i32,
    problem: PhantomData<P>,
}

impl<P: Problem> Player<P> {
    pub(super) fn new(reading: Reading) -> Self {
        let cells = Position::<P>::CELLS;
        let through = [X, O].map(|side| {
            let through = (0..cells).map(|cell| {
                let lines = reading.lines[side].iter().copied();
                lines.filter(|line| line >> cell & 1 == 1).collect()
            });
            through.collect()
        });
        Player {
            board: u16::MAX >> (16 - cells),
            through,
            memory: Memory::new(cells),
            least: if names_cells::<P>() { 0 } else { i32::MIN },
            problem: PhantomData,
            reading,
        }
    }

    /// The answer to the position, according to this reading.
    pub(super) fn answer(&self, position: Position<P>) -> P::Answer {
        let moves = if self.is_over(position) {
            0
        } else {
            self.board & !(position.x() | position.o()) & self.reading.x_cells
        };
        // Whoever asks for a first win does not ask for the exact scores of other moves.
        let floor = if self.reading.fastest {
            0
        } else {
            self.least_seen(position) - 1
        };
        let after = |cell| (cell, self.after(position, cell, floor));
        if self.reading.fastest {
            let mut after: Vec<_> = cells(moves).map(after).collect();
            after.sort_by_key(|&(_, score)| Reverse(score));
            P::Answer::from_scores(|| self.score(position), after.into_iter())
        } else {
            P::Answer::from_scores(|| self.score(position), cells(moves).map(after))
        }
    }

    /// The score of the position. It may not be exact if it is below 0 and answers name cells.
    pub(super) fn score(&self, position: Position<P>) -> i32 {
        let (x, o) = self.stones(position);
        let score = if self.reading.swapped && self.has_line(X, x) {
            self.won(position.empties())
        } else if self.is_over(position) {
            self.lost(position.empties())
        } else {
            self.value(x, o)
        };
        let scale = if self.reading.from_beginning {
            position.empties() as i32
        } else {
            1
        };
        self.seen(position, scale * score)
    }

    /// The score after a move of `x` to an empty cell. A score of at most `floor` may not be exact.
    pub(super) fn after(&self, position: Position<P>, cell: u8, floor: i32) -> i32 {
        let (x, o) = self.stones(position);
        let score = self.after_move(x, o, cell, floor);
        self.seen(position, score)
    }

    /// The score, or 0 if it takes more plies than are looked ahead.
    fn seen(&self, position: Position<P>, score: i32) -> i32 {
        if score.abs() >= self.least_seen(position) {
            score
        } else {
            0
        }
    }

    /// The least score of a win within the plies that are looked ahead.
    fn least_seen(&self, position: Position<P>) -> i32 {
        1 + position.empties().saturating_sub(self.reading.plies) as i32
    }

    fn is_over(&self, position: Position<P>) -> bool {
        let may_be = P::O_MAY_HAVE_WON && self.reading.o_can_win && self.reading.o_may_have_won;
        may_be && self.has_line(O, self.stones(position).1)
    }

    /// The stones of `x` and of `o`, as they are read.
    fn stones(&self, position: Position<P>) -> (u16, u16) {
        if self.reading.swapped {
            (position.o(), position.x())
        } else {
            (position.x(), position.o())
        }
    }

    /// The score with `x` to move; the game is not over.
    fn value(&self, x: u16, o: u16) -> i32 {
        let index = in_base_three(x) + 2 * in_base_three(o);
        self.memory.get_or(index, || self.best(x, o))
    }

    fn best(&self, x: u16, o: u16) -> i32 {
        let free = self.board & !(x | o);
        let at_once = self.won(free.count_ones() - 1);
        let tried = free & self.reading.x_cells;
        if self.reading.choice == Choice::Best && self.completing(X, x, tried) {
            return at_once;
        }
        let (mut first, mut best) = (None, None);
        for cell in cells(tried) {
            let score = self.after_move(x, o, cell, best.unwrap_or(i32::MIN));
            first = first.or(Some(score));
            best = best.max(Some(score));
            if score >= at_once || score > 0 && self.reading.choice == Choice::FirstAboveZero {
                break;
            }
        }
        let best = best.unwrap_or(0);
        match self.reading.choice {
            Choice::FirstBelowZero if best < 0 => first.unwrap_or(0),
            Choice::AtLeastZero => best.max(0),
            _ => best,
        }
    }

    fn after_move(&self, x: u16, o: u16, cell: u8, floor: i32) -> i32 {
        let reading = &self.reading;
        let x = x | 1 << cell;
        let free = self.board & !(x | o);
        let empties = free.count_ones();
        if reading.full_first && free == 0 {
            return reading.full_board;
        }
        if self.completes(X, x, cell) {
            return self.won(empties);
        }
        if !reading.o_may_have_won && self.has_line(O, o) {
            return self.lost(empties);
        }
        if free == 0 {
            return reading.full_board;
        }
        let replies = free & reading.o_cells;
        let is_best = reading.reply == Reply::Best && reading.sign_of_o < 0;
        if is_best && reading.o_can_win && self.completing(O, o, replies) {
            return self.lost(empties - 1);
        }
        let mut chosen: Option<i32> = None;
        for cell in cells(replies) {
            let score = self.after_reply(x, o, cell);
            let other = chosen.unwrap_or(score);
            match reading.reply {
                Reply::Draw if score == 0 => return 0,
                Reply::Worst => chosen = Some(other.max(score)),
                Reply::Draw => chosen = Some(other.min(score)),
                Reply::Best => {
                    chosen = Some(other.min(score));
                    if score <= floor.max(self.least) {
                        break;
                    }
                }
            }
        }
        // Without a reply, none refutes the move.
        chosen.unwrap_or(1)
    }

    fn after_reply(&self, x: u16, o: u16, cell: u8) -> i32 {
        let reading = &self.reading;
        let o = o | 1 << cell;
        let free = self.board & !(x | o);
        if free == 0 && reading.full_first {
            reading.full_board
        } else if reading.o_can_win && self.completes(O, o, cell) {
            self.lost(free.count_ones())
        } else if free == 0 {
            reading.full_board
        } else {
            self.value(x, o)
        }
    }

    fn won(&self, empties: u32) -> i32 {
        if self.reading.from_beginning {
            1
        } else {
            empties as i32 + self.reading.plus
        }
    }

    fn lost(&self, empties: u32) -> i32 {
        self.reading.sign_of_o * self.won(empties)
    }

    /// Whether a move to one of these empty cells completes a line; false if it would take long to find out.
    fn completing(&self, side: usize, stones: u16, tried: u16) -> bool {
        let reading = &self.reading;
        let simple = !reading.full_first && !reading.extra_line;
        simple
            && reading.lines[side].iter().any(|line| {
                let missing = line & !stones;
                missing & missing.wrapping_sub(1) == 0 && missing & tried != 0
            })
    }

    /// Whether there is a line after a move to this cell.
    fn completes(&self, side: usize, stones: u16, cell: u8) -> bool {
        if self.reading.extra_line {
            return self.has_line(side, stones);
        }
        let lines = &self.through[side][usize::from(cell)];
        lines.iter().any(|line| stones & line == *line)
    }

    fn has_line(&self, side: usize, stones: u16) -> bool {
        self.reading.lines[side]
            .iter()
            .any(|line| stones & line == *line)
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
        let boards = 3_usize.pow(cells);
        Memory(
            (0..boards.div_ceil(PAGE))
                .map(|_| OnceLock::new())
                .collect(),
        )
    }

    fn get_or(&self, index: usize, score: impl FnOnce() -> i32) -> i32 {
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
    let [low, high] = set
        .to_le_bytes()
        .map(|byte| usize::from(OF_BYTES[usize::from(byte)]));
    low + 6561 * high
}
