//! Search by threats, with three look-ups for each position.
//!
//! For each of the 65536 sets of stones tables say which cells would complete a line of them, and
//! whether they stand on every line. One look-up finds a win in one move; another the cells that
//! must be defended; a third, that no line is open any more. What is left to search are quiet
//! moves, and on a board this small there are few.

use std::sync::LazyLock;

use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::{Poj1568, Position};

use crate::Solver;

/// The solver; see the [module](self).
pub(super) struct Fast;

impl Solver<Poj1568> for Fast {
    fn solve(&mut self, position: Position<Poj1568>) -> Answer {
        let search = &*SEARCH;
        let (x, o) = (position.x(), position.o());
        let free = !(x | o);
        let wins = search.completing[x as usize] & free;
        (0..16)
            .find(|&square| {
                let cell = 1 << square;
                free & cell != 0 && (wins & cell != 0 || !search.holds(x | cell, o))
            })
            .map_or(Answer::NoForcedWin, |square| {
                Answer::WinAt(Square::new(square / 4, square % 4))
            })
    }
}

static SEARCH: LazyLock<Search> = LazyLock::new(Search::new);

/// Tables indexed by a set of stones of one side.
struct Search {
    /// The cells that complete a line of the stones.
    completing: Vec<u16>,
    /// Whether the stones leave the other side no line.
    blocks_all: Vec<bool>,
}

impl Search {
    fn new() -> Self {
        let mut lines = Vec::new();
        for step in 0..4 {
            lines.push(0b1111 << (4 * step));
            lines.push(0b0001_0001_0001_0001 << step);
        }
        lines.push(0b1000_0100_0010_0001);
        lines.push(0b0001_0010_0100_1000);
        let complete = |stones: u16| {
            lines
                .iter()
                .map(|&line: &u16| line & !stones)
                .filter(|missing| missing.is_power_of_two())
                .fold(0, |cells, missing| cells | missing)
        };
        Search {
            completing: (0..=u16::MAX).map(complete).collect(),
            blocks_all: (0..=u16::MAX)
                .map(|stones| lines.iter().all(|line| line & stones != 0))
                .collect(),
        }
    }

    /// Whether `x`, to move, wins. Nobody has a line.
    fn wins(&self, x: u16, o: u16) -> bool {
        let free = !(x | o);
        if self.completing[x as usize] & free != 0 {
            return true;
        }
        let mut moves = match self.completing[o as usize] & free {
            0 if self.blocks_all[o as usize] => return false,
            0 => free,
            must if must.is_power_of_two() => must,
            _ => return false,
        };
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            if !self.holds(x | cell, o) {
                return true;
            }
            moves ^= cell;
        }
        false
    }

    /// Whether `o`, to move, prevents a win of `x`. Nobody has a line. There is a cell to move to: with
    /// `o` to move an odd number is empty.
    fn holds(&self, x: u16, o: u16) -> bool {
        let free = !(x | o);
        if self.completing[o as usize] & free != 0 {
            return true;
        }
        let mut moves = match self.completing[x as usize] & free {
            0 if self.blocks_all[o as usize] => return true,
            0 => free,
            must if must.is_power_of_two() => must,
            _ => return false,
        };
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            if !self.wins(x, o | cell) {
                return true;
            }
            moves ^= cell;
        }
        false
    }
}
