//! How a check is carried out: testing it, planning, running, minimising wrong inputs, and explaining wrong answers.

use std::collections::HashSet;
use std::mem;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use super::{Check, kept};
use crate::definition::Definition;
use crate::error::CheckError;
use crate::explain::{Fault, faults_of};
use crate::failure::{Failure, catch_panic};
use crate::finding::Finding;
use crate::isolated;
use crate::oracle::Panel;
use crate::oracle::ask::{ask, ask_again, listed, practical, single, without_excluded};
use crate::oracle::leak::leak;
use crate::oracle::truth::confirmed_answer;
use crate::report::{Checked, text};
use crate::run::{
    Compared, Coverage, Ended, Findings, Grid, Plan, Progress, Run, Shard, Time, as_in_run,
    carry_out, keep_simplest,
};
use crate::shrink::minimise;

/// A domain is tested before a run at this many inputs at its start, and at as many spread over all of it.
const TESTED_INPUTS: u128 = 100;

/// A run that the clock ends has to compare at least this many inputs, unless the check says how many.
const LEAST_IN_TIME: u64 = 100;

/// It also has to compare at least one of so many inputs, unless the domain is larger than this.
const ONE_OF: u128 = 1000;
const SMALL_DOMAIN: u128 = 1 << 20;

/// In runs with at least this many inputs, the listener is told about the search for explanations.
const LONG_RUN: u64 = 1 << 24;

const SEARCHING: &str = "the run is over; a search looks for what the wrong answers have in common";

/// The results of a run, and the error if its journal could not be saved. [`Check::results`] has an example.
pub struct Results {
    /// The results as data.
    pub checked: Checked,
    /// The error if the journal is incomplete.
    pub unsaved: Option<CheckError>,
}

impl Check {
    /// Makes the plan for a run on inputs of the whole domain. Inputs that are drawn follow from `seed`, so the same call makes the same
    /// plan on any machine.
    ///
    /// ```
    /// use crossply::{Coverage, CrossCheck, Shard, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u32>())
    ///     .solver("quotient", |n| n / 2)
    ///     .solver("shift", |n| n >> 1);
    /// let plan = check.plan(Coverage::Drawn(500), 1)?;
    /// assert_eq!(plan.inputs(Shard::WHOLE), 500);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    pub fn plan(&self, coverage: Coverage, seed: u64) -> Result<Plan, CheckError> {
        self.plan_within(coverage, 0..self.definition.len, seed)
    }

    /// Makes the plan for a run on the inputs with these indices.
    ///
    /// ```
    /// use crossply::{Coverage, CrossCheck, Shard, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u32>())
    ///     .solver("quotient", |n| n / 2)
    ///     .solver("shift", |n| n >> 1);
    /// let plan = check.plan_within(Coverage::Exhaustive, 1000..3000, 1)?;
    /// assert_eq!(plan.inputs(Shard::WHOLE), 2000);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    ///
    /// # Panics
    /// If `indices` is empty or goes beyond the domain.
    pub fn plan_within(
        &self,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
    ) -> Result<Plan, CheckError> {
        let check = self.valid()?;
        let is_in_domain = !indices.is_empty() && indices.end <= check.len;
        assert!(
            is_in_domain,
            "{indices:?} is empty or goes beyond the domain"
        );
        Plan::new(check, coverage, indices, seed, None)
    }

    /// Checks the kept inputs, carries out a plan, which must be of this check, searches for a simpler wrong input, and
    /// explains what solvers get wrong.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// use crossply::{Coverage, CrossCheck, Progress, Run, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u16>())
    ///     .truth("quotient", |n| n / 2)
    ///     .solver("rounded", |n| n.div_ceil(2));
    /// let plan = check.plan(Coverage::Exhaustive, 1)?;
    /// let done = AtomicU64::new(0);
    /// let run = Run {
    ///     listener: &|event| {
    ///         if let Progress::Done(inputs) = event {
    ///             done.fetch_add(inputs, Ordering::Relaxed);
    ///         }
    ///     },
    ///     ..Run::on(NonZeroUsize::MIN)
    /// };
    /// let results = check.results(&plan, run)?;
    /// assert_eq!(results.checked.simplest[0].input, "1");
    /// assert_eq!(done.into_inner(), 1 << 16);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Errors
    /// If the journal belongs to another run or cannot be written at the start, or if the file of kept inputs cannot be read or
    /// does not match the domain.
    pub fn results(&self, plan: &Plan, mut run: Run<'_>) -> Result<Results, CheckError> {
        let check = &self.definition;
        as_in_run(|| {
            if isolated::child().is_some() {
                // On one thread, the last request is the one that ended the process.
                run.jobs = NonZeroUsize::MIN;
            }
            let mut uncounted = kept::replay(check, run.listener)?;
            uncounted.append(&mut run.known);
            let (mut findings, done) = carry_out(plan, &mut run)?;
            findings.fail_if_nothing_compared(&done, run.shard);
            uncounted.extend(findings_on_unreached(check, &findings));
            keep_simplest(&mut findings.simplest, uncounted);
            let unsaved = findings.unsaved.take();
            let mut checked = self.concluded(findings, &done, &run);
            if run.shard == Shard::WHOLE {
                let is_part = plan.time.is_some() && checked.part_in_words().is_some();
                let least = match check.len {
                    _ if !is_part => 0,
                    len @ ..=SMALL_DOMAIN => LEAST_IN_TIME.max((len / ONE_OF) as u64),
                    _ => LEAST_IN_TIME,
                };
                checked.refuse_too_few(check.at_least.unwrap_or(least));
            }
            Ok(Results { checked, unsaved })
        })
    }

    /// Searches for the simplest input on which one of the solvers that are wrong in `finding` is wrong. Returns the finding on
    /// it, or `finding` itself if nothing is simpler.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("square", domain::range(0..=999_u32))
    ///     .truth("product", |n| n * n)
    ///     .solver("cut", |&n| (n * n).min(9999));
    /// let finding = check.ask(700).unwrap_err();
    /// assert_eq!(check.minimise(&finding).input, "100");
    /// ```
    pub fn minimise(&self, finding: &Finding) -> Finding {
        // As after a long run that judged nothing.
        as_in_run(|| minimise(&self.definition, finding, u64::MAX, &|_| 0))
    }

    /// Asks all solvers whose limits include the input with this number. Returns their answers.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("square", domain::range(0..=999_u32))
    ///     .solver("product", |n| n * n)
    ///     .solver("cut", |&n| (n * n).min(9999));
    /// let [product, cut] = &check.ask(99).unwrap().answers[..] else { panic!() };
    /// assert_eq!((&*product.answer, &*cut.answer), ("9801", "9801"));
    /// assert!(check.ask(100).is_err());
    /// ```
    ///
    /// # Errors
    /// The answers, if one of them is wrong or they differ.
    #[expect(
        clippy::result_large_err,
        reason = "answers and a fault have the same type"
    )]
    pub fn ask(&self, index: u128) -> Result<Finding, Finding> {
        let check = &self.definition;
        as_in_run(|| {
            let batch = single(check, index);
            let (comparison, right) =
                ask(check, &mut self.panel(), &batch, true, practical(index))?;
            Ok(comparison.finding(check, 0, right.as_ref().map(|right| right.item(0))))
        })
    }

    /// Returns the report on a wrong input: the answers, which solvers are wrong, and how to reproduce it.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("square", domain::range(0..=999_u32))
    ///     .truth("product", |n| n * n)
    ///     .solver("cut", |&n| (n * n).min(9999));
    /// let finding = check.ask(100).unwrap_err();
    /// assert!(check.report(&finding).contains("10000"));
    /// ```
    pub fn report(&self, finding: &Finding) -> String {
        let wording = self.definition.wording();
        let presentation = self.presentation(finding);
        let blocks = wording.blocks_on(finding, &wording.named(finding), &presentation);
        text(&blocks, usize::MAX)
    }
}

// These methods are for the other packages of this workspace.
#[doc(hidden)]
impl Check {
    /// Carries out a plan of this check, and explains nothing.
    ///
    /// # Errors
    /// If the journal belongs to another run, or cannot be written at the start.
    pub fn run(&self, plan: &Plan, mut run: Run<'_>) -> Result<Findings, CheckError> {
        let (mut findings, _) = carry_out(plan, &mut run)?;
        findings.fail_if_nothing_compared(plan, run.shard);
        Ok(findings)
    }

    /// One instance of each solver, for [`leak`](Self::leak).
    pub fn panel(&self) -> Panel {
        Panel::new(&self.definition)
    }

    /// Asks the solver with this index for the inputs with these numbers in one call, then for each of them alone, and
    /// returns a finding if the answers differ.
    pub fn leak(&self, panel: &mut Panel, solver: usize, numbers: &[u128]) -> Option<Finding> {
        let batch = without_excluded(&self.definition, &listed(&self.definition, numbers));
        leak(&self.definition, panel, solver, &batch, None)
    }
}

impl Check {
    /// Makes the plan for a run on the whole domain, or on the part that the time allows. The time does not apply to checks
    /// with [limits](crate::CrossCheck::limits) and to [complete](crate::CrossCheck::complete) ones.
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    pub(crate) fn plan_in_time(&self, time: Time, seed: u64) -> Result<Plan, CheckError> {
        let check = self.valid()?;
        Plan::new(check, Coverage::Quick, 0..check.len, seed, Some(time))
    }

    /// Minimises, counts and explains what a run found.
    pub(super) fn concluded(&self, mut findings: Findings, plan: &Plan, run: &Run<'_>) -> Checked {
        let check = &self.definition;
        let outcome = mem::take(&mut findings.outcome);
        let compared = Compared::of(plan, run, &outcome);
        let mut faults = Vec::new();
        if run.is_interrupted() {
            // The interruption may also have ended a solver, so a minimised finding would not be reliable.
            findings.ended = Ended::Interrupted;
        } else {
            let inputs = findings.counts.compared.total();
            let mut minimised = None;
            if let Some(first) = findings.simplest.first()
                && isolated::child().is_none_or(|child| child.searches)
            {
                let done = outcome.done.first_gap();
                // Below this number, the run has judged all answers of the solver, or for `None` tried all relations.
                minimised = Some(minimise(check, first, inputs, &|solver| match solver {
                    Some(_) if run.shard != Shard::WHOLE => 0,
                    Some(solver) => plan.judged_below(solver, done),
                    None => outcome.related.first_gap().into(),
                }));
            }
            if outcome.has_mistakes() || outcome.has_violations() {
                if inputs >= LONG_RUN {
                    (run.listener)(Progress::Explaining(SEARCHING));
                }
                match explained(&compared, &mut findings, minimised.as_ref()) {
                    Ok(found) => faults = found,
                    Err(ended) => findings.ended = ended,
                }
            }
            // Not before, because explanations are about the inputs of the run.
            if let Some(simplest) = minimised {
                findings.keep_first(simplest);
            }
            self.confirm(&mut findings);
        }
        findings.outcome = outcome;
        let mut checked = Checked::new(findings, plan, run.shard);
        checked.faults = faults;
        checked
    }

    /// Asks the trusted answer itself about the findings that the report shows, until it panics, or a relation contradicts
    /// right answers: then the check is at fault. For a shrunk input, it gets the drawn one.
    pub(super) fn confirm(&self, findings: &mut Findings) {
        let check = &self.definition;
        let trouble = findings.simplest.iter().find_map(|finding| {
            let input = check.inputs(&[finding.index.0]);
            let confirmed = confirmed_answer(check, &input, 0);
            confirmed.err().or_else(|| finding.contradiction())
        });
        let earlier = findings.counts.trouble.take();
        findings.counts.trouble = earlier.or(trouble);
    }

    /// Returns the definition if it is valid.
    pub(crate) fn valid(&self) -> Result<&Arc<Definition>, CheckError> {
        let check = &self.definition;
        let refuse = |message: &str| Err(check.refuse(message));
        if check.len == 0 {
            return refuse("the domain is empty");
        }
        let names = check.names();
        let judges_alone = check.truth.is_some() || !check.relations.is_empty();
        match names[..] {
            [] => return refuse("two solvers are needed for a comparison; selected: none"),
            [selected] if !judges_alone => {
                return refuse(&format!(
                    "two solvers are needed for a comparison, or one and a trusted answer or a relation; selected: {selected}"
                ));
            }
            _ => {}
        }
        let mut seen = HashSet::new();
        if let Some(name) = names.iter().find(|name| !seen.insert(**name)) {
            return refuse(&format!("two solvers are called `{name}`"));
        }
        if !check.records.is_empty() && check.digest.is_none() {
            return refuse("digests are on record, so the check needs digests");
        }
        test_domain(check).map_err(|message| check.refuse(&message))?;
        for solver in &check.solvers {
            if let Err(Failure { text, .. }) = catch_panic(|| drop((solver.new)())) {
                let name = &solver.name;
                return refuse(&format!("the constructor of `{name}` panics: {text}"));
            }
        }
        for (name, _) in &check.records {
            if !check.sections.iter().any(|section| section.name == *name) {
                return refuse(&format!(
                    "a digest is on record for `{name}`, but no section has that name"
                ));
            }
        }
        Ok(check)
    }
}

/// Counts what a run found and explains it. Making a solver again may panic: then there is no explanation.
///
/// # Errors
/// [`Ended::Interrupted`] if the user interrupts it.
fn explained(
    compared: &Compared<'_>,
    findings: &mut Findings,
    minimised: Option<&Finding>,
) -> Result<Vec<Fault>, Ended> {
    let check = &compared.plan.check;
    findings.counts.grid = Grid::of(check, compared.outcome, &findings.counts);
    let faults = catch_panic(|| faults_of(compared, findings, minimised));
    faults.unwrap_or_else(|_| Ok(Vec::new()))
}

/// Findings on inputs that ended earlier children and that this one did not reach. They are wrong, whatever the clock says.
fn findings_on_unreached(check: &Definition, findings: &Findings) -> Vec<Finding> {
    let Some(child) = isolated::child() else {
        return Vec::new();
    };
    let mistakes = &findings.outcome.mistakes;
    let mut numbers = child.ends_of(check);
    numbers.retain(|&number| !mistakes.iter().any(|one| one.has(number)));
    numbers
        .iter()
        .filter_map(|&number| ask_again(check, &[number]))
        .collect()
}

/// Tests, for some indices, that the domain maps them to inputs and back.
fn test_domain(check: &Definition) -> Result<(), String> {
    let len = check.len;
    let first_and_last = (0..TESTED_INPUTS.min(len)).chain([len - 1]);
    let between = (1..TESTED_INPUTS).map(|n| len / TESTED_INPUTS * n);
    for index in first_and_last.chain(between) {
        let result = catch_panic(|| {
            let inputs = check.inputs(&[index]);
            (check.domain.index(inputs.item(0)), check.shown(index))
        });
        let (other, input) = result.map_err(|Failure { text, .. }| {
            format!("the domain panics at index {index}: {text}")
        })?;
        // A drawn input does not tell its seed.
        let Some(other) = other.filter(|&other| other != index && !check.is_drawn) else {
            continue;
        };
        return Err(if other < index && check.shown(other) == input {
            format!("the domain has {input} twice: inputs {other} and {index}")
        } else {
            format!(
                "the domain is at fault: input {index} is {input}, but the index of {input} is {other}"
            )
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::check::CrossCheck;
    use crate::check::settings::TIME;
    use crate::domain::{self, Domain, Inputs};

    /// Two right solvers pass, whichever of so many first inputs a precondition leaves out, and the counts are those of a
    /// plain loop.
    fn passes_without_any<I: Clone + Debug + Send + 'static>(first: usize, domain: &Inputs<I>) {
        let shown = |number| format!("{:?}", domain.input(number));
        let all: Vec<String> = (0..domain.len()).map(shown).collect();
        let first = all.len().min(first);
        for subset in 0..1_u32 << first {
            let is_out = |place: usize| place < first && subset >> place & 1 == 1;
            let out: Vec<String> = (0..first)
                .filter(|n| is_out(*n))
                .map(|n| all[n].clone())
                .collect();
            let excluded = out.len() as u64;
            let left = all.len() as u64 - excluded;
            let check = CrossCheck::new("same", domain.clone())
                .only("left", move |input| !out.contains(&format!("{input:?}")))
                .solver("a", |_| 0)
                .solver("b", |_| 0);
            let timed = check.plan_in_time(TIME, 1);
            let complete = check.plan(Coverage::Exhaustive, 1);
            let drawn = check.plan(Coverage::Drawn(all.len() as u64), 1);
            for plan in [timed, complete, drawn] {
                let run = Run::on(NonZeroUsize::MIN);
                let results = check.results(&plan.expect("a check"), run);
                let checked = results.expect("no journal").checked;
                let counts = &checked.scope.counts;
                assert_eq!(checked.agree, left > 0, "{counts:?}");
                assert_eq!(
                    [counts.compared.total(), counts.excluded.total()],
                    [left, excluded]
                );
            }
        }
    }

    #[test]
    fn a_precondition_may_leave_out_any_of_the_first_inputs() {
        passes_without_any(10, &domain::all::<u8>());
        passes_without_any(5, &domain::all::<(bool, Option<i8>)>());
        passes_without_any(5, &domain::range(-7..=90_i64));
        passes_without_any(5, &domain::words(['a', 'b'], 0..=4));
        passes_without_any(5, &domain::given([7]).chain(domain::range(0..=5)));
    }

    /// The first input of a drawn domain, with which a timed run begins, may be left out as well.
    #[test]
    fn a_precondition_may_leave_out_the_first_drawn_input() {
        let is_odd = |n: &u32| n % 2 == 1;
        for seed in 0..8 {
            let check =
                CrossCheck::new("odd", domain::drawn(rand::Rng::next_u32)).only("odd", is_odd);
            let check = check.solver("a", |&n| n).solver("b", |&n| n);
            let time = Time {
                part: Duration::ZERO,
                ..TIME
            };
            let plan = check.plan_in_time(time, seed).expect("a check");
            let results = check.results(&plan, Run::on(NonZeroUsize::MIN));
            let checked = results.expect("no journal").checked;
            assert!(checked.agree, "{:?}", checked.scope.counts);
        }
    }

    /// A run that the time ends compares at least a hundred inputs, and a thousandth of a small domain.
    #[test]
    fn a_run_that_the_time_ends_compares_a_part_that_is_large_enough() {
        let lens = [50_000, 500_000, 1 << 20, (1 << 20) + 1];
        for (len, least) in lens.into_iter().zip(["100", "500", "1,048", "100"]) {
            let slow = |&n: &u32| {
                thread::sleep(Duration::from_millis(5));
                n
            };
            let check = CrossCheck::new("slow", domain::range(0..len));
            let check = check.solver("a", slow).solver("b", |&n| n);
            let [whole, part] = [Duration::ZERO; 2];
            let plan = check.plan_in_time(Time { whole, part }, 1);
            let run = Run::on(NonZeroUsize::MIN);
            let results = check.results(&plan.expect("a check"), run);
            let trouble = results.expect("no journal").checked.scope.counts.trouble;
            let said = format!("and at least {least} are wanted");
            assert!(
                trouble.clone().is_some_and(|text| text.contains(&said)),
                "{trouble:?}"
            );
        }
    }

    /// What an explanation says once the sets are full holds for the inputs that are in them.
    #[test]
    fn full_sets_are_explained_without_the_rest() {
        let check = CrossCheck::new("full", domain::range(0..10_000_u32)).block(1000);
        let check = check
            .truth("truth", |&n| n)
            .solver("right", |&n| n)
            .solver("wrong", |&n| if n % 100 == 0 { n + 1 } else { n });
        let plan = check.plan(Coverage::Exhaustive, 0).expect("a check");
        let whole = Run::on(NonZeroUsize::MIN);
        let [mut findings, rest] = ["1/2", "2/2"].map(|shard| {
            let shard = shard.parse().expect("a shard");
            let mut run = Run {
                shard,
                ..Run::on(NonZeroUsize::MIN)
            };
            carry_out(&plan, &mut run).expect("no journal").0
        });
        findings.outcome.is_full = true;
        findings.merge(rest);
        let fault = check.concluded(findings, &plan, &whole).faults.remove(0);
        assert_eq!(
            fault.text,
            "wrong is wrong on 50 of 5,000 inputs.\nIt gives too high an answer on all of them.\n\
             Among these inputs, it is wrong exactly where n is divisible by 100.\n\
             Its answer there is always the right answer plus 1."
        );
    }
}
