//! The boards on which a program is judged.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crossply::{Domain, Feature, Finding, Provenance};
use crossply_games::fault;
use crossply_games::generators::uniform;
use crossply_problems::{Position, Problem};

/// The number of boards in random order.
const SHUFFLED_COUNT: usize = 200;
/// Their seed, so that they are the same in every session.
const SHUFFLED_SEED: u64 = 1;

/// How many boards of each number of empties get an input of their own.
const ALONE_COUNT: u64 = 4;

/// The boards on which a program is judged.
#[derive(Clone, Debug)]
pub enum Boards<P: Problem> {
    /// Boards that expose most mistakes, followed by the legal boards with these indices.
    Usual(Range<u64>),
    /// The legal boards with these indices, in order.
    Indices(Range<u64>),
    /// Boards drawn at random from those with these indices; the number of boards, and the seed.
    Drawn(Range<u64>, u64, u64),
    /// These boards, in one input if the statement allows that.
    Listed(Arc<[Position<P>]>),
}

impl<P: Problem> Boards<P> {
    /// Lists these boards.
    pub fn listed(boards: impl IntoIterator<Item = Position<P>>) -> Self {
        Boards::Listed(boards.into_iter().collect())
    }

    /// The few boards that expose almost every mistake, as `crossply gen --killing` writes them.
    #[expect(clippy::missing_panics_doc, reason = "a test reads them")]
    pub fn killing() -> Self {
        let boards: Result<Vec<_>, _> = P::read(P::KILLING.as_bytes()).collect();
        Boards::listed(boards.expect("a test reads them"))
    }

    /// Each listed board only once, as recorded answers are judged: the first time.
    #[must_use]
    pub fn distinct(self) -> Self {
        match self {
            Boards::Listed(boards) => {
                let mut seen = HashSet::new();
                Boards::listed(boards.iter().copied().filter(|board| seen.insert(*board)))
            }
            others => others,
        }
    }

    /// All of the boards. None if they are drawn.
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

/// Boards that are judged before the legal boards.
pub(crate) struct Group<P: Problem> {
    pub(crate) name: &'static str,
    pub(crate) boards: BoardList<P>,
    /// The most boards in an input.
    pub(crate) input_size: u64,
}

/// The groups of boards that are judged before the legal boards.
pub(crate) fn first_groups<P: Problem>() -> Vec<Group<P>> {
    let samples = P::SAMPLES
        .iter()
        .map(|(board, _)| P::parse(board).expect("a legal board of the statement"));
    let domain = P::domain();
    // The domain has emptier boards last, so its order does not show whether a program remembers them.
    let shuffled_indices = uniform(SHUFFLED_SEED, 0, 0..domain.len()).take(SHUFFLED_COUNT);
    let shuffled = shuffled_indices.map(|index| domain.position(index));
    // A slow program may never reach the emptier boards, so this has boards of each number of empties.
    let alone_indices = domain.empties().flat_map(|empties| {
        let range = domain.with_empties(empties..=empties);
        let step = ((range.end - range.start) / ALONE_COUNT).max(1);
        range.step_by(step as usize).take(ALONE_COUNT as usize)
    });
    let alone = alone_indices.map(|index| domain.position(index));
    let input_size = largest_input::<P>();
    let group = |name, boards: Vec<_>, input_size| Group {
        name,
        boards: BoardList(boards.into()),
        input_size,
    };
    let mut groups = vec![group("the samples", samples.collect(), input_size)];
    if let Some(most_boards) = P::LIMITS.boards {
        let emptiest = vec![domain.position(domain.len() - 1); most_boards as usize];
        groups.push(group("the largest input", emptiest, most_boards));
    }
    let killing = Boards::killing().all();
    let shuffled_size = input_size.min(SHUFFLED_COUNT as u64 / 2);
    groups.extend([
        group("the boards that expose most mistakes", killing, input_size),
        group("200 in random order", shuffled.collect(), shuffled_size),
        group("some alone", alone.collect(), 1),
    ]);
    groups
}

/// The most boards in one input at first: as many as the statement promises, or so many that the start of a process
/// takes little of the time.
pub(crate) fn largest_input<P: Problem>() -> u64 {
    P::LIMITS.boards.unwrap_or(2048)
}

/// The most boards in one input later in a session, when inputs have grown.
pub(crate) fn largest_later_input<P: Problem>() -> u64 {
    P::LIMITS.boards.unwrap_or(1 << 16)
}

/// A list of boards, as a domain.
#[derive(Clone, Debug)]
pub(crate) struct BoardList<P: Problem>(pub(crate) Arc<[Position<P>]>);

impl<P: Problem> Domain for BoardList<P> {
    type Input = Position<P>;

    fn len(&self) -> u128 {
        self.0.len() as u128
    }

    fn input(&self, index: u128) -> Position<P> {
        self.0[index as usize]
    }

    fn index(&self, _: &Position<P>) -> Option<u128> {
        // The list may have a board twice.
        None
    }

    fn features(&self) -> Vec<Feature> {
        fault::features::<P>()
    }
}

impl<P: Problem> BoardList<P> {
    /// Translates findings about the list to findings about the domain of legal boards. What is simplest in the list need
    /// not be so there.
    pub(crate) fn in_domain(&self, mut findings: Vec<Finding>) -> Vec<Finding> {
        let board = |list_index: u128| self.0[list_index as usize];
        let domain_index = |list_index| u128::from(P::domain().index(board(list_index)));
        for finding in &mut findings {
            finding.section = board(finding.index.0).empties().to_string();
            finding.index.0 = domain_index(finding.index.0);
            for asked in &mut finding.batch {
                asked.index.0 = domain_index(asked.index.0);
            }
            if finding.provenance != Provenance::DependsOnHistory {
                finding.provenance = Provenance::Seen;
            }
        }
        findings
    }
}
