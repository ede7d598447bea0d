//! The question: which is the first cell, row by row, from which `x` forces a win?

use super::Question;
use crate::symmetry::Symmetry;
use crate::{Answer, FirstWin, Position, Problem, Square};

impl Question for FirstWin {
    fn from_scores(
        _: impl FnOnce() -> i32,
        mut after_moves: impl Iterator<Item = (u8, i32)>,
    ) -> Self {
        let win = after_moves.find(|&(_, score)| score > 0);
        win.map_or(FirstWin::NoForcedWin, |(cell, _)| at(cell))
    }

    fn from_replies<P: Problem<Answer = Self>>(
        _: Position<P>,
        first_win: Option<u8>,
        _: &mut impl FnMut(Position<P>) -> Self,
    ) -> Self {
        first_win.map_or(FirstWin::NoForcedWin, at)
    }

    /// The image of a first winning cell wins as well, so the image's first one does not come later.
    fn go_together(self, symmetry: &Symmetry, of_image: Self) -> bool {
        let cells = [self, of_image].map(|answer| answer.named_cell().map(u32::from));
        match cells {
            [None, None] => true,
            [Some(first), Some(of_image)] => {
                symmetry.of_cell(first) >= of_image && symmetry.back(of_image) >= first
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
        match (self.named_cell(), right.named_cell()) {
            (None, _) => "misses a win",
            _ if !self.is_possible(position) => "names a cell that is taken",
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
        match claim {
            Some(claim) if claim != self && claim.is_forced_win() => {
                if win.is_some() && self < claim {
                    let reason = format!("x wins by {self}, which comes before {claim}:");
                    (reason, win)
                } else if claim.is_possible(position) {
                    (format!("x does not win by {claim}:"), claim.named_cell())
                } else if win.is_some() {
                    (format!("{claim} is not empty. x wins by {self}:"), win)
                } else {
                    let reason = format!("{claim} is not empty. The best moves are:");
                    (reason, None)
                }
            }
            _ if win.is_some() => (format!("x wins by {self}:"), win),
            _ => ("No move wins for x. The best moves are:".to_owned(), None),
        }
    }
}

/// The win by cell `cell`, counted row by row from 0.
fn at(cell: u8) -> FirstWin {
    let cell = u32::from(cell);
    FirstWin::WinAt(Square::new(cell / 4, cell % 4))
}
