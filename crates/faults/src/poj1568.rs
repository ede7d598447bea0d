//! Faults for the 4x4 game: bugs that a search with a table of results can have.

use std::collections::HashMap;

use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Coordinates, Entry, FirstWin, Poj1568, Position, Problem, Solver};

use super::{ignore_o_if_x_repeats, wrap_fast};

/// A search for the first winning cell. Faults replace parts of it.
#[expect(clippy::struct_excessive_bools, reason = "each is for a fault")]
struct Search {
    lines: Vec<u16>,
    /// The cells that `x` tries, in this order.
    cells: Vec<u32>,
    /// The cells that `o` tries.
    replies: Vec<u32>,
    /// Which winning cell is the answer.
    choice: Choice,
    /// Whether it detects lines of `o`.
    o_can_win: bool,
    /// Whether a full board counts as a win of `x`.
    full_board_wins: bool,
    /// Whether one losing reply is enough for a win of `x`, although all replies have to lose.
    one_losing_reply_suffices: bool,
    /// Whether `o` always has to block threats, even if it could win.
    o_has_to_block: bool,
    /// The key of a board in the memory.
    key: fn(u16, u16) -> u32,
    /// Whether `x` wins, by the key of a board with `x` to move and the horizon in plies.
    memory: HashMap<(u32, u32), bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    First,
    Last,
    Fastest,
    /// The first one that wins within this number of plies.
    Within(u32),
    /// The first one, by a shallow search followed by a deep one with the same memory.
    Deepening,
}

/// A horizon beyond the end of every game.
const DEEP: u32 = 16;

fn correct_search() -> Search {
    Search {
        lines: vec![
            0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
        ],
        cells: (0..16).collect(),
        replies: (0..16).collect(),
        choice: Choice::First,
        o_can_win: true,
        full_board_wins: false,
        one_losing_reply_suffices: false,
        o_has_to_block: false,
        key: |x, o| u32::from(x) << 16 | u32::from(o),
        memory: HashMap::new(),
    }
}

/// A search with this change.
fn search(change: fn(&mut Search)) -> Box<dyn Solver<Poj1568>> {
    let mut search = correct_search();
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
        let taken = x | o;
        if taken == 0xffff {
            return self.full_board_wins;
        }
        if horizon < 3 {
            return false;
        }
        let mut replies = self.replies.clone();
        replies.retain(|reply| taken >> reply & 1 == 0);
        if self.o_has_to_block {
            let threats: Vec<_> = replies
                .iter()
                .copied()
                .filter(|reply: &u32| self.has_line(x | 1 << reply))
                .collect();
            match threats.len() {
                0 => {}
                1 => replies = threats,
                _ => return true,
            }
        }
        let mut boards = replies.into_iter().map(|reply| o | 1 << reply);
        if self.one_losing_reply_suffices {
            boards.any(|o| self.wins_after(x, o, horizon - 2))
        } else {
            boards.all(|o| self.wins_after(x, o, horizon - 2))
        }
    }

    /// Whether `x` wins within the horizon after a reply.
    fn wins_after(&mut self, x: u16, o: u16, horizon: u32) -> bool {
        if self.o_can_win && self.has_line(o) {
            false
        } else if x | o == 0xffff {
            self.full_board_wins
        } else {
            self.wins(x, o, horizon)
        }
    }

    fn wins(&mut self, x: u16, o: u16, horizon: u32) -> bool {
        // Horizons beyond the end of the game are equivalent.
        let horizon_matters = horizon < (x | o).count_zeros() && self.choice != Choice::Deepening;
        let key_horizon = if horizon_matters { horizon } else { DEEP };
        let key = ((self.key)(x, o), key_horizon);
        if let Some(&wins) = self.memory.get(&key) {
            return wins;
        }
        let wins = self.winning_cells(x, o, horizon).next().is_some();
        self.memory.insert(key, wins);
        wins
    }

    fn winning_cells(&mut self, x: u16, o: u16, horizon: u32) -> impl Iterator<Item = u32> {
        let mut cells = self.cells.clone();
        cells.retain(|cell| (x | o) >> cell & 1 == 0);
        cells
            .into_iter()
            .filter(move |&cell| self.wins_by(cell, x, o, horizon))
    }
}

impl Solver<Poj1568> for Search {
    fn solve(&mut self, position: Position<Poj1568>) -> FirstWin {
        let x = position.x();
        let o = position.o();
        let cell = match self.choice {
            Choice::First => self.winning_cells(x, o, DEEP).next(),
            Choice::Last => self.winning_cells(x, o, DEEP).last(),
            Choice::Fastest => {
                let mut horizons = [1, 3, 5, DEEP].into_iter();
                horizons.find_map(|horizon| self.winning_cells(x, o, horizon).next())
            }
            Choice::Within(horizon) => self.winning_cells(x, o, horizon).next(),
            Choice::Deepening => {
                self.memory.clear();
                self.winning_cells(x, o, 3).next();
                self.winning_cells(x, o, DEEP).next()
            }
        };
        cell.map_or(FirstWin::NoForcedWin, win_at)
    }
}

fn win_at(cell: u32) -> FirstWin {
    FirstWin::WinAt(Coordinates::new(cell / 4, cell % 4))
}

/// The position after a permutation of the cells that keeps it legal.
fn permute(position: Position<Poj1568>, image: impl Fn(u32) -> u32) -> Position<Poj1568> {
    let x = permute_stones(position.x(), &image);
    let o = permute_stones(position.o(), &image);
    Poj1568::position(x, o).expect("still legal")
}

fn permute_stones(stones: u16, image: impl Fn(u32) -> u32) -> u16 {
    let cells = (0..16).filter(|cell| stones >> cell & 1 == 1);
    cells.fold(0, |set, cell| set | 1 << image(cell))
}

/// The answer after the same permutation.
fn permute_answer(answer: FirstWin, image: impl Fn(u32) -> u32) -> FirstWin {
    match answer {
        FirstWin::WinAt(cell) => win_at(image(4 * cell.row() + cell.column())),
        FirstWin::NoForcedWin => FirstWin::NoForcedWin,
    }
}

fn turned(cell: u32) -> u32 {
    4 * (cell % 4) + 3 - cell / 4
}

fn mirrored(cell: u32) -> u32 {
    cell ^ 3
}

fn transposed(cell: u32) -> u32 {
    4 * (cell % 4) + cell / 4
}

/// Gives the opposite answer for some positions: no win instead of a win, or the first empty cell instead of no win.
fn opposite_answer(for_position: fn(Position<Poj1568>) -> bool) -> Box<dyn Solver<Poj1568>> {
    wrap_fast::<Poj1568>(move |fast, position| match fast.solve(position) {
        answer if !for_position(position) => answer,
        FirstWin::WinAt(_) => FirstWin::NoForcedWin,
        FirstWin::NoForcedWin => win_at((position.x() | position.o()).trailing_ones()),
    })
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

fn has_stones(position: Position<Poj1568>, x: u16, o: u16) -> bool {
    (position.x(), position.o()) == (x, o)
}

/// All faults.
pub static FAULTS: [Entry<Poj1568>; 34] = [
    Entry::quick("no-diagonal", "a line is missing", || {
        search(|search| search.lines.retain(|&line| line != 0x8421))
    }),
    Entry::quick("no-antidiagonal", "a line is missing", || {
        search(|search| search.lines.retain(|&line| line != 0x1248))
    }),
    Entry::quick("no-last-row", "a line is missing", || {
        search(|search| search.lines.retain(|&line| line != 0xf000))
    }),
    Entry::quick("no-last-column", "a line is missing", || {
        search(|search| search.lines.retain(|&line| line != 0x8888))
    }),
    Entry::quick("wrapped-row", "a row continues in the next", || {
        search(|search| search.lines.push(0x0078))
    }),
    Entry::quick(
        "broken-diagonal",
        "a diagonal continues beyond the edge",
        || search(|search| search.lines.push(0x1842)),
    ),
    Entry::quick("column-order", "the first win column by column", || {
        search(|search| search.cells = (0..16).map(transposed).collect())
    }),
    Entry::quick("last-win", "the last win, not the first", || {
        search(|search| search.choice = Choice::Last)
    }),
    Entry::quick("fastest-win", "the fastest win, not the first", || {
        search(|search| search.choice = Choice::Fastest)
    }),
    Entry::quick("first-cell-skipped", "x never tries (0,0)", || {
        search(|search| search.cells = (1..16).collect())
    }),
    Entry::quick("last-reply-skipped", "o never tries (3,3)", || {
        search(|search| search.replies = (0..15).collect())
    }),
    Entry::quick("o-never-wins", "lines of o are not seen", || {
        search(|search| search.o_can_win = false)
    }),
    Entry::quick("draw-is-a-win", "a full board counts as a win", || {
        search(|search| search.full_board_wins = true)
    }),
    Entry::quick(
        "pruned-too-late",
        "boards with six stones are not searched",
        || claims_no_win(|position| position.empties() >= 10),
    ),
    Entry::quick(
        "pruned-much-too-late",
        "boards with eight stones are not searched",
        || claims_no_win(|position| position.empties() >= 8),
    ),
    Entry::quick("three-plies", "the search sees three plies ahead", || {
        search(|search| search.choice = Choice::Within(3))
    }),
    Entry::quick("five-plies", "the search sees five plies ahead", || {
        search(|search| search.choice = Choice::Within(5))
    }),
    Entry::quick("wrong-cut-off", "one losing reply is enough", || {
        search(|search| search.one_losing_reply_suffices = true)
    }),
    Entry::quick("o-has-to-block", "o blocks where it could win", || {
        search(|search| search.o_has_to_block = true)
    }),
    Entry::quick(
        "bound-as-value",
        "a shallow result is kept as a deep one",
        || search(|search| search.choice = Choice::Deepening),
    ),
    Entry::quick(
        "colours-swapped",
        "boards with swapped colours share an entry",
        || search(|search| search.key = |x, o| u32::from(x.min(o)) << 16 | u32::from(x.max(o))),
    ),
    Entry::quick(
        "short-hash",
        "boards with the same hash share an entry",
        || search(|search| search.key = |x, o| (31 * u32::from(x) + u32::from(o)) & 0x000f_ffff),
    ),
    Entry::quick(
        "turned-back-wrongly",
        "the answer is turned on, not back",
        || {
            wrap_fast::<Poj1568>(|fast, position| {
                permute_answer(fast.solve(permute(position, turned)), turned)
            })
        },
    ),
    Entry::quick(
        "first-in-the-mirror",
        "the first win of the mirrored board",
        || {
            wrap_fast::<Poj1568>(|fast, position| {
                permute_answer(fast.solve(permute(position, mirrored)), mirrored)
            })
        },
    ),
    Entry::quick(
        "row-and-column",
        "the answer's row and column change places",
        || wrap_fast::<Poj1568>(|fast, position| permute_answer(fast.solve(position), transposed)),
    ),
    Entry::quick("last-case", "the last case's cell is tried first", || {
        let mut previous_cell = None;
        wrap_fast::<Poj1568>(move |fast, position| {
            let answer = fast.solve(position);
            let taken = position.x() | position.o();
            match (previous_cell, answer) {
                (_, FirstWin::NoForcedWin) => answer,
                (Some(cell), _) if taken >> cell & 1 == 0 => win_at(cell),
                (_, FirstWin::WinAt(cell)) => {
                    previous_cell = Some(4 * cell.row() + cell.column());
                    answer
                }
            }
        })
    }),
    Entry::quick(
        "same-x-as-before",
        "o is ignored if x is the same",
        ignore_o_if_x_repeats,
    ),
    Entry::quick(
        "only-first-empty",
        "of two empty cells only the first is tried",
        || {
            wrap_fast::<Poj1568>(|fast, position| {
                let answer = fast.solve(position);
                let first = (position.x() | position.o()).trailing_ones();
                if position.empties() == 2 && answer != win_at(first) {
                    return FirstWin::NoForcedWin;
                }
                answer
            })
        },
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
        opposite_answer(|position| {
            let mut symmetries = Symmetry::all::<Poj1568>().iter();
            symmetries.any(|symmetry| has_stones(symmetry.image(position), 0x0ca8, 0x1215))
        })
    }),
    Entry::quick("one-entry", "one wrong entry of a table", || {
        opposite_answer(|position| has_stones(position, 0x0ca8, 0x1215))
    }),
    Entry::quick(
        "symmetric-pair",
        "two wrong entries, symmetric to each other",
        || {
            opposite_answer(|position| {
                has_stones(position, 0x0ca8, 0x1215) || has_stones(position, 0x0351, 0x848a)
            })
        },
    ),
    Entry::quick(
        "emptiest-boards",
        "one answer for the boards with twelve empties is wrong",
        || opposite_answer(|position| has_stones(position, 0x0420, 0x0240)),
    ),
];
