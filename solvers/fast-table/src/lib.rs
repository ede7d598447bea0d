//! The table of the fast solver of POJ 1568: retrograde analysis of all 4x4 boards, 64 at a time.
//!
//! For one set of `x`, the set of `o` is a subset of the other cells. A string of bits, one for each subset, holds a
//! fact about all these boards. Both kinds of move are operations on whole strings (see `strings`):
//!
//! - `o` takes a cell: a step from each subset without the cell to the one with it, which is a shift.
//! - `x` takes a cell: the string for more stones of `x` has one cell less, and is spread out.
//!
//! Moves add stones, so the computation goes from many stones of `x` to few. Subsets that are too large or too small
//! for the stones of `x` are no boards. Their bits are meaningless, and no meaningful bit depends on them. Most subsets
//! are of this kind; even so, the whole table takes about ten milliseconds with optimised code.
//!
//! This is a package of its own because the build script of `crossply-fast` computes the table. ARCHITECTURE.md
//! compares this with other designs.

mod strings;

use std::ops::RangeInclusive;

use strings::{clear_supersets, insert_cell, keep_if_after_adding, words};

/// The stones of each side on the boards in the table.
const STONES: RangeInclusive<u32> = 2..=7;

/// Rows, columns and diagonals. Bit `4 * row + column` stands for a cell.
const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

/// For each board with `x` to move, 2 to 7 stones of each side and no line: the first cell, row by row, from which `x`
/// forces a win.
///
/// Sets of cells are masks. The set of `o` is numbered among the cells that `x` leaves free: bit `p` of the number
/// stands for the `p`-th free cell.
#[derive(Debug)]
pub struct Table {
    /// For each set of `x`: the index of its first board in [`cells`](Self::cells).
    pub begin: Vec<u32>,
    /// For each number: how many smaller numbers have as many bits. For `o`'s number, this is the index of the board
    /// among the boards of `x`.
    pub rank: Vec<u16>,
    /// At `256 * taken + set`: the number of a set of eight cells among the cells that are not taken. A board has twice
    /// as many cells.
    pub number: Vec<u8>,
    /// For each board: the cell, `4 * row + column`, or [`NO_CELL`]. Meaningless for boards with a line.
    pub cells: Vec<u8>,
}

/// The entry in [`Table::cells`] for boards on which `x` forces no win.
pub const NO_CELL: u8 = 16;

impl Table {
    /// Computes the table.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it is far from nothing")]
    pub fn new() -> Self {
        let mut sets = vec![Vec::new(); 17];
        let mut rank = Vec::new();
        for set in 0..=u16::MAX {
            let of_same_size = &mut sets[set.count_ones() as usize];
            rank.push(of_same_size.len() as u16);
            of_same_size.push(set);
        }
        let mut begin = vec![0; 1 << 16];
        let mut cells = Vec::new();
        // On a full board there is no move left to win by.
        let full = STONES.end() + 1;
        let mut after = Forced {
            words: words(16 - full),
            facts: Vec::new(),
        };
        for &x in &sets[full as usize] {
            after.push(&vec![if has_line(x) { u64::MAX } else { 0 }; after.words]);
        }
        for stones in STONES.rev() {
            let mut boards = Boards::new(16 - stones);
            let mut forced = Forced {
                words: words(16 - stones),
                facts: Vec::new(),
            };
            let numbers = sets[stones as usize]
                .iter()
                .map(|&number| usize::from(number));
            let numbers: Vec<usize> = numbers
                .take_while(|number| number >> (16 - stones) == 0)
                .collect();
            for &x in &sets[stones as usize] {
                boards.analyse(x, |x| after.of(rank[usize::from(x)]));
                forced.push(&boards.forced);
                begin[usize::from(x)] = cells.len() as u32;
                cells.extend(numbers.iter().map(|&number| boards.first_cell(number)));
            }
            after = forced;
        }
        Table {
            begin,
            rank,
            number: (0..=u16::MAX).map(number_of_half).collect(),
            cells,
        }
    }
}

/// Whether `x` wins with `o` to move: a string for each set of `x` with the same number of stones.
struct Forced {
    words: usize,
    facts: Vec<u64>,
}

impl Forced {
    fn push(&mut self, string: &[u64]) {
        self.facts.extend_from_slice(string);
    }

    fn of(&self, rank: u16) -> &[u64] {
        &self.facts[usize::from(rank) * self.words..][..self.words]
    }
}

/// The facts about the boards with one set of `x`.
struct Boards {
    /// Whether `x` wins with `x` to move.
    wins: Vec<u64>,
    /// The four bits of the first cell from which `x` wins.
    cell: [Vec<u64>; 4],
    /// Whether `x` wins with `o` to move.
    forced: Vec<u64>,
    /// Whether `x` wins by the current move.
    by_move: Vec<u64>,
}

impl Boards {
    fn new(free: u32) -> Self {
        let string = || vec![0; words(free)];
        Boards {
            wins: string(),
            cell: [(); 4].map(|()| string()),
            forced: string(),
            by_move: string(),
        }
    }

    /// Computes all facts. `after_move` gives, for a larger set of `x`, whether `x` wins with `o` to move.
    fn analyse<'a>(&mut self, x: u16, after_move: impl Fn(u16) -> &'a [u64]) {
        self.wins.fill(0);
        self.cell.iter_mut().for_each(|bits| bits.fill(0));
        self.forced.fill(u64::MAX);
        if has_line(x) {
            return;
        }
        let free = || (0..16).filter(|cell| x >> cell & 1 == 0);
        for (index, cell) in (0..).zip(free()) {
            insert_cell(index, after_move(x | 1 << cell), &mut self.by_move);
            for (by_move, wins) in self.by_move.iter_mut().zip(&mut self.wins) {
                // Only if no earlier cell wins.
                *by_move &= !*wins;
                *wins |= *by_move;
            }
            for (bit, bits) in self.cell.iter_mut().enumerate() {
                if cell >> bit & 1 == 1 {
                    for (bits, by_move) in bits.iter_mut().zip(&self.by_move) {
                        *bits |= by_move;
                    }
                }
            }
        }
        // If `o` has a line, the game was over before.
        for line in LINES.iter().filter(|&line| line & x == 0) {
            clear_supersets(number(*line, free()), &mut self.wins);
        }
        for (index, _) in (0..).zip(free()) {
            keep_if_after_adding(index, &self.wins, &mut self.forced);
        }
    }

    fn first_cell(&self, number: usize) -> u8 {
        let bit = |facts: &[u64]| (facts[number / 64] >> (number % 64) & 1) as u8;
        let [ones, twos, fours, eights] = self.cell.each_ref().map(|bits| bit(bits));
        match bit(&self.wins) {
            0 => NO_CELL,
            _ => ones | twos << 1 | fours << 2 | eights << 3,
        }
    }
}

/// [`Table::number`] at this index.
fn number_of_half(index: u16) -> u8 {
    let [set, taken] = index.to_le_bytes();
    let free = (0..8).filter(|cell| taken >> cell & 1 == 0);
    number(set.into(), free) as u8
}

/// The number of a set among these cells.
fn number(set: u16, cells: impl Iterator<Item = u32>) -> usize {
    let bits = cells.map(|cell| usize::from(set >> cell & 1));
    (0..)
        .zip(bits)
        .fold(0, |number, (index, bit)| number | bit << index)
}

fn has_line(stones: u16) -> bool {
    LINES.iter().any(|line| line & !stones == 0)
}
