//! The numbered domain: all legal positions of a problem, simplest first.
//!
//! A position's index is its rank among the legal placements in the order of
//! [`Numbering`](crate::numbering), whose classes come in the order of their empties. One bit a
//! placement says which are legal; rank and select on the bits translate between index and
//! number. Both directions take about a tenth of a microsecond, and the 4x4 domain takes about a
//! megabyte. Sampling, exhaustive runs, shrinking and minimising all rest on the index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Range, RangeInclusive};

use crate::bit_rank::BitRank;
use crate::line::sets;
use crate::numbering::Numbering;
use crate::{Position, Problem};

/// All legal positions of problem `P`, numbered from 0, those with fewer empties first.
///
/// Obtained from [`Problem::domain`].
pub struct Domain<P> {
    numbering: Numbering,
    legal: BitRank,
    problem: PhantomData<P>,
}

impl<P: Problem> Domain<P> {
    pub(crate) fn new() -> Self {
        let numbering = Numbering::new(P::SIDE, P::STONES);
        let has_line = |cells: u16| sets(P::SIDE)[usize::from(cells)].has_line();
        let legal = BitRank::new(
            numbering
                .placements()
                .map(|(x, o)| !has_line(x) && (P::O_MAY_HAVE_WON || !has_line(o))),
        );
        Domain {
            numbering,
            legal,
            problem: PhantomData,
        }
    }

    /// The number of legal positions.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no domain is empty")]
    pub fn len(&self) -> u64 {
        self.legal.ones()
    }

    /// The position with this index.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    #[inline]
    #[must_use]
    pub fn position(&self, index: u64) -> Position<P> {
        assert!(
            index < self.len(),
            "{} has {} positions, none with index {index}",
            P::NAME,
            self.len()
        );
        let (x, o) = self.numbering.placement(self.legal.select(index));
        Position::known_legal(x, o)
    }

    /// The index of the position: the inverse of [`position`](Self::position).
    #[inline]
    #[must_use]
    pub fn index(&self, position: Position<P>) -> u64 {
        self.legal
            .rank(self.numbering.number(position.x(), position.o()))
    }

    /// Whether a set of cells holds a line: [`Board::line`](crate::Board::line), looked up.
    ///
    /// # Panics
    /// If a cell is not on the board.
    #[inline]
    #[must_use]
    pub fn has_line(&self, cells: u16) -> bool {
        sets(P::SIDE)[usize::from(cells)].has_line()
    }

    /// The positions with these indices, in order: quicker than one by one.
    ///
    /// # Panics
    /// If the range reaches beyond [`len`](Self::len).
    pub fn positions(&self, indices: Range<u64>) -> impl Iterator<Item = Position<P>> {
        assert!(
            indices.end <= self.len(),
            "{} has {} positions, not {indices:?}",
            P::NAME,
            self.len()
        );
        let count = indices.end.saturating_sub(indices.start) as usize;
        let first = (count > 0).then(|| self.legal.select(indices.start));
        let numbers = first
            .into_iter()
            .flat_map(|first| self.legal.places_from(first));
        let placements = self.numbering.placements_at(numbers.take(count));
        placements.map(|(x, o)| Position::known_legal(x, o))
    }

    /// The numbers of empties that legal positions have, ascending.
    pub fn empties(&self) -> impl DoubleEndedIterator<Item = u32> + use<P> {
        P::STONES.rev().map(empties_with::<P>)
    }

    /// The indices of the positions whose number of empties lies in the range.
    #[must_use]
    pub fn with_empties(&self, empties: RangeInclusive<u32>) -> Range<u64> {
        let mut selected = P::STONES.filter(|&stones| empties.contains(&empties_with::<P>(stones)));
        let Some(fewest_stones) = selected.next() else {
            return 0..0;
        };
        let most_stones = selected.next_back().unwrap_or(fewest_stones);
        let start = self.legal.rank(self.numbering.first_with(most_stones));
        let end = if fewest_stones == *P::STONES.start() {
            self.len()
        } else {
            self.legal
                .rank(self.numbering.first_with(fewest_stones - 1))
        };
        start..end
    }
}

impl<P: Problem> fmt::Debug for Domain<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} positions)", P::NAME, self.len())
    }
}

fn empties_with<P: Problem>(stones: u32) -> u32 {
    Position::<P>::CELLS - 2 * stones
}
