//! The conditions of which rules are made.
//!
//! Most are conditions on the board and on the right game. For a program, what came before in the same input may
//! matter as well. None is on the answer that was given: "the answer is wrong" would be a rule, and explain nothing.

use crossply_problems::{Position, Problem, Question};
use schemars::JsonSchema;
use serde::Serialize;

use super::Judged;
use super::cells::Cells;
use super::reading::{Player, lines, names_cells};

/// Up to how many boards in an input, or before a board, are told apart.
const COUNTED: usize = 16;

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
    /// `o` has no line.
    NoLineOfO,
    /// What is in a cell.
    Cell {
        /// The cell.
        cell: Cells,
        /// What it holds.
        content: Content,
    },
    /// So many boards come before it in the same input of a program.
    BoardsBefore {
        /// At least.
        least: usize,
    },
    /// It is the last of several boards in an input of a program.
    LastBoard,
    /// The input of a program has so many boards.
    BoardsInInput {
        /// Exactly.
        boards: usize,
    },
    /// How the game of the board before it ends, in the same input of a program.
    BoardBefore {
        /// For `x`.
        result: GameResult,
    },
    /// How the game of some board before it ends, in the same input of a program.
    SomeBoardBefore {
        /// For `x`.
        result: GameResult,
    },
    /// Some board before it scores more, in the same input of a program.
    HigherBefore,
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

/// All conditions, the general before the particular. Of those on the right answer, only those on these answers.
pub(super) fn all<P: Problem>(by_program: bool, answers: &[P::Answer]) -> Vec<Condition> {
    use Condition as C;
    let exists = |&empties: &u32| !P::domain().with_empties(empties..=empties).is_empty();
    let numbers: Vec<u32> = (0..=Position::<P>::CELLS).filter(exists).collect();
    let (fewest, most) = (numbers[0], numbers[numbers.len() - 1]);
    let lines = || {
        let lines = lines(P::SIDE).into_iter();
        lines.map(|line| Some(Cells::new::<P>(line)))
    };
    let sides = [Stone::X, Stone::O];
    let results: &[GameResult] = if names_cells::<P>() {
        &[GameResult::Win, GameResult::NoWin]
    } else {
        &[
            GameResult::Win,
            GameResult::NoWin,
            GameResult::Loss,
            GameResult::Draw,
            GameResult::NoDraw,
        ]
    };
    let mut all: Vec<C> = results.iter().map(|&result| C::Result { result }).collect();
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
    all.extend([C::LineOfO { line: None }, C::NoLineOfO, C::WinsElsewhere]);
    if by_program {
        all.push(C::LastBoard);
        all.extend((1..COUNTED).map(|least| C::BoardsBefore { least }));
        all.extend((1..=COUNTED).map(|boards| C::BoardsInInput { boards }));
        all.extend(results.iter().map(|&result| C::BoardBefore { result }));
        all.extend(results.iter().map(|&result| C::SomeBoardBefore { result }));
        if !names_cells::<P>() {
            all.push(C::HigherBefore);
        }
    }
    all.extend(answers.iter().map(|answer| C::Answer {
        answer: answer.to_string(),
    }));
    for by in sides {
        all.extend(lines().map(|line| C::Threat { by, line }));
    }
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

/// What conditions are about: positions judged, and the right game.
pub(super) struct Facts<'a, P: Problem> {
    pub(super) judged: &'a Judged<P>,
    pub(super) player: &'a Player<P>,
    pub(super) lines: Vec<u16>,
}

impl<P: Problem> Facts<'_, P> {
    /// The score of the position; if answers name cells, 0 if it is below.
    fn score(&self, index: usize) -> i32 {
        let least = if names_cells::<P>() { 0 } else { i32::MIN };
        self.player.score(self.judged.position(index)).max(least)
    }

    /// The cells by which this side completes a line.
    fn completes(&self, index: usize, by: Stone) -> u16 {
        let [own, other] = self.stones(index, by);
        let missing = self.lines.iter().map(|line| line & !own);
        let missing = missing.filter(|cells| cells.is_power_of_two() && cells & other == 0);
        missing.fold(0, |set, cell| set | cell)
    }

    /// The stones of this side, and those of the other.
    fn stones(&self, index: usize, of: Stone) -> [u16; 2] {
        let position = self.judged.position(index);
        match of {
            Stone::X => [position.x(), position.o()],
            Stone::O => [position.o(), position.x()],
        }
    }

    fn has_result(&self, index: usize, result: GameResult) -> bool {
        let score = if names_cells::<P>() {
            i32::from(self.judged.right(index).is_forced_win())
        } else {
            self.score(index)
        };
        match result {
            GameResult::Win => score > 0,
            GameResult::NoWin => score <= 0,
            GameResult::Draw => score == 0,
            GameResult::NoDraw => score != 0,
            GameResult::Loss => score < 0,
        }
    }
}

impl Condition {
    /// Whether it holds for a position judged.
    pub(super) fn holds<P: Problem>(&self, facts: &Facts<'_, P>, index: usize) -> bool {
        let judged = facts.judged;
        let position = judged.position(index);
        let taken = position.x() | position.o();
        match self {
            Condition::Empties { least, most } => (least..=most).contains(&&position.empties()),
            Condition::Result { result } => facts.has_result(index, *result),
            Condition::Plies { least, most } => {
                let score = facts.score(index).unsigned_abs();
                let plies = (position.empties() + 1).saturating_sub(score);
                score != 0 && (least..=most).contains(&&plies)
            }
            Condition::WinsElsewhere => {
                let cell = judged.right(index).named_cell();
                cell.is_some_and(|cell| u32::from(cell) != taken.trailing_ones())
            }
            Condition::Answer { answer } => judged.right(index).as_ref() == answer,
            Condition::Threat { by, line: None } => facts.completes(index, *by) != 0,
            Condition::Threat {
                by,
                line: Some(line),
            } => {
                let [own, other] = facts.stones(index, *by);
                let missing = line.mask() & !own;
                missing.is_power_of_two() && missing & other == 0
            }
            Condition::NoThreat { by } => facts.completes(index, *by) == 0,
            Condition::DoubleThreat { by } => facts.completes(index, *by).count_ones() > 1,
            Condition::LineOfO { line: None } => P::domain().has_line(position.o()),
            Condition::LineOfO { line: Some(line) } => line.mask() & !position.o() == 0,
            Condition::NoLineOfO => !P::domain().has_line(position.o()),
            Condition::Cell { cell, content } => {
                let set = match content {
                    Content::X => position.x(),
                    Content::O => position.o(),
                    Content::Taken => taken,
                    Content::Empty => !taken,
                };
                set & cell.mask() != 0
            }
            Condition::BoardsBefore { least } => judged.asked_before(index) >= *least,
            Condition::LastBoard => {
                let boards = judged.asked_in_run(index);
                boards > 1 && judged.asked_before(index) + 1 == boards
            }
            Condition::BoardsInInput { boards } => judged.asked_in_run(index) == *boards,
            Condition::BoardBefore { result } => {
                let before = judged.before(index);
                before.is_some_and(|before| facts.has_result(before, *result))
            }
            Condition::SomeBoardBefore { result } => {
                let mut earlier = judged.earlier(index);
                earlier.any(|earlier| facts.has_result(earlier, *result))
            }
            Condition::HigherBefore => {
                let mut earlier = judged.earlier(index);
                earlier.any(|earlier| judged.right(earlier) > judged.right(index))
            }
        }
    }
}

#[cfg(test)]
mod tests;
