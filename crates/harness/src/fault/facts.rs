//! The conditions of which rules are made.
//!
//! Most are conditions on the board and on the right game. For a program, what came before in the same input may
//! matter as well. None is on the answer that was given: "the answer is wrong" would be a rule, and explain nothing.

use std::ops::RangeInclusive;

use crossply_problems::{Position, Problem, Question};
use serde_json::{Value, json};

use super::judged::{Asked, Judged};
use super::reading::{O, SIDES, X, lines, names_cells};
use super::words::{InWords, ends, names};

/// Up to how many boards in an input, or before a board, are told apart.
const COUNTED: usize = 16;

/// A condition, and its definition.
pub(super) struct Row<P: Problem> {
    pub(super) condition: InWords,
    /// Whether it holds here.
    pub(super) holds: Box<Holds<P>>,
}

type Holds<P> = dyn Fn(&Here<'_, P>) -> bool + Sync;

struct Rows<P: Problem>(Vec<Row<P>>);

impl<P: Problem> Rows<P> {
    fn add(
        &mut self,
        words: impl Into<String>,
        data: Value,
        holds: impl Fn(&Here<'_, P>) -> bool + Sync + 'static,
    ) {
        let condition = InWords::new(words, data);
        let holds = Box::new(holds);
        self.0.push(Row { condition, holds });
    }

    /// Adds those on the other boards in the input of a program.
    fn add_those_on_inputs(&mut self, results: &[GameResult]) {
        let data = json!({"kind": "last-board"});
        self.add(
            "it is the last of several boards in an input",
            data,
            |here| here.run().len() > 1 && here.run().end == here.index + 1,
        );
        for least in 1..COUNTED {
            let words = match least {
                1 => "it is not the first of an input".to_owned(),
                _ => format!("{least} or more boards come before in the same input"),
            };
            let data = json!({"kind": "boards-before", "least": least});
            self.add(words, data, move |here| {
                here.index - here.run().start >= least
            });
        }
        for boards in 1..=COUNTED {
            let words = match boards {
                1 => "it is the only board of an input".to_owned(),
                _ => format!("the input has {boards} boards"),
            };
            let data = json!({"kind": "boards-in-input", "boards": boards});
            self.add(words, data, move |here| here.run().len() == boards);
        }
        for &(result, _, ends_so, is) in results {
            let words = format!("{ends_so} the board before in the same input");
            let data = json!({"kind": "board-before", "result": result});
            self.add(words, data, move |here| {
                let before = here.judged.before(here.index);
                before.is_some_and(|before| is(score(before.right)))
            });
        }
        for &(result, _, ends_so, is) in results {
            let words = format!("{ends_so} an earlier board of the same input");
            let data = json!({"kind": "some-board-before", "result": result});
            self.add(words, data, move |here| {
                let mut earlier = here.judged.earlier(here.index);
                earlier.any(|earlier| is(score(earlier.right)))
            });
        }
    }
}

/// All conditions, the general before the particular. Of those on the right answer, only that on this one.
pub(super) fn all<P: Problem>(by_program: bool, answer: P::Answer) -> Vec<Row<P>> {
    let mut rows = Rows(Vec::new());
    let results = &RESULTS[..if names_cells::<P>() { 2 } else { 5 }];
    for &(result, words, _, is) in results {
        let data = json!({"kind": "result", "result": result});
        rows.add(words, data, move |here| is(score(here.asked().right)));
    }
    for range in ranges(P::domain().empties()) {
        let (least, most) = (*range.start(), *range.end());
        let words = match least {
            1 if most == 1 => "1 cell is empty".to_owned(),
            _ if least == most => format!("{least} cells are empty"),
            _ => format!("{least} to {most} cells are empty"),
        };
        let data = json!({"kind": "empties", "least": least, "most": most});
        rows.add(words, data, move |here| {
            range.contains(&here.asked().position.empties())
        });
    }
    for range in ranges(0..=Position::<P>::CELLS) {
        let (least, most) = (*range.start(), *range.end());
        let words = match least {
            _ if least == most => format!("the game is won after {least} plies"),
            0 => format!("the game is won after at most {most} plies"),
            _ => format!("the game is won after {least} or more plies"),
        };
        let data = json!({"kind": "plies", "least": least, "most": most});
        rows.add(words, data, move |here| {
            here.plies().is_some_and(|plies| range.contains(&plies))
        });
    }
    for side in [X, O] {
        let by = SIDES[side];
        let words = format!("{by} can complete a line");
        let data = json!({"kind": "threat", "by": by, "line": null});
        rows.add(words, data, move |here| here.completing(side) != 0);
        let words = format!("{by} cannot complete a line at once");
        let data = json!({"kind": "no-threat", "by": by});
        rows.add(words, data, move |here| here.completing(side) == 0);
        let words = format!("{by} can complete a line on either of two cells");
        let data = json!({"kind": "double-threat", "by": by});
        rows.add(words, data, move |here| {
            here.completing(side).count_ones() > 1
        });
    }
    let data = json!({"kind": "line-of-o", "line": null});
    rows.add("o has a line already", data, |here| {
        P::domain().has_line(here.stones(O))
    });
    let data = json!({"kind": "no-line-of-o"});
    rows.add("o has no line yet", data, |here| {
        !P::domain().has_line(here.stones(O))
    });
    let data = json!({"kind": "wins-elsewhere"});
    rows.add("x wins, but not by the first empty cell", data, |here| {
        let right: P::Answer = here.asked().right;
        let cell = right.named_cell();
        cell.is_some_and(|cell| u32::from(cell) != here.taken().trailing_ones())
    });
    if by_program {
        rows.add_those_on_inputs(results);
    }
    let data = json!({"kind": "answer", "answer": answer.as_ref()});
    let words = format!("the right answer is {answer}");
    rows.add(words, data, move |here| here.asked().right == answer);
    for side in [X, O] {
        for line in lines(P::SIDE) {
            let by = SIDES[side];
            let words = format!("{by} can complete the line {}", ends::<P>(line));
            let data = json!({"kind": "threat", "by": by, "line": names::<P>(line)});
            rows.add(words, data, move |here| here.missing(side, line) != 0);
        }
    }
    for line in lines(P::SIDE) {
        let words = format!("o has the line {} already", ends::<P>(line));
        let data = json!({"kind": "line-of-o", "line": names::<P>(line)});
        rows.add(words, data, move |here| line & !here.stones(O) == 0);
    }
    for content in ["x", "o", "empty", "taken"] {
        for cell in (0..Position::<P>::CELLS).map(|cell| 1 << cell) {
            let data = json!({"kind": "cell", "cell": names::<P>(cell), "content": content});
            rows.add(ends::<P>(cell), data, move |here| {
                let set = match content {
                    "x" => here.stones(X),
                    "o" => here.stones(O),
                    "empty" => !here.taken(),
                    _ => here.taken(),
                };
                set & cell != 0
            });
        }
    }
    rows.0
}

/// A result, its words for a board and for one before, and which scores have it.
type GameResult = (&'static str, &'static str, &'static str, fn(i32) -> bool);

/// All results. Those after the first two are only of problems whose answers are scores.
const RESULTS: [GameResult; 5] = [
    ("win", "x wins", "x wins", |n| n > 0),
    ("no-win", "x does not win", "x does not win", |n| n <= 0),
    ("loss", "o wins", "o wins", |n| n < 0),
    ("draw", "the game is a draw", "nobody wins", |n| n == 0),
    ("no-draw", "the game is not a draw", "somebody wins", |n| {
        n != 0
    }),
];

/// Each of the numbers; then so many at least, and so many at most.
fn ranges(numbers: impl Iterator<Item = u32>) -> Vec<RangeInclusive<u32>> {
    let numbers: Vec<u32> = numbers.collect();
    let [fewest, inner @ .., most] = &numbers[..] else {
        unreachable!("there are several");
    };
    let each = numbers.iter().map(|&n| n..=n);
    let from = inner.iter().map(|&n| n..=*most);
    let up_to = inner.iter().map(|&n| *fewest..=n);
    each.chain(from).chain(up_to).collect()
}

/// A position judged, about which a condition says something.
pub(super) struct Here<'a, P: Problem> {
    pub(super) judged: &'a Judged<P>,
    pub(super) index: usize,
}

impl<P: Problem> Here<'_, P> {
    fn asked(&self) -> &Asked<P> {
        &self.judged.asked[self.index]
    }

    /// The indices of what was asked in the same run.
    fn run(&self) -> std::ops::Range<usize> {
        self.judged.run(self.index)
    }

    /// After how many plies the game is won. If answers name cells, only wins of `x` count.
    fn plies(&self) -> Option<u32> {
        let position = self.asked().position;
        let score = self.judged.player.score(position);
        let counts = score > 0 || score < 0 && !names_cells::<P>();
        counts.then(|| position.empties() + 1 - score.unsigned_abs())
    }

    fn stones(&self, side: usize) -> u16 {
        let position = self.asked().position;
        [position.x(), position.o()][side]
    }

    fn taken(&self) -> u16 {
        self.stones(X) | self.stones(O)
    }

    /// The cell by which this side completes this line, as a set; empty if there is none.
    fn missing(&self, side: usize, line: u16) -> u16 {
        let missing = line & !self.stones(side);
        let completes = missing.is_power_of_two() && missing & self.taken() == 0;
        if completes { missing } else { 0 }
    }

    /// The cells by which this side completes a line.
    fn completing(&self, side: usize) -> u16 {
        let missing = self
            .judged
            .lines
            .iter()
            .map(|&line| self.missing(side, line));
        missing.fold(0, |set, cell| set | cell)
    }
}

/// The score that an answer is about: that of the game, or 1 or 0 if a win is all that it tells.
fn score<A: Question>(right: A) -> i32 {
    let [_, of_o] = right.demands();
    if right.is_forced_win() { 1 } else { of_o.score }
}

#[cfg(test)]
mod tests;
