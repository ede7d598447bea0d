//! The boards on which a program is judged.

use std::ops::Range;
use std::sync::Arc;

use crossply::{Domain, Feature, Finding};
use crossply_games::fault;
use crossply_games::generators::uniform;
use crossply_problems::{Board, Position, Problem};

use crate::limits::most_boards;

/// The number of boards in random order, and their seed: they are the same in every session.
const SHUFFLED: usize = 200;
const SHUFFLE: u64 = 1;

/// The boards of each number of empties that get an input of their own.
const ALONE: u64 = 4;

/// The boards on which a program is judged.
#[derive(Clone, Debug)]
pub enum Boards<P: Problem> {
    /// Boards that expose most mistakes, and then the legal boards with these indices.
    Usual(Range<u64>),
    /// The legal boards with these indices, in order.
    Indices(Range<u64>),
    /// Boards drawn from those with these indices: their number, and the seed.
    Drawn(Range<u64>, u64, u64),
    /// These boards, in one input if the statement allows that.
    Listed(Arc<[Position<P>]>),
}

impl<P: Problem> Boards<P> {
    /// These boards.
    pub fn listed(boards: impl IntoIterator<Item = Position<P>>) -> Self {
        Boards::Listed(boards.into_iter().collect())
    }

    /// The few boards that expose almost every mistake, as `crossply gen --killing` writes them.
    ///
    /// # Panics
    /// If they are not in the judge's format.
    pub fn killing() -> Self {
        let boards: Result<Vec<_>, _> = P::read(P::KILLING.as_bytes()).collect();
        Boards::listed(boards.expect("a test reads them"))
    }

    /// All of them; empty if they are drawn.
    pub fn all(&self) -> Vec<Position<P>> {
        match self {
            Boards::Usual(indices) | Boards::Indices(indices) => {
                P::domain().positions(indices.clone()).collect()
            }
            Boards::Drawn(..) => Vec::new(),
            Boards::Listed(boards) => boards.to_vec(),
        }
    }
}

/// The boards that are judged first, in groups: the name of the group, its boards, and the most boards in an input.
pub(crate) fn first<P: Problem>() -> Vec<(&'static str, Listed<P>, u64)> {
    let at = |board: &str| P::at(board).expect("a legal board of the statement");
    let samples = P::SAMPLES.iter().map(|(board, _)| at(board));
    let domain = P::domain();
    // In the order of the domain, a program could not fail by remembering emptier boards.
    let indices = uniform(SHUFFLE, 0, 0..domain.len()).take(SHUFFLED);
    let drawn = indices.map(|index| domain.position(index));
    // Boards of all sizes, because a program may be too slow to come to emptier boards.
    let some_of_each = domain.empties().flat_map(|empties| {
        let range = domain.with_empties(empties..=empties);
        let step = ((range.end - range.start) / ALONE).max(1);
        range.step_by(step as usize).take(ALONE as usize)
    });
    let alone = some_of_each.map(|index| domain.position(index));
    let (most, _) = most_boards::<P>();
    let mut stages = vec![
        ("the samples", samples.collect(), most),
        (
            "the boards that expose most mistakes",
            Boards::killing().all(),
            most,
        ),
        (
            "200 in random order",
            drawn.collect(),
            most.min(SHUFFLED as u64 / 2),
        ),
        ("some alone", alone.collect(), 1),
    ];
    if let Some(most) = P::LIMITS.boards {
        let emptiest = vec![domain.position(domain.len() - 1); most as usize];
        stages.insert(1, ("the largest input", emptiest, most));
    }
    let listed = |(name, boards, most): (_, Vec<_>, _)| (name, Listed(boards.into()), most);
    stages.into_iter().map(listed).collect()
}

/// Boards in a list, as a domain.
#[derive(Clone, Debug)]
pub(crate) struct Listed<P: Problem>(pub(crate) Arc<[Position<P>]>);

impl<P: Problem> Domain for Listed<P> {
    type Input = Position<P>;

    fn len(&self) -> u128 {
        self.0.len() as u128
    }

    fn input(&self, index: u128) -> Position<P> {
        self.0[index as usize]
    }

    fn index(&self, _: &Position<P>) -> Option<u128> {
        // A board may be in the list twice.
        None
    }

    fn features(&self) -> Vec<Feature<Position<P>>> {
        fault::features()
    }
}

impl<P: Problem> Listed<P> {
    /// Translates the finding's numbers from places in the list to indices of legal boards.
    pub(crate) fn in_domain(&self, mut found: Finding) -> Finding {
        let position = self.0[found.index.0 as usize];
        let index = |listed: u128| u128::from(P::domain().index(self.0[listed as usize]));
        found.section = Board::from(position).empties().to_string();
        found.index.0 = index(found.index.0);
        for asked in &mut found.batch {
            asked.index.0 = index(asked.index.0);
        }
        found
    }
}
