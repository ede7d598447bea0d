//! Faults for the 3x3 game: bugs that a minimax search can have.

use std::collections::HashMap;

use crossply_problems::{Ccf201803_4, Entry, Position, Score, Solver};

use super::{ignore_o_if_x_repeats, wrap_fast};

/// All faults.
pub static FAULTS: [Entry<Ccf201803_4>; 8] = [
    Entry::quick("off-by-one", "a win scores the empty cells", || {
        minimax(|minimax| minimax.score_of_full_board = 0)
    }),
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
    Entry::quick("no-antidiagonal", "a line is missing", || {
        minimax(|minimax| minimax.lines.retain(|&line| line != 0o124))
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

/// A minimax search. Faults replace parts of it.
struct Minimax {
    lines: Vec<u16>,
    /// What a win with the last stone scores. Each empty cell adds one.
    score_of_full_board: i32,
    /// Whether it detects a line that `o` has before the first move.
    detects_earlier_win_of_o: bool,
    /// Whether a full board counts as a draw even if it has a line.
    full_board_first: bool,
    /// The score of a board with `x` to move, from the scores after each move.
    best_of_x: fn(&[i32]) -> i32,
    /// The scores of boards, by their stones.
    memory: HashMap<(u16, u16), i32>,
}

/// A minimax with this change.
fn minimax(change: fn(&mut Minimax)) -> Box<dyn Solver<Ccf201803_4>> {
    let mut minimax = Minimax {
        lines: vec![0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124],
        score_of_full_board: 1,
        detects_earlier_win_of_o: true,
        full_board_first: false,
        best_of_x: |scores| *scores.iter().max().expect("not full"),
        memory: HashMap::new(),
    };
    change(&mut minimax);
    Box::new(minimax)
}

impl Minimax {
    fn has_line(&self, stones: u16) -> bool {
        self.lines.iter().any(|line| stones & line == *line)
    }

    /// The score of a board, by whether a line of `o` counts.
    fn score(&mut self, x: u16, o: u16, x_moves: bool, o_may_have_won: bool) -> i32 {
        let empties = 9 - (x | o).count_ones() as i32;
        let winning_score = self.score_of_full_board + empties;
        if self.full_board_first && empties == 0 {
            return 0;
        }
        if self.has_line(x) {
            return winning_score;
        }
        if o_may_have_won && self.has_line(o) {
            return -winning_score;
        }
        if empties == 0 {
            return 0;
        }
        if let Some(&score) = self.memory.get(&(x, o)) {
            return score;
        }
        let cells = (0..9).filter(|cell| (x | o) >> cell & 1 == 0);
        let scores: Vec<_> = cells
            .map(|cell| {
                if x_moves {
                    self.score(x | 1 << cell, o, false, true)
                } else {
                    self.score(x, o | 1 << cell, true, true)
                }
            })
            .collect();
        let score = if x_moves {
            (self.best_of_x)(&scores)
        } else {
            *scores.iter().min().expect("not full")
        };
        self.memory.insert((x, o), score);
        score
    }
}

impl Solver<Ccf201803_4> for Minimax {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        let o_may_have_won = self.detects_earlier_win_of_o;
        Score::new(self.score(position.x(), position.o(), true, o_may_have_won))
    }
}
