//! How a check is carried out: planning, running, minimising failing inputs, and explaining faults.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use super::{Check, kept};
use crate::definition::{Definition, Limits};
use crate::error::{CheckError, JournalError};
use crate::explain::faults_of;
use crate::failure::{Failure, catch_panic};
use crate::finding::Finding;
use crate::isolated;
use crate::oracle::Panel;
use crate::oracle::ask::{ask, counting, listed, single};
use crate::oracle::leak::leak;
use crate::oracle::truth::confirmed_answer;
use crate::report::{Checked, text};
use crate::run::{
    Coverage, Ended, Findings, Plan, Record, Run, Shard, Time, carry_out, carry_out_in_time,
    keep_simplest,
};
use crate::shrink::minimise;

/// The number of inputs at which a domain is tested before a run, at its start and again spread over all of it.
const TESTED_INPUTS: u128 = 100;

/// The results of a run, and the error if they could not be saved.
pub struct Results {
    /// The results as data.
    pub checked: Checked,
    /// The error if the journal is incomplete.
    pub unsaved: Option<JournalError>,
}

// These methods are for the other packages of this workspace.
#[doc(hidden)]
impl Check {
    /// Makes the plan for a run on the whole domain.
    ///
    /// # Errors
    /// If the check is invalid, or the run would compare nothing.
    pub fn plan(&self, coverage: Coverage, seed: u64) -> Result<Plan, CheckError> {
        self.plan_within(coverage, 0..self.definition.len, seed)
    }

    /// Makes the plan for a run on the inputs with these indices.
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
        assert!(is_in_domain, "{indices:?}");
        Plan::new(check, coverage, indices, seed, None)
    }

    /// Carries out a plan of this check.
    ///
    /// # Errors
    /// If the journal belongs to another run, or cannot be written at the start.
    pub fn run(&self, plan: &Plan, mut run: Run<'_>) -> Result<Findings, CheckError> {
        let (check, record) = (&self.definition, Record::default());
        Ok(carry_out(check, plan, &mut run, &record, None, None)?)
    }

    /// Checks the kept inputs, carries out a plan of this check, searches for a simpler failing input, and explains the
    /// faults of solvers.
    ///
    /// # Errors
    /// As for [`run`](Self::run), or if the file of kept inputs cannot be read or does not match the domain.
    pub fn results(&self, plan: &Plan, mut run: Run<'_>) -> Result<Results, CheckError> {
        let check = &self.definition;
        isolated::search_list(check)?;
        if isolated::child().is_some() {
            run.jobs = NonZeroUsize::MIN;
        }
        let mut earlier = kept::replay(check, run.listener)?;
        earlier.append(&mut run.known);
        let record = Record::default();
        let (mut findings, plan) = match plan.time {
            Some(time) => carry_out_in_time(check, plan, time, &run, &record)?,
            None => (
                carry_out(check, plan, &mut run, &record, None, None)?,
                plan.clone(),
            ),
        };
        keep_simplest(&mut findings.simplest, earlier);
        let compared = findings.counts.compared.total();
        let first = findings.simplest.first();
        let done = findings.done.below;
        let judged_below = |solver| plan.judged_below(solver, run.shard, done);
        let minimised = first.map(|finding| minimise(check, finding, compared, &judged_below));
        let mut faults = Vec::new();
        if run.is_interrupted() {
            // The interruption may also have ended a solver, so the minimised finding is not reliable.
            findings.ended = Ended::Interrupted;
        } else {
            // Making a solver again may panic. Then there is no explanation.
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
            checked.refuse_too_few(check.at_least);
        }
        let unsaved = findings.unsaved;
        Ok(Results { checked, unsaved })
    }

    /// Searches for the simplest input that fails for one of the solvers that are wrong in `finding`.
    pub fn minimise(&self, finding: &Finding) -> Finding {
        minimise(&self.definition, finding, u64::MAX, &|_| 0)
    }

    /// Asks all solvers that are fast enough for the input with this number.
    ///
    /// # Errors
    /// The answers, if one of them is wrong or they differ.
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

    /// Asks the solver with this index for the inputs with these numbers in one call, then for each of them alone, and
    /// returns a finding if the answers differ.
    pub fn leak(&self, panel: &mut Panel, solver: usize, numbers: &[u128]) -> Option<Finding> {
        let batch = counting(&self.definition, &listed(&self.definition, numbers));
        leak(&self.definition, panel, solver, &batch, None)
    }

    /// Returns the report on a failing input.
    pub fn report(&self, finding: &Finding) -> String {
        let about = self.definition.about();
        let blocks = about.wrong(finding, &about.named(finding), &self.presentation());
        text(&blocks, usize::MAX)
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

    /// Confirms the findings to be shown with the trusted answer itself. If that fails, the check is at fault.
    pub(super) fn confirm(&self, findings: &mut Findings) {
        let check = &self.definition;
        let mut shown = findings.simplest.iter();
        let trouble = shown.find_map(|finding| {
            let (input, mut rights) = (check.inputs(&[finding.index.0]), (check.no_answers)());
            let confirmed = confirmed_answer(check, &input, 0, &mut rights);
            confirmed.err().or_else(|| finding.contradiction())
        });
        let earlier = findings.counts.trouble.take();
        findings.counts.trouble = earlier.or(trouble);
    }

    /// Returns the definition if it is valid.
    pub(crate) fn valid(&self) -> Result<&Arc<Definition>, CheckError> {
        let check = &self.definition;
        let refuse = |fault: &str| Err(check.refuse(fault));
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
        let mut seen = BTreeSet::new();
        if let Some(name) = names.iter().find(|name| !seen.insert(**name)) {
            return refuse(&format!("two solvers are called `{name}`"));
        }
        if !check.records.is_empty() && check.digest.is_none() {
            return refuse("digests are on record, so the check needs digests");
        }
        test_domain(check).map_err(|fault| check.refuse(&fault))?;
        for solver in &check.solvers {
            if let Err(Failure { text, .. }) = catch_panic(|| drop((solver.new)())) {
                let name = &solver.name;
                return refuse(&format!("the constructor of `{name}` panics: {text}"));
            }
        }
        for (name, _) in &check.records {
            let mut sections = check.sections.iter();
            if !sections.any(|section| section.name == *name) {
                return refuse(&format!(
                    "a digest is on record for `{name}`, but no section has that name"
                ));
            }
        }
        Ok(check)
    }
}

/// Tests on some inputs that the domain maps each index to an input and back.
fn test_domain(check: &Definition) -> Result<(), String> {
    let len = check.len;
    let ends = (0..TESTED_INPUTS.min(len)).chain([len - 1]);
    let between = (1..TESTED_INPUTS).map(|n| len / TESTED_INPUTS * n);
    for index in ends.chain(between) {
        let result = catch_panic(|| {
            let inputs = check.inputs(&[index]);
            (check.domain.index(inputs.item(0)), check.shown(index))
        });
        match result {
            Err(Failure { text, .. }) => {
                return Err(format!("the domain panics at index {index}: {text}"));
            }
            Ok((Some(other), input))
                if other < index && !check.is_drawn && check.shown(other) == input =>
            {
                return Err(format!(
                    "the domain has {input} twice: inputs {other} and {index}"
                ));
            }
            Ok((Some(other), input)) if other != index && !check.is_drawn => {
                return Err(format!(
                    "the domain is at fault: input {index} is {input}, but the index of {input} is {other}"
                ));
            }
            Ok(_) => {}
        }
    }
    Ok(())
}
