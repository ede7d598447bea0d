//! Faults of the 4x4 game: mistakes that a search with a memory can have.

use std::collections::HashMap;

use crossply_harness::report::play;
use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Entry, Poj1568, Position, Problem, Side, Solver};
use crossply_proof::prover::Game;

use super::fault;

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
    /// Whether `x` wins, for boards with `x` to move.
    memory: HashMap<u32, bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    First,
    Last,
    Fastest,
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

impl Search {
    fn without_line(line: u16) -> Box<dyn Solver<Poj1568>> {
        let mut search = right();
        search.lines.retain(|&other| other != line);
        assert_eq!(search.lines.len(), 9);
        Box::new(search)
    }

    fn with_line(line: u16) -> Box<dyn Solver<Poj1568>> {
        let mut search = right();
        search.lines.push(line);
        Box::new(search)
    }

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
        let key = (self.key)(x, o);
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
    fn solve(&mut self, position: Position<Poj1568>) -> Answer {
        let (x, o) = (position.x(), position.o());
        let horizon = DEEP;
        let cell = match self.choice {
            Choice::First => self.winning_cells(x, o, horizon).next(),
            Choice::Last => self.winning_cells(x, o, horizon).last(),
            Choice::Fastest => [1, 3, 5, DEEP].into_iter().find_map(|horizon| {
                self.memory.clear();
                self.winning_cells(x, o, horizon).next()
            }),
            Choice::Deepening => {
                self.memory.clear();
                self.winning_cells(x, o, 3).next();
                self.winning_cells(x, o, DEEP).next()
            }
        };
        cell.map_or(Answer::NoForcedWin, win)
    }
}

/// A right search in a wrong frame.
struct Around<F>(Box<dyn Solver<Poj1568>>, F);

impl<F> Solver<Poj1568> for Around<F>
where
    F: FnMut(&mut dyn Solver<Poj1568>, Position<Poj1568>) -> Answer,
{
    fn solve(&mut self, position: Position<Poj1568>) -> Answer {
        (self.1)(&mut *self.0, position)
    }
}

fn around(
    answer: impl FnMut(&mut dyn Solver<Poj1568>, Position<Poj1568>) -> Answer + 'static,
) -> Box<dyn Solver<Poj1568>> {
    let fast = Poj1568::FAST;
    Box::new(Around((fast.new)(), answer))
}

/// Sees only wins that take at most this number of plies.
fn looks_ahead(plies: u32) -> Box<dyn Solver<Poj1568>> {
    around(move |fast, position| {
        if position.empties() <= plies {
            return fast.solve(position);
        }
        let mut moves = Game::at(position).moves();
        let seen = moves.find(|&(_, after)| {
            play::win(after).is_some_and(|(side, more)| side == Side::X && more < plies)
        });
        seen.map_or(Answer::NoForcedWin, |(cell, _)| win(cell.into()))
    })
}

fn win(cell: u32) -> Answer {
    Answer::WinAt(Square::new(cell / 4, cell % 4))
}

/// The position after a permutation of its cells, which keeps it legal.
fn moved(position: Position<Poj1568>, to: impl Fn(u32) -> u32) -> Position<Poj1568> {
    let moved = |stones: u16| {
        let cells = (0..16).filter(|cell| stones >> cell & 1 == 1);
        cells.fold(0, |set, cell| set | 1 << to(cell))
    };
    Position::new(moved(position.x()), moved(position.o())).expect("as legal as before")
}

/// The answer after the same permutation.
fn moved_answer(answer: Answer, to: impl Fn(u32) -> u32) -> Answer {
    match answer {
        Answer::WinAt(square) => win(to(4 * square.row() + square.column())),
        none @ Answer::NoForcedWin => none,
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

/// The opposite answer: no win instead of a win, and the first empty cell instead of no win.
fn contrary(answer: Answer, position: Position<Poj1568>) -> Answer {
    match answer {
        Answer::WinAt(_) => Answer::NoForcedWin,
        Answer::NoForcedWin => win((position.x() | position.o()).trailing_ones()),
    }
}

/// All faults.
pub static FAULTS: [Entry<Poj1568>; 34] = [
    fault("no-diagonal", "a line is missing", || {
        Search::without_line(0x8421)
    }),
    fault("no-antidiagonal", "a line is missing", || {
        Search::without_line(0x1248)
    }),
    fault("no-last-row", "a line is missing", || {
        Search::without_line(0xf000)
    }),
    fault("no-last-column", "a line is missing", || {
        Search::without_line(0x8888)
    }),
    fault("wrapped-row", "a row continues in the next", || {
        Search::with_line(0x0078)
    }),
    fault(
        "broken-diagonal",
        "a diagonal continues beyond the edge",
        || Search::with_line(0x1842),
    ),
    fault("column-order", "the first win column by column", || {
        let cells = (0..16).map(transposed).collect();
        Box::new(Search { cells, ..right() })
    }),
    fault("last-win", "the last win, not the first", || {
        Box::new(Search {
            choice: Choice::Last,
            ..right()
        })
    }),
    fault("fastest-win", "the fastest win, not the first", || {
        Box::new(Search {
            choice: Choice::Fastest,
            ..right()
        })
    }),
    fault("first-cell-skipped", "x never tries (0,0)", || {
        Box::new(Search {
            cells: (1..16).collect(),
            ..right()
        })
    }),
    fault("last-reply-skipped", "o never tries (3,3)", || {
        Box::new(Search {
            replies: (0..15).collect(),
            ..right()
        })
    }),
    fault("o-never-wins", "lines of o are not seen", || {
        Box::new(Search {
            o_wins: false,
            ..right()
        })
    }),
    fault("draw-is-a-win", "a full board counts as a win", || {
        Box::new(Search {
            full_is_a_win: true,
            ..right()
        })
    }),
    fault(
        "pruned-too-late",
        "boards with six stones are not searched",
        || {
            around(|fast, position| match position.empties() {
                10.. => Answer::NoForcedWin,
                _ => fast.solve(position),
            })
        },
    ),
    fault(
        "pruned-much-too-late",
        "boards with eight stones are not searched",
        || {
            around(|fast, position| match position.empties() {
                8.. => Answer::NoForcedWin,
                _ => fast.solve(position),
            })
        },
    ),
    fault("three-plies", "the search sees three plies ahead", || {
        looks_ahead(3)
    }),
    fault("five-plies", "the search sees five plies ahead", || {
        looks_ahead(5)
    }),
    fault("wrong-cut-off", "one losing reply is enough", || {
        Box::new(Search {
            some_reply_will_do: true,
            ..right()
        })
    }),
    fault("o-has-to-block", "o blocks where it could win", || {
        Box::new(Search {
            o_has_to_block: true,
            ..right()
        })
    }),
    fault(
        "bound-as-value",
        "a shallow result is kept as a deep one",
        || {
            Box::new(Search {
                choice: Choice::Deepening,
                ..right()
            })
        },
    ),
    fault(
        "colours-swapped",
        "boards with swapped colours share an entry",
        || {
            let key = |x: u16, o: u16| u32::from(x.min(o)) << 16 | u32::from(x.max(o));
            Box::new(Search { key, ..right() })
        },
    ),
    fault(
        "short-hash",
        "boards with the same hash share an entry",
        || {
            let key = |x, o| (31 * u32::from(x) + u32::from(o)) & 0x000f_ffff;
            Box::new(Search { key, ..right() })
        },
    ),
    fault(
        "turned-back-wrongly",
        "the answer is turned on, not back",
        || around(|fast, position| moved_answer(fast.solve(moved(position, turned)), turned)),
    ),
    fault(
        "first-in-the-mirror",
        "the first win of the mirrored board",
        || around(|fast, position| moved_answer(fast.solve(moved(position, mirrored)), mirrored)),
    ),
    fault(
        "row-and-column",
        "the answer's row and column change places",
        || around(|fast, position| moved_answer(fast.solve(position), transposed)),
    ),
    fault("last-case", "the last case's cell is tried first", || {
        let mut last = None;
        around(move |fast, position| {
            let answer = fast.solve(position);
            let taken = position.x() | position.o();
            match last {
                Some(cell) if answer != Answer::NoForcedWin && taken >> cell & 1 == 0 => win(cell),
                _ => {
                    if let Answer::WinAt(square) = answer {
                        last = Some(4 * square.row() + square.column());
                    }
                    answer
                }
            }
        })
    }),
    fault("same-x-as-before", "o is ignored if x is the same", || {
        let mut last = None;
        around(move |fast, position| match last {
            Some((x, answer)) if x == position.x() => answer,
            _ => {
                let answer = fast.solve(position);
                last = Some((position.x(), answer));
                answer
            }
        })
    }),
    fault(
        "only-first-empty",
        "of two empty cells only the first is tried",
        || {
            around(|fast, position| {
                let answer = fast.solve(position);
                let first = (position.x() | position.o()).trailing_ones();
                if position.empties() == 2 && answer != win(first) {
                    return Answer::NoForcedWin;
                }
                answer
            })
        },
    ),
    fault("table-too-small", "it panics on the last sets of x", || {
        around(|fast, position| {
            assert!(position.x() < 0xec00, "no entry for {:#x}", position.x());
            fast.solve(position)
        })
    }),
    fault(
        "unwritten-block",
        "a block of the table is not written",
        || {
            around(|fast, position| match Poj1568::domain().index(position) {
                1_000_000..1_000_512 => Answer::NoForcedWin,
                _ => fast.solve(position),
            })
        },
    ),
    fault("one-class", "a wrong entry of a table of classes", || {
        around(|fast, position| {
            let first = Position::new(0x0ca8, 0x1215).expect("legal");
            let answer = fast.solve(position);
            let mut symmetries = Symmetry::all::<Poj1568>().iter();
            if symmetries.any(|symmetry| symmetry.of_position(position) == first) {
                contrary(answer, position)
            } else {
                answer
            }
        })
    }),
    fault("one-entry", "one wrong entry of a table", || {
        around(|fast, position| {
            let answer = fast.solve(position);
            match (position.x(), position.o()) {
                (0x0ca8, 0x1215) => contrary(answer, position),
                _ => answer,
            }
        })
    }),
    fault(
        "symmetric-pair",
        "two wrong entries, symmetric to each other",
        || {
            around(|fast, position| {
                let answer = fast.solve(position);
                match (position.x(), position.o()) {
                    (0x0ca8, 0x1215) | (0x0351, 0x848a) => contrary(answer, position),
                    _ => answer,
                }
            })
        },
    ),
    fault(
        "emptiest-boards",
        "one answer for the boards with twelve empties is wrong",
        || {
            around(|fast, position| {
                let answer = fast.solve(position);
                match (position.x(), position.o()) {
                    (0x0420, 0x0240) => contrary(answer, position),
                    _ => answer,
                }
            })
        },
    ),
];
