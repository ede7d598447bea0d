//! What a check does: it plans, runs, searches for simpler inputs, and asserts.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::thread;

use crate::cross_check::CrossCheck;
use crate::draw::new_seed;
use crate::outcome::{Outcome, outcome_of};
use crate::outline::Outline;
use crate::report::{Checked, Detail, text};
use crate::solver::Entry;
use crate::{CheckError, Coverage, Domain, Finding, Findings, Plan, Run, Shard, minimise, run};

/// At how many inputs a domain is tested before a run.
const TESTED_INPUTS: u128 = 100;

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    /// The plan for a run.
    ///
    /// # Errors
    /// If the check is no check, or the run would compare nothing.
    pub fn plan(&self, coverage: Coverage, seed: u64) -> Result<Plan, CheckError> {
        self.plan_within(coverage, 0..self.domain.len(), seed)
    }

    /// The plan for a run on some of the inputs.
    ///
    /// # Errors
    /// If the check is no check, or the run would compare nothing.
    ///
    /// # Panics
    /// If there are no such inputs.
    pub fn plan_within(
        &self,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
    ) -> Result<Plan, CheckError> {
        let outline = self.outline()?;
        let is_there = !indices.is_empty() && indices.end <= outline.len;
        assert!(is_there, "{indices:?}");
        Plan::new(outline, coverage, indices, seed)
    }

    /// Carries out a plan of this check.
    ///
    /// # Errors
    /// If a journal belongs to something else, or cannot be written at the start.
    pub fn run(&self, plan: &Plan, run: Run<'_>) -> Result<Findings, CheckError> {
        Ok(run::carry_out(self, plan, run)?)
    }

    /// Searches for the simplest input about which one of the solvers that are wrong about `found` is wrong.
    #[must_use]
    pub fn minimise(&self, found: &Finding) -> Finding {
        minimise::minimise(self, found)
    }

    /// Asserts that all is well, in a test: on all inputs where that is quick, and on drawn ones beyond.
    ///
    /// # Panics
    /// With a report, if an answer is wrong or the check itself is. It says what was covered, which inputs are wrong,
    /// and whose answers.
    #[track_caller]
    pub fn assert(self) {
        let checked = self.check_quickly();
        let checked = checked.unwrap_or_else(|error| panic!("{error}"));
        let report = checked.content(Detail::Everything);
        assert!(checked.agree, "\n{}", text(&report, usize::MAX));
    }

    /// What [`assert`](Self::assert) asserts, as a report.
    ///
    /// # Errors
    /// If the check is no check.
    pub fn check_quickly(&self) -> Result<Checked<Finding>, CheckError> {
        // Shards are of one run only if they draw alike.
        let shard = Shard::from_environment()?;
        let seed = if shard == Shard::WHOLE { new_seed() } else { 0 };
        let plan = self.plan(Coverage::Quick, seed)?;
        let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let mut run = Run::on(jobs);
        run.shard = shard;
        let mut findings = self.run(&plan, run)?;
        if let Some(found) = findings.simplest.first() {
            let simplest = self.minimise(found);
            findings.keep_first(simplest);
        }
        Ok(Checked::new(&findings, &plan, shard, Clone::clone))
    }

    /// All that has no type, once that is in order.
    pub(crate) fn outline(&self) -> Result<Outline, CheckError> {
        let refuse = |fault: &str| Err(self.about.refuse(fault));
        let len = self.domain.len();
        if len == 0 {
            return refuse("the domain is empty");
        }
        let names: Vec<_> = self.solvers.iter().map(|entry| &*entry.name).collect();
        if let [] | [_] = names[..] {
            let selected = names.first().unwrap_or(&"none");
            return refuse(&format!(
                "two solvers are needed for a comparison; selected: {selected}"
            ));
        }
        let mut known = BTreeSet::new();
        if let Some(name) = names.iter().find(|name| !known.insert(**name)) {
            return refuse(&format!("two solvers are called `{name}`"));
        }
        let tested = self.test_domain(len);
        tested.map_err(|fault| self.about.refuse(&fault))?;
        for Entry { name, new, .. } in self.solvers.iter().map(|entry| &**entry) {
            if let Outcome::Panic(message) = outcome_of(|| drop(new())) {
                return refuse(&format!("the constructor of `{name}` panics: {message}"));
            }
        }
        let sections = &self.about.sections;
        for (name, _) in &self.about.records {
            if !sections.iter().any(|section| section.name == *name) {
                return refuse(&format!(
                    "a digest is on record of `{name}`, but no section is called so"
                ));
            }
        }
        let solvers = self.solvers.iter();
        let solvers = solvers.map(|entry| (entry.name.clone(), entry.limits));
        Ok(Outline {
            len,
            is_drawn: self.domain.is_drawn(),
            solvers: solvers.collect(),
            truth: self.truth.as_ref().map(|truth| truth.name.clone()),
            has_relations: !self.relations.is_empty(),
            has_representatives: self.representatives.is_some(),
            has_digests: self.digest.is_some(),
            ..self.about.clone()
        })
    }

    /// Tests whether numbers are numbers of inputs, on some of them.
    fn test_domain(&self, len: u128) -> Result<(), String> {
        let is_drawn = self.domain.is_drawn();
        let ends = (0..TESTED_INPUTS.min(len)).chain([len - 1]);
        let between = (1..TESTED_INPUTS).map(|n| len / TESTED_INPUTS * n);
        for index in ends.chain(between) {
            let found = outcome_of(|| {
                let input = self.domain.input(index);
                (self.domain.index(&input), format!("{input:?}"))
            });
            match found {
                Outcome::Panic(message) => {
                    return Err(format!("the domain panics at index {index}: {message}"));
                }
                Outcome::Answer((Some(found), input)) if found != index && !is_drawn => {
                    return Err(format!(
                        "the domain is at fault: input {index} is {input}, but the index of {input} is {found}"
                    ));
                }
                Outcome::Answer(_) => {}
            }
        }
        Ok(())
    }
}
