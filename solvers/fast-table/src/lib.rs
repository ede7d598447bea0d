//! The table of the fast solver of POJ 1568: retrograde analysis of all 4x4 boards.
//!
//! The computation goes from many stones to few, because the answer for a board follows from those for the boards two
//! moves later. With optimised code, the whole table takes about a fifth of a second.
//!
//! This is a package of its own because the build script of `crossply-fast` needs it.

use std::iter;
use std::ops::RangeInclusive;

/// How many stones each side has on the boards in the table.
const STONES: RangeInclusive<u32> = 2..=7;

/// Rows, columns and diagonals. Bit `4 * row + column` stands for a cell.
const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

/// For each board with `x` to move and 2 to 7 stones of each side: the first cell, row by row, from which `x` forces a
/// win.
///
/// Given the stones of `x`, the stones of `o` have a number: its bit `p` stands for the `p`-th cell that `x` leaves
/// free.
#[derive(Debug)]
pub struct Table {
    /// For each set of stones of `x`, the index in [`cells`](Self::cells) of its first board.
    pub begin: Vec<u32>,
    /// For each number, how many smaller numbers have as many bits. For the number of `o`, this is the index of the
    /// board among those with the same stones of `x`.
    pub rank: Vec<u16>,
    /// At index `256 * taken + set`, the number of a set of cells among those that are not taken, for half a board of
    /// eight cells.
    pub number: Vec<u8>,
    /// For each board, the cell `4 * row + column`, or [`NO_CELL`]. Boards with a line have [`NO_CELL`].
    pub cells: Vec<u8>,
}

/// The entry in [`Table::cells`] for boards on which `x` does not force a win.
pub const NO_CELL: u8 = 16;

impl Table {
    /// Computes the table.
    #[expect(
        clippy::new_without_default,
        reason = "the table is not a default value"
    )]
    pub fn new() -> Self {
        let mut sets_by_size = vec![Vec::new(); 17];
        let mut rank = Vec::new();
        for set in 0..=u16::MAX {
            let same_size = &mut sets_by_size[set.count_ones() as usize];
            rank.push(same_size.len() as u16);
            same_size.push(set);
        }
        let mut table = Table {
            begin: vec![0; 1 << 16],
            rank,
            number: (0..=u16::MAX).map(number_of_half).collect(),
            cells: Vec::new(),
        };
        for stones in STONES.rev() {
            let sets = &sets_by_size[stones as usize];
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

    /// The entry of a board. All boards with more stones must have theirs.
    fn first_cell(&self, x: u16, o: u16) -> u8 {
        if has_line(x) || has_line(o) {
            return NO_CELL;
        }
        let first = cells(!(x | o)).find(|cell| self.is_won_after(x | cell, o));
        first.map_or(NO_CELL, |cell| cell.trailing_zeros() as u8)
    }

    /// Whether `x` wins, with `o` to move.
    fn is_won_after(&self, x: u16, o: u16) -> bool {
        // After the reply to such a move, the board is full.
        let is_last_move = x.count_ones() > *STONES.end();
        let mut replies = cells(!(x | o));
        has_line(x)
            || !is_last_move && replies.all(|cell| self.cells[self.index(x, o | cell)] != NO_CELL)
    }

    /// The index of a board in [`cells`](Self::cells).
    fn index(&self, x: u16, o: u16) -> usize {
        let lower_numbers = self.half_number(x, 0xff) + 1;
        let number = self.half_number(x, o) + lower_numbers * self.half_number(x >> 8, o >> 8);
        self.begin[usize::from(x)] as usize + usize::from(self.rank[usize::from(number)])
    }

    /// The number of `o` in the lower half of a board.
    fn half_number(&self, x: u16, o: u16) -> u16 {
        u16::from(self.number[usize::from(x << 8 | o & 0xff)])
    }
}

/// The entry of [`Table::number`] at this index.
fn number_of_half(index: u16) -> u8 {
    let [set, taken] = index.to_le_bytes();
    let free = (0..8).filter(|cell| taken >> cell & 1 == 0);
    (0..).zip(free).fold(0, |number, (index, cell)| {
        number | (set >> cell & 1) << index
    })
}

/// The set with this number among the free cells.
fn set_of(number: u16, free: u16) -> u16 {
    (0..)
        .zip(cells(free))
        .filter(|(index, _)| number >> index & 1 == 1)
        .fold(0, |set, (_, cell)| set | cell)
}

/// The cells of a set, as one-element sets.
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
