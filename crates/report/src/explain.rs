//! What is known about the answers to boards, with the certificates that prove them.

use crossply_games::report::demonstration::{Ply, plies};
use crossply_games::report::play::{cell_name, main_line, win};
use crossply_problems::Problem;
use crossply_proof::prover::Game;
use crossply_proof::{Certificate, Written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of [`ExplainDocument`].
pub const FORMAT: u32 = 1;

/// The output of `--format json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "crossply explain --format json")]
pub struct ExplainDocument {
    /// The version of this format: 1.
    pub format: u32,
    /// The boards explained, in order.
    pub cases: Vec<Explained>,
}

/// One board.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Explained {
    /// Its index in the domain.
    pub index: u64,
    /// The value of each move of `x`; none if the game is over.
    pub moves: Vec<Move>,
    /// The game under best play of both sides.
    pub main_line: Vec<Ply>,
    /// The proof of the answer.
    pub certificate: Written,
}

/// The value of a move of `x`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Move {
    /// The row and the column, from 0, as in `(2,1)`.
    pub cell: String,
    /// The winner, if there is one.
    pub winner: Option<String>,
    /// After how many plies the game ends, the move included.
    pub plies: Option<u32>,
}

/// The part of a document that is read back: its certificates. They do not prove the rest.
#[derive(Debug, Deserialize)]
pub struct Certificates {
    /// The version of the format.
    pub format: u32,
    /// The boards, in order.
    pub cases: Vec<Certified>,
}

/// The certificate of one board.
#[derive(Debug, Deserialize)]
pub struct Certified {
    /// The proof of the answer.
    pub certificate: Written,
}

impl Explained {
    /// What the prover knows about the certificate's position.
    #[must_use]
    pub fn new<P: Problem>(certificate: &Certificate<P>) -> Self {
        let game = Game::at(certificate.position);
        let moves = match game.ending() {
            Some(_) => Vec::new(),
            None => game.moves().collect(),
        };
        let moves = moves.into_iter().map(|(cell, after)| {
            let win = win(after);
            Move {
                cell: cell_name::<P>(cell),
                winner: win.map(|(side, _)| side.to_string()),
                plies: win.map(|(_, plies)| plies + 1),
            }
        });
        Explained {
            index: P::domain().index(certificate.position),
            moves: moves.collect(),
            main_line: plies(&main_line(certificate.position)),
            certificate: Written::new(certificate),
        }
    }
}
