//! Faults of the 3x3 game: mistakes that a minimax can have.

use std::collections::HashMap;

use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Entry, Position, Solver};

use super::fault;

/// A minimax. Faults replace parts of it by wrong ones.
struct Minimax {
    lines: Vec<u16>,
    /// The score of a win, from the number of empty cells that it leaves and the number at the beginning.
    for_the_winner: fn(i32, i32) -> i32,
    /// The score of a loss, as a multiple of that of a win.
    sign_of_o: i32,
    /// Whether it looks for a line of `o` before `x` moves.
    sees_that_o_has_won: bool,
    /// Whether a full board counts as a draw even if somebody has won.
    full_first: bool,
    /// The score of a board with `x` to move, from the scores after each move; and the same for `o`.
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

fn without_line(line: u16) -> Box<dyn Solver<Ccf201803_4>> {
    let mut minimax = right();
    minimax.lines.retain(|&other| other != line);
    assert_eq!(minimax.lines.len(), 7);
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

/// A right search whose result is then changed.
struct After<F>(Minimax, F);

impl<F: FnMut(Position<Ccf201803_4>, i32) -> i32> Solver<Ccf201803_4> for After<F> {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        let score = self.0.solve(position).value();
        Score::new((self.1)(position, score))
    }
}

fn after(
    change: impl FnMut(Position<Ccf201803_4>, i32) -> i32 + 'static,
) -> Box<dyn Solver<Ccf201803_4>> {
    Box::new(After(right(), change))
}

/// All faults.
pub static FAULTS: [Entry<Ccf201803_4>; 14] = [
    fault("off-by-one", "a win scores the empty cells", || {
        Box::new(Minimax {
            for_the_winner: |empties, _| empties,
            ..right()
        })
    }),
    fault("no-sign", "a win of o counts for x", || {
        Box::new(Minimax {
            sign_of_o: 1,
            ..right()
        })
    }),
    fault(
        "empties-at-the-beginning",
        "a win scores what was empty at the beginning",
        || {
            Box::new(Minimax {
                for_the_winner: |_, beginning| beginning,
                ..right()
            })
        },
    ),
    fault(
        "o-has-won",
        "a line of o before the first move is not seen",
        || {
            Box::new(Minimax {
                sees_that_o_has_won: false,
                ..right()
            })
        },
    ),
    fault("full-first", "a win with the last stone is a draw", || {
        Box::new(Minimax {
            full_first: true,
            ..right()
        })
    }),
    fault(
        "any-win",
        "x makes the first winning move, not the fastest",
        || {
            let best_of_x = |scores: &[i32]| {
                let first = scores.iter().find(|&&score| score > 0);
                *first.or(scores.iter().max()).expect("not full")
            };
            Box::new(Minimax {
                best_of_x,
                ..right()
            })
        },
    ),
    fault("any-loss", "x does not delay a loss", || {
        let best_of_x = |scores: &[i32]| {
            let most = *scores.iter().max().expect("not full");
            if most < 0 { scores[0] } else { most }
        };
        Box::new(Minimax {
            best_of_x,
            ..right()
        })
    }),
    fault(
        "o-takes-a-draw",
        "o makes a move to a draw where it could win",
        || {
            let best_of_o = |scores: &[i32]| {
                let draw = scores.iter().find(|&&score| score == 0);
                *draw.or(scores.iter().min()).expect("not full")
            };
            Box::new(Minimax {
                best_of_o,
                ..right()
            })
        },
    ),
    fault(
        "best-from-nothing",
        "the best score of x starts from 0",
        || {
            let best_of_x = |scores: &[i32]| *scores.iter().max().max(Some(&0)).expect("some");
            Box::new(Minimax {
                best_of_x,
                ..right()
            })
        },
    ),
    fault("no-antidiagonal", "a line is missing", || {
        without_line(0o124)
    }),
    fault("no-middle-column", "a line is missing", || {
        without_line(0o222)
    }),
    fault("one-entry", "one wrong entry of a table", || {
        after(|position, score| match (position.x(), position.o()) {
            (0o003, 0o500) => 5 - score,
            _ => score,
        })
    }),
    fault("empty-board", "the empty board is won", || {
        after(|position, score| if position.empties() == 9 { 3 } else { score })
    }),
    fault("same-x-as-before", "o is ignored if x is the same", || {
        let mut last = None;
        after(move |position, score| match last {
            Some((x, score)) if x == position.x() => score,
            _ => {
                last = Some((position.x(), score));
                score
            }
        })
    }),
];
