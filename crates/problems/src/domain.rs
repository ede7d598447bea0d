//! The numbered domain: all legal positions of a problem, simplest first.
//!
//! The list of positions is built on first use. On 4x4 it takes 19 MB, and less than a tenth of a second. Sampling,
//! exhaustive runs, shrinking and minimising all build on the index of a position.

use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use crate::{Board, Position, Problem, all_cells, has_line};

/// All legal positions of problem `P`, numbered from 0, those with fewer empties first. [`Problem::domain`] returns it.
pub struct Domain<P> {
    /// Sorted by the number of empties, then by the stones of `x` and those of `o`, as numbers.
    positions: LazyLock<Vec<Position<P>>>,
}

impl<P: Problem> Domain<P> {
    /// Called from statics of this package, so that the list is built by fully optimised code in every profile.
    pub(crate) const fn new() -> Self {
        Domain {
            positions: LazyLock::new(all_positions::<P>),
        }
    }

    /// The number of legal positions.
    #[allow(clippy::len_without_is_empty, reason = "no domain is empty")]
    pub fn len(&self) -> u64 {
        P::RECORDED.iter().map(|(_, count, _)| count).sum()
    }

    /// The position with this index.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    #[inline]
    pub fn position(&self, index: u64) -> Position<P> {
        self.positions[index as usize]
    }

    /// The index of the position: the inverse of [`position`](Self::position).
    #[inline]
    pub fn index(&self, position: Position<P>) -> u64 {
        let key = (position.empties(), position);
        self.positions
            .partition_point(|other| (other.empties(), *other) < key) as u64
    }

    /// The positions with these indices, in order.
    ///
    /// # Panics
    /// If the range exceeds [`len`](Self::len).
    pub fn positions(&self, indices: Range<u64>) -> impl Iterator<Item = Position<P>> {
        let indices = indices.start as usize..indices.end as usize;
        self.positions[indices].iter().copied()
    }

    /// How many empties legal positions can have, in ascending order.
    pub fn empties(&self) -> impl DoubleEndedIterator<Item = u32> + use<P> {
        P::RECORDED.iter().map(|(empties, ..)| *empties)
    }

    /// The indices of the positions whose number of empties lies in the range.
    pub fn with_empties(&self, empties: RangeInclusive<u32>) -> Range<u64> {
        let start = count_with_fewer::<P>(*empties.start());
        let end = count_with_fewer::<P>(empties.end().saturating_add(1));
        start..end.max(start)
    }
}

/// The number of legal positions with fewer empties.
fn count_with_fewer<P: Problem>(limit: u32) -> u64 {
    let with_fewer = P::RECORDED
        .iter()
        .take_while(|(empties, ..)| *empties < limit);
    with_fewer.map(|(_, count, _)| count).sum()
}

fn all_positions<P: Problem>() -> Vec<Position<P>> {
    let all_cells = all_cells(P::ROWS);
    let mut positions = Vec::new();
    for stones in P::STONES.rev() {
        for x in 0..=all_cells {
            if x.count_ones() != stones || has_line(P::ROWS, x) {
                continue;
            }
            let free = all_cells & !x;
            let mut o = 0_u16;
            loop {
                if o.count_ones() == stones && (P::O_MAY_HAVE_WON || !has_line(P::ROWS, o)) {
                    let board = Board::new(x, o).expect("free cells of the board");
                    positions.push(Position::assume_legal(board));
                }
                // The next larger subset of the free cells. The last one is followed by the empty set.
                o = o.wrapping_sub(free) & free;
                if o == 0 {
                    break;
                }
            }
        }
    }
    positions
}
