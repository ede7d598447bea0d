//! What a check does: it plans, runs, searches for simpler inputs, and explains.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::Range;

use super::{Check, kept};
use crate::definition::{Definition, Limits, Outline};
use crate::error::{CheckError, JournalError};
use crate::explain::faults_of;
use crate::failure::{Failure, catch_panic};
use crate::finding::Finding;
use crate::isolated;
use crate::oracle::Panel;
use crate::oracle::ask::{ask, listed, single};
use crate::oracle::leak::leak;
use crate::oracle::truth::confirmed_answer;
use crate::report::{Checked, text};
use crate::run::{
    Coverage, Ended, Findings, Plan, Record, Run, Shard, Time, carry_out, carry_out_in_time,
    keep_simplest,
};
use crate::shrink::minimise;

/// At how many inputs a domain is tested before a run.
const TESTED_INPUTS: u128 = 100;

/// What a run found, as data, and what was not saved.
pub struct Results {
    /// What it found.
    pub checked: Checked,
    /// Why the journal lacks some of it.
    pub unsaved: Option<JournalError>,
}

// For the other packages of this workspace.
#[doc(hidden)]
impl Check {
    /// The plan for a run.
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    pub fn plan(&self, coverage: Coverage, seed: u64) -> Result<Plan, CheckError> {
        self.plan_within(coverage, 0..self.definition.outline.len, seed)
    }

    /// The plan for a run on some of the inputs.
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    ///
    /// # Panics
    /// If there are no such inputs.
    pub fn plan_within(
        &self,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
    ) -> Result<Plan, CheckError> {
        let outline = self.outline()?.clone();
        let is_there = !indices.is_empty() && indices.end <= outline.len;
        assert!(is_there, "{indices:?}");
        Plan::new(outline, coverage, indices, seed, None)
    }

    /// Carries out a plan of this check.
    ///
    /// # Errors
    /// If a journal belongs to something else, or cannot be written at the start.
    pub fn run(&self, plan: &Plan, mut run: Run<'_>) -> Result<Findings, CheckError> {
        let (check, record) = (&self.definition, Record::default());
        Ok(carry_out(check, plan, &mut run, &record, None, None)?)
    }

    /// Checks the inputs on record, carries out a plan of this check, explains the faults of solvers, and searches for
    /// a simpler wrong input.
    ///
    /// # Errors
    /// Those of [`run`](Self::run). If inputs on record are not in the domain.
    pub fn results(&self, plan: &Plan, mut run: Run<'_>) -> Result<Results, CheckError> {
        let check = &self.definition;
        isolated::search_list(check)?;
        if isolated::child().is_some() {
            run.jobs = NonZeroUsize::MIN;
        }
        let mut known = kept::replay(check, run.listener)?;
        known.append(&mut run.known);
        let record = Record::default();
        let (mut findings, plan) = match plan.time {
            Some(time) => carry_out_in_time(check, plan, time, &run, &record)?,
            None => (
                carry_out(check, plan, &mut run, &record, None, None)?,
                plan.clone(),
            ),
        };
        keep_simplest(&mut findings.simplest, known);
        let compared = findings.counts.compared.total();
        let first = findings.simplest.first();
        let done = findings.done.below;
        let judged_below = |solver| plan.judged_below(solver, run.shard, done);
        let minimised = first.map(|found| minimise(check, found, compared, &judged_below));
        let mut faults = Vec::new();
        if run.is_interrupted() {
            // A solver may have ended because of that: what was minimised counts for nothing.
            findings.ended = Ended::Interrupted;
        } else {
            // A solver may not be there a second time. Then nothing more is said of it.
            match catch_panic(|| {
                let minimised = minimised.as_ref();
                faults_of(check, &findings, minimised, &plan, &run, &record)
            }) {
                Ok(Ok(explained)) => faults = explained,
                Ok(Err(ended)) => findings.ended = ended,
                Err(_) => {}
            }
            if let Some(simplest) = minimised {
                findings.keep_first(simplest);
            }
            self.confirm(&mut findings);
        }
        let mut checked = Checked::new(&findings, &plan, run.shard);
        checked.faults = faults;
        if run.shard == Shard::WHOLE {
            checked.refuse_too_few(check.outline.at_least);
        }
        let unsaved = findings.unsaved;
        Ok(Results { checked, unsaved })
    }

    /// Searches for the simplest input that one of the solvers wrong on `found` gets wrong.
    pub fn minimise(&self, found: &Finding) -> Finding {
        minimise(&self.definition, found, u64::MAX, &|_| 0)
    }

    /// Has all solvers answer the input with this number that are practical for it.
    ///
    /// # Errors
    /// The answers, if one is wrong or they differ.
    #[expect(clippy::result_large_err, reason = "both are the same")]
    pub fn ask(&self, index: u128) -> Result<Finding, Finding> {
        let practical = |_: &str, limits: &Limits| index < limits.drawn;
        let (check, batch) = (&self.definition, single(&self.definition, index));
        let asked = ask(check, &mut self.panel(), &batch, true, practical)?;
        Ok(asked.finding(check))
    }

    /// One instance of each solver, for [`leak`](Self::leak).
    pub fn panel(&self) -> Panel {
        Panel::new(&self.definition)
    }

    /// Compares the answers of the solver with this index to the inputs with these numbers, in one call, with its answers
    /// to each alone.
    pub fn leak(&self, panel: &mut Panel, solver: usize, numbers: &[u128]) -> Option<Finding> {
        let batch = listed(&self.definition, numbers);
        leak(&self.definition, panel, solver, &batch)
    }

    /// What a report says about a wrong input.
    pub fn report(&self, found: &Finding) -> String {
        let outline = &self.definition.outline;
        let blocks = outline.wrong(found, &outline.named(found), &self.presentation());
        text(&blocks, usize::MAX)
    }
}

impl Check {
    /// The plan for a run on the whole domain, or on a part, within a time. A check with
    /// [limits](crate::CrossCheck::limits), or that is to be [complete](crate::CrossCheck::complete), takes as long as
    /// that takes.
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    pub(crate) fn plan_in_time(&self, time: Time, seed: u64) -> Result<Plan, CheckError> {
        let outline = self.outline()?.clone();
        let indices = 0..outline.len;
        Plan::new(outline, Coverage::Quick, indices, seed, Some(time))
    }

    /// What is shown to be wrong is confirmed by the trusted answer itself.
    fn confirm(&self, findings: &mut Findings) {
        let check = &self.definition;
        let mut shown = findings.simplest.iter();
        let trouble = shown.find_map(|found| {
            let (input, mut rights) = (check.inputs(&[found.index.0]), (check.no_answers)());
            let confirmed = confirmed_answer(check, &input, 0, &mut rights);
            confirmed.err().or_else(|| found.contradiction())
        });
        let known = findings.counts.trouble.take();
        findings.counts.trouble = known.or(trouble);
    }

    /// The outline, once the definition is in order.
    pub(crate) fn outline(&self) -> Result<&Outline, CheckError> {
        let check = &self.definition;
        let outline = &check.outline;
        let refuse = |fault: &str| Err(outline.refuse(fault));
        if outline.len == 0 {
            return refuse("the domain is empty");
        }
        let names = outline.names();
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
        let mut known = BTreeSet::new();
        if let Some(name) = names.iter().find(|name| !known.insert(**name)) {
            return refuse(&format!("two solvers are called `{name}`"));
        }
        test_domain(check).map_err(|fault| outline.refuse(&fault))?;
        for solver in &check.solvers {
            if let Err(Failure { text, .. }) = catch_panic(|| drop((solver.new)())) {
                let name = &solver.name;
                return refuse(&format!("the constructor of `{name}` panics: {text}"));
            }
        }
        for (name, _) in &outline.records {
            let mut sections = outline.sections.iter();
            if !sections.any(|section| section.name == *name) {
                return refuse(&format!(
                    "a digest is on record for `{name}`, but no section has that name"
                ));
            }
        }
        Ok(outline)
    }
}

/// Tests whether numbers are numbers of inputs, on some of them.
fn test_domain(check: &Definition) -> Result<(), String> {
    let Outline { len, is_drawn, .. } = check.outline;
    let ends = (0..TESTED_INPUTS.min(len)).chain([len - 1]);
    let between = (1..TESTED_INPUTS).map(|n| len / TESTED_INPUTS * n);
    for index in ends.chain(between) {
        let found = catch_panic(|| {
            let inputs = check.inputs(&[index]);
            (check.domain.index(inputs.item(0)), check.shown(index))
        });
        match found {
            Err(Failure { text, .. }) => {
                return Err(format!("the domain panics at index {index}: {text}"));
            }
            Ok((Some(found), input))
                if found < index && !is_drawn && check.shown(found) == input =>
            {
                return Err(format!(
                    "the domain has {input} twice: inputs {found} and {index}"
                ));
            }
            Ok((Some(found), input)) if found != index && !is_drawn => {
                return Err(format!(
                    "the domain is at fault: input {index} is {input}, but the index of {input} is {found}"
                ));
            }
            Ok(_) => {}
        }
    }
    Ok(())
}
