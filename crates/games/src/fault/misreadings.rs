//! Misreadings: how somebody could misunderstand the rules, or the question.

use std::cmp::Reverse;
use std::sync::Arc;

use super::geometry::{Geometry, O, SIDES, X};
use super::scorer::{Reading, Scorer};
use super::{Outside, mistaken_search};

/// A misreading: what is said of it after "as if", and the answers that it gives.
pub(super) struct Misreading {
    pub(super) words: String,
    pub(super) answers: Misreader,
}

/// How a misreading answers. [Numbers](super::geometry) stand for answers.
pub(super) enum Misreader {
    /// To each board, whatever came before.
    ToEach(Box<dyn Fn([u16; 2]) -> Result<i8, Outside> + Send + Sync>),
    /// To one board after the other.
    InOrder(Box<dyn Fn() -> InOrder + Send + Sync>),
}

type InOrder = Box<dyn FnMut([u16; 2]) -> i8>;

struct Misreadings {
    /// Plays by the rules.
    rules: Arc<Scorer>,
    all: Vec<Misreading>,
}

impl Misreadings {
    /// Adds a reading that differs so from the right one.
    fn plays(&mut self, words: impl Into<String>, change: impl FnOnce(&mut Reading)) {
        let outline = self.rules.outline;
        let mut reading = Reading::right(outline);
        change(&mut reading);
        let scorer = Scorer::new(outline, reading);
        self.answers(words, move |_, stones| Ok(scorer.answer(stones)));
    }

    /// Adds another cell that somebody names who plays by the rules, and who names one only where `x` wins.
    fn names(
        &mut self,
        words: impl Into<String>,
        cell: impl Fn(&Scorer, [u16; 2]) -> Option<u8> + Send + Sync + 'static,
    ) {
        if self.rules.outline.names_cells {
            self.answers(words, move |rules, stones| {
                let right = rules.answer(stones);
                let cell = (right > 0).then(|| cell(rules, stones)).flatten();
                Ok(cell.map_or(right, |cell| cell as i8 + 1))
            });
        }
    }

    /// Adds these answers of somebody who knows the rules.
    fn answers(
        &mut self,
        words: impl Into<String>,
        answer: impl Fn(&Scorer, [u16; 2]) -> Result<i8, Outside> + Send + Sync + 'static,
    ) {
        let rules = Arc::clone(&self.rules);
        let answer = move |stones| answer(&rules, stones);
        self.add(words, Misreader::ToEach(Box::new(answer)));
    }

    /// Adds the answers of somebody who knows the rules, and remembers something.
    fn remembers<F: FnMut(&Scorer, [u16; 2]) -> i8 + 'static>(
        &mut self,
        words: &str,
        new: impl Fn() -> F + Send + Sync + 'static,
    ) {
        let rules = Arc::clone(&self.rules);
        let new = move || -> InOrder {
            let (rules, mut answer) = (Arc::clone(&rules), new());
            Box::new(move |stones| answer(&rules, stones))
        };
        self.add(words, Misreader::InOrder(Box::new(new)));
    }

    fn add(&mut self, words: impl Into<String>, answers: Misreader) {
        let words = words.into();
        self.all.push(Misreading { words, answers });
    }
}

/// All misreadings, in the order in which they are tried.
pub(super) fn all(rules: &Arc<Scorer>) -> Vec<Misreading> {
    let mut misreadings = Misreadings {
        rules: Arc::clone(rules),
        all: Vec::new(),
    };
    other_rules(&mut misreadings);
    answers(&mut misreadings);
    turned(&mut misreadings);
    other_boards(&mut misreadings);
    for (words, search) in mistaken_search::all(rules.outline) {
        misreadings.answers(words, move |_, stones| Ok(search.score(stones)));
    }
    misreadings.all
}

/// Adds readings of the rules, and of how to play well.
fn other_rules(misreadings: &mut Misreadings) {
    misreadings.plays("nobody could ever win", |r| {
        r.lines.iter_mut().for_each(Vec::clear);
    });
    misreadings.plays("lines of x did not count", |r| r.lines[X].clear());
    misreadings.plays("lines of o did not count", |r| r.lines[O].clear());
    misreadings.plays("the diagonals did not count", |r| {
        // They come last.
        for lines in &mut r.lines {
            lines.truncate(lines.len() - 2);
        }
    });
    misreadings.plays(
        "a line that o already has did not count until x has moved",
        |r| r.may_be_over = false,
    );
    misreadings.plays("x won when the board is full", |r| r.full_board = 1);
    misreadings.plays("a line that the last stone completes did not count", |r| {
        r.full_first = true;
    });
    misreadings.plays(
        "a win scored the number of empty cells, and not one more",
        |r| r.scores = [|empties| empties, |empties| -empties],
    );
    misreadings.plays("a win of o counted for x", |r| r.scores[O] = r.scores[X]);
    misreadings.plays("x made the first move that wins, not the fastest", |r| {
        r.takes[X] = Some(|all| all.iter().copied().find(|&n| n > 0).unwrap_or(most(all)));
    });
    misreadings.plays(
        "x, where it loses, made the first move, not the one that loses latest",
        |r| r.takes[X] = Some(|all| if most(all) < 0 { all[0] } else { most(all) }),
    );
    misreadings.plays("no move of x scored less than 0", |r| {
        r.takes[X] = Some(|all| most(all).max(0));
    });
    misreadings.plays("o made a move to a draw wherever there is one", |r| {
        r.takes[O] = Some(|all| *all.iter().min_by_key(|&&n| (n != 0, n)).unwrap_or(&0));
    });
    misreadings.plays("one losing reply of o were enough for x to win", |r| {
        r.takes[O] = Some(most);
    });
    for (plies, number) in [(1, "1 ply"), (3, "3 plies"), (5, "5 plies")] {
        let words = format!("wins that take more than {number} did not exist");
        misreadings.plays(words, |r| r.plies = plies);
    }
}

fn most(scores: &[i32]) -> i32 {
    *scores.iter().max().unwrap_or(&0)
}

/// Adds what somebody does who plays by the rules, and gives other answers.
fn answers(misreadings: &mut Misreadings) {
    let outline = misreadings.rules.outline;
    let side = outline.side as i8;
    if !outline.names_cells {
        misreadings.answers(
            "the board were scored as it stands, and nobody moved",
            move |rules, stones @ [x, o]| {
                let empties = outline.cells() - (x | o).count_ones();
                let is_over = rules.has_line(O, stones);
                Ok(if is_over { -(empties as i8 + 1) } else { 0 })
            },
        );
        misreadings.answers(
            "a win scored the number of cells that are empty before the first move",
            move |rules, stones @ [x, o]| {
                let empties = outline.cells() - (x | o).count_ones();
                Ok(rules.answer(stones).signum() * empties as i8)
            },
        );
    }
    misreadings.names(
        "the fastest win were asked for, not the first cell",
        |rules, stones| first_win(rules, stones, |_, score| Reverse(score)),
    );
    misreadings.answers(
        "the stones of x were those of o, and the other way round",
        |rules, [x, o]| Ok(rules.answer([o, x])),
    );
    misreadings.remembers(
        "a position where x has the same stones as in the one before had the same answer",
        || {
            let mut last = None;
            move |rules, stones: [u16; 2]| {
                let same = last.filter(|&(x, _)| x == stones[X]);
                let answer = same.map_or_else(|| rules.answer(stones), |(_, answer)| answer);
                last = Some((stones[X], answer));
                answer
            }
        },
    );
    if outline.names_cells {
        misreadings.remembers(
            "x, wherever it wins, won by the winning cell named before, if that is empty",
            || {
                let mut named = 0;
                move |rules, stones @ [x, o]| {
                    let right = rules.answer(stones);
                    let is_empty = named > 0 && (x | o) >> (named - 1) & 1 == 0;
                    let answer = if right > 0 && is_empty { named } else { right };
                    named = if answer > 0 { answer } else { named };
                    answer
                }
            },
        );
        misreadings.answers(
            "rows and columns counted from 1, not from 0",
            move |rules, stones| match rules.answer(stones) {
                0 => Ok(0),
                right if right % side == 0 || right > side * (side - 1) => {
                    let cell = (right - 1) as u8;
                    Err([cell / side as u8 + 1, cell % side as u8 + 1])
                }
                right => Ok(right + side + 1),
            },
        );
    }
}

/// The first winning cell, in this order.
fn first_win<T: Ord>(rules: &Scorer, stones: [u16; 2], order: impl Fn(u8, i32) -> T) -> Option<u8> {
    let wins = rules.moves(stones);
    let wins = wins.filter(|&(_, score)| score > 0);
    let first = wins.min_by_key(|&(cell, score)| order(cell, score));
    first.map(|(cell, _)| cell)
}

/// A way to turn the board: in words, the order of the cells on the board that is turned so, and where a cell goes, on a
/// board whose last row and column has this number.
type Turn = (&'static str, &'static str, fn(u8, u8, u8) -> [u8; 2]);

const TURNS: [Turn; 7] = [
    (
        "read with row and column swapped",
        "column by column",
        |row, column, _| [column, row],
    ),
    (
        "mirrored from left to right",
        "row by row, but each row from the right",
        |row, column, last| [row, last - column],
    ),
    (
        "turned counterclockwise",
        "column by column from the right, each from the top",
        |row, column, last| [last - column, row],
    ),
    (
        "turned by half a turn",
        "from the last to the first",
        |row, column, last| [last - row, last - column],
    ),
    (
        "mirrored in the antidiagonal",
        "column by column from the right, each from the bottom",
        |row, column, last| [last - column, last - row],
    ),
    (
        "mirrored from top to bottom",
        "row by row from the bottom, each row from the left",
        |row, column, last| [last - row, column],
    ),
    (
        "turned clockwise",
        "column by column, each from the bottom",
        |row, column, last| [column, last - row],
    ),
];

/// Adds what somebody does who turns or mirrors the board: the answer is not turned back, or turned on; or cells are
/// tried in another order.
fn turned(misreadings: &mut Misreadings) {
    let side = misreadings.rules.outline.side as u8;
    for (turned, order, turn) in TURNS {
        let turn = move |cell| {
            let [row, column] = turn(cell / side, cell % side, side - 1);
            side * row + column
        };
        // The first winning cell of the turned board, where it is before that is turned.
        let first = move |rules: &Scorer, stones| first_win(rules, stones, |cell, _| turn(cell));
        misreadings.names(format!("cells were tried {order}"), first);
        misreadings.names(
            format!("the right cell had to be {turned}"),
            move |rules, stones| Some(turn(rules.answer(stones).cast_unsigned() - 1)),
        );
        misreadings.names(
            format!("the board were {turned}, and the answer not turned back"),
            move |rules, stones| first(rules, stones).map(turn),
        );
        misreadings.names(
            format!("the board were {turned}, and the cell of the answer turned on, not back"),
            move |rules, stones| first(rules, stones).map(turn).map(turn),
        );
    }
}

/// Adds lines that are missing, lines that are none, and cells that are forgotten.
fn other_boards(misreadings: &mut Misreadings) {
    let outline = misreadings.rules.outline;
    for line in outline.lines() {
        let ends = outline.ends(line);
        misreadings.plays(format!("the line {ends} did not exist"), |r| {
            let lines = r.lines.iter_mut();
            lines.for_each(|lines| lines.retain(|&other| other != line));
        });
        for side in [X, O] {
            let words = format!("{} could not win by the line {ends}", SIDES[side]);
            misreadings.plays(words, |r| {
                r.lines[side].retain(|&other| other != line);
            });
        }
    }
    let cells = |set: u16| {
        (0..outline.cells())
            .map(|cell| 1 << cell)
            .filter(move |cell| set & cell != 0)
    };
    for line in outline.lines() {
        for (missing, other) in cells(line)
            .flat_map(|one| cells(outline.board() & !line).map(move |other| (one, other)))
        {
            let [ends, missing_name, name] = [line, missing, other].map(|set| outline.ends(set));
            let words = format!("the line {ends} had {name} in place of {missing_name}");
            misreadings.plays(words, |r| {
                r.may_be_over = outline.o_may_have_won;
                let lines = r.lines.iter_mut().flatten();
                lines
                    .filter(|one| **one == line)
                    .for_each(|one| *one = line ^ (missing | other));
            });
        }
    }
    for line in extra_lines(outline) {
        let names = outline.names(line);
        let (last, others) = names.split_last().expect("a line has cells");
        let words = format!("{}, and {last} were a line", others.join(", "));
        misreadings.plays(words, |r| {
            // Where `o` cannot have won, nobody looks whether it has.
            r.may_be_over = outline.o_may_have_won;
            r.lines.iter_mut().for_each(|lines| lines.push(line));
        });
    }
    for side in [X, O] {
        for cell in cells(outline.board()) {
            let words = format!("{} could not move to {}", SIDES[side], outline.ends(cell));
            misreadings.plays(words, |r| r.cells[side] &= !cell);
        }
        for (n, set) in outline
            .lines()
            .into_iter()
            .take(2 * outline.side as usize)
            .enumerate()
        {
            let kind = ["row", "column"][n / outline.side as usize];
            let number = n % outline.side as usize;
            let words = format!("{} could not move in {kind} {number}", SIDES[side]);
            misreadings.plays(words, |r| r.cells[side] &= !set);
        }
    }
}

/// What looks like a line to somebody who forgets an edge: a row that goes on in the next, or a diagonal that enters
/// again on the other side.
fn extra_lines(outline: Geometry) -> Vec<u16> {
    let side = outline.side;
    let set = |cell: &dyn Fn(u32) -> u32| (0..side).fold(0, |set, n| set | 1 << cell(n));
    let rows = (0..side * (side - 1)).map(|first| set(&|n| first + n));
    let diagonals = [1, side - 1].into_iter().flat_map(|step| {
        let diagonal = move |first| set(&|row| side * row + (first + step * row) % side);
        (0..side).map(diagonal)
    });
    let mut lines: Vec<u16> = rows.chain(diagonals).collect();
    let real = outline.lines();
    lines.retain(|line| !real.contains(line));
    lines
}
