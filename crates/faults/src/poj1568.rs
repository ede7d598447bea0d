//! Faults of the 4x4 game: mistakes that a search with a memory can have.

use std::collections::HashMap;

use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Entry, FirstWin, Poj1568, Position, Problem, Solver, Square};

use super::{around_fast, same_x_as_before};

/// A search for the first winning cell. Faults replace parts of it by wrong ones.
#[expect(clippy::struct_excessive_bools, reason = "each is a mistake")]
struct Search {
    lines: Vec<u16>,
    /// The cells that `x` tries, in this order.
    cells: Vec<u32>,
    /// The cells that `o` tries.
    replies: Vec<u32>,
    /// Which of the winning cells is the answer.
    choice: Choice,
    /// Whether it sees lines of `o`.
    o_wins: bool,
    /// Whether it takes a full board for a win of `x`.
    full_is_a_win: bool,
    /// Whether it takes one losing reply for a win of `x`, though every reply has to lose.
    some_reply_will_do: bool,
    /// Whether it assumes that `o` has to block threats.
    o_has_to_block: bool,
    /// The key of a board in the memory.
    key: fn(u16, u16) -> u32,
    /// Whether `x` wins, for boards with `x` to move and horizons.
    memory: HashMap<(u32, u32), bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    First,
    Last,
    Fastest,
    /// The first of those that win in this number of plies.
    Within(u32),
    /// A shallow search first, then a deep one with the same memory.
    Deepening,
}

/// A horizon beyond the end of every game.
const DEEP: u32 = 16;

fn right() -> Search {
    Search {
        lines: vec![
            0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
        ],
        cells: (0..16).collect(),
        replies: (0..16).collect(),
        choice: Choice::First,
        o_wins: true,
        full_is_a_win: false,
        some_reply_will_do: false,
        o_has_to_block: false,
        key: |x, o| u32::from(x) << 16 | u32::from(o),
        memory: HashMap::new(),
    }
}

/// A search with this change.
fn search(change: fn(&mut Search)) -> Box<dyn Solver<Poj1568>> {
    let mut search = right();
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
            return self.full_is_a_win;
        }
        if horizon < 3 {
            return false;
        }
        let mut replies = self.replies.clone();
        replies.retain(|reply| taken >> reply & 1 == 0);
        if self.o_has_to_block {
            let threats = |reply: &u32| self.has_line(x | 1 << reply);
            let blocks: Vec<_> = replies.iter().copied().filter(threats).collect();
            match blocks.len() {
                0 => {}
                1 => replies = blocks,
                _ => return true,
            }
        }
        let loses = |search: &mut Self, reply: u32| {
            let o = o | 1 << reply;
            if search.o_wins && search.has_line(o) {
                false
            } else if x | o == 0xffff {
                search.full_is_a_win
            } else {
                search.wins(x, o, horizon - 2)
            }
        };
        if self.some_reply_will_do {
            replies.into_iter().any(|reply| loses(self, reply))
        } else {
            replies.into_iter().all(|reply| loses(self, reply))
        }
    }

    fn wins(&mut self, x: u16, o: u16, horizon: u32) -> bool {
        // Beyond the end of the game, horizons are the same.
        let cuts = horizon < (x | o).count_zeros() && self.choice != Choice::Deepening;
        let key = ((self.key)(x, o), if cuts { horizon } else { DEEP });
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
        let (x, o) = (position.x(), position.o());
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
        cell.map_or(FirstWin::NoForcedWin, win)
    }
}

fn win(cell: u32) -> FirstWin {
    FirstWin::WinAt(Square::new(cell / 4, cell % 4))
}

/// The position after a permutation of its cells, which keeps it legal.
fn moved(position: Position<Poj1568>, to: impl Fn(u32) -> u32) -> Position<Poj1568> {
    let moved = |stones: u16| {
        let cells = (0..16).filter(|cell| stones >> cell & 1 == 1);
        cells.fold(0, |set, cell| set | 1 << to(cell))
    };
    Poj1568::position(moved(position.x()), moved(position.o())).expect("as legal as before")
}

/// The answer after the same permutation.
fn moved_answer(answer: FirstWin, to: impl Fn(u32) -> u32) -> FirstWin {
    match answer {
        FirstWin::WinAt(square) => win(to(4 * square.row() + square.column())),
        none @ FirstWin::NoForcedWin => none,
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

/// Gives the opposite answer about some positions: no win instead of a win, and the first empty cell instead of no win.
fn contrary(about: fn(Position<Poj1568>) -> bool) -> Box<dyn Solver<Poj1568>> {
    around_fast::<Poj1568>(move |fast, position| match fast.solve(position) {
        answer if !about(position) => answer,
        FirstWin::WinAt(_) => FirstWin::NoForcedWin,
        FirstWin::NoForcedWin => win((position.x() | position.o()).trailing_ones()),
    })
}

/// Claims no win on some positions.
fn gives_up(on: fn(Position<Poj1568>) -> bool) -> Box<dyn Solver<Poj1568>> {
    around_fast::<Poj1568>(move |fast, position| {
        if on(position) {
            return FirstWin::NoForcedWin;
        }
        fast.solve(position)
    })
}

fn is(position: Position<Poj1568>, x: u16, o: u16) -> bool {
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
        search(|search| search.o_wins = false)
    }),
    Entry::quick("draw-is-a-win", "a full board counts as a win", || {
        search(|search| search.full_is_a_win = true)
    }),
    Entry::quick(
        "pruned-too-late",
        "boards with six stones are not searched",
        || gives_up(|position| position.empties() >= 10),
    ),
    Entry::quick(
        "pruned-much-too-late",
        "boards with eight stones are not searched",
        || gives_up(|position| position.empties() >= 8),
    ),
    Entry::quick("three-plies", "the search sees three plies ahead", || {
        search(|search| search.choice = Choice::Within(3))
    }),
    Entry::quick("five-plies", "the search sees five plies ahead", || {
        search(|search| search.choice = Choice::Within(5))
    }),
    Entry::quick("wrong-cut-off", "one losing reply is enough", || {
        search(|search| search.some_reply_will_do = true)
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
            around_fast::<Poj1568>(|fast, position| {
                moved_answer(fast.solve(moved(position, turned)), turned)
            })
        },
    ),
    Entry::quick(
        "first-in-the-mirror",
        "the first win of the mirrored board",
        || {
            around_fast::<Poj1568>(|fast, position| {
                moved_answer(fast.solve(moved(position, mirrored)), mirrored)
            })
        },
    ),
    Entry::quick(
        "row-and-column",
        "the answer's row and column change places",
        || around_fast::<Poj1568>(|fast, position| moved_answer(fast.solve(position), transposed)),
    ),
    Entry::quick("last-case", "the last case's cell is tried first", || {
        let mut last = None;
        around_fast::<Poj1568>(move |fast, position| {
            let answer = fast.solve(position);
            let taken = position.x() | position.o();
            match (last, answer) {
                (_, FirstWin::NoForcedWin) => answer,
                (Some(cell), _) if taken >> cell & 1 == 0 => win(cell),
                (_, FirstWin::WinAt(square)) => {
                    last = Some(4 * square.row() + square.column());
                    answer
                }
            }
        })
    }),
    Entry::quick(
        "same-x-as-before",
        "o is ignored if x is the same",
        same_x_as_before,
    ),
    Entry::quick(
        "only-first-empty",
        "of two empty cells only the first is tried",
        || {
            around_fast::<Poj1568>(|fast, position| {
                let answer = fast.solve(position);
                let first = (position.x() | position.o()).trailing_ones();
                if position.empties() == 2 && answer != win(first) {
                    return FirstWin::NoForcedWin;
                }
                answer
            })
        },
    ),
    Entry::quick("table-too-small", "it panics on the last sets of x", || {
        around_fast::<Poj1568>(|fast, position| {
            assert!(position.x() < 0xec00, "no entry for {:#x}", position.x());
            fast.solve(position)
        })
    }),
    Entry::quick(
        "unwritten-block",
        "a block of the table is not written",
        || gives_up(|position| (1_000_000..1_000_512).contains(&Poj1568::domain().index(position))),
    ),
    Entry::quick("one-class", "a wrong entry of a table of classes", || {
        contrary(|position| {
            let mut symmetries = Symmetry::all::<Poj1568>().iter();
            symmetries.any(|symmetry| is(symmetry.of_position(position), 0x0ca8, 0x1215))
        })
    }),
    Entry::quick("one-entry", "one wrong entry of a table", || {
        contrary(|position| is(position, 0x0ca8, 0x1215))
    }),
    Entry::quick(
        "symmetric-pair",
        "two wrong entries, symmetric to each other",
        || contrary(|position| is(position, 0x0ca8, 0x1215) || is(position, 0x0351, 0x848a)),
    ),
    Entry::quick(
        "emptiest-boards",
        "one answer for the boards with twelve empties is wrong",
        || contrary(|position| is(position, 0x0420, 0x0240)),
    ),
];
