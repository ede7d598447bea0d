//! The question: which is the first cell, row by row, from which `x` forces a win?

use super::Question;
use crate::symmetry::Symmetry;
use crate::{Answer, FirstWin, Position, Problem};

impl Question for FirstWin {
    const LOWEST_SCORE: i32 = 0;

    fn from_scores(over: Option<i32>, mut move_scores: impl Iterator<Item = (u8, i32)>) -> Self {
        if over.is_some() {
            return FirstWin::NoForcedWin;
        }
        let win = move_scores.find(|&(_, score)| score > 0);
        win.map_or(FirstWin::NoForcedWin, |(cell, _)| FirstWin::WinAt(cell))
    }

    fn score(self) -> i32 {
        self.is_forced_win().into()
    }

    /// A winning cell's image wins in the image of the position, so no image of a winning cell precedes the first win
    /// there.
    fn is_consistent_with(self, of_image: Self, symmetry: &Symmetry) -> bool {
        let [first, first_of_image] =
            [self, of_image].map(|answer| answer.named_cell().map(u32::from));
        match (first, first_of_image) {
            (None, None) => true,
            (Some(first), Some(first_of_image)) => {
                symmetry.image_of_cell(first) >= first_of_image
                    && symmetry.preimage(first_of_image) >= first
            }
            _ => false,
        }
    }

    fn is_possible<P: Problem<Answer = Self>>(self, position: Position<P>) -> bool {
        let taken = position.x() | position.o();
        self.named_cell().is_none_or(|cell| taken >> cell & 1 == 0)
    }

    fn mistake<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        right: Self,
        wins_by: impl FnOnce(u8) -> bool,
    ) -> &'static str {
        if !self.is_possible(position) {
            return "names a cell that is taken";
        }
        match (self.named_cell(), right.named_cell()) {
            (None, _) => "misses a win",
            (_, None) => "claims a false win",
            (Some(cell), Some(first)) if cell < first => "names an earlier cell that does not win",
            (Some(cell), _) if wins_by(cell) => "names a later winning cell",
            _ => "names a later cell that does not win",
        }
    }

    fn reason<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        claim: Option<Self>,
    ) -> (String, Option<u8>) {
        let win = self.named_cell();
        let wrong_win = claim.filter(|claim| *claim != self && claim.is_forced_win());
        match (wrong_win, win) {
            (None, Some(_)) => (format!("x wins by {self}:"), win),
            (None, None) => ("No move wins for x. The best moves are:".to_owned(), None),
            (Some(claim), Some(_)) if self < claim => {
                let reason = format!("x wins by {self}, which comes before {claim}:");
                (reason, win)
            }
            (Some(claim), _) if claim.is_possible(position) => {
                (format!("x does not win by {claim}:"), claim.named_cell())
            }
            (Some(claim), Some(_)) => (format!("{claim} is not empty. x wins by {self}:"), win),
            (Some(claim), None) => {
                let reason = format!("{claim} is not empty. The best moves are:");
                (reason, None)
            }
        }
    }
}
