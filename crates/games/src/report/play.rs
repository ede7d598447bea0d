//! Lines of play: how games go from a position, and why an answer is right or wrong.

use crossply_problems::{Position, Problem, Question, Side};
use crossply_proof::prover::Game;
use crossply_proof::{Ending, right_answer};

/// The line of play that shows why the right answer is right.
pub fn main_line<P: Problem>(position: Position<P>) -> Vec<Played<P>> {
    let (_, first) = right_answer(position).reason(position, None);
    line_of_play(Game::at(position), first)
}

/// The games from this one on, each one move further; the last is over. Both sides make their best moves, after the
/// `first` one if it is given.
pub(super) fn line_of_play<P: Problem>(game: Game<P>, first: Option<u8>) -> Vec<Played<P>> {
    let mut line = vec![Played { last: None, game }];
    let mut game = game;
    let mut next = first.or_else(|| game.best_move());
    while let Some(cell) = next {
        let last = Some((game.to_move(), cell));
        game = game.after(cell);
        line.push(Played { last, game });
        next = game.best_move();
    }
    line
}

/// A game, and the move that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<P> {
    /// Who moved, and to which cell. None at the beginning.
    pub last: Option<(Side, u8)>,
    /// The game after that move.
    pub game: Game<P>,
}

/// A sentence about how a game ends.
pub(super) fn ending_in_words(ending: Ending) -> String {
    match ending {
        Ending::Line(side) => format!("{side} has a line."),
        Ending::Full => "The board is full, and nobody has a line.".to_owned(),
    }
}

/// A cell by its row and column, as the judge of `poj1568` writes it.
pub fn cell_name<P: Problem>(cell: u8) -> String {
    let side = P::SIDE as u8;
    format!("({},{})", cell / side, cell % side)
}

/// Who wins after how many plies under perfect play. None if the game is drawn.
pub fn win<P: Problem>(game: Game<P>) -> Option<(Side, u32)> {
    let score = game.score();
    let side = match score {
        0 => return None,
        1.. => Side::X,
        _ => Side::O,
    };
    Some((side, game.board().empties() + 1 - score.unsigned_abs()))
}
