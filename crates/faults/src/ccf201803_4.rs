//! Faults for the 3x3 game: bugs that a minimax search can have.

use std::collections::HashMap;

use crossply_problems::{Ccf201803_4, Entry, Position, Score, Solver};

use super::{ignore_o_if_x_repeats, wrap_fast};

/// A minimax search. Faults replace parts of it.
struct Minimax {
    lines: Vec<u16>,
    /// The score of a win, from the number of empty cells that it leaves and that of the position.
    winning_score: fn(i32, i32) -> i32,
    /// The factor from the winning score to the score if `o` wins.
    sign_of_o: i32,
    /// Whether it detects a line that `o` has before the first move.
    detects_earlier_win_of_o: bool,
    /// Whether a full board counts as a draw even if it has a line.
    full_board_first: bool,
    /// The score of a board with `x` to move, from the scores after each move.
    best_of_x: fn(&[i32]) -> i32,
    /// The score of a board with `o` to move, from the scores after each move.
    best_of_o: fn(&[i32]) -> i32,
    /// The scores of boards, by their stones and the number of empty cells of the position.
    memory: HashMap<(u16, u16, i32), i32>,
}

fn correct_minimax() -> Minimax {
    Minimax {
        lines: vec![0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124],
        winning_score: |empties, _| empties + 1,
        sign_of_o: -1,
        detects_earlier_win_of_o: true,
        full_board_first: false,
        best_of_x: |scores| *scores.iter().max().expect("not full"),
        best_of_o: |scores| *scores.iter().min().expect("not full"),
        memory: HashMap::new(),
    }
}

/// A minimax with this change.
fn minimax(change: fn(&mut Minimax)) -> Box<dyn Solver<Ccf201803_4>> {
    let mut minimax = correct_minimax();
    change(&mut minimax);
    Box::new(minimax)
}

impl Minimax {
    fn has_line(&self, stones: u16) -> bool {
        self.lines.iter().any(|line| stones & line == *line)
    }

    fn score(&mut self, x: u16, o: u16, x_moves: bool, initial_empties: i32) -> i32 {
        let key = (x, o, initial_empties);
        if let Some(&score) = self.memory.get(&key) {
            return score;
        }
        let score = self.compute_score(x, o, x_moves, initial_empties);
        self.memory.insert(key, score);
        score
    }

    fn compute_score(&mut self, x: u16, o: u16, x_moves: bool, initial_empties: i32) -> i32 {
        let empties = 9 - (x | o).count_ones() as i32;
        let is_initial = empties == initial_empties;
        let winning_score = (self.winning_score)(empties, initial_empties);
        if self.full_board_first && empties == 0 {
            return 0;
        }
        if self.has_line(x) {
            return winning_score;
        }
        if self.has_line(o) && (self.detects_earlier_win_of_o || !is_initial) {
            return self.sign_of_o * winning_score;
        }
        if empties == 0 {
            return 0;
        }
        let cells = (0..9).filter(|cell| (x | o) >> cell & 1 == 0);
        let scores: Vec<_> = cells
            .map(|cell| {
                if x_moves {
                    self.score(x | 1 << cell, o, false, initial_empties)
                } else {
                    self.score(x, o | 1 << cell, true, initial_empties)
                }
            })
            .collect();
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
        minimax(|minimax| minimax.winning_score = |empties, _| empties)
    }),
    Entry::quick("no-sign", "a win of o counts for x", || {
        minimax(|minimax| minimax.sign_of_o = 1)
    }),
    Entry::quick(
        "empties-at-the-beginning",
        "a win scores what was empty at the beginning",
        || minimax(|minimax| minimax.winning_score = |_, initial_empties| initial_empties),
    ),
    Entry::quick(
        "o-has-won",
        "a line of o before the first move is not seen",
        || minimax(|minimax| minimax.detects_earlier_win_of_o = false),
    ),
    Entry::quick("full-first", "a win with the last stone is a draw", || {
        minimax(|minimax| minimax.full_board_first = true)
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
                let best = *scores.iter().max().expect("not full");
                if best < 0 { scores[0] } else { best }
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
        wrap_fast::<Ccf201803_4>(|fast, position| match (position.x(), position.o()) {
            (0o003, 0o500) => Score::new(5 - fast.solve(position).value()),
            _ => fast.solve(position),
        })
    }),
    Entry::quick("empty-board", "the empty board is won", || {
        wrap_fast::<Ccf201803_4>(|fast, position| match position.empties() {
            9 => Score::new(3),
            _ => fast.solve(position),
        })
    }),
    Entry::quick(
        "same-x-as-before",
        "o is ignored if x is the same",
        ignore_o_if_x_repeats,
    ),
];
