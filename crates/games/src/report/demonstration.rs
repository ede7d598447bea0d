//! Why an answer is right, or another one wrong: a sentence, and the game that shows it.

use std::fmt;

use crossply_problems::{Position, Problem, Question};
use crossply_proof::prover::Game;
use crossply_proof::{Ending, right_answer};
use serde::{Deserialize, Serialize};

use super::play::cell_name;

/// The right answer to a board, and a line of play that shows why. `Display` draws the boards side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demonstration {
    /// The board, its rows joined by slashes.
    pub board: String,
    /// The right answer.
    pub right: String,
    /// A sentence: why it is right, or why the claimed answer is wrong.
    pub reason: String,
    /// The game to its end, with best play of both sides after the first move.
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

/// The most characters that boards side by side take.
const WIDTH: usize = 80;

impl Demonstration {
    /// Why the claim is wrong, if there is one that is; otherwise why the right answer is right.
    pub fn of<P: Problem>(position: Position<P>, claim: Option<P::Answer>) -> Self {
        let right = right_answer(position);
        let (reason, first) = right.reason(position, claim);
        let mut game = Game::at(position);
        let mut line = Vec::new();
        let mut next = first.or_else(|| game.best_move());
        while let Some(cell) = next {
            let side = game.to_move().to_string();
            game = game.after(cell);
            line.push(Ply {
                side,
                cell: cell_name::<P>(cell),
                board: game.board().notation(),
            });
            next = game.best_move();
        }
        let ending = game.ending().map(|ending| match ending {
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

/// A sentence, the boards side by side, each below the move that led to it, and how the game ends.
impl fmt::Display for Demonstration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.reason.trim_end_matches('.'))?;
        let column = 9;
        let mut boards = vec![(String::new(), &self.board)];
        for Ply { side, cell, board } in &self.line {
            boards.push((format!("{side} {cell}"), board));
        }
        for some in boards.chunks((WIDTH - 4) / column) {
            let mut rows = vec![String::new(); 1 + some[0].1.split('/').count()];
            for (title, board) in some {
                for (row, text) in rows
                    .iter_mut()
                    .zip([&**title].into_iter().chain(board.split('/')))
                {
                    *row += &format!("{text:column$}");
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
