//! Faults of the 3x3 game: mistakes that a minimax can have.

use std::collections::HashMap;

use crossply_problems::{Ccf201803_4, Entry, Position, Score, Solver};

use super::{around_fast, same_x_as_before};

/// A minimax. Faults replace parts of it by wrong ones.
struct Minimax {
    lines: Vec<u16>,
    /// The score of a win, from the number of empty cells that it leaves and the number at the beginning.
    for_the_winner: fn(i32, i32) -> i32,
    /// The score of a loss, as a multiple of that of a win.
    sign_of_o: i32,
    /// Whether it looks for a line of `o` before `x` moves.
    sees_that_o_has_won: bool,
    /// Whether a full board counts as a draw even if it has a line.
    full_first: bool,
    /// The score of a board with `x` to move, from the scores after each move.
    best_of_x: fn(&[i32]) -> i32,
    best_of_o: fn(&[i32]) -> i32,
    /// The scores of boards, for each number of empty cells at the beginning.
    memory: HashMap<(u16, u16, i32), i32>,
}

fn right() -> Minimax {
    Minimax {
        lines: vec![0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124],
        for_the_winner: |empties, _| empties + 1,
        sign_of_o: -1,
        sees_that_o_has_won: true,
        full_first: false,
        best_of_x: |scores| *scores.iter().max().expect("not full"),
        best_of_o: |scores| *scores.iter().min().expect("not full"),
        memory: HashMap::new(),
    }
}

/// A minimax with this change.
fn minimax(change: fn(&mut Minimax)) -> Box<dyn Solver<Ccf201803_4>> {
    let mut minimax = right();
    change(&mut minimax);
    Box::new(minimax)
}

impl Minimax {
    fn score(&mut self, x: u16, o: u16, x_moves: bool, at_the_beginning: i32) -> i32 {
        let key = (x, o, at_the_beginning);
        if let Some(&score) = self.memory.get(&key) {
            return score;
        }
        let score = self.computed_score(x, o, x_moves, at_the_beginning);
        self.memory.insert(key, score);
        score
    }

    fn computed_score(&mut self, x: u16, o: u16, x_moves: bool, at_the_beginning: i32) -> i32 {
        let empties = 9 - (x | o).count_ones() as i32;
        let begins = empties == at_the_beginning;
        let has_line = |stones: u16| self.lines.iter().any(|line| stones & line == *line);
        let for_the_winner = (self.for_the_winner)(empties, at_the_beginning);
        if self.full_first && empties == 0 {
            return 0;
        }
        if has_line(x) {
            return for_the_winner;
        }
        if has_line(o) && (self.sees_that_o_has_won || !begins) {
            return self.sign_of_o * for_the_winner;
        }
        if empties == 0 {
            return 0;
        }
        let cells = (0..9).filter(|cell| (x | o) >> cell & 1 == 0);
        let after = |cell: u32| {
            if x_moves {
                self.score(x | 1 << cell, o, false, at_the_beginning)
            } else {
                self.score(x, o | 1 << cell, true, at_the_beginning)
            }
        };
        let scores: Vec<_> = cells.map(after).collect();
        if x_moves {
            (self.best_of_x)(&scores)
        } else {
            (self.best_of_o)(&scores)
        }
    }
}

impl Solver<Ccf201803_4> for Minimax {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        let empties = position.empties() as i32;
        Score::new(self.score(position.x(), position.o(), true, empties))
    }
}

/// All faults.
pub static FAULTS: [Entry<Ccf201803_4>; 14] = [
    Entry::quick("off-by-one", "a win scores the empty cells", || {
        minimax(|minimax| minimax.for_the_winner = |empties, _| empties)
    }),
    Entry::quick("no-sign", "a win of o counts for x", || {
        minimax(|minimax| minimax.sign_of_o = 1)
    }),
    Entry::quick(
        "empties-at-the-beginning",
        "a win scores what was empty at the beginning",
        || minimax(|minimax| minimax.for_the_winner = |_, beginning| beginning),
    ),
    Entry::quick(
        "o-has-won",
        "a line of o before the first move is not seen",
        || minimax(|minimax| minimax.sees_that_o_has_won = false),
    ),
    Entry::quick("full-first", "a win with the last stone is a draw", || {
        minimax(|minimax| minimax.full_first = true)
    }),
    Entry::quick(
        "any-win",
        "x makes the first winning move, not the fastest",
        || {
            minimax(|minimax| {
                minimax.best_of_x = |scores| {
                    let first = scores.iter().find(|&&score| score > 0);
                    *first.or(scores.iter().max()).expect("not full")
                };
            })
        },
    ),
    Entry::quick("any-loss", "x does not delay a loss", || {
        minimax(|minimax| {
            minimax.best_of_x = |scores| {
                let most = *scores.iter().max().expect("not full");
                if most < 0 { scores[0] } else { most }
            };
        })
    }),
    Entry::quick(
        "o-takes-a-draw",
        "o makes a move to a draw where it could win",
        || {
            minimax(|minimax| {
                minimax.best_of_o = |scores| {
                    let draw = scores.iter().find(|&&score| score == 0);
                    *draw.or(scores.iter().min()).expect("not full")
                };
            })
        },
    ),
    Entry::quick(
        "best-from-nothing",
        "the best score of x starts from 0",
        || {
            minimax(|minimax| {
                minimax.best_of_x = |scores| *scores.iter().max().max(Some(&0)).expect("some");
            })
        },
    ),
    Entry::quick("no-antidiagonal", "a line is missing", || {
        minimax(|minimax| minimax.lines.retain(|&line| line != 0o124))
    }),
    Entry::quick("no-middle-column", "a line is missing", || {
        minimax(|minimax| minimax.lines.retain(|&line| line != 0o222))
    }),
    Entry::quick("one-entry", "one wrong entry of a table", || {
        around_fast::<Ccf201803_4>(|fast, position| match (position.x(), position.o()) {
            (0o003, 0o500) => Score::new(5 - fast.solve(position).value()),
            _ => fast.solve(position),
        })
    }),
    Entry::quick("empty-board", "the empty board is won", || {
        around_fast::<Ccf201803_4>(|fast, position| match position.empties() {
            9 => Score::new(3),
            _ => fast.solve(position),
        })
    }),
    Entry::quick(
        "same-x-as-before",
        "o is ignored if x is the same",
        same_x_as_before,
    ),
];
