//! Looks answers up in a table that the build script computes.
//!
//! The table has one byte for each board: the first cell from which `x` wins, or 16. Boards are ordered by the stones
//! of `x`, and then by the number of the stones of `o`: its bit `p` stands for the `p`-th cell that `x` leaves free.
//! The index of a board is the first index for the stones of `x`, plus the rank of the number among those with as many
//! bits. The package `crossply-fast-table` computes the table.

use crossply_position::{FirstWin, Poj1568, Position, Solver};

/// The solver; see the [module](self).
pub struct Fast;

impl Solver<Poj1568> for Fast {
    #[inline]
    fn solve(&mut self, position: Position<Poj1568>) -> FirstWin {
        let x = position.x();
        let o = position.o();
        let begin = BEGIN.as_chunks().0[usize::from(x)];
        let rank = RANK.as_chunks().0[usize::from(number_among_free(x, o))];
        let index = u32::from_le_bytes(begin) + u32::from(u16::from_le_bytes(rank));
        match CELLS[index as usize] {
            cell @ 0..16 => FirstWin::WinAt(cell),
            _ => FirstWin::NoForcedWin,
        }
    }
}

/// For each set of stones of `x`, in four bytes: the index of its first board.
static BEGIN: [u8; 4 << 16] = *include_bytes!(concat!(env!("OUT_DIR"), "/begin"));

/// For each number, in two bytes: how many smaller numbers have as many bits.
static RANK: [u8; 2 << 16] = *include_bytes!(concat!(env!("OUT_DIR"), "/rank"));

/// For each board: the cell, row by row.
static CELLS: [u8; BOARDS] = *include_bytes!(concat!(env!("OUT_DIR"), "/cells"));
const BOARDS: usize = include_bytes!(concat!(env!("OUT_DIR"), "/cells")).len();

/// At `256 * taken + set`: the number of a set of eight cells among the cells that are not taken.
static NUMBER: [u8; 1 << 16] = *include_bytes!(concat!(env!("OUT_DIR"), "/number"));

/// The number of a set among the cells that are not taken, from those of the upper and of the lower two rows.
fn number_among_free(taken: u16, set: u16) -> u16 {
    let half_number =
        |taken: u16, set: u16| u16::from(NUMBER[usize::from(taken << 8 | set & 0xff)]);
    let lower_numbers = half_number(taken, 0xff) + 1;
    half_number(taken, set) + lower_numbers * half_number(taken >> 8, set >> 8)
}
