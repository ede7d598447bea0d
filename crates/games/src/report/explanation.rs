//! An answer explained: the value of each move, how the game goes, and the strategies.

use std::slice;

use crossply_problems::{Answer, Position, Problem, Side};
use crossply_proof::prover::Game;
use crossply_proof::{Certificate, Ending, Step};

use crate::report::board;
use crate::report::demonstration::Demonstration;
use crate::report::play::{cell_name, win};
use crate::report::shown::name_of;

/// Explains the answer that a certificate proves: the board, the value of each move of `x`, why the answer is right,
/// and the first `depth` plies of both strategies.
///
/// # Panics
/// If the certificate proves nothing.
pub fn explanation<P: Problem>(certificate: &Certificate<P>, depth: usize) -> String {
    let Certificate {
        position, answer, ..
    } = certificate;
    let mut parts = vec![format!("{}: {}", P::NAME, name_of(*position))];
    let game = Game::at(*position);
    if game.ending().is_some() {
        parts.push(board(*position));
    } else {
        parts.push(beside(&board(*position), &values(game)));
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
        if game.ending().is_none() && !steps.is_empty() {
            let mut tree = Tree {
                steps: steps.iter(),
                holder: side,
                depth,
                text: format!("What {side} does:"),
            };
            if side == game.to_move() {
                tree.text += "\n";
            }
            tree.write(game, 0, demand.begins);
            parts.push(tree.text);
        }
    }
    parts.join("\n\n")
}

/// The value of each move, as a grid.
fn values<P: Problem>(game: Game<P>) -> String {
    let mut values = vec![" ".repeat(5); Position::<P>::CELLS as usize];
    for (cell, after) in game.moves() {
        values[usize::from(cell)] = match win(after) {
            None => format!("{:>5}", "="),
            Some((Side::X, plies)) => format!("{:>+5}", plies + 1),
            Some((Side::O, plies)) => format!("{:>5}", format!("-{}", plies + 1)),
        };
    }
    let rows: Vec<_> = values.chunks(P::SIDE as usize).map(<[_]>::concat).collect();
    rows.join("\n")
}

fn beside(left: &str, right: &str) -> String {
    let joined = |(left, right)| format!("{left}   {right}").trim_end().to_owned();
    let lines: Vec<_> = left.lines().zip(right.lines()).map(joined).collect();
    lines.join("\n")
}

/// A strategy while it is written to a text.
struct Tree<'a> {
    steps: slice::Iter<'a, Step>,
    holder: Side,
    depth: usize,
    text: String,
}

impl Tree<'_> {
    /// Writes the games that follow. If the other side is to move, it begins with one of `cells`.
    fn write<P: Problem>(&mut self, game: Game<P>, ply: usize, cells: u16) {
        if game.ending().is_some() {
            let Some(Step::Over(ending)) = self.steps.next() else {
                panic!("the certificate proves nothing");
            };
            self.text += match ending {
                Ending::Line(Side::X) => ", a line of x",
                Ending::Line(Side::O) => ", a line of o",
                Ending::Full => ", a full board",
            };
        } else if game.to_move() == self.holder {
            let after = self.make_move(game);
            self.write(after, ply + 1, u16::MAX);
        } else if ply >= self.depth {
            let mut rest = Tree {
                steps: self.steps.clone(),
                depth: usize::MAX,
                text: String::new(),
                ..*self
            };
            rest.write(game, ply, cells);
            let skipped = self.steps.len() - rest.steps.len();
            let skipped = self.steps.by_ref().take(skipped);
            match skipped.filter(|step| matches!(step, Step::Over(_))).count() {
                1 => self.text += "  ... 1 game",
                games => self.text += &format!("  ... {games} games"),
            }
        } else {
            for _ in game.moves().filter(|(cell, _)| cells >> cell & 1 == 1) {
                self.text += &format!("\n{}", " ".repeat(2 + 2 * ply));
                let after = self.make_move(game);
                self.write(after, ply + 1, u16::MAX);
            }
        }
    }

    fn make_move<P: Problem>(&mut self, game: Game<P>) -> Game<P> {
        let Some(&Step::Move(side, cell)) = self.steps.next() else {
            panic!("the certificate proves nothing");
        };
        self.text += &format!("  {side} {}", cell_name::<P>(cell));
        game.after(cell)
    }
}
