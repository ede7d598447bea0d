//! Looks for a simpler position about which a solver is wrong.
//!
//! The domain is ordered from simple to complicated, so this is a search for a smaller index. It
//! is a scan, coarse at first: a fault rarely shows on one position only. Each find bounds the
//! next, finer scan, until one finds nothing.

use crossply_problems::Position;
use crossply_solvers::Entry;

use crate::oracles::Judged;
use crate::oracles::agreement::Disagreement;
use crate::{Outcome, Panel};

/// How many positions a scan looks at where the solver is quick, and where it is not.
const QUICK_SCAN: u64 = 200_000;
const SLOW_SCAN: u64 = 300;

/// How a disagreement was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// It was met.
    Seen,
    /// A simpler one was looked for, about which this solver is wrong as well.
    Minimised {
        /// The solver.
        wrong: &'static str,
        /// Whether it was asked for every simpler position, and is right about all of them.
        simplest: bool,
    },
    /// Asked for the position alone, all are right: an answer depends on what was asked before.
    DependsOnHistory,
}

/// Looks for the simplest position about which a solver is wrong that is wrong about `found`.
///
/// `solvers` are the ones to ask. Whatever is found is confirmed by solvers that were asked nothing
/// else before. What is right is for the prover to say.
#[must_use]
pub fn minimise<P: Judged>(
    found: &Disagreement<P>,
    solvers: &[&'static Entry<P>],
) -> (Disagreement<P>, Provenance) {
    // Those that answered, however long they take; and others, if they are practical.
    let asked = |entry: &Entry<P>, position: Position<P>| {
        let answered = found.outcomes.iter().any(|(name, _)| *name == entry.name);
        answered || position.empties() <= entry.practical_empties
    };
    let asked_alone = |position| {
        let mut panel = Panel::new(solvers);
        let outcomes = panel.answer_if(position, |entry| asked(entry, position));
        let outcomes = outcomes.collect();
        Disagreement::new(position, outcomes)
    };
    let mut simplest = asked_alone(found.position);
    let Some(wrong) = quickest_wrong(&simplest, solvers) else {
        return (found.clone(), Provenance::DependsOnHistory);
    };
    let mut panel = Panel::new(&[wrong]);
    let mut is_wrong = |position| {
        let right = Outcome::Answer(P::right_answer(position));
        let mut outcomes = panel.answer_if(position, |_| true);
        outcomes.any(|(_, outcome)| outcome != right)
    };
    // Whether it was wrong about a simpler position, but not when asked for that alone.
    let mut depends_on_history = false;
    let quick = P::domain().with_empties(0..=wrong.quick_empties).end;
    loop {
        let index = P::domain().index(simplest.position);
        let quick_end = quick.min(index);
        let quick_stride = (quick_end / QUICK_SCAN).max(1);
        let slow_stride = ((index - quick_end) / SLOW_SCAN).max(1);
        let mut candidates = (0..quick_end)
            .step_by(quick_stride as usize)
            .chain((quick_end..index).step_by(slow_stride as usize))
            .map(|index| P::domain().position(index))
            .filter(|&position| is_wrong(position));
        let simpler = candidates.find_map(|position| {
            let answers = asked_alone(position);
            let confirmed = answers.wrong().any(|name| name == wrong.name);
            depends_on_history |= !confirmed;
            confirmed.then_some(answers)
        });
        if let Some(simpler) = simpler {
            simplest = simpler;
            continue;
        }
        let complete = quick_stride == 1 && slow_stride == 1;
        let provenance = Provenance::Minimised {
            wrong: wrong.name,
            simplest: complete && !depends_on_history,
        };
        return (simplest, provenance);
    }
}

/// Of the solvers that are wrong, the one that can be asked about the most positions.
fn quickest_wrong<P: Judged>(
    found: &Disagreement<P>,
    solvers: &[&'static Entry<P>],
) -> Option<&'static Entry<P>> {
    let wrong: Vec<_> = found.wrong().collect();
    let wrong = solvers
        .iter()
        .copied()
        .filter(|entry| wrong.contains(&entry.name));
    wrong.max_by_key(|entry| entry.quick_empties)
}
