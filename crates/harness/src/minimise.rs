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

/// A disagreement, and how thoroughly a simpler one was looked for.
#[derive(Clone, Debug)]
pub struct Minimised<P: Solved> {
    /// The simplest disagreement found, with the outcomes of all the solvers.
    pub disagreement: Disagreement<P>,
    /// The solvers whose disagreement was followed.
    pub between: [&'static str; 2],
    /// Whether every simpler position was looked at, and these solvers agree on all of them.
    pub simplest: bool,
}

/// Looks for the simplest position on which two of the solvers disagree that disagree on `found`.
///
/// `solvers` are the ones to ask; those that disagreed have to be among them.
///
/// `None` if the solvers, asked afresh, agree: then an answer depended on what was asked before it.
#[must_use]
pub fn minimise<P: Solved>(
    found: &Disagreement<P>,
    solvers: &[&'static Entry<P>],
) -> Option<Minimised<P>> {
    let pair = quickest_pair(found, solvers)?;
    let mut panel = Panel::new(&pair);
    let mut disagree = |index: u64| {
        let outcomes: Vec<_> = panel.answer(P::domain().position(index)).collect();
        !agree(outcomes.iter().map(|(_, outcome)| outcome))
    };
    let quick_empties = pair.iter().map(|entry| entry.quick_empties).min();
    let quick = P::domain().with_empties(0..=quick_empties.unwrap_or(0)).end;

    let mut index = P::domain().index(found.position);
    loop {
        let quick_end = quick.min(index);
        let quick_stride = (quick_end / QUICK_SCAN).max(1);
        let slow_stride = ((index - quick_end) / SLOW_SCAN).max(1);
        let coarse = (0..quick_end).step_by(quick_stride as usize);
        let mut candidates = coarse.chain((quick_end..index).step_by(slow_stride as usize));
        if let Some(smaller) = candidates.find(|&candidate| disagree(candidate)) {
            index = smaller;
            continue;
        }
        let position = P::domain().position(index);
        let outcomes: Vec<_> = Panel::new(solvers).answer(position).collect();
        return Some(Minimised {
            disagreement: compare(position, outcomes).err()?,
            between: pair.map(|entry| entry.name),
            simplest: quick_stride == 1 && slow_stride == 1,
        });
    }
}

/// Of the pairs that disagree, the one that can be asked about the most positions.
fn quickest_pair<P: Solved>(
    found: &Disagreement<P>,
    solvers: &[&'static Entry<P>],
) -> Option<[&'static Entry<P>; 2]> {
    let outcome = |entry: &Entry<P>| {
        let mut outcomes = found.outcomes.iter();
        Some(&outcomes.find(|(name, _)| *name == entry.name)?.1)
    };
    let mut answered: Vec<_> = solvers
        .iter()
        .filter_map(|&entry| Some((entry, outcome(entry)?)))
        .collect();
    answered.sort_by_key(|(entry, _)| Reverse(entry.quick_empties));
    for (place, &(slower, of_slower)) in answered.iter().enumerate() {
        for &(quicker, of_quicker) in &answered[..place] {
            if !agree([of_quicker, of_slower].into_iter()) {
                return Some([quicker, slower]);
            }
        }
    }
    None
}
