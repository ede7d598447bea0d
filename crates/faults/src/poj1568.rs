//! Faults for the 4x4 game: bugs that a search with a table of results can have.

use std::collections::HashMap;

use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Entry, FirstWin, Poj1568, Position, Problem, Solver};

use super::{ignore_o_if_x_repeats, wrap_fast};

/// All faults.
pub static FAULTS: [Entry<Poj1568>; 14] = [
    Entry::quick("no-diagonal", "a line is missing", || {
        search(|search| search.lines.retain(|&line| line != 0x8421))
    }),
    Entry::quick("wrapped-row", "a row continues in the next", || {
        search(|search| search.lines.push(0x0078))
    }),
    Entry::quick("column-order", "the first win column by column", || {
        search(|search| search.cells.sort_by_key(|cell| (cell % 4, cell / 4)))
    }),
    Entry::quick("last-reply-skipped", "o never tries (3,3)", || {
        search(|search| search.replies = (0..15).collect())
    }),
    Entry::quick("o-never-wins", "lines of o are not seen", || {
        search(|search| search.o_can_win = false)
    }),
    Entry::quick(
        "pruned-too-late",
        "boards with six stones are not searched",
        || claims_no_win(|position| position.empties() >= 10),
    ),
    Entry::quick("five-plies", "the search sees five plies ahead", || {
        search(|search| search.horizon = 5)
    }),
    Entry::quick(
        "colours-swapped",
        "boards with swapped colours share an entry",
        || search(|search| search.key = |x, o| (x.min(o), x.max(o))),
    ),
    Entry::quick(
        "turned-back-wrongly",
        "the answer is turned on, not back",
        turned_back_wrongly,
    ),
    Entry::quick(
        "same-x-as-before",
        "o is ignored if x is the same",
        ignore_o_if_x_repeats,
    ),
    Entry::quick("table-too-small", "it panics on the last sets of x", || {
        wrap_fast::<Poj1568>(|fast, position| {
            assert!(position.x() < 0xec00, "no entry for {:#x}", position.x());
            fast.solve(position)
        })
    }),
    Entry::quick(
        "unwritten-block",
        "a block of the table is not written",
        || {
            claims_no_win(|position| {
                (1_000_000..1_000_512).contains(&Poj1568::domain().index(position))
            })
        },
    ),
    Entry::quick("one-class", "a wrong entry of a table of classes", || {
        claims_no_win(|position| {
            let mut symmetries = Symmetry::all::<Poj1568>().iter();
            symmetries.any(|symmetry| is_entry(symmetry.image(position)))
        })
    }),
    Entry::quick("one-entry", "one wrong entry of a table", || {
        claims_no_win(is_entry)
    }),
];

/// A search for the first winning cell. Faults replace parts of it.
struct Search {
    lines: Vec<u16>,
    /// The cells that `x` tries, in this order.
    cells: Vec<u32>,
    /// The cells that `o` tries.
    replies: Vec<u32>,
    /// Whether it detects lines of `o`.
    o_can_win: bool,
    /// How many plies it looks ahead.
    horizon: u32,
    /// The key of a board in the memory.
    key: fn(u16, u16) -> (u16, u16),
    /// Whether `x` wins, by the key of a board with `x` to move and the horizon.
    memory: HashMap<((u16, u16), u32), bool>,
}

/// A horizon beyond the end of every game.
const DEEP: u32 = 16;

/// A search with this change.
fn search(change: fn(&mut Search)) -> Box<dyn Solver<Poj1568>> {
    let mut search = Search {
        lines: vec![
            0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
        ],
        cells: (0..16).collect(),
        replies: (0..16).collect(),
        o_can_win: true,
        horizon: DEEP,
        key: |x, o| (x, o),
        memory: HashMap::new(),
    };
    change(&mut search);
    Box::new(search)
}

impl Search {
    fn has_line(&self, stones: u16) -> bool {
        self.lines.iter().any(|line| stones & line == *line)
    }

    /// Whether `x` wins within the horizon after a move to this cell.
    fn wins_by(&mut self, cell: u32, x: u16, o: u16, horizon: u32) -> bool {
        let x = x | 1 << cell;
        if self.has_line(x) {
            return true;
        }
        if x | o == 0xffff || horizon < 3 {
            return false;
        }
        let mut replies = self.replies.clone();
        replies.retain(|reply| (x | o) >> reply & 1 == 0);
        let mut boards = replies.into_iter().map(|reply| o | 1 << reply);
        boards.all(|o| !(self.o_can_win && self.has_line(o)) && self.wins(x, o, horizon - 2))
    }

    fn wins(&mut self, x: u16, o: u16, horizon: u32) -> bool {
        // Horizons beyond the end of the game are equivalent.
        let horizon = if horizon < (x | o).count_zeros() {
            horizon
        } else {
            DEEP
        };
        let key = ((self.key)(x, o), horizon);
        if let Some(&wins) = self.memory.get(&key) {
            return wins;
        }
        let wins = self.first_win(x, o, horizon).is_some();
        self.memory.insert(key, wins);
        wins
    }

    fn first_win(&mut self, x: u16, o: u16, horizon: u32) -> Option<u32> {
        let mut cells = self.cells.clone();
        cells.retain(|cell| (x | o) >> cell & 1 == 0);
        cells
            .into_iter()
            .find(|&cell| self.wins_by(cell, x, o, horizon))
    }
}

impl Solver<Poj1568> for Search {
    fn solve(&mut self, position: Position<Poj1568>) -> FirstWin {
        let cell = self.first_win(position.x(), position.o(), self.horizon);
        cell.map_or(FirstWin::NoForcedWin, |cell| FirstWin::WinAt(cell as u8))
    }
}

/// Claims that some positions have no win.
fn claims_no_win(for_position: fn(Position<Poj1568>) -> bool) -> Box<dyn Solver<Poj1568>> {
    wrap_fast::<Poj1568>(move |fast, position| {
        if for_position(position) {
            return FirstWin::NoForcedWin;
        }
        fast.solve(position)
    })
}

/// Whether the position, which `x` wins, is the one of the wrong entry.
fn is_entry(position: Position<Poj1568>) -> bool {
    (position.x(), position.o()) == (0x0ca8, 0x1215)
}

/// Turns the board clockwise, and the cell of the answer once more.
fn turned_back_wrongly() -> Box<dyn Solver<Poj1568>> {
    let mut symmetries = Symmetry::all::<Poj1568>().iter();
    let is_turn = |each: &&Symmetry| [0, 1].map(|cell| each.image_of_cell(cell)) == [3, 7];
    let turn = symmetries.find(is_turn).expect("listed");
    wrap_fast::<Poj1568>(|fast, position| match fast.solve(turn.image(position)) {
        FirstWin::WinAt(cell) => FirstWin::WinAt(turn.image_of_cell(cell.into()) as u8),
        FirstWin::NoForcedWin => FirstWin::NoForcedWin,
    })
}
