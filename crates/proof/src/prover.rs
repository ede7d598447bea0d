//! Finds certificates.
//!
//! It knows the score of every board that can come up, by full minimax that remembers: the winner
//! hurries, the loser delays. The scoring is that of `ccf201803-4`, on the larger board as well,
//! where `x` forces a win if the score is above nothing. Each side's strategy is then to make the
//! move with the best score. Whether that is right is for the [checker](crate::checker) to say.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI8, Ordering};

use crossply_problems::question::Demand;
use crossply_problems::{Board, Position, Problem, Question, Side};

use crate::{Certificate, Ending, Step};

/// The right answer.
#[must_use]
pub fn right_answer<P: Problem>(position: Position<P>) -> P::Answer {
    let game = Game::at(position);
    let moves = game.moves().filter(|_| game.ending().is_none());
    let after_moves = moves.map(|(cell, after)| (cell, after.score()));
    P::Answer::from_scores(|| game.score(), after_moves)
}

/// The certificate of the right answer to the position.
#[must_use]
pub fn prove<P: Problem>(position: Position<P>) -> Certificate<P> {
    attempt(position, right_answer(position))
}

/// The best that can be said for an answer: a certificate that passes exactly if it is right.
#[must_use]
pub fn attempt<P: Problem>(position: Position<P>, answer: P::Answer) -> Certificate<P> {
    let [x, o] = answer.demands().map(|Demand { side, begins, .. }| {
        let mut steps = Vec::new();
        if begins != 0 {
            Game::at(position).write_strategy(side, begins, &mut steps);
        }
        steps
    });
    Certificate {
        position,
        answer,
        x,
        o,
    }
}

/// A board that comes up when a position is played on, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game<P> {
    x: u16,
    o: u16,
    to_move: Side,
    problem: std::marker::PhantomData<P>,
}

impl<P: Problem> Game<P> {
    /// The game at this position.
    #[must_use]
    pub fn at(position: Position<P>) -> Self {
        Self::new(position.x(), position.o(), Side::X)
    }

    /// The stones on the board.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "moves go to empty cells")]
    pub fn board(self) -> Board<P> {
        Board::new(self.x, self.o).expect("moves go to empty cells")
    }

    /// Who is to move, if the game is not over.
    #[must_use]
    pub fn to_move(self) -> Side {
        self.to_move
    }

    /// How the game is over, if it is.
    #[must_use]
    pub fn ending(self) -> Option<Ending> {
        if P::domain().has_line(self.x) {
            Some(Ending::Line(Side::X))
        } else if P::domain().has_line(self.o) {
            Some(Ending::Line(Side::O))
        } else if self.empties() == 0 {
            Some(Ending::Full)
        } else {
            None
        }
    }

    /// The moves, row by row: the cell, and the game after it.
    pub fn moves(self) -> impl Iterator<Item = (u8, Self)> {
        let taken = self.x | self.o;
        let free = (0..Position::<P>::CELLS as u8).filter(move |cell| taken >> cell & 1 == 0);
        free.map(move |cell| (cell, self.after(cell)))
    }

    /// The game after a move to an empty cell.
    #[must_use]
    pub fn after(self, cell: u8) -> Self {
        match self.to_move {
            Side::X => Self::new(self.x | 1 << cell, self.o, Side::O),
            Side::O => Self::new(self.x, self.o | 1 << cell, Side::X),
        }
    }

    /// What the game scores if both play as well as possible: one more than the cells empty at
    /// its end, if `x` wins; that, but negative, if `o` does; nothing if nobody does.
    #[must_use]
    pub fn score(self) -> i32 {
        let known = &scores(P::SIDE)[self.place()];
        match known.load(Ordering::Relaxed) {
            UNKNOWN => {
                let score = self.computed_score();
                known.store(score as i8, Ordering::Relaxed);
                score
            }
            score => score.into(),
        }
    }

    /// The move with the best score for the side to move, the first of them, if the game is not
    /// over.
    #[must_use]
    pub fn best_move(self) -> Option<u8> {
        if self.ending().is_some() {
            return None;
        }
        let score = self.score();
        let mut moves = self.moves();
        let best = moves.find(|(_, after)| after.score() == score);
        best.map(|(cell, _)| cell)
    }

    fn new(x: u16, o: u16, to_move: Side) -> Self {
        Game {
            x,
            o,
            to_move,
            problem: std::marker::PhantomData,
        }
    }

    fn empties(self) -> u32 {
        Position::<P>::CELLS - (self.x | self.o).count_ones()
    }

    fn computed_score(self) -> i32 {
        let for_the_winner = self.empties() as i32 + 1;
        match self.ending() {
            Some(Ending::Line(Side::X)) => for_the_winner,
            Some(Ending::Line(Side::O)) => -for_the_winner,
            Some(Ending::Full) => 0,
            None => {
                let scores = self.moves().map(|(_, after)| after.score());
                match self.to_move {
                    Side::X => scores.max(),
                    Side::O => scores.min(),
                }
                .expect("the board is not full")
            }
        }
    }

    /// Where the score is remembered: the board as a number in base three. Whose move it is
    /// follows from the board.
    fn place(self) -> usize {
        in_base_three(self.x) + 2 * in_base_three(self.o)
    }

    /// Writes all games in which `holder` makes its best moves, and the side to move begins with
    /// one of `cells`.
    fn write_strategy(self, holder: Side, cells: u16, steps: &mut Vec<Step>) {
        if let Some(ending) = self.ending() {
            return steps.push(Step::Over(ending));
        }
        let moves = self.moves().filter(|(cell, _)| cells >> cell & 1 == 1);
        if self.to_move == holder {
            let of_side = |(_, after): &(u8, Self)| match holder {
                Side::X => -after.score(),
                Side::O => after.score(),
            };
            // Of equals the first. There is none if the cell that it is claimed to begin with is taken.
            if let Some((cell, after)) = moves.min_by_key(of_side) {
                steps.push(Step::Move(self.to_move, cell));
                after.write_strategy(holder, u16::MAX, steps);
            }
        } else {
            for (cell, after) in moves {
                steps.push(Step::Move(self.to_move, cell));
                after.write_strategy(holder, u16::MAX, steps);
            }
        }
    }
}

/// No game scores this.
const UNKNOWN: i8 = i8::MIN;

/// The scores known so far, of boards with so many rows. Threads that look at the same board find
/// the same score.
fn scores(side: u32) -> &'static [AtomicI8] {
    static OF_THREE: LazyLock<Vec<AtomicI8>> = LazyLock::new(|| unknown(9));
    static OF_FOUR: LazyLock<Vec<AtomicI8>> = LazyLock::new(|| unknown(16));
    if side == 3 { &OF_THREE } else { &OF_FOUR }
}

fn unknown(cells: u32) -> Vec<AtomicI8> {
    let boards = 3_usize.pow(cells);
    (0..boards).map(|_| AtomicI8::new(UNKNOWN)).collect()
}

/// The binary digits of a set as digits in base three.
fn in_base_three(set: u16) -> usize {
    static OF_BYTES: [u16; 256] = {
        let mut numbers = [0; 256];
        let mut set = 1;
        while set < 256 {
            numbers[set] = 3 * numbers[set / 2] + (set % 2) as u16;
            set += 1;
        }
        numbers
    };
    let [low, high] = set
        .to_le_bytes()
        .map(|byte| usize::from(OF_BYTES[usize::from(byte)]));
    low + 3_usize.pow(8) * high
}
