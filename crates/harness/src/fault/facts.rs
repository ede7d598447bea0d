//! The conditions of which rules are made.
//!
//! Most are conditions on the board and on the right game. For a program, what came before in the same input may
//! matter as well. None is on the answer that was given: "the answer is wrong" would be a rule, and explain nothing.

use crossply_problems::{Position, Problem, Question};

use super::judged::Judged;
use super::reading::{O, SIDES, X, lines, names_cells};
use super::words::{InWords, ends};

/// Up to how many boards in an input, or before a board, are told apart.
const COUNTED: u32 = 16;

/// A condition, and its definition.
pub(super) struct Row<P: Problem> {
    pub(super) condition: InWords,
    /// Whether it holds for the position with this index.
    pub(super) holds: Box<Holds<P>>,
}

type Holds<P> = dyn Fn(&Judged<P>, usize) -> bool + Sync;

/// How a game ends: as a value, in words, and with which signs of the score.
type GameResult = (&'static str, &'static str, fn(i32) -> bool);

/// All results. Those after the first two are only of problems whose answers are scores.
const RESULTS: [GameResult; 5] = [
    ("win", "x wins", |sign| sign > 0),
    ("no-win", "x does not win", |sign| sign <= 0),
    ("loss", "o wins", |sign| sign < 0),
    ("draw", "nobody wins", |sign| sign == 0),
    ("no-draw", "somebody wins", |sign| sign != 0),
];

struct Rows<P: Problem>(Vec<Row<P>>);

impl<P: Problem> Rows<P> {
    fn add(
        &mut self,
        condition: InWords,
        holds: impl Fn(&Judged<P>, usize) -> bool + Sync + 'static,
    ) {
        let holds = Box::new(holds);
        self.0.push(Row { condition, holds });
    }

    /// Adds that a number is this one, at least this one, or at most this one; `[one, many]` says of what.
    fn add_ranges(
        &mut self,
        kind: &'static str,
        [one, many]: [&str; 2],
        numbers: &[u32],
        number: fn(&Judged<P>, usize) -> Option<u32>,
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
            self.add(range, move |judged, n| {
                number(judged, n).is_some_and(|number| (least..=most).contains(&number))
            });
        }
    }

    /// Adds those on the other boards in the input of a program.
    fn add_those_on_inputs(&mut self, results: &'static [GameResult]) {
        let words = "it is the last of several boards in an input";
        self.add(InWords::new("last-board", words), |judged, n| {
            judged.asked[n].before > 0 && judged.is_last(n)
        });
        for least in 1..COUNTED {
            let words = format!("{least} or more boards come before in the same input");
            let mut before = InWords::new("boards-before", words);
            before.least = Some(least);
            self.add(before, move |judged, n| {
                u32::from(judged.asked[n].before) >= least
            });
        }
        let numbers: Vec<u32> = (1..=COUNTED).collect();
        let words = ["board is in the input", "boards are in the input"];
        self.add_ranges("boards-in-input", words, &numbers, |judged, n| {
            let last = (n..n + COUNTED as usize).find(|&n| judged.is_last(n))?;
            Some(u32::from(judged.asked[last].before) + 1)
        });
        for &(result, ends, is) in results {
            let words = format!("{ends} the board before in the same input");
            let before = InWords::new("result-before", words).with(result);
            self.add(before, move |judged, n| {
                judged
                    .before(n)
                    .next()
                    .is_some_and(|before| is(before.sign()))
            });
            let words = format!("{ends} an earlier board of the same input");
            let earlier = InWords::new("some-result-before", words).with(result);
            self.add(earlier, move |judged, n| {
                let signs = judged.asked[n].signs_before;
                (-1..=1).any(|sign| signs >> (sign + 1) & 1 == 1 && is(sign))
            });
        }
    }
}

/// All conditions, the general before the particular. Of those on the right answer, only that on this one.
pub(super) fn all<P: Problem>(by_program: bool, answer: P::Answer) -> Vec<Row<P>> {
    let mut rows = Rows(Vec::new());
    let results = &RESULTS[..if names_cells::<P>() { 2 } else { 5 }];
    for &(result, words, is) in results {
        let condition = InWords::new("result", words).with(result);
        rows.add(condition, move |judged, n| is(judged.asked[n].sign()));
    }
    let numbers: Vec<u32> = P::domain().empties().collect();
    let words = ["cell is empty", "cells are empty"];
    rows.add_ranges("empties", words, &numbers, |judged, n| {
        Some(judged.asked[n].position.empties())
    });
    let numbers: Vec<u32> = (0..=Position::<P>::CELLS).collect();
    let words = ["ply decides the game", "plies decide the game"];
    rows.add_ranges("plies", words, &numbers, plies);
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
            let (words, cells) = (format!("{} {can}", SIDES[side]), cells.clone());
            rows.add(InWords::new(kind, words).of(side), move |judged, n| {
                let completing = judged.asked[n].completing(side, judged.player.lines());
                cells.contains(&completing.count_ones())
            });
        }
    }
    let has_line =
        |judged: &Judged<P>, n: usize| P::domain().has_line(judged.asked[n].position.o());
    rows.add(InWords::new("o-has-line", "o has a line already"), has_line);
    let condition = InWords::new("o-has-no-line", "o has no line yet");
    rows.add(condition, move |judged, n| !has_line(judged, n));
    let words = "x wins, but not by the first empty cell";
    rows.add(InWords::new("wins-elsewhere", words), |judged, n| {
        let first = judged.asked[n].taken().trailing_ones();
        let cell = judged.asked[n].right.named_cell();
        cell.is_some_and(|cell| u32::from(cell) != first)
    });
    if by_program {
        rows.add_those_on_inputs(results);
    }
    let words = format!("the right answer is {answer}");
    let condition = InWords::new("answer", words).with(answer.as_ref());
    rows.add(condition, move |judged, n| judged.asked[n].right == answer);
    for line in lines(P::SIDE) {
        let ends = ends::<P>(line);
        for side in [X, O] {
            let words = format!("{} can complete the line {ends}", SIDES[side]);
            let condition = InWords::new("threat-on-line", words).of(side);
            rows.add(condition.at::<P>(line), move |judged, n| {
                judged.asked[n].completing(side, &[line]) != 0
            });
        }
        let words = format!("o has the line {ends} already");
        let condition = InWords::new("o-has-this-line", words).at::<P>(line);
        rows.add(condition, move |judged, n| {
            line & !judged.asked[n].position.o() == 0
        });
    }
    let contents = [
        ("holds-x", "holds x"),
        ("holds-o", "holds o"),
        ("is-empty", "is empty"),
        ("is-taken", "is taken"),
    ];
    for (content, (kind, holds)) in contents.into_iter().enumerate() {
        for cell in (0..Position::<P>::CELLS).map(|cell| 1 << cell) {
            let words = format!("{} {holds}", ends::<P>(cell));
            rows.add(InWords::new(kind, words).at::<P>(cell), move |judged, n| {
                let [x, o] = judged.asked[n].stones();
                [x, o, !(x | o), x | o][content] & cell != 0
            });
        }
    }
    rows.0
}

/// How many plies it takes to win. If answers name cells, only wins of `x` count.
fn plies<P: Problem>(judged: &Judged<P>, n: usize) -> Option<u32> {
    let asked = &judged.asked[n];
    let score = judged.player.score(asked.stones());
    let counts = score > 0 || score < 0 && !names_cells::<P>();
    counts.then(|| asked.position.empties() + 1 - score.unsigned_abs())
}

#[cfg(test)]
mod tests;
