//! The conditions of which rules are made.
//!
//! Most are conditions on the board and on the right game. For a program, what came before in the same input may
//! matter as well. None is on the answer that was given: "the answer is wrong" would be a rule, and explain nothing.

use super::outline::{O, SIDES, X};
use super::transcript::{AskedAmong, Transcript};
use super::words::InWords;

/// Up to how many boards in an input, or before a board, are told apart.
const BOARDS_COUNTED: u32 = 16;

/// A condition, and its definition.
pub(super) struct Condition {
    pub(super) said: InWords,
    /// Whether it holds for a position.
    pub(super) holds: Box<dyn Fn(AskedAmong<'_>) -> bool + Sync>,
}

/// How a game ends: as a value, in words, and with which signs of the score.
type GameResult = (&'static str, &'static str, fn(i8) -> bool);

/// All results. Those after the first two are only of problems whose answers are scores.
const RESULTS: [GameResult; 5] = [
    ("win", "x wins", |sign| sign > 0),
    ("no-win", "x does not win", |sign| sign <= 0),
    ("loss", "o wins", |sign| sign < 0),
    ("draw", "nobody wins", |sign| sign == 0),
    ("no-draw", "somebody wins", |sign| sign != 0),
];

/// What a cell holds: as a value, in words, and which cells do, from the stones of `x` and of `o`.
type Content = (&'static str, &'static str, fn(u16, u16) -> u16);

struct Conditions(Vec<Condition>);

impl Conditions {
    fn add(&mut self, said: InWords, holds: impl Fn(AskedAmong<'_>) -> bool + Sync + 'static) {
        let holds = Box::new(holds);
        self.0.push(Condition { said, holds });
    }

    /// Adds that a number is this one, at least this one, or at most this one; `[one, many]` says of what.
    fn add_ranges(
        &mut self,
        kind: &'static str,
        [one, many]: [&str; 2],
        numbers: &[u32],
        number: fn(AskedAmong<'_>) -> Option<u32>,
    ) {
        let (fewest, all) = (numbers[0], numbers[numbers.len() - 1]);
        let each = numbers.iter().map(|&n| (n, n));
        let from = numbers.iter().map(|&n| (n, all));
        let up_to = numbers.iter().map(|&n| (fewest, n));
        for (least, most) in each.chain(from).chain(up_to) {
            let words = match least {
                1 if most == 1 => format!("1 {one}"),
                _ if least == most => format!("{least} {many}"),
                _ => format!("{least} to {most} {many}"),
            };
            let range = InWords::new(kind, words).between(least, most);
            self.add(range, move |at| {
                number(at).is_some_and(|number| (least..=most).contains(&number))
            });
        }
    }

    /// Adds those on the other boards in the input of a program.
    fn add_those_on_inputs(&mut self, results: &'static [GameResult]) {
        let words = "it is the last of several boards in an input";
        let last = InWords::new("last-board", words);
        self.add(last, |at| at.asked.before > 0 && at.is_last());
        for least in 1..BOARDS_COUNTED {
            let words = format!("{least} or more boards come before in the same input");
            let mut before = InWords::new("boards-before", words);
            before.least = Some(least);
            self.add(before, move |at| u32::from(at.asked.before) >= least);
        }
        let numbers: Vec<u32> = (1..=BOARDS_COUNTED).collect();
        let words = ["board is in the input", "boards are in the input"];
        self.add_ranges("boards-in-input", words, &numbers, |at| {
            at.in_run(BOARDS_COUNTED as usize)
        });
        for &(result, ends, is) in results {
            let words = format!("{ends} the board before in the same input");
            let before = InWords::new("result-before", words).with(result);
            self.add(before, move |at| {
                at.before()
                    .next()
                    .is_some_and(|last| is(last.right.signum()))
            });
            let words = format!("{ends} an earlier board of the same input");
            let earlier = InWords::new("some-result-before", words).with(result);
            self.add(earlier, move |at| {
                let is_before = |sign| at.asked.signs_before >> (sign + 1) & 1 == 1;
                (-1..=1).any(|sign| is_before(sign) && is(sign))
            });
        }
    }
}

/// All conditions, the general before the particular. Of those on the right answer, only that on this one.
pub(super) fn all(transcript: &Transcript, answer: i8) -> Vec<Condition> {
    let outline = transcript.scorer.outline;
    let mut conditions = Conditions(Vec::new());
    let results = &RESULTS[..if outline.names_cells { 2 } else { 5 }];
    for &(result, words, is) in results {
        let condition = InWords::new("result", words).with(result);
        conditions.add(condition, move |at| is(at.asked.right.signum()));
    }
    let words = ["cell is empty", "cells are empty"];
    conditions.add_ranges("empties", words, &outline.empties(), |at| {
        Some(at.empties())
    });
    let numbers: Vec<u32> = (0..=outline.cells()).collect();
    let words = ["ply decides the game", "plies decide the game"];
    conditions.add_ranges("plies", words, &numbers, plies);
    for (kind, can, cells) in [
        ("threat", "can complete a line", 1..=16),
        ("no-threat", "cannot complete a line at once", 0..=0),
        (
            "double-threat",
            "can complete a line on either of two cells",
            2..=16,
        ),
    ] {
        for side in [X, O] {
            let words = format!("{} {can}", SIDES[side]);
            let (cells, lines) = (cells.clone(), outline.lines());
            conditions.add(InWords::new(kind, words).of(side), move |at| {
                cells.contains(&at.completing(side, &lines).count_ones())
            });
        }
    }
    let has_line = |at: AskedAmong<'_>| at.scorer().has_line(O, at.asked.stones);
    conditions.add(InWords::new("o-has-line", "o has a line already"), has_line);
    let condition = InWords::new("o-has-no-line", "o has no line yet");
    conditions.add(condition, move |at| !has_line(at));
    let words = "x wins, but not by the first empty cell";
    conditions.add(InWords::new("wins-elsewhere", words), move |at| {
        let first = at.taken().trailing_ones() as i8 + 1;
        outline.names_cells && at.asked.right > 0 && at.asked.right != first
    });
    if transcript.solver.is_none() {
        conditions.add_those_on_inputs(results);
    }
    let text = (outline.text)(answer);
    let condition = InWords::new("answer", format!("the right answer is {text}"));
    conditions.add(condition.with(&text), move |at| at.asked.right == answer);
    for line in outline.lines() {
        let ends = outline.ends(line);
        let about = |kind, words| InWords::new(kind, words).at(outline, line);
        for side in [X, O] {
            let words = format!("{} can complete the line {ends}", SIDES[side]);
            conditions.add(about("threat-on-line", words).of(side), move |at| {
                at.completing(side, &[line]) != 0
            });
        }
        let words = format!("o has the line {ends} already");
        conditions.add(about("o-has-this-line", words), move |at| {
            line & !at.asked.stones[O] == 0
        });
    }
    let contents: [Content; 4] = [
        ("holds-x", "holds x", |x, _| x),
        ("holds-o", "holds o", |_, o| o),
        ("is-empty", "is empty", |x, o| !(x | o)),
        ("is-taken", "is taken", |x, o| x | o),
    ];
    for (kind, holds, content) in contents {
        for cell in (0..outline.cells()).map(|cell| 1 << cell) {
            let words = format!("{} {holds}", outline.ends(cell));
            let condition = InWords::new(kind, words).at(outline, cell);
            conditions.add(condition, move |at| {
                let [x, o] = at.asked.stones;
                content(x, o) & cell != 0
            });
        }
    }
    conditions.0
}

/// How many plies it takes to win. If answers name cells, only wins of `x` count.
fn plies(at: AskedAmong<'_>) -> Option<u32> {
    let scorer = at.scorer();
    let score = scorer.score(at.asked.stones);
    let counts = score > 0 || score < 0 && !scorer.outline.names_cells;
    counts.then(|| at.empties() + 1 - score.unsigned_abs())
}

#[cfg(test)]
mod tests;
