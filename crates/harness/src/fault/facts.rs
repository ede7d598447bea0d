//! The conditions of which rules are made, and what must be known of a position to say which of them hold.
//!
//! All are conditions on the board and on the right game. None is on the answer that was given: "the answer is wrong"
//! would be a rule, and explain nothing.

use std::num::NonZeroUsize;

use crossply_problems::{Position, Problem, Question};
use schemars::JsonSchema;
use serde::Serialize;

use super::Judged;
use super::cells::{Cells, Turn};
use super::parallel::by_parts;
use super::reading::{Player, Reading, lines, names_cells};

/// A condition on a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Condition {
    /// So many cells are empty.
    Empties {
        /// At least.
        least: u32,
        /// At most.
        most: u32,
    },
    /// How the game ends under perfect play.
    Result {
        /// For `x`.
        result: GameResult,
    },
    /// A side wins under perfect play, after so many plies.
    Plies {
        /// At least.
        least: u32,
        /// At most.
        most: u32,
    },
    /// `x` wins, but not by the first empty cell.
    WinsElsewhere,
    /// The right answer.
    Answer {
        /// In the judge's format.
        answer: String,
        /// Its number among all right answers.
        #[serde(skip)]
        number: u8,
    },
    /// A side can complete a line with one stone.
    Threat {
        /// The side.
        by: Stone,
        /// This line; any, if there is none.
        line: Option<Cells>,
    },
    /// A side cannot complete a line with one stone.
    NoThreat {
        /// The side.
        by: Stone,
    },
    /// A side can complete a line with one stone on either of two cells.
    DoubleThreat {
        /// The side.
        by: Stone,
    },
    /// `o` has a line.
    LineOfO {
        /// This line; any, if there is none.
        line: Option<Cells>,
    },
    /// The board is its own image when it is turned or mirrored.
    Symmetric,
    /// What is in a cell.
    Cell {
        /// The cell.
        cell: Cells,
        /// What it holds.
        content: Content,
    },
}

/// The result of a game, for `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "their names say it")]
pub enum GameResult {
    Win,
    NoWin,
    Loss,
    Draw,
    NoDraw,
}

/// Whose stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "their names say it")]
pub enum Stone {
    X,
    O,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "their names say it")]
pub enum Content {
    Empty,
    Taken,
    X,
    O,
}

/// What is known of a position. There are millions, so it is small.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    x: u16,
    o: u16,
    /// The cells by which each side completes a line.
    completes: [u16; 2],
    empties: u8,
    score: i8,
    /// The plies to the end under perfect play, if a side wins.
    plies: Option<u8>,
    /// The number of the right answer among all right answers.
    answer: u8,
    wins_elsewhere: bool,
    line_of_o: bool,
    symmetric: bool,
}

/// What is known of the positions judged, and all conditions.
pub(super) fn known<P: Problem>(
    judged: &Judged<'_, P>,
    jobs: NonZeroUsize,
) -> (Vec<Known>, Vec<Condition>) {
    let mut answers = judged.right.to_vec();
    answers.sort_unstable();
    answers.dedup();
    let player = Player::<P>::new(Reading::right(P::SIDE));
    let least = if names_cells::<P>() { 0 } else { i32::MIN };
    let lines = lines(P::SIDE);
    let images: Vec<Vec<u16>> = Turn::all()
        .skip(1)
        .map(|turn| {
            let sets = 0..=u16::MAX >> (16 - Position::<P>::CELLS);
            sets.map(|set| turn.of_cells(set, P::SIDE)).collect()
        })
        .collect();
    let of = |place: usize| {
        let (position, right) = (judged.positions[place], judged.right[place]);
        let (x, o) = (position.x(), position.o());
        let completes = |stones: u16, other: u16| {
            let missing = lines.iter().map(|line| line & !stones);
            let missing = missing.filter(|cells| cells.is_power_of_two() && cells & other == 0);
            missing.fold(0, |set, cell| set | cell)
        };
        let score = player.score(position).max(least);
        let plies = position.empties() + 1 - score.unsigned_abs().min(position.empties() + 1);
        let is_image =
            |images: &Vec<u16>| images[usize::from(x)] == x && images[usize::from(o)] == o;
        let first_empty = (x | o).trailing_ones() as u8;
        Known {
            x,
            o,
            completes: [completes(x, o), completes(o, x)],
            empties: position.empties() as u8,
            score: score as i8,
            plies: (score != 0).then_some(plies as u8),
            answer: answers.binary_search(&right).expect("it is one of them") as u8,
            wins_elsewhere: right.named_cell().is_some_and(|cell| cell != first_empty),
            line_of_o: lines.iter().any(|line| o & line == *line),
            symmetric: images.iter().any(is_image),
        }
    };
    let parts = by_parts(0..judged.positions.len(), jobs, |places| {
        places.map(of).collect::<Vec<_>>()
    });
    // All positions take 65 megabytes: at no time are there two copies.
    let mut known = Vec::with_capacity(judged.positions.len());
    for part in parts {
        known.extend(part);
    }
    (known, all::<P>(&answers))
}

/// All conditions, the general before the particular.
fn all<P: Problem>(answers: &[P::Answer]) -> Vec<Condition> {
    use Condition as C;
    let exists = |&empties: &u32| !P::domain().with_empties(empties..=empties).is_empty();
    let numbers: Vec<u32> = (0..=Position::<P>::CELLS).filter(exists).collect();
    let (fewest, most) = (numbers[0], numbers[numbers.len() - 1]);
    let lines = || {
        lines(P::SIDE)
            .into_iter()
            .map(|line| Some(Cells::new::<P>(line)))
    };
    let sides = [Stone::X, Stone::O];
    let results = [
        GameResult::Win,
        GameResult::NoWin,
        GameResult::Loss,
        GameResult::Draw,
        GameResult::NoDraw,
    ];
    let results = if names_cells::<P>() {
        &results[..2]
    } else {
        &results
    };
    let results = results.iter().map(|&result| C::Result { result });
    let mut all: Vec<C> = results.collect();
    all.extend(numbers.iter().map(|&n| C::Empties { least: n, most: n }));
    all.extend(numbers.iter().map(|&n| C::Empties { least: n, most }));
    all.extend(numbers.iter().map(|&n| C::Empties {
        least: fewest,
        most: n,
    }));
    let longest = Position::<P>::CELLS;
    all.extend((0..=longest).map(|n| C::Plies { least: n, most: n }));
    all.extend((0..=longest).map(|n| C::Plies {
        least: n,
        most: longest,
    }));
    all.extend((0..=longest).map(|n| C::Plies { least: 0, most: n }));
    all.extend(sides.map(|by| C::NoThreat { by }));
    all.extend(sides.map(|by| C::Threat { by, line: None }));
    all.extend(sides.map(|by| C::DoubleThreat { by }));
    all.extend([C::LineOfO { line: None }, C::WinsElsewhere, C::Symmetric]);
    all.extend(answers.iter().zip(0..).map(|(answer, number)| C::Answer {
        answer: answer.to_string(),
        number,
    }));
    all.extend(
        sides
            .into_iter()
            .flat_map(|by| lines().map(move |line| C::Threat { by, line })),
    );
    all.extend(lines().map(|line| C::LineOfO { line }));
    for content in [Content::X, Content::O, Content::Empty, Content::Taken] {
        all.extend((0..Position::<P>::CELLS).map(|cell| C::Cell {
            cell: Cells::new::<P>(1 << cell),
            content,
        }));
    }
    // Ranges of one number, or of all, are there in other words.
    let mut seen = Vec::new();
    all.retain(|condition| {
        let new = !seen.contains(condition);
        seen.push(condition.clone());
        new
    });
    all
}

impl Condition {
    /// Whether it holds.
    pub(super) fn holds(&self, known: &Known) -> bool {
        self.word(std::slice::from_ref(known)) == 1
    }

    /// For which of these positions it holds, as bit sets of 64.
    pub(super) fn words<'a>(&'a self, known: &'a [Known]) -> impl Iterator<Item = u64> + 'a {
        known.chunks(64).map(|some| self.word(some))
    }

    /// For which of at most 64 positions it holds.
    pub(super) fn word(&self, some: &[Known]) -> u64 {
        fn bits(some: &[Known], holds: impl Fn(&Known) -> bool) -> u64 {
            some.iter()
                .rev()
                .fold(0, |word, known| word << 1 | u64::from(holds(known)))
        }
        let side = |by: Stone| match by {
            Stone::X => 0,
            Stone::O => 1,
        };
        match *self {
            Condition::Empties { least, most } => {
                bits(some, |k| (least..=most).contains(&k.empties.into()))
            }
            Condition::Result { result } => match result {
                GameResult::Win => bits(some, |k| k.score > 0),
                GameResult::NoWin => bits(some, |k| k.score <= 0),
                GameResult::Draw => bits(some, |k| k.score == 0),
                GameResult::NoDraw => bits(some, |k| k.score != 0),
                GameResult::Loss => bits(some, |k| k.score < 0),
            },
            Condition::Plies { least, most } => bits(some, |k| {
                k.plies
                    .is_some_and(|plies| (least..=most).contains(&plies.into()))
            }),
            Condition::WinsElsewhere => bits(some, |k| k.wins_elsewhere),
            Condition::Answer { number, .. } => bits(some, |k| k.answer == number),
            Condition::Threat { by, line: None } => bits(some, |k| k.completes[side(by)] != 0),
            Condition::Threat {
                by,
                line: Some(line),
            } => bits(some, |k| {
                let (own, other) = match by {
                    Stone::X => (k.x, k.o),
                    Stone::O => (k.o, k.x),
                };
                let missing = line.mask() & !own;
                missing.is_power_of_two() && missing & other == 0
            }),
            Condition::NoThreat { by } => bits(some, |k| k.completes[side(by)] == 0),
            Condition::DoubleThreat { by } => bits(some, |k| {
                let completes = k.completes[side(by)];
                completes & completes.wrapping_sub(1) != 0
            }),
            Condition::LineOfO { line: None } => bits(some, |k| k.line_of_o),
            Condition::LineOfO { line: Some(line) } => bits(some, |k| line.mask() & !k.o == 0),
            Condition::Symmetric => bits(some, |k| k.symmetric),
            Condition::Cell { cell, content } => {
                let cell = cell.mask();
                match content {
                    Content::X => bits(some, |k| k.x & cell != 0),
                    Content::O => bits(some, |k| k.o & cell != 0),
                    Content::Empty => bits(some, |k| (k.x | k.o) & cell == 0),
                    Content::Taken => bits(some, |k| (k.x | k.o) & cell != 0),
                }
            }
        }
    }
}
