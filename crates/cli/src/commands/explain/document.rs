//! The JSON document of explanations, with certificates.

use crossply_games::report::demonstration::{Demonstration, Ply};
use crossply_games::report::play::{cell_name, win};
use crossply_problems::Problem;
use crossply_proof::prover::Game;
use crossply_proof::{Certificate, Written};
use serde::Serialize;

/// The version of [`ExplainDocument`].
pub(crate) const FORMAT: u32 = 1;

/// The output of `--format json`.
#[derive(Debug, Serialize)]
pub(crate) struct ExplainDocument {
    /// The version of this format: 1.
    pub(crate) format: u32,
    /// The boards explained, in order.
    pub(crate) cases: Vec<Explained>,
}

/// One board.
#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    /// Its index in the domain.
    pub(crate) index: u64,
    /// The value of each move of `x`; none if the game is over.
    pub(crate) moves: Vec<Move>,
    /// The game under best play of both sides.
    pub(crate) main_line: Vec<Ply>,
    /// The proof of the answer.
    pub(crate) certificate: Written,
}

/// The value of a move of `x`.
#[derive(Debug, Serialize)]
pub(crate) struct Move {
    /// The row and the column, from 0, as in `(2,1)`.
    pub(crate) cell: String,
    /// The winner, if there is one.
    pub(crate) winner: Option<String>,
    /// After how many plies the game ends, the move included.
    pub(crate) plies: Option<u32>,
}

impl Explained {
    /// The explanation of a certificate, with values of moves from the prover.
    pub(crate) fn new<P: Problem>(certificate: &Certificate<P>) -> Self {
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
            main_line: Demonstration::of(certificate.position, None).line,
            certificate: Written::new(certificate),
        }
    }
}
