//! What is known about the answers to boards, with the certificates that prove them.

use crossply_games::report::demonstration::{Demonstration, Ply};
use crossply_games::report::play::{cell_name, win};
use crossply_problems::Problem;
use crossply_proof::prover::Game;
use crossply_proof::{Certificate, Written};
use serde::{Deserialize, Serialize};

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

/// The part of a document that is read back: its certificates. They do not prove the rest.
#[derive(Debug, Deserialize)]
pub(crate) struct Certificates {
    /// The version of the format.
    pub(crate) format: u32,
    /// The boards, in order.
    pub(crate) cases: Vec<Certified>,
}

/// The certificate of one board.
#[derive(Debug, Deserialize)]
pub(crate) struct Certified {
    /// The proof of the answer.
    pub(crate) certificate: Written,
}

impl Explained {
    /// What the prover knows about the certificate's position.
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

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Problem};
    use crossply_proof::{prove, right_answer};

    use super::*;

    /// An answer is the value of the best move, and the main line takes as many plies.
    #[test]
    fn the_best_move_has_the_value_of_the_position() {
        let domain = Ccf201803_4::domain();
        for position in domain.positions(0..domain.len()) {
            let explained = Explained::new(&prove(position));
            let empties = position.empties() as i32;
            let left_after = |plies: u32| empties - plies as i32 + 1;
            let value = |of: &Move| match (of.winner.as_deref(), of.plies) {
                (Some("x"), Some(plies)) => left_after(plies),
                (Some("o"), Some(plies)) => -left_after(plies),
                (None, None) => 0,
                other => panic!("{position:?}: {other:?}"),
            };
            let Some(best) = explained.moves.iter().max_by_key(|&of| value(of)) else {
                assert!(explained.main_line.is_empty());
                continue;
            };
            let answer = right_answer(position).to_string();
            assert_eq!(value(best).to_string(), answer, "{position:?}");
            let plies = best.plies.unwrap_or(position.empties());
            assert_eq!(explained.main_line.len(), plies as usize, "{position:?}");
            let sides = explained.main_line.iter().map(|ply| &*ply.side);
            assert!(sides.eq(["x", "o"].into_iter().cycle().take(plies as usize)));
        }
    }
}
