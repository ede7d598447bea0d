//! Looks for a simpler position on which two solvers disagree.
//!
//! The domain is ordered from simple to complicated, so this is a search for a smaller index. It
//! is a scan, coarse at first: a fault rarely shows on one position only. Each find bounds the
//! next, finer scan, until one finds nothing.

use std::cmp::Reverse;

use crossply_solvers::{Entry, Solved};

use crate::Panel;
use crate::agreement::{Disagreement, agree, compare};

/// How many positions a scan looks at where both solvers are quick, and where one is not.
const QUICK_SCAN: u64 = 200_000;
const SLOW_SCAN: u64 = 300;

/// How a disagreement was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// It was met.
    Seen,
    /// A simpler one was looked for, on which these two solvers disagree as well.
    Minimised {
        /// The solvers.
        between: [&'static str; 2],
        /// Whether they were asked for every simpler position, and agree on all of them.
        simplest: bool,
    },
    /// Asked for the position alone, the solvers agree: an answer depends on what was asked before.
    DependsOnHistory,
}

/// Looks for the simplest position on which two of the solvers disagree that disagree on `found`.
///
/// `solvers` are the ones to ask; those that disagreed have to be among them. Whatever is found is
/// confirmed by solvers that were asked nothing else before.
#[must_use]
pub fn minimise<P: Solved>(
    found: &Disagreement<P>,
    solvers: &[&'static Entry<P>],
) -> (Disagreement<P>, Provenance) {
    let asked_alone = |position| compare(position, Panel::new(solvers).answer(position)).err();
    let Some(mut simplest) = asked_alone(found.position) else {
        return (found.clone(), Provenance::DependsOnHistory);
    };
    let pair = quickest_pair(&simplest, solvers);
    let mut panel = Panel::new(&pair);
    let mut disagree = |position| compare(position, panel.answer(position)).is_err();
    let quick_empties = pair.iter().map(|entry| entry.quick_empties).min();
    let quick = P::domain().with_empties(0..=quick_empties.unwrap_or(0)).end;
    loop {
        let index = P::domain().index(simplest.position);
        let quick_end = quick.min(index);
        let quick_stride = (quick_end / QUICK_SCAN).max(1);
        let slow_stride = ((index - quick_end) / SLOW_SCAN).max(1);
        let simpler = (0..quick_end)
            .step_by(quick_stride as usize)
            .chain((quick_end..index).step_by(slow_stride as usize))
            .map(|index| P::domain().position(index))
            .filter(|&position| disagree(position))
            .find_map(asked_alone);
        match simpler {
            Some(simpler) => simplest = simpler,
            None => {
                break (
                    simplest,
                    Provenance::Minimised {
                        between: pair.map(|entry| entry.name),
                        simplest: quick_stride == 1 && slow_stride == 1,
                    },
                );
            }
        }
    }
}

/// Of the pairs that disagree, the one that can be asked about the most positions.
fn quickest_pair<P: Solved>(
    found: &Disagreement<P>,
    solvers: &[&'static Entry<P>],
) -> [&'static Entry<P>; 2] {
    let mut answered: Vec<_> = found
        .outcomes
        .iter()
        .filter_map(|(name, outcome)| {
            let entry = solvers.iter().find(|entry| entry.name == *name)?;
            Some((*entry, outcome))
        })
        .collect();
    answered.sort_by_key(|(entry, _)| Reverse(entry.quick_empties));
    for (place, &(slower, of_slower)) in answered.iter().enumerate() {
        for &(quicker, of_quicker) in &answered[..place] {
            if !agree([of_quicker, of_slower].into_iter()) {
                return [quicker, slower];
            }
        }
    }
    unreachable!("the solvers disagree: {found:?}")
}
