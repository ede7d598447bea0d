//! Shrinking: the search for a simpler input that a solver gets wrong.
//!
//! First, the search tries the simpler neighbours that the domain offers: a word with a letter removed, a number nearer to
//! zero. Then it scans inputs with smaller numbers, because a domain has simple inputs first. Scans start coarse, because a
//! fault rarely shows on a single input, and each failing input bounds the next, finer scan. For a drawn input, whose number
//! is only a seed, the domain itself does the shrinking.

use std::iter;
use std::ops::Range;

use crate::definition::{Batch, Definition, Limits, Numbers};
use crate::failure::{FailureKind, catch_panic};
use crate::finding::{Finding, Provenance};
use crate::oracle::ask::{ask, practical, single};
use crate::oracle::relation::{subject, violation};
use crate::oracle::truth::quick_answer;
use crate::oracle::{Panel, is_wrong};

/// The largest number of inputs in a scan: within the solver's limit for representatives, and beyond it.
const QUICK_SCAN: u128 = 200_000;
const SLOW_SCAN: u128 = 300;

/// The largest number of inputs that a search asks a program for, and how many inputs the run has compared for each of them:
/// a process may take seconds.
const ASKED_OF_PROGRAM: u128 = 30;
const COMPARED_FOR_EACH: u128 = 16;

/// Searches for the simplest input on which one of the solvers in `found` is wrong or, if the right answer is unknown, differs.
/// Fresh instances confirm each failing input. The run before the search has compared `compared` inputs, and has found no
/// wrong answers of a solver below the number that `judged_below` returns, and for `None` no relation that does not hold.
pub(crate) fn minimise(
    check: &Definition,
    found: &Finding,
    compared: u64,
    judged_below: &dyn Fn(Option<usize>) -> u128,
) -> Finding {
    let search = Search { check, found };
    // If the run compared few inputs, solvers are slow.
    let quick_scan = QUICK_SCAN.min(SLOW_SCAN.max(compared.into()));
    if found.violated.is_some() && found.right.is_none() {
        return search.simplest_violation(quick_scan, judged_below(None));
    }
    let Some(mut simplest) = search.asked_alone(found.index.0) else {
        let mut found = found.clone();
        // A violated relation does not show which of its answers is wrong.
        if found.violated.is_none() {
            found.provenance = Provenance::DependsOnHistory;
        }
        return found;
    };
    let Some(wrong) = search.quickest_wrong(&simplest) else {
        return simplest;
    };
    let name = check.solvers[wrong].name.clone();
    let is_same =
        |found: &Finding| check.truth.is_none() || found.wrong().any(|wrong| wrong == name);
    if check.is_drawn {
        return search
            .shrunk(quick_scan, is_same)
            .map_or(simplest, |shrunk| Finding {
                provenance: Provenance::Shrunk {
                    wrong: name.clone(),
                },
                ..shrunk
            });
    }
    // Whether the solver was wrong on a simpler input in the scan, but not on that input alone.
    let mut depends_on_history = false;
    let mut panel = Panel::new(check);
    let is_program = panel.is_program(wrong);
    // The inputs that the search may still ask for: of neighbours for a function, of all for a program.
    let for_program = if search.exceeds_time(wrong) {
        0
    } else {
        ASKED_OF_PROGRAM.min(u128::from(compared) / COMPARED_FOR_EACH)
    };
    let mut left = if is_program { for_program } else { quick_scan };
    let quick = |solver: usize| {
        let quick = check.solvers[solver].limits.representatives;
        if is_program { 0 } else { quick }
    };
    let is_compared = check.truth.is_none() && check.solvers.len() > 1;
    let others = is_compared.then(|| quick(other_than(wrong)));
    let quick = others.map_or(quick(wrong), |others| others.min(quick(wrong)));
    loop {
        let simpler = check
            .domain
            .simpler(simplest.index.0)
            .into_iter()
            .find_map(|index| {
                left = left.checked_sub(1)?;
                let is_wrong = search.is_wrong(&mut panel, wrong, index);
                let confirmed = is_wrong.then(|| search.asked_alone(index));
                confirmed.flatten().filter(is_same)
            });
        if let Some(simpler) = simpler {
            simplest = simpler;
            continue;
        }
        let index = simplest.index.0;
        let start = judged_below(Some(wrong)).min(index);
        let quick_end = quick.clamp(start, index);
        let quick_stride = ((quick_end - start) / quick_scan).max(1);
        let slow_scan = if is_program { left.max(1) } else { SLOW_SCAN };
        let slow_stride = ((index - quick_end) / slow_scan).max(1);
        let scan =
            strided(start..quick_end, quick_stride).chain(strided(quick_end..index, slow_stride));
        let mut is_cut = false;
        let mut simpler = None;
        for index in scan {
            if is_program {
                let Some(rest) = left.checked_sub(1) else {
                    is_cut = true;
                    break;
                };
                left = rest;
            }
            if search.is_wrong(&mut panel, wrong, index) {
                simpler = search.asked_alone(index).filter(is_same);
                if simpler.is_some() {
                    break;
                }
                depends_on_history = true;
            }
        }
        if let Some(simpler) = simpler {
            simplest = simpler;
            continue;
        }
        let complete = quick_stride == 1 && slow_stride == 1 && !is_cut;
        simplest.provenance = Provenance::Minimised {
            wrong: name,
            simplest: complete && !depends_on_history,
        };
        return simplest;
    }
}

/// Every `stride`-th number of the range.
fn strided(range: Range<u128>, stride: u128) -> impl Iterator<Item = u128> {
    let next = move |index: &u128| index.checked_add(stride);
    iter::successors(Some(range.start), next).take_while(move |index| *index < range.end)
}

/// The first solver other than this one.
fn other_than(solver: usize) -> usize {
    usize::from(solver == 0)
}

struct Search<'a> {
    check: &'a Definition,
    found: &'a Finding,
}

impl Search<'_> {
    /// The simplest input for which a relation does not hold. Any relation counts: none is tried where one before it does not
    /// hold.
    fn simplest_violation(&self, quick_scan: u128, related_below: u128) -> Finding {
        let check = self.check;
        let mut simplest = self.found.clone();
        let Some(solver) = subject(check, 0..check.solvers.len()) else {
            return simplest;
        };
        let mut panel = Panel::new(check);
        if check.is_drawn
            || self
                .violated(&mut panel, solver, simplest.index.0)
                .is_none()
        {
            return simplest;
        }
        let scan = if panel.is_program(solver) {
            ASKED_OF_PROGRAM
        } else {
            quick_scan
        };
        let mut stride = 0;
        while stride != 1 {
            let end = simplest.index.0;
            let start = related_below.min(end);
            stride = ((end - start) / scan).max(1);
            let found = strided(start..end, stride)
                .find_map(|index| self.violated(&mut panel, solver, index));
            match found {
                Some(simpler) => simplest = simpler,
                None => break,
            }
        }
        simplest.provenance = Provenance::Minimised {
            wrong: check.solvers[solver].name.clone(),
            simplest: stride == 1,
        };
        simplest
    }

    /// The finding on an input for which a relation does not hold.
    fn violated(&self, panel: &mut Panel, solver: usize, index: u128) -> Option<Finding> {
        let check = self.check;
        let batch = catch_panic(|| single(check, index)).ok()?;
        let input = batch.inputs.item(0);
        if check.admits(input) != Ok(true) {
            return None;
        }
        let found = violation(check, panel, solver, Some(index), input)?;
        found.contradiction().is_none().then_some(found)
    }

    /// The finding, if fresh solvers are wrong or differ on this input alone. The solvers of the original finding take part,
    /// and others if the input is within their limits.
    fn asked_alone(&self, index: u128) -> Option<Finding> {
        let answered = |name: &str| self.found.answers.iter().any(|given| given.solver == name);
        let takes_part = |name: &str, limits: &Limits| answered(name) || index < limits.drawn;
        let batch = single(self.check, index);
        let mut panel = Panel::new(self.check);
        let found = ask(self.check, &mut panel, &batch, true, takes_part).err()?;
        self.is_known(&found).then_some(found)
    }

    /// Whether this solver exceeded the time limit. Each attempt might take as long.
    fn exceeds_time(&self, solver: usize) -> bool {
        let name = &self.check.solvers[solver].name;
        self.found
            .answers
            .iter()
            .any(|given| given.solver == *name && given.failure == Some(FailureKind::TimeLimit))
    }

    /// Whether it is known what is wrong about an input. Where the trusted answer panics, it is not.
    fn is_known(&self, found: &Finding) -> bool {
        self.check.truth.is_none() || found.right.is_some()
    }

    /// The finding on the simplest input to which the domain shrinks the drawn one, within `attempts` attempts.
    fn shrunk(&self, mut attempts: u128, is_same: impl Fn(&Finding) -> bool) -> Option<Finding> {
        let check = self.check;
        let index = self.found.index.0;
        let mut shrunk = None;
        check.domain.shrink(index, &mut |inputs| {
            let numbers = Numbers::Listed(vec![index]);
            let batch = Batch { numbers, inputs };
            let takes_part = practical(index);
            let is_left = attempts > 0;
            attempts = attempts.saturating_sub(1);
            let found = is_left
                .then(|| ask(check, &mut Panel::new(check), &batch, true, takes_part).err())
                .flatten();
            let found = found.filter(|found| self.is_known(found) && is_same(found));
            let fails = found.is_some();
            shrunk = found.or(shrunk.take());
            fails
        });
        shrunk
    }

    /// Whether the solver is wrong on an input. If the right answer is unknown, whether it fails or differs from the first
    /// other solver.
    fn is_wrong(&self, panel: &mut Panel, solver: usize, index: u128) -> bool {
        let check = self.check;
        let Ok(batch) = catch_panic(|| single(check, index)) else {
            return false;
        };
        if check.admits(batch.inputs.item(0)) != Ok(true) {
            return false;
        }
        let given = panel.answer_row(solver, &batch, 0);
        let mut rights = (check.no_answers)();
        if quick_answer(check, &batch.inputs, 0, &mut rights) {
            return is_wrong(&check.equality, given.outcome(0), rights.item(0));
        }
        if check.truth.is_some() {
            return false;
        }
        if check.solvers.len() == 1 {
            return given.outcome(0).is_err();
        }
        let other = panel.answer_row(other_than(solver), &batch, 0);
        let given = given.outcome(0);
        let other = other.outcome(0);
        given.is_err() || !check.equality.of_outcomes(given, other)
    }

    /// The wrong solver that is quick on the most inputs. If the right answer is unknown, a solver that differs from the first
    /// one counts as wrong.
    fn quickest_wrong(&self, found: &Finding) -> Option<usize> {
        let suspects = found
            .answers
            .iter()
            .filter(|given| match self.check.truth {
                None if !found.fails_alike() => given.differs,
                _ => given.wrong,
            })
            .filter_map(|given| {
                self.check
                    .solvers
                    .iter()
                    .position(|solver| solver.name == given.solver)
            });
        suspects.max_by_key(|&solver| self.check.solvers[solver].limits.representatives)
    }
}
