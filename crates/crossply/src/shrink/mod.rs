//! Shrinking: the search for a simpler input that a solver gets wrong.
//!
//! First, the search tries the simpler neighbours that the domain offers: a word with a letter removed, a number nearer to
//! zero. Then it scans inputs with smaller numbers, because a domain has simple inputs first. A scan asks for every n-th input
//! below the best one so far. Each hit makes the range shorter, and so the next scan finer: a fault rarely shows on one input
//! only. For a drawn input, whose number is only a seed, the domain itself does the shrinking.

use std::iter;
use std::ops::Range;

use crate::definition::{Batch, Definition, Numbers};
use crate::failure::{FailureKind, catch_panic};
use crate::finding::{Finding, Provenance};
use crate::oracle::ask::{ask, practical, single};
use crate::oracle::relation::{subject, violation};
use crate::oracle::truth::quick_answer;
use crate::oracle::{Panel, is_wrong};

/// About the most inputs in a scan where the solver is quick: below its limit for representatives.
const QUICK_SCAN: u128 = 200_000;

/// About the most inputs in a scan above that limit.
const SLOW_SCAN: u128 = 300;

/// A search among numbered inputs asks a program for at most this many, because each may take seconds.
const ASKED_OF_PROGRAM: u128 = 30;

/// It asks a program for at most one input for each so many that the run compared.
const COMPARED_PER_ASKED: u128 = 16;

/// Searches for the simplest input on which one of the solvers in `original` is wrong or, if the right answer is unknown, differs.
/// Fresh instances confirm each failing input, unless a relation does not hold. About `compared` inputs are tried: the run before
/// the search compared so many, and if they were few, solvers are slow. Below the number that `judged_below` returns, it has
/// judged all answers of the solver, or for `None` tried all relations, so that nothing simpler than `original` is wrong there.
pub(crate) fn minimise(
    check: &Definition,
    original: &Finding,
    compared: u64,
    judged_below: &dyn Fn(Option<usize>) -> u128,
) -> Finding {
    let search = Search { check, original };
    // A run that compared few inputs probably has slow solvers.
    let quick_scan = u128::from(compared).clamp(SLOW_SCAN, QUICK_SCAN);
    let mut panel = Panel::new(check);
    let is_related = search.is_related();
    let (confirmed, culprit) = if is_related {
        let solver = subject(check, 0..check.solvers.len()).filter(|_| !check.is_drawn);
        let index = original.index.0;
        match solver {
            Some(solver) if search.violated(&mut panel, solver, index).is_some() => {
                (original.clone(), solver)
            }
            _ => return original.clone(),
        }
    } else {
        let Some(confirmed) = search.asked_alone(original.index.0) else {
            let mut found = original.clone();
            // A violated relation does not show which of its answers is wrong.
            if found.violated.is_none() {
                found.provenance = Provenance::DependsOnHistory;
            }
            return found;
        };
        let Some(culprit) = search.quickest_wrong(&confirmed) else {
            return confirmed;
        };
        (confirmed, culprit)
    };
    if check.is_drawn {
        // Each attempt might take as long as the one that exceeded the time limit.
        let attempts = if search.exceeds_time(culprit) {
            0
        } else {
            quick_scan
        };
        return search.shrunk(attempts, culprit).unwrap_or(confirmed);
    }
    let is_program = panel.is_program(culprit);
    let mut quick_end = check.solvers[culprit].limits.representatives;
    if check.truth.is_none() && check.solvers.len() > 1 && !is_related {
        let other = &check.solvers[other_than(culprit)];
        quick_end = quick_end.min(other.limits.representatives);
    }
    let descent = Descent {
        search,
        culprit,
        panel,
        is_program,
        budget: if !is_program {
            quick_scan
        } else if search.exceeds_time(culprit) {
            0
        } else {
            ASKED_OF_PROGRAM.min(u128::from(compared) / COMPARED_PER_ASKED)
        },
        quick_scan,
        quick_end: if is_program { 0 } else { quick_end },
        judged_below: judged_below((!is_related).then_some(culprit)),
        is_complete: true,
        depends_on_history: false,
    };
    descent.simplest_from(confirmed)
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
    /// The index of the solver.
    culprit: usize,
    panel: Panel,
    is_program: bool,
    /// How many more inputs the search may ask for. For a function, only neighbours count; for a program, scans count, too.
    budget: u128,
    /// The most inputs in a scan below `quick_end`.
    quick_scan: u128,
    /// Below this number, solvers are quick.
    quick_end: u128,
    /// The number below which the run has judged all answers of the solver, or tried all relations.
    judged_below: u128,
    /// Whether the last scan asked for all smaller inputs that the run has not judged.
    is_complete: bool,
    /// Whether the solver was wrong on a simpler input, but not on that input alone.
    depends_on_history: bool,
}

impl Descent<'_> {
    fn simplest_from(mut self, mut simplest: Finding) -> Finding {
        loop {
            let index = simplest.index.0;
            let simpler = self.neighbour(index).or_else(|| self.scanned(index));
            let Some(simpler) = simpler else { break };
            simplest = simpler;
        }
        let name = &self.search.check.solvers[self.culprit].name;
        simplest.provenance = Provenance::Minimised {
            wrong: name.clone(),
            simplest: self.is_complete && !self.depends_on_history,
        };
        simplest
    }

    /// The first finding among the simpler neighbours of an input.
    fn neighbour(&mut self, index: u128) -> Option<Finding> {
        for simpler in self.search.check.domain.simpler(index) {
            self.budget = self.budget.checked_sub(1)?;
            let found = self.finding(simpler);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The first finding in a scan of the inputs before `end`. Notes whether the scan was complete.
    fn scanned(&mut self, end: u128) -> Option<Finding> {
        let start = self.judged_below.min(end);
        let quick_end = self.quick_end.clamp(start, end);
        let quick_stride = ((quick_end - start) / self.quick_scan).max(1);
        let slow_scan = if self.is_program {
            self.budget.max(1)
        } else {
            SLOW_SCAN
        };
        let slow_stride = ((end - quick_end) / slow_scan).max(1);
        self.is_complete = quick_stride == 1 && slow_stride == 1;
        let quick = strided(start..quick_end, quick_stride);
        for index in quick.chain(strided(quick_end..end, slow_stride)) {
            if self.is_program {
                self.is_complete &= self.budget > 0;
                self.budget = self.budget.checked_sub(1)?;
            }
            let found = self.finding(index);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The finding on this input, alone if it is about an answer. Notes whether an answer depended on history.
    fn finding(&mut self, index: u128) -> Option<Finding> {
        let search = self.search;
        if search.is_related() {
            return search.violated(&mut self.panel, self.culprit, index);
        }
        if !self.is_wrong(index) {
            return None;
        }
        let found = search.asked_alone(index);
        let found = found.filter(|found| search.blames(found, self.culprit));
        self.depends_on_history |= found.is_none();
        found
    }

    /// Whether the solver is wrong on an input. If the right answer is unknown, whether it fails or differs from the first
    /// other solver.
    fn is_wrong(&mut self, index: u128) -> bool {
        let check = self.search.check;
        let (panel, solver) = (&mut self.panel, self.culprit);
        let Ok(batch) = catch_panic(|| single(check, index)) else {
            return false;
        };
        if check.admits(batch.inputs.item(0)) != Ok(true) {
            return false;
        }
        let answers = panel.answer_row(solver, &batch, 0);
        let given = answers.outcome(0);
        if let Some(right) = quick_answer(check, &batch.inputs, 0) {
            return is_wrong(&check.equality, given, right.item(0));
        }
        if check.truth.is_some() {
            return false;
        }
        if check.solvers.len() == 1 {
            return given.is_err();
        }
        let others = panel.answer_row(other_than(solver), &batch, 0);
        given.is_err() || !check.equality.of_outcomes(given, others.outcome(0))
    }
}

/// Asks for single inputs.
#[derive(Clone, Copy)]
struct Search<'a> {
    check: &'a Definition,
    /// The finding at which the search starts.
    original: &'a Finding,
}

impl Search<'_> {
    /// Whether it is for a relation that does not hold. Any one counts, because those after the first that fails are not tried.
    fn is_related(&self) -> bool {
        // Without a right answer, it is unknown which of the related answers is wrong.
        self.original.violated.is_some() && self.original.right.is_none()
    }

    /// The finding, if a relation does not hold for this input and does not contradict right answers.
    fn violated(&self, panel: &mut Panel, solver: usize, index: u128) -> Option<Finding> {
        let check = self.check;
        let batch = catch_panic(|| single(check, index)).ok()?;
        let input = batch.inputs.item(0);
        if check.admits(input) != Ok(true) {
            return None;
        }
        let found = violation(check, panel, solver, Some(index), input)?;
        (found.index.0 == index && found.contradiction().is_none()).then_some(found)
    }

    /// The finding, if fresh solvers are wrong or differ on this input alone. The solvers of the original finding take part,
    /// and others if the input is within their limits.
    fn asked_alone(&self, index: u128) -> Option<Finding> {
        let batch = single(self.check, index);
        let mut panel = Panel::new(self.check);
        let asked = ask(self.check, &mut panel, &batch, true, |name, limits| {
            index < limits.drawn
                || self
                    .original
                    .answers
                    .iter()
                    .any(|given| given.solver == name)
        });
        let found = asked.err()?;
        self.is_judged(&found).then_some(found)
    }

    /// Whether this solver exceeded the time limit. Each attempt might take as long.
    fn exceeds_time(&self, solver: usize) -> bool {
        let name = &self.check.solvers[solver].name;
        self.original
            .answers
            .iter()
            .any(|given| given.solver == *name && given.failure == Some(FailureKind::TimeLimit))
    }

    /// Whether it is known what is wrong about an input: not if there is a trusted answer, but it panics.
    fn is_judged(&self, found: &Finding) -> bool {
        self.check.truth.is_none() || found.right.is_some()
    }

    /// Whether the solver is wrong in this finding. If the right answer is unknown, any solver may be.
    fn blames(&self, found: &Finding, culprit: usize) -> bool {
        let culprit = &self.check.solvers[culprit].name;
        self.check.truth.is_none() || found.wrong().any(|name| name == culprit)
    }

    /// Lets the domain shrink the drawn input, in at most `attempts` attempts. Returns the finding on the simplest input on which
    /// the solver is wrong.
    fn shrunk(&self, mut attempts: u128, culprit: usize) -> Option<Finding> {
        let check = self.check;
        let index = self.original.index.0;
        let mut shrunk = None;
        check.domain.shrink(index, &mut |inputs| {
            if attempts == 0 {
                return false;
            }
            attempts -= 1;
            let numbers = Numbers::Listed(vec![index]);
            let batch = Batch { numbers, inputs };
            let panel = &mut Panel::new(check);
            match ask(check, panel, &batch, true, practical(index)) {
                Err(found) if self.is_judged(&found) && self.blames(&found, culprit) => {
                    shrunk = Some(found);
                    true
                }
                _ => false,
            }
        });
        shrunk.map(|found| Finding {
            provenance: Provenance::Shrunk {
                wrong: check.solvers[culprit].name.clone(),
            },
            ..found
        })
    }

    /// The wrong solver that is quick on the most inputs, of equals the last. Without a trusted answer, that is one that differs
    /// from the first solver, or any that fails if all fail alike.
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
