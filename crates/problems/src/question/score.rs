//! The question: what does the position score under perfect play?

use super::{Question, empty_cells, replies};
use crate::symmetry::Symmetry;
use crate::{Position, Problem, Score};

impl Question for Score {
    fn from_scores(score: impl FnOnce() -> i32, _: impl Iterator<Item = (u8, i32)>) -> Self {
        Score::new(score())
    }

    fn from_replies<P: Problem<Answer = Self>>(
        position: Position<P>,
        _: Option<u8>,
        ask: &mut impl FnMut(Position<P>) -> Self,
    ) -> Self {
        let empties = position.empties() as i32;
        if P::domain().has_line(position.o()) {
            return Score::new(-(empties + 1));
        }
        let best_score = empty_cells(position)
            .map(|cell| {
                let x = position.x() | cell;
                if P::domain().has_line(x) {
                    return empties;
                }
                let scores =
                    replies(position, x).map(|reply| reply.map_or(0, |next| ask(next).value()));
                scores.min().unwrap_or(0)
            })
            .max();
        Score::new(best_score.expect("no position is full"))
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
        let reason = if P::domain().has_line(position.o()) {
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
