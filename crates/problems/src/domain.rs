//! The numbered domain: all legal positions of a problem, simplest first.
//!
//! A list, built on first use: 19 MB on 4x4, in less than a tenth of a second. Its length is on record. Sampling, exhaustive
//! runs, shrinking and minimising all build on the index.

use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use crate::line::{all_cells, sets};
use crate::{Board, Position, Problem};

/// All legal positions of problem `P`, numbered from 0, fewer empties first.
///
/// [`Problem::domain`] returns it.
pub struct Domain<P> {
    /// By the empties, then by the mask of `x`, then by that of `o`.
    positions: LazyLock<Vec<Position<P>>>,
}

impl<P: Problem> Domain<P> {
    /// For a static: the list is made by code of this package, which is optimised in every build.
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
        let place = |position: &Position<P>| (position.empties(), *position);
        let before = |other: &Position<P>| place(other) < place(&position);
        self.positions.partition_point(before) as u64
    }

    /// Whether a set of cells contains a line, by table look-up. The table form of [`Line::of`](crate::Line::of).
    ///
    /// # Panics
    /// If a cell lies outside the board.
    #[inline]
    pub fn has_line(&self, cells: u16) -> bool {
        sets(P::SIDE)[usize::from(cells)].has_line()
    }

    /// The positions with these indices, in order.
    ///
    /// # Panics
    /// If the range ends beyond [`len`](Self::len).
    pub fn positions(&self, indices: Range<u64>) -> impl Iterator<Item = Position<P>> {
        let indices = indices.start as usize..indices.end as usize;
        self.positions[indices].iter().copied()
    }

    /// The numbers of empties of legal positions, ascending.
    pub fn empties(&self) -> impl DoubleEndedIterator<Item = u32> + use<P> {
        P::RECORDED.iter().map(|(empties, ..)| *empties)
    }

    /// The indices of the positions with a number of empties in the range.
    pub fn with_empties(&self, empties: RangeInclusive<u32>) -> Range<u64> {
        let before = |empties: u32| {
            let sections = P::RECORDED.iter();
            let fewer = sections.take_while(|(number, ..)| *number < empties);
            fewer.map(|(_, count, _)| count).sum::<u64>()
        };
        let start = before(*empties.start());
        start..before(empties.end().saturating_add(1)).max(start)
    }
}

fn all_positions<P: Problem>() -> Vec<Position<P>> {
    let facts = |cells: u16| sets(P::SIDE)[usize::from(cells)];
    let mut positions = Vec::new();
    for stones in P::STONES.rev() {
        let of_x = (0..=all_cells(P::SIDE)).filter(|&x| facts(x).size() == stones);
        for x in of_x.filter(|&x| !facts(x).has_line()) {
            let free = all_cells(P::SIDE) & !x;
            let mut o = 0_u16;
            loop {
                let facts = facts(o);
                if facts.size() == stones && (P::O_MAY_HAVE_WON || !facts.has_line()) {
                    let board = Board::new(x, o).expect("free cells of the board");
                    positions.push(Position::assume_legal(board));
                }
                // The next larger subset of the free cells; after the last, the empty one.
                o = o.wrapping_sub(free) & free;
                if o == 0 {
                    break;
                }
            }
        }
    }
    positions
}
