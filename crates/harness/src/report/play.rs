//! Lines of play: how games go from a position, and why an answer is right or wrong.

use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, Side, ccf201803_4};
use crossply_proof::Ending;
use crossply_proof::prover::{Game, Prove};

/// How many characters boards side by side take at most.
const WIDTH: usize = 80;

/// A problem whose answers can be told about.
pub trait Told: Prove {
    /// In a sentence, why the right answer is right, or why the claim is not. And the move that the
    /// game begins with which shows it.
    fn reason(
        position: Position<Self>,
        right: Self::Answer,
        claim: Option<Self::Answer>,
    ) -> (String, Option<u8>);

    /// Whether the answer says that `x` forces a win.
    fn is_forced_win(answer: Self::Answer) -> bool;

    /// The cell that the answer names, if it names one, row by row from 0.
    fn named_cell(answer: Self::Answer) -> Option<u8>;
}

impl Told for Poj1568 {
    fn reason(
        position: Position<Self>,
        right: Answer,
        claim: Option<Answer>,
    ) -> (String, Option<u8>) {
        let taken = position.x() | position.o();
        match (right, claim) {
            (Answer::WinAt(win), Some(Answer::WinAt(claimed))) if win < claimed => {
                let right = cell_name::<Self>(number(win));
                let claimed = cell_name::<Self>(number(claimed));
                let reason = format!("x wins by {right}, which comes before {claimed}:");
                (reason, Some(number(win)))
            }
            (right, Some(Answer::WinAt(claimed))) if right != Answer::WinAt(claimed) => {
                let claim = cell_name::<Self>(number(claimed));
                match right {
                    _ if taken >> number(claimed) & 1 == 0 => {
                        let reason = format!("x does not win by {claim}:");
                        (reason, Some(number(claimed)))
                    }
                    Answer::WinAt(win) => {
                        let win = number(win);
                        let by = cell_name::<Self>(win);
                        let reason = format!("{claim} is not empty. x wins by {by}:");
                        (reason, Some(win))
                    }
                    Answer::NoForcedWin => {
                        let reason = format!("{claim} is not empty. The best moves are:");
                        (reason, None)
                    }
                }
            }
            (Answer::WinAt(win), _) => {
                let reason = format!("x wins by {}:", cell_name::<Self>(number(win)));
                (reason, Some(number(win)))
            }
            (Answer::NoForcedWin, _) => {
                let reason = "x wins by no move. The best moves are:".to_owned();
                (reason, None)
            }
        }
    }

    fn is_forced_win(answer: Answer) -> bool {
        answer != Answer::NoForcedWin
    }

    fn named_cell(answer: Answer) -> Option<u8> {
        match answer {
            Answer::WinAt(square) => Some(number(square)),
            Answer::NoForcedWin => None,
        }
    }
}

fn number(square: Square) -> u8 {
    (4 * square.row() + square.column()) as u8
}

impl Told for Ccf201803_4 {
    fn reason(
        position: Position<Self>,
        right: ccf201803_4::Score,
        _: Option<ccf201803_4::Score>,
    ) -> (String, Option<u8>) {
        if Game::at(position).ending().is_some() {
            let empties = match position.empties() {
                1 => "1 cell is".to_owned(),
                empties => format!("{empties} cells are"),
            };
            let reason = format!("o has a line already, and {empties} empty:");
            return (reason, None);
        }
        let reason = format!("The best moves lead to {right}, and neither side can do better:");
        (reason, None)
    }

    fn is_forced_win(answer: ccf201803_4::Score) -> bool {
        answer > ccf201803_4::Score::new(0)
    }

    fn named_cell(_: ccf201803_4::Score) -> Option<u8> {
        None
    }
}

/// Why the right answer is right, or the claim wrong: a sentence, and a line of play.
#[must_use]
pub fn why<P: Told>(position: Position<P>, claim: Option<P::Answer>) -> String {
    let (reason, first) = P::reason(position, P::right_answer(position), claim);
    let line = line_of_play(Game::at(position), first);
    format!("{reason}\n\n{}", side_by_side(&line))
}

/// How the game goes that shows why the right answer is right.
#[must_use]
pub fn main_line<P: Told>(position: Position<P>) -> Vec<Played<P>> {
    let (_, first) = P::reason(position, P::right_answer(position), None);
    line_of_play(Game::at(position), first)
}

/// The games from this one on, each after one more move, the last being over. Both sides make their
/// best moves, after the `first` one, if it is given.
#[must_use]
pub fn line_of_play<P: Problem>(game: Game<P>, first: Option<u8>) -> Vec<Played<P>> {
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
    /// What came of it.
    pub game: Game<P>,
}

/// The boards side by side, each below the move that led to it, and how the game ends, indented,
/// without an end of the last line.
#[must_use]
pub fn side_by_side<P: Problem>(line: &[Played<P>]) -> String {
    let column = 9;
    let mut lines = Vec::new();
    for some in line.chunks((WIDTH - 4) / column) {
        let mut rows = vec![String::new(); P::SIDE as usize + 1];
        for played in some {
            let title = played.last.map_or(String::new(), |(side, cell)| {
                format!("{side} {}", cell_name::<P>(cell))
            });
            let board = played.game.board().to_string();
            for (row, text) in rows
                .iter_mut()
                .zip([&*title].into_iter().chain(board.lines()))
            {
                row.push_str(&format!("{text:column$}"));
            }
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if rows[0].trim().is_empty() {
            rows.remove(0);
        }
        lines.extend(
            rows.iter()
                .map(|row| format!("    {row}").trim_end().to_owned()),
        );
    }
    if let Some(ending) = line.last().and_then(|played| played.game.ending()) {
        lines.extend([String::new(), format!("    {}", ending_in_words(ending))]);
    }
    lines.join("\n")
}

/// A sentence about how a game ends.
pub(super) fn ending_in_words(ending: Ending) -> String {
    match ending {
        Ending::Line(side) => format!("{side} has a line."),
        Ending::Full => "The board is full, and nobody has a line.".to_owned(),
    }
}

/// A cell by its row and column, as the judge of `poj1568` writes it.
#[must_use]
pub fn cell_name<P: Problem>(cell: u8) -> String {
    let side = P::SIDE as u8;
    format!("({},{})", cell / side, cell % side)
}

/// Who wins, after how many plies, if both play as well as possible. None if nobody does.
#[must_use]
pub fn win<P: Problem>(game: Game<P>) -> Option<(Side, u32)> {
    let score = game.score();
    let side = match score {
        0 => return None,
        1.. => Side::X,
        _ => Side::O,
    };
    Some((side, game.board().empties() + 1 - score.unsigned_abs()))
}
