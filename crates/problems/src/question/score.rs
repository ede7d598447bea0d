//! The question: what does the position score under perfect play?

use super::Question;
use crate::symmetry::Symmetry;
use crate::{Position, Problem, Score, has_line};

impl Question for Score {
    const LOWEST_SCORE: i32 = -9;

    fn from_scores(over: Option<i32>, move_scores: impl Iterator<Item = (u8, i32)>) -> Self {
        let best_move = || move_scores.map(|(_, score)| score).max();
        Score::new(over.or_else(best_move).expect("no position is full"))
    }

    fn score(self) -> i32 {
        self.value()
    }

    fn is_consistent_with(self, of_image: Self, _: &Symmetry) -> bool {
        self == of_image
    }

    fn is_possible<P: Problem<Answer = Self>>(self, position: Position<P>) -> bool {
        let empties = position.empties() as i32;
        match self.value() {
            0 => true,
            // If `x` wins, it makes the last move, and leaves an even number of cells empty.
            win @ 1.. => win % 2 == 1 && win <= empties,
            loss => loss % 2 == 0 && -loss <= empties + 1,
        }
    }

    fn mistake<P: Problem<Answer = Self>>(
        self,
        _: Position<P>,
        right: Self,
        _: impl FnOnce(u8) -> bool,
    ) -> &'static str {
        if self.value() == -right.value() {
            return "gives the score the wrong sign";
        }
        match (self.value().signum(), right.value().signum()) {
            (1, 0) => "takes a draw for a win",
            (1, -1) => "takes a loss for a win",
            (0, 1) => "takes a win for a draw",
            (0, -1) => "takes a loss for a draw",
            (-1, 1) => "takes a win for a loss",
            (-1, 0) => "takes a draw for a loss",
            _ => match self.value() - right.value() {
                1 => "scores one too high",
                -1 => "scores one too low",
                2.. => "scores two or more too high",
                _ => "scores two or more too low",
            },
        }
    }

    fn reason<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        _: Option<Self>,
    ) -> (String, Option<u8>) {
        let reason = if has_line(P::ROWS, position.o()) {
            let empties = match position.empties() {
                1 => "1 cell is".to_owned(),
                empties => format!("{empties} cells are"),
            };
            format!("o has a line already, and {empties} empty:")
        } else {
            format!("The best moves lead to {self}, and neither side can do better:")
        };
        (reason, None)
    }
}
