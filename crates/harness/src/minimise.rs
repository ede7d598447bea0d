//! Searches for a simpler position about which a solver is wrong.
//!
//! The domain is ordered from simple to complicated, so this is a search for a smaller index. It scans coarsely at
//! first, because a fault rarely shows on one position only. Each find bounds the next, finer scan, until a scan finds
//! nothing.

use crossply_problems::{Entry, Position, Problem};
use crossply_proof::right_answer;

use crate::oracles::agreement::Finding;
use crate::{Outcome, Panel};

/// The number of positions in a scan, where the solver is quick and where it is not.
const QUICK_SCAN: u64 = 200_000;
const SLOW_SCAN: u64 = 300;

/// How a position was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// A run met it.
    Seen,
    /// It is the result of a search for a simpler position about which this solver is wrong as well.
    Minimised {
        /// The solver.
        wrong: &'static str,
        /// Whether the solver answered every simpler position, and is right about all of them.
        simplest: bool,
    },
    /// Every solver is right about the position alone: an answer depends on earlier positions.
    DependsOnHistory,
}

/// Searches for the simplest position about which one of the solvers that are wrong about `found` is wrong.
///
/// `solvers` are all that take part. Fresh instances confirm each find. The prover decides which answer is right.
#[must_use]
pub fn minimise<P: Problem>(
    found: &Finding<P>,
    solvers: &[&'static Entry<P>],
) -> (Finding<P>, Provenance) {
    // Solvers that answered take part, however long they take; others if the position is practical for them.
    let asked = |entry: &Entry<P>, position: Position<P>| {
        let answered = found.outcomes.iter().any(|(name, _)| *name == entry.name);
        answered || position.empties() <= entry.max_empties
    };
    let asked_alone = |position| {
        let mut panel = Panel::new(solvers);
        let outcomes = panel.answer_if(position, |entry| asked(entry, position));
        let outcomes = outcomes.collect();
        Finding::new(position, outcomes)
    };
    let mut simplest = asked_alone(found.position);
    let Some(wrong) = quickest_wrong(&simplest, solvers) else {
        return (found.clone(), Provenance::DependsOnHistory);
    };
    let mut panel = Panel::new(&[wrong]);
    let mut is_wrong = |position| {
        let right = Outcome::Answer(right_answer(position));
        let mut outcomes = panel.answer_if(position, |_| true);
        outcomes.any(|(_, outcome)| outcome != right)
    };
    // Whether it was wrong about a simpler position in the scan, but not alone.
    let mut depends_on_history = false;
    let quick = P::domain()
        .with_empties(0..=wrong.exhaustive_max_empties)
        .end;
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

/// Of the solvers that are wrong, the one that is quick on the most positions.
fn quickest_wrong<P: Problem>(
    found: &Finding<P>,
    solvers: &[&'static Entry<P>],
) -> Option<&'static Entry<P>> {
    let wrong: Vec<_> = found.wrong().collect();
    let wrong = solvers
        .iter()
        .copied()
        .filter(|entry| wrong.contains(&entry.name));
    wrong.max_by_key(|entry| entry.exhaustive_max_empties)
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Problem};
    use crossply_proof::right_answer;

    use super::*;
    use crate::planted::{By, entry, right, wrong_answer, wrong_at};

    /// Minimises a disagreement on the position with this index, which all solvers but the last `silent` have answered.
    fn minimised(
        index: u64,
        solvers: &[&'static Entry<Ccf201803_4>],
        silent: usize,
    ) -> (u64, Vec<&'static str>, Provenance) {
        let position = Ccf201803_4::domain().position(index);
        let answered = &solvers[..solvers.len() - silent];
        let outcomes = Panel::new(answered).answer_if(position, |_| true).collect();
        let found = Finding::new(position, outcomes);
        let (simplest, provenance) = minimise(&found, solvers);
        let asked = simplest.outcomes.iter().map(|&(name, _)| name).collect();
        let index = Ccf201803_4::domain().index(simplest.position);
        (index, asked, provenance)
    }

    fn wrong(name: &'static str, simplest: bool) -> Provenance {
        Provenance::Minimised {
            wrong: name,
            simplest,
        }
    }

    /// The index of the first position with more than 3 empties, and of the one with 9.
    const SLOW_FROM: u64 = 1910;
    const EMPTY_BOARD: u64 = 2738;

    #[test]
    fn the_simplest_that_the_scans_meet_is_found() {
        let domain = Ccf201803_4::domain();
        assert_eq!(domain.with_empties(0..=3).end, SLOW_FROM);
        let well = entry("right", 9, 9, right);
        let faulty = entry("faulty", 9, 9, || wrong_at([40, 500, 2000]));
        let slow = entry("faulty", 3, 9, || {
            wrong_at([SLOW_FROM + 7, SLOW_FROM + 599, EMPTY_BOARD])
        });
        let slower = entry("slower", 1, 9, || wrong_at([1, 30]));
        let quick = entry("quick", 9, 9, || wrong_at([3, 30]));
        for (solvers, index, expected, provenance) in [
            ([well, faulty], 2000, 40, wrong("faulty", true)),
            ([well, faulty], 500, 40, wrong("faulty", true)),
            ([well, faulty], 40, 40, wrong("faulty", true)),
            // 599 positions precede it and a scan has 300: it visits each one.
            (
                [well, slow],
                SLOW_FROM + 599,
                SLOW_FROM + 7,
                wrong("faulty", true),
            ),
            // 828 positions precede it: the scan visits every other one, and the find had an odd index.
            (
                [well, slow],
                EMPTY_BOARD,
                EMPTY_BOARD,
                wrong("faulty", false),
            ),
            // Of several that are wrong, the quickest is asked.
            ([slower, quick], 30, 3, wrong("quick", true)),
            ([quick, slower], 30, 3, wrong("quick", true)),
        ] {
            let (found, _, how) = minimised(index, &solvers, 0);
            assert_eq!((found, how), (expected, provenance), "{index}");
        }
    }

    #[test]
    fn who_answered_is_asked_again_and_others_if_it_is_practical() {
        let solvers = [
            entry("right", 9, 9, right),
            entry("patient", 3, 5, || wrong_at([EMPTY_BOARD])),
            entry("practical", 1, 9, right),
            entry("silent", 1, 7, right),
        ];
        let asked = vec!["right", "patient", "practical"];
        let expected = (EMPTY_BOARD, asked, wrong("patient", false));
        assert_eq!(minimised(EMPTY_BOARD, &solvers, 2), expected);
    }

    #[test]
    fn what_depends_on_earlier_questions_is_no_simpler_position() {
        // Wrong about one position, and about any position after another one.
        let faulty = entry("faulty", 9, 9, || {
            let mut asked = 0;
            let of_20 = Ccf201803_4::domain().position(20);
            Box::new(By(move |position| {
                asked += 1;
                let is_wrong = position == of_20 || asked > 1;
                let answer = if is_wrong { wrong_answer } else { right_answer };
                answer(position)
            }))
        });
        let solvers = [entry("right", 9, 9, right), faulty];
        let (index, _, provenance) = minimised(20, &solvers, 0);
        assert_eq!((index, provenance), (20, wrong("faulty", false)));
        // It is right about the other one alone.
        let position = Ccf201803_4::domain().position(21);
        let outcomes = vec![("faulty", Outcome::Answer(wrong_answer(position)))];
        let found = Finding::new(position, outcomes);
        let expected = (found.clone(), Provenance::DependsOnHistory);
        assert_eq!(minimise(&found, &solvers), expected);
    }
}
