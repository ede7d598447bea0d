//! The table of the fast solver of POJ 1568: retrograde analysis of all 4x4 boards.
//!
//! Moves add stones, so the computation goes from many stones to few: the answer to a board follows from those to the
//! boards two moves later. The whole table takes about a fifth of a second with optimised code.
//!
//! This is a package of its own because the build script of `crossply-fast` computes the table. ARCHITECTURE.md
//! compares this with other designs.

use std::iter;
use std::ops::RangeInclusive;

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
    /// For each board: the cell, `4 * row + column`, or [`NO_CELL`], also for boards with a line.
    pub cells: Vec<u8>,
}

/// The entry in [`Table::cells`] for boards on which `x` forces no win.
pub const NO_CELL: u8 = 16;

impl Table {
    /// Computes the table.
    #[expect(clippy::new_without_default, reason = "it is far from nothing")]
    pub fn new() -> Self {
        let mut sets = vec![Vec::new(); 17];
        let mut rank = Vec::new();
        for set in 0..=u16::MAX {
            let of_same_size = &mut sets[set.count_ones() as usize];
            rank.push(of_same_size.len() as u16);
            of_same_size.push(set);
        }
        let mut table = Table {
            begin: vec![0; 1 << 16],
            rank,
            number: (0..=u16::MAX).map(number_of_half).collect(),
            cells: Vec::new(),
        };
        for stones in STONES.rev() {
            let sets = &sets[stones as usize];
            for &x in sets {
                table.begin[usize::from(x)] = table.cells.len() as u32;
                let numbers = sets
                    .iter()
                    .take_while(|&number| number >> (16 - stones) == 0);
                for &number in numbers {
                    let cell = table.first_cell(x, set_of(number, !x));
                    table.cells.push(cell);
                }
            }
        }
        table
    }

    /// The entry of a board, if all boards with more stones have theirs.
    fn first_cell(&self, x: u16, o: u16) -> u8 {
        if has_line(x) || has_line(o) {
            return NO_CELL;
        }
        let first = cells(!(x | o)).find(|cell| self.is_won_after(x | cell, o));
        first.map_or(NO_CELL, |cell| cell.trailing_zeros() as u8)
    }

    /// Whether `x` wins with `o` to move.
    fn is_won_after(&self, x: u16, o: u16) -> bool {
        let is_won = |o| self.cells[self.index(x, o)] != NO_CELL;
        // On a full board there is no move left to win by.
        let is_last = x.count_ones() > *STONES.end();
        has_line(x) || !is_last && cells(!(x | o)).all(|cell| is_won(o | cell))
    }

    /// The index of a board in [`cells`](Self::cells).
    fn index(&self, x: u16, o: u16) -> usize {
        let number = |x: u16, o: u16| u16::from(self.number[usize::from(x << 8 | o & 0xff)]);
        let numbers_above = number(x, 0xff) + 1;
        let number = number(x, o) + numbers_above * number(x >> 8, o >> 8);
        self.begin[usize::from(x)] as usize + usize::from(self.rank[usize::from(number)])
    }
}

/// [`Table::number`] at this index.
fn number_of_half(index: u16) -> u8 {
    let [set, taken] = index.to_le_bytes();
    let free = (0..8).filter(|cell| taken >> cell & 1 == 0);
    (0..).zip(free).fold(0, |number, (index, cell)| {
        number | (set >> cell & 1) << index
    })
}

/// The set that has this number among these cells.
fn set_of(number: u16, free: u16) -> u16 {
    (0..)
        .zip(cells(free))
        .filter(|(index, _)| number >> index & 1 == 1)
        .fold(0, |set, (_, cell)| set | cell)
}

/// The cells of a set, each as a set of its own.
fn cells(mut set: u16) -> impl Iterator<Item = u16> {
    iter::from_fn(move || {
        let first = set & set.wrapping_neg();
        set ^= first;
        (first != 0).then_some(first)
    })
}

fn has_line(stones: u16) -> bool {
    LINES.iter().any(|line| line & !stones == 0)
}
