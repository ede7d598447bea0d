//! Shrinking: the search for a simpler input that a solver gets wrong.
//!
//! First, the search tries the simpler neighbours that the domain offers: a word with a letter removed, a number nearer to
//! zero. Then it scans inputs with smaller numbers, because a domain has simple inputs first. Scans start coarse, because a
//! fault rarely shows on a single input, and each failing input bounds the next, finer scan. For a drawn input, whose number
//! is only a seed, the domain itself does the shrinking.

use std::iter;
use std::ops::Range;

use crate::definition::{Batch, Definition, Numbers};
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
    let Some(simplest) = search.asked_alone(found.index.0) else {
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
    if check.is_drawn {
        return search.shrunk(quick_scan, wrong).unwrap_or(simplest);
    }
    let mut panel = Panel::new(check);
    let is_program = panel.is_program(wrong);
    let mut quick_end = check.solvers[wrong].limits.representatives;
    if check.truth.is_none() && check.solvers.len() > 1 {
        let other = &check.solvers[other_than(wrong)];
        quick_end = quick_end.min(other.limits.representatives);
    }
    let descent = Descent {
        search,
        wrong,
        panel,
        is_program,
        left: match is_program {
            false => quick_scan,
            true if search.exceeds_time(wrong) => 0,
            true => ASKED_OF_PROGRAM.min(u128::from(compared) / COMPARED_FOR_EACH),
        },
        quick_scan,
        quick_end: if is_program { 0 } else { quick_end },
        judged_below: judged_below(Some(wrong)),
        is_complete: true,
        depends_on_history: false,
    };
    descent.simplest(simplest)
}

/// Every `stride`-th number of the range.
fn strided(range: Range<u128>, stride: u128) -> impl Iterator<Item = u128> {
    iter::successors(Some(range.start), move |index| index.checked_add(stride))
        .take_while(move |index| *index < range.end)
}

/// The first solver other than this one.
fn other_than(solver: usize) -> usize {
    usize::from(solver == 0)
}

/// The way from a finding to the simplest input that one solver gets wrong.
struct Descent<'a> {
    search: Search<'a>,
    wrong: usize,
    panel: Panel,
    is_program: bool,
    /// The inputs that the search may still ask for: of neighbours for a function, of all for a program.
    left: u128,
    /// The largest number of inputs in a scan of those below `quick_end`, where solvers are quick.
    quick_scan: u128,
    quick_end: u128,
    /// The number below which the run has found no wrong answers of the solver.
    judged_below: u128,
    /// Whether the last scan asked for all inputs.
    is_complete: bool,
    /// Whether the solver was wrong on a simpler input in a scan, but not on that input alone.
    depends_on_history: bool,
}

impl Descent<'_> {
    fn simplest(mut self, mut simplest: Finding) -> Finding {
        while let Some(simpler) = self.simpler(simplest.index.0) {
            simplest = simpler;
        }
        let name = &self.search.check.solvers[self.wrong].name;
        simplest.provenance = Provenance::Minimised {
            wrong: name.clone(),
            simplest: self.is_complete && !self.depends_on_history,
        };
        simplest
    }

    /// A finding that is simpler than the one with this index.
    fn simpler(&mut self, index: u128) -> Option<Finding> {
        self.neighbour(index).or_else(|| self.scanned(index))
    }

    /// The first finding among the simpler neighbours of an input.
    fn neighbour(&mut self, index: u128) -> Option<Finding> {
        let neighbours = self.search.check.domain.simpler(index);
        neighbours.into_iter().find_map(|index| {
            self.left = self.left.checked_sub(1)?;
            self.is_wrong(index).then(|| self.asked_alone(index))?
        })
    }

    /// The first finding in a scan of the inputs before `end`.
    fn scanned(&mut self, end: u128) -> Option<Finding> {
        let start = self.judged_below.min(end);
        let quick_end = self.quick_end.clamp(start, end);
        let quick_stride = ((quick_end - start) / self.quick_scan).max(1);
        let slow_scan = if self.is_program {
            self.left.max(1)
        } else {
            SLOW_SCAN
        };
        let slow_stride = ((end - quick_end) / slow_scan).max(1);
        self.is_complete = quick_stride == 1 && slow_stride == 1;
        let quick = strided(start..quick_end, quick_stride);
        for index in quick.chain(strided(quick_end..end, slow_stride)) {
            if self.is_program {
                self.is_complete &= self.left > 0;
                self.left = self.left.checked_sub(1)?;
            }
            if self.is_wrong(index) {
                let simpler = self.asked_alone(index);
                if simpler.is_some() {
                    return simpler;
                }
                self.depends_on_history = true;
            }
        }
        None
    }

    fn is_wrong(&mut self, index: u128) -> bool {
        self.search.is_wrong(&mut self.panel, self.wrong, index)
    }

    /// The finding on this input alone, if the same solver is wrong.
    fn asked_alone(&self, index: u128) -> Option<Finding> {
        let found = self.search.asked_alone(index)?;
        self.search.is_of(&found, self.wrong).then_some(found)
    }
}

#[derive(Clone, Copy)]
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
        let batch = single(self.check, index);
        let mut panel = Panel::new(self.check);
        let found = ask(self.check, &mut panel, &batch, true, |name, limits| {
            index < limits.drawn || self.found.answers.iter().any(|given| given.solver == name)
        });
        let found = found.err()?;
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

    /// Whether the solver is wrong in this finding. If the right answer is unknown, any solver may be.
    fn is_of(&self, found: &Finding, wrong: usize) -> bool {
        let name = &self.check.solvers[wrong].name;
        self.check.truth.is_none() || found.wrong().any(|wrong| wrong == name)
    }

    /// The finding on the simplest input to which the domain shrinks the drawn one, within `attempts` attempts. The solver
    /// `wrong` is wrong on it.
    fn shrunk(&self, mut attempts: u128, wrong: usize) -> Option<Finding> {
        let check = self.check;
        let index = self.found.index.0;
        let mut shrunk = None;
        check.domain.shrink(index, &mut |inputs| {
            if attempts == 0 {
                return false;
            }
            attempts -= 1;
            let numbers = Numbers::Listed(vec![index]);
            let batch = Batch { numbers, inputs };
            match ask(
                check,
                &mut Panel::new(check),
                &batch,
                true,
                practical(index),
            ) {
                Err(found) if self.is_known(&found) && self.is_of(&found, wrong) => {
                    shrunk = Some(found);
                    true
                }
                _ => false,
            }
        });
        shrunk.map(|found| Finding {
            provenance: Provenance::Shrunk {
                wrong: check.solvers[wrong].name.clone(),
            },
            ..found
        })
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
