//! The JSON document of explanations, with certificates.

use crossply_games::report::demonstration::{Demonstration, Ply};
use crossply_games::report::play::{cell_name, winner_and_plies};
use crossply_problems::Problem;
use crossply_proof::prover::GameState;
use crossply_proof::{Certificate, CertificateText};
use serde::Serialize;

/// The version of [`ExplainDocument`].
pub(crate) const FORMAT: u32 = 1;

/// The output of `--format json`.
#[derive(Debug, Serialize)]
pub(crate) struct ExplainDocument {
    /// The version of this format: 1.
    pub(crate) format: u32,
    /// The boards, in order.
    pub(crate) cases: Vec<Explanation>,
}

/// The explanation of a board.
#[derive(Debug, Serialize)]
pub(crate) struct Explanation {
    /// The board's index in the domain.
    pub(crate) index: u64,
    /// The value of each move of `x`. There are none if the game is over.
    pub(crate) moves: Vec<Move>,
    /// The game under best play of both sides.
    pub(crate) main_line: Vec<Ply>,
    /// The proof of the answer.
    pub(crate) certificate: CertificateText,
}

/// The value of a move of `x`.
#[derive(Debug, Serialize)]
pub(crate) struct Move {
    /// The row and the column, from 0, as in `(2,1)`.
    pub(crate) cell: String,
    /// The winner, `x` or `o`, if there is one.
    pub(crate) winner: Option<String>,
    /// The number of plies until the win, including the move.
    pub(crate) plies: Option<u32>,
}

impl Explanation {
    /// Explains a certificate. The values of moves come from the prover.
    pub(crate) fn new<P: Problem>(certificate: &Certificate<P>) -> Self {
        let state = GameState::new(certificate.position);
        let moves = state.moves().map(|(cell, after)| {
            let win = winner_and_plies(after);
            Move {
                cell: cell_name::<P>(cell),
                winner: win.map(|(side, _)| side.to_string()),
                plies: win.map(|(_, plies)| plies + 1),
            }
        });
        Explanation {
            index: P::domain().index(certificate.position),
            moves: moves.collect(),
            main_line: Demonstration::of(certificate.position, None).line,
            certificate: CertificateText::new(certificate),
        }
    }
}
