//! The check of a problem: the games as a user of the library.
//!
//! The legal positions are the domain, and their numbers of empties its sections. Up to 32 positions are symmetric to each
//! other; the first one represents the others. The proof is the trusted answer.

use std::ops::{Range, RangeInclusive};

use crossply::{
    CheckError, Coverage, CrossCheck, Digest, Domain, Findings, Limits, Oracles, Plan, Run, Section,
};
use crossply_problems::symmetry::is_first_of_its_class;
use crossply_problems::{Entry, Position, Problem};
use crossply_proof::right_answer;

use crate::relations::relations;
use crate::truth::proven_answer;

/// The number of positions in a block. Fewer than usual, because a proof takes long.
const BLOCK: u64 = 1024;

/// A check of the solvers of a problem.
pub type Check<P> = CrossCheck<Position<P>, <P as Problem>::Answer>;

/// The legal positions of a problem, as a domain of the library.
#[derive(Clone, Copy, Debug, Default)]
pub struct Positions<P>(std::marker::PhantomData<P>);

/// Which right answers are proven by a certificate. For others the prover's word is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    /// Those to the first position of each symmetry class.
    OneOfEachClass,
    /// All.
    All,
}

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

    fn sections(&self) -> Vec<Section> {
        let empties = P::domain().empties();
        let section = |empties: u32| Section {
            name: empties.to_string(),
            end: first_with_more_empties::<P>(empties),
        };
        empties.map(section).collect()
    }
}

/// The indices of the positions with these numbers of empties; never an empty range.
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
        let wanted = match (empties.start(), empties.end()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        return Err(CheckError::Plan(format!(
            "{} has no position with {wanted} empties: there are {}",
            P::NAME,
            existing.join(", ")
        )));
    }
    Ok(indices)
}

/// The check of these solvers.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "all digests are digests")]
pub fn cross_check<P: Problem>(solvers: &[&'static Entry<P>], proven: Proven) -> Check<P> {
    let records = P::DIGESTS.iter().map(|(empties, digest)| {
        let digest: Digest = digest.parse().expect("a test parses them all");
        (empties.to_string(), digest)
    });
    let mut check = CrossCheck::new(P::NAME, Positions::default())
        .summary(P::SUMMARY)
        .inputs_are("position", "positions")
        .sections_are("empties")
        .block(BLOCK)
        .truth("proof", move |&position| match proven {
            Proven::OneOfEachClass if !is_first_of_its_class(position) => right_answer(position),
            _ => proven_answer(position).unwrap_or_else(|unproven| panic!("{unproven}")),
        })
        .representatives("one of each symmetry class", |&position| {
            is_first_of_its_class(position)
        })
        .subject(P::FAST.name)
        .digests()
        .recorded(records);
    for (name, holds) in relations::<P>() {
        check = check.relation(name, move |&position, ask| {
            holds(position, &mut |position| ask(&position))
        });
    }
    for &entry in solvers {
        check = check
            .stateful(entry.name, || Adapter((entry.new)()))
            .limits(Limits {
                all: first_with_more_empties::<P>(entry.instant_max_empties),
                representatives: first_with_more_empties::<P>(entry.exhaustive_max_empties),
                drawn: first_with_more_empties::<P>(entry.max_empties),
            });
    }
    check
}

/// Carries out a plan of the check, and proves the right answers to the positions that will be shown.
///
/// # Errors
/// Those of the run.
pub fn run<P: Problem>(
    check: &Check<P>,
    plan: &Plan,
    run: Run<'_>,
) -> Result<Findings, CheckError> {
    let mut findings = check.run(plan, run)?;
    for found in &findings.simplest {
        if let Err(unproven) = proven_answer(position_of::<P>(found)) {
            let trouble = format!("the harness itself is at fault: {unproven}");
            findings.counts.trouble.get_or_insert(trouble);
        }
    }
    Ok(findings)
}

/// Which answers a run proves: all that the oracles judge, if somebody has asked for that.
#[must_use]
pub fn proven(coverage: Coverage, oracles: Option<Oracles>) -> Proven {
    match (coverage, oracles) {
        (Coverage::Drawn(_), _)
        | (Coverage::Exhaustive { .. }, Some(Oracles { truth: true, .. })) => Proven::All,
        _ => Proven::OneOfEachClass,
    }
}

/// The position of a finding.
///
/// # Panics
/// If it is of another problem.
#[must_use]
pub fn position_of<P: Problem>(found: &crossply::Finding) -> Position<P> {
    P::domain().position(found.index.0 as u64)
}

/// The index of the first position with more empties than this; the number of positions if there is none.
fn first_with_more_empties<P: Problem>(empties: u32) -> u128 {
    P::domain().with_empties(0..=empties).end.into()
}

/// A solver of a problem as a solver of the library.
struct Adapter<P: Problem>(Box<dyn crossply_problems::Solver<P>>);

impl<P: Problem> crossply::Solver<Position<P>, P::Answer> for Adapter<P> {
    fn solve(&mut self, position: &Position<P>) -> P::Answer {
        self.0.solve(*position)
    }

    fn solve_all(&mut self, positions: &[Position<P>], answers: &mut Vec<P::Answer>) {
        self.0.solve_all(positions, answers);
    }
}
