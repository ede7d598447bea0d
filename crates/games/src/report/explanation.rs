//! Explains an answer: the value of each move, a game with best play, and the strategies.

use std::slice;

use crossply_problems::{Answer, Board, Position, Problem, Side};
use crossply_proof::prover::GameState;
use crossply_proof::{Certificate, Ending, Step};

use crate::report::demonstration::Demonstration;
use crate::report::play::{cell_name, winner_and_plies};
use crate::report::shown::position_name;

/// Explains the answer that a certificate proves: the board, the value of each move of `x`, why the answer is right,
/// and the first `depth` plies of both strategies.
///
/// # Panics
/// If the certificate is not a proof.
pub fn explanation<P: Problem>(certificate: &Certificate<P>, depth: usize) -> String {
    let Certificate {
        position, answer, ..
    } = certificate;
    let mut parts = vec![format!("{}: {}", P::NAME, position_name(*position))];
    let state = GameState::new(*position);
    parts.push(move_values(*position, state));
    if state.ending().is_none() {
        let key = "    +N: x wins in N plies, counting its move; -N: o does; =: a draw";
        parts.push(key.to_owned());
    }
    parts.push(format!(
        "The answer is {answer}. {}",
        Demonstration::of(*position, None)
    ));
    let demands = answer.demands();
    let strategies = [(Side::X, &certificate.x), (Side::O, &certificate.o)];
    for (demand, (side, steps)) in demands.into_iter().zip(strategies) {
        if state.ending().is_none() && !steps.is_empty() {
            let mut tree = StrategyText {
                steps: steps.iter(),
                player: side,
                depth,
                text: format!("What {side} does:"),
            };
            if side == state.to_move() {
                tree.text += "\n";
            }
            tree.write::<P>(state, 0, demand.first_moves);
            parts.push(tree.text);
        }
    }
    parts.join("\n\n")
}

/// The board, and beside it the value of each move.
fn move_values<P: Problem>(position: Position<P>, state: GameState) -> String {
    let mut values = vec![" ".repeat(5); Board::<P>::CELLS as usize];
    for (cell, after) in state.moves() {
        values[usize::from(cell)] = match winner_and_plies(after) {
            None => format!("{:>5}", "="),
            Some((Side::X, plies)) => format!("{:>+5}", plies + 1),
            Some((Side::O, plies)) => format!("{:>5}", format!("-{}", plies + 1)),
        };
    }
    let board = position.notation();
    let rows = board.split('/').zip(values.chunks(P::ROWS as usize));
    let rows = rows.map(|(row, values)| format!("    {row}   {}", values.concat()));
    let rows: Vec<_> = rows.map(|row| row.trim_end().to_owned()).collect();
    rows.join("\n")
}

/// The text of a strategy, and the steps that are still to be written.
struct StrategyText<'a> {
    steps: slice::Iter<'a, Step>,
    player: Side,
    /// The number of plies to write.
    depth: usize,
    text: String,
}

impl StrategyText<'_> {
    /// Writes the games from this state on. If the other side is to move, it moves to one of the `allowed` cells.
    fn write<P: Problem>(&mut self, state: GameState, ply: usize, allowed: u16) {
        if state.ending().is_some() {
            let Some(Step::Over(ending)) = self.steps.next() else {
                panic!("the certificate proves nothing");
            };
            self.text += match ending {
                Ending::Line(Side::X) => ", a line of x",
                Ending::Line(Side::O) => ", a line of o",
                Ending::Full => ", a full board",
            };
        } else if state.to_move() == self.player {
            let after = self.make_move::<P>(state);
            self.write::<P>(after, ply + 1, u16::MAX);
        } else if ply >= self.depth {
            // Write the rest to a text that is dropped, to find the end of this subtree.
            let mut subtree = StrategyText {
                steps: self.steps.clone(),
                depth: usize::MAX,
                text: String::new(),
                ..*self
            };
            subtree.write::<P>(state, ply, allowed);
            let skipped_count = self.steps.len() - subtree.steps.len();
            let skipped = self.steps.by_ref().take(skipped_count);
            match skipped.filter(|step| matches!(step, Step::Over(_))).count() {
                1 => self.text += "  ... 1 game",
                games => self.text += &format!("  ... {games} games"),
            }
        } else {
            for _ in state.moves().filter(|(cell, _)| allowed >> cell & 1 == 1) {
                self.text += &format!("\n{}", " ".repeat(2 + 2 * ply));
                let after = self.make_move::<P>(state);
                self.write::<P>(after, ply + 1, u16::MAX);
            }
        }
    }

    fn make_move<P: Problem>(&mut self, state: GameState) -> GameState {
        let Some(&Step::Move(side, cell)) = self.steps.next() else {
            panic!("the certificate proves nothing");
        };
        self.text += &format!("  {side} {}", cell_name::<P>(cell));
        state.after(cell)
    }
}
