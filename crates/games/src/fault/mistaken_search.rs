//! Mistakes in a search that moves on one board: moves that are not taken back, and bounds that are mixed up.
//!
//! What such a search answers depends on the order of its moves, so it is played as it stands, without a memory. That is
//! quick enough on the board of nine cells only.

use super::geometry::{Geometry, O, X, cells};

/// A search with a mistake.
pub(super) struct MistakenSearch {
    outline: Geometry,
    lines: Vec<u16>,
    /// The sides whose moves stay on the board.
    keeps: [bool; 2],
    /// Which bounds the next ply gets, and whether they cut where alpha is less than beta; none without bounds.
    bounds: Option<Bounds>,
}

#[derive(Clone, Copy, PartialEq)]
enum Bounds {
    Swapped,
    CutBelow,
}

/// Less and more than any score.
const ENDS: [i8; 2] = [-100, 100];

/// All such searches, with what is said of each after "as if".
pub(super) fn all(outline: Geometry) -> Vec<(&'static str, MistakenSearch)> {
    let kept = [
        ("no move were taken back", [true, true]),
        ("moves of x were not taken back", [true, false]),
        ("moves of o were not taken back", [false, true]),
    ];
    let kept = kept.map(|(words, keeps)| (words, keeps, None));
    let bounds = [
        ("alpha and beta were swapped at each ply", Bounds::Swapped),
        (
            "alpha-beta cut where alpha is less than beta",
            Bounds::CutBelow,
        ),
    ];
    let bounds = bounds.map(|(words, bounds)| (words, [false; 2], Some(bounds)));
    let all = kept.into_iter().chain(bounds);
    let all = all.filter(|_| outline.side == 3);
    all.map(|(words, keeps, bounds)| {
        let lines = outline.lines();
        let search = MistakenSearch {
            outline,
            lines,
            keeps,
            bounds,
        };
        (words, search)
    })
    .collect()
}

impl MistakenSearch {
    /// The score of a board on which `x` moves.
    pub(super) fn score(&self, mut stones: [u16; 2]) -> i8 {
        self.search(&mut stones, X, ENDS)
    }

    fn search(&self, stones: &mut [u16; 2], side: usize, mut bounds: [i8; 2]) -> i8 {
        let free = |stones: &[u16; 2]| self.outline.board() & !(stones[X] | stones[O]);
        let empties = free(stones).count_ones() as i8;
        for (side, sign) in [(X, 1), (O, -1)] {
            if self.lines.iter().any(|line| line & !stones[side] == 0) {
                return sign * (empties + 1);
            }
        }
        if empties == 0 {
            return 0;
        }
        let mut best = ENDS[side];
        for cell in cells(self.outline.board()).map(|cell| 1 << cell) {
            if free(stones) & cell == 0 {
                continue;
            }
            stones[side] |= cell;
            let next = match self.bounds {
                Some(Bounds::Swapped) => [bounds[1], bounds[0]],
                _ => bounds,
            };
            let score = self.search(stones, 1 - side, next);
            if !self.keeps[side] {
                stones[side] &= !cell;
            }
            best = if side == X {
                best.max(score)
            } else {
                best.min(score)
            };
            let bound = &mut bounds[side];
            *bound = if side == X {
                best.max(*bound)
            } else {
                best.min(*bound)
            };
            let [alpha, beta] = bounds;
            let cuts = match self.bounds {
                None => false,
                Some(Bounds::Swapped) => alpha >= beta,
                Some(Bounds::CutBelow) => alpha < beta,
            };
            if cuts {
                break;
            }
        }
        best
    }
}
