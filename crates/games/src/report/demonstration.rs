//! Shows why an answer is right, or another one wrong: a sentence, and a game that demonstrates it.

use std::fmt;

use crossply_problems::{Position, Problem, Question};
use crossply_proof::prover::GameState;
use crossply_proof::{Ending, right_answer};
use serde::{Deserialize, Serialize};

use super::play::cell_name;

/// The right answer for a board, and a game that shows why it is right. `Display` draws its boards side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demonstration {
    /// The board, its rows joined by slashes.
    pub board: String,
    /// The right answer.
    pub right: String,
    /// A sentence: why it is right, or why the claimed answer is wrong.
    pub reason: String,
    /// The moves to the end of the game. After the first one, both sides make their best moves.
    pub line: Vec<Ply>,
    /// How the game ends.
    pub ending: String,
}

/// A move, and the board after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// `x` or `o`.
    pub side: String,
    /// The row and the column, from 0, as in `(2,1)`.
    pub cell: String,
    /// The board, its rows joined by slashes.
    pub board: String,
}

/// The width of boards side by side, in characters.
const MAX_WIDTH: usize = 80;

impl Demonstration {
    /// Shows why the claim is wrong, if it is; otherwise, why the right answer is right.
    pub fn of<P: Problem>(position: Position<P>, claim: Option<P::Answer>) -> Self {
        let right = right_answer(position);
        let (reason, first_move) = right.reason(position, claim);
        let mut state = GameState::new(position);
        let mut line = Vec::new();
        let mut next_move = first_move.or_else(|| state.best_move());
        while let Some(cell) = next_move {
            let side = state.to_move().to_string();
            state = state.after(cell);
            line.push(Ply {
                side,
                cell: cell_name::<P>(cell),
                board: state.board::<P>().notation(),
            });
            next_move = state.best_move();
        }
        let ending = state.ending().map(|ending| match ending {
            Ending::Line(side) => format!("{side} has a line."),
            Ending::Full => "The board is full, and neither side has a line.".to_owned(),
        });
        Demonstration {
            board: position.notation(),
            right: right.to_string(),
            reason: reason.trim_end_matches(':').to_owned() + ".",
            line,
            ending: ending.unwrap_or_default(),
        }
    }
}

/// Writes the sentence, the boards side by side, each below the move that leads to it, and how the game ends.
impl fmt::Display for Demonstration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.reason.trim_end_matches('.'))?;
        let column_width = 9;
        let mut boards = vec![(String::new(), &self.board)];
        for Ply { side, cell, board } in &self.line {
            boards.push((format!("{side} {cell}"), board));
        }
        for side_by_side in boards.chunks((MAX_WIDTH - 4) / column_width) {
            let mut rows = vec![String::new(); 1 + side_by_side[0].1.split('/').count()];
            for (title, board) in side_by_side {
                let texts = [&**title].into_iter().chain(board.split('/'));
                for (row, text) in rows.iter_mut().zip(texts) {
                    *row += &format!("{text:column_width$}");
                }
            }
            if rows[0].trim().is_empty() {
                rows.remove(0);
            }
            f.write_str("\n")?;
            for row in rows {
                write!(f, "\n{}", format!("    {row}").trim_end())?;
            }
        }
        if self.ending.is_empty() {
            return Ok(());
        }
        write!(f, "\n\n    {}", self.ending)
    }
}
