//! Adapters for the library: legal positions as a domain, and solvers of a problem as solvers of a check.

use std::marker::PhantomData;
use std::ops::{Range, RangeInclusive};

use crossply::domain::{Axis, Decoded, number_of};
use crossply::{CheckError, CrossCheck, Domain, Feature, Section};
use crossply_problems::{Game, Position, Problem};

use crate::fault;
use crate::generators::codec;

/// A check of the solvers of a problem.
pub type Check<P> = CrossCheck<Position<P>, <P as Game>::Answer>;

/// The legal positions of a problem, as a domain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Positions<P>(PhantomData<P>);

impl<P: Problem> Domain for Positions<P> {
    type Input = Position<P>;

    fn len(&self) -> u128 {
        P::domain().len().into()
    }

    fn input(&self, index: u128) -> Position<P> {
        P::domain().position(index as u64)
    }

    fn index(&self, position: &Position<P>) -> Option<u128> {
        Some(P::domain().index(*position).into())
    }

    fn fill(&self, indices: Range<u128>, positions: &mut Vec<Position<P>>) {
        positions.extend(P::domain().positions(indices.start as u64..indices.end as u64));
    }

    fn decode(&self, bytes: &[u8]) -> Decoded<Position<P>> {
        Decoded::Number(Self::decode_index(bytes))
    }

    fn sections(&self) -> Vec<Section> {
        let empties = P::domain().empties();
        empties
            .map(|empties| Section {
                name: empties.to_string(),
                end: first_with_more_empties::<P>(empties),
            })
            .collect()
    }

    /// None: the table shows the sections, and within a section the order of positions has no meaning for a map to
    /// show.
    fn axes(&self) -> Vec<Axis> {
        Vec::new()
    }

    fn features(&self) -> Vec<Feature> {
        fault::features::<P>()
    }
}

impl<P: Problem> Positions<P> {
    /// The index of the position that a fuzzer's bytes encode: as a drawing of a board, so that seeds can be written by
    /// hand, or else as a number.
    pub fn decode_index(bytes: &[u8]) -> u128 {
        if !bytes.is_empty() && bytes.iter().all(|byte| b".xXoO/ \r\n".contains(byte)) {
            return P::domain().index(codec::decode(bytes)).into();
        }
        number_of(bytes, P::domain().len().into())
    }
}

/// The indices of the positions whose number of empties lies in the range. There is at least one.
///
/// # Errors
/// If there is no such position.
pub fn indices_with_empties<P: Problem>(
    empties: &RangeInclusive<u32>,
) -> Result<Range<u64>, CheckError> {
    let indices = P::domain().with_empties(empties.clone());
    if indices.is_empty() {
        let existing: Vec<_> = P::domain()
            .empties()
            .map(|empties| empties.to_string())
            .collect();
        let requested = match (empties.start(), empties.end()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        return Err(CheckError::new(format!(
            "{} has no position with {requested} empties: there are {}",
            P::NAME,
            existing.join(", ")
        )));
    }
    Ok(indices)
}

/// The index of the first position with more than this many empties. The number of positions if there is none.
pub(crate) fn first_with_more_empties<P: Problem>(empties: u32) -> u128 {
    P::domain().with_empties(0..=empties).end.into()
}

/// A solver of a problem as a solver of a check.
pub(crate) struct SolverAdapter<P: Problem>(pub(crate) Box<dyn crossply_problems::Solver<P>>);

impl<P: Problem> crossply::Solver<Position<P>, P::Answer> for SolverAdapter<P> {
    fn solve(&mut self, position: &Position<P>) -> P::Answer {
        self.0.solve(*position)
    }

    fn solve_all(&mut self, positions: &[Position<P>], answers: &mut Vec<P::Answer>) {
        self.0.solve_all(positions, answers);
    }
}
