//! The boards of one run.

use std::ops::Range;
use std::sync::Arc;

use crossply_problems::{Board, Problem};

/// A sequence of boards: a part of the domain, which takes no memory, or a list.
#[derive(Clone, Debug)]
pub enum Boards<P: Problem> {
    /// The positions with these indices, in order.
    Domain(Range<u64>),
    /// Part of a list, whose boards need not be legal.
    Listed(Arc<[Board<P>]>, Range<usize>),
}

impl<P: Problem> Boards<P> {
    /// The boards of the list.
    pub fn listed(boards: impl IntoIterator<Item = Board<P>>) -> Self {
        let list: Arc<[_]> = boards.into_iter().collect();
        let all = 0..list.len();
        Boards::Listed(list, all)
    }

    /// The number of boards.
    #[must_use]
    pub fn len(&self) -> u64 {
        match self {
            Boards::Domain(indices) => indices.end - indices.start,
            Boards::Listed(_, part) => part.len() as u64,
        }
    }

    /// Whether the sequence is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The boards from `range.start` to before `range.end`.
    ///
    /// # Panics
    /// If the range goes beyond the end.
    #[must_use]
    pub fn part(&self, range: Range<u64>) -> Self {
        assert!(
            range.start <= range.end && range.end <= self.len(),
            "{range:?}"
        );
        match self {
            Boards::Domain(indices) => {
                Boards::Domain(indices.start + range.start..indices.start + range.end)
            }
            Boards::Listed(list, part) => {
                let (start, end) = (range.start as usize, range.end as usize);
                Boards::Listed(Arc::clone(list), part.start + start..part.start + end)
            }
        }
    }

    /// Which of the boards of the whole these are. None if they are no part of it.
    pub(crate) fn within(&self, whole: &Self) -> Option<Range<u64>> {
        let (part, all) = match (self, whole) {
            (Boards::Domain(part), Boards::Domain(all)) => (part.clone(), all.clone()),
            (Boards::Listed(one, part), Boards::Listed(other, all)) if Arc::ptr_eq(one, other) => {
                let indices = |range: &Range<usize>| range.start as u64..range.end as u64;
                (indices(part), indices(all))
            }
            _ => return None,
        };
        let is_within = all.start <= part.start && part.end <= all.end;
        is_within.then(|| part.start - all.start..part.end - all.start)
    }

    /// Parts of at most `most` boards, in order.
    #[must_use = "it only cuts"]
    pub fn parts(&self, most: u64) -> impl DoubleEndedIterator<Item = Self> {
        let parts = self.len().div_ceil(most);
        (0..parts).map(move |part| self.part(part * most..self.len().min((part + 1) * most)))
    }

    /// The board with this index in the sequence, from 0.
    ///
    /// # Panics
    /// If the index is not below the number of boards.
    #[must_use]
    pub fn board(&self, index: u64) -> Board<P> {
        match self {
            Boards::Domain(indices) => P::domain().position(indices.start + index).into(),
            Boards::Listed(list, part) => list[part.clone()][index as usize],
        }
    }

    /// All boards, in order.
    pub fn iter(&self) -> impl Iterator<Item = Board<P>> {
        let (indices, listed) = match self {
            Boards::Domain(indices) => (indices.clone(), &[][..]),
            Boards::Listed(list, part) => (0..0, &list[part.clone()]),
        };
        let positions = P::domain().positions(indices).map(Board::from);
        positions.chain(listed.iter().copied())
    }
}

/// The index of the board, if it is a legal position.
pub(crate) fn index_of<P: Problem>(board: Board<P>) -> Option<u64> {
    let position = P::legal(board).ok()?;
    Some(P::domain().index(position))
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;

    #[test]
    fn parts_are_the_whole() {
        let domain = Boards::<Ccf201803_4>::Domain(10..33);
        let list = Boards::listed(domain.iter());
        for boards in [domain, list] {
            assert_eq!(boards.len(), 23);
            let whole: Vec<_> = boards.iter().collect();
            for most in [1, 5, 23, 100] {
                let parts: Vec<_> = boards.parts(most).collect();
                assert!(
                    parts
                        .iter()
                        .all(|part| part.len() <= most && !part.is_empty())
                );
                let together: Vec<_> = parts.iter().flat_map(Boards::iter).collect();
                assert_eq!(together, whole);
            }
            let part = boards.part(3..9).part(2..4);
            assert_eq!(part.iter().collect::<Vec<_>>(), whole[5..7]);
            assert_eq!(part.board(1), whole[6]);
            assert_eq!(index_of(part.board(1)), Some(16));
            let inner = boards.part(1..20);
            assert_eq!(
                (part.within(&boards), part.within(&inner)),
                (Some(5..7), Some(4..6))
            );
            assert_eq!(
                (boards.within(&part), boards.part(0..2).within(&inner)),
                (None, None)
            );
        }
    }
}
