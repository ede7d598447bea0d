//! Merges the results of the shards of a run, which may come from several machines, into those of the whole run.

use super::Check;
use crate::error::CheckError;
use crate::report::Checked;
use crate::run::{Findings, Plan, Run, Shard, as_in_run};

impl Check {
    /// Merges the results of a run's shards, in any order, and concludes from them what one run would: whether it compared
    /// enough, and what explains the wrong inputs. If shards are missing, the result names them, and explains nothing. Nor
    /// does it if the check is isolated. Of `run`, only the threads and the interruption count.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use crossply::{Coverage, CrossCheck, Run, domain};
    ///
    /// let check = CrossCheck::new("half", domain::all::<u16>())
    ///     .truth("quotient", |n| n / 2)
    ///     .solver("float", |&n| (f32::from(n) / 2.0).round() as u16);
    /// let plan = check.plan(Coverage::Exhaustive, 1)?;
    /// // On one machine each.
    /// let mut parts = Vec::new();
    /// for shard in ["1/2", "2/2"] {
    ///     let shard = shard.parse().expect("a shard");
    ///     let run = Run { shard, ..Run::on(NonZeroUsize::MIN) };
    ///     parts.push(check.results(&plan, run)?.checked);
    /// }
    /// let merged = check.merge(parts, &Run::on(NonZeroUsize::MIN))?;
    /// assert!(merged.faults[0].text.starts_with("float is wrong on 32,768 of 65,536 inputs."));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Errors
    /// If there are no results, if two are of different runs or of the same shard, if one is not of a shard, or if this check
    /// is not the one that was run.
    pub fn merge(
        &self,
        parts: impl IntoIterator<Item = Checked>,
        run: &Run<'_>,
    ) -> Result<Checked, CheckError> {
        let mut parts = parts.into_iter().peekable();
        let Some(first) = parts.peek() else {
            return Err(self.definition.refuse("there are no results to merge"));
        };
        let inputs: u128 = first.scope.sections.iter().map(|one| one.inputs.0).sum();
        let len = self.definition.len;
        if inputs != len {
            let fault = format!("the results are about {inputs} inputs, expected {len}");
            return Err(self.definition.refuse(&fault));
        }
        let mut selected = self.clone();
        let names = first.solvers();
        selected.select(|name| names.contains(&name));
        let plan = Plan::again(&selected.definition, first.scope.request)?;
        let mut findings = Findings::nothing(&plan);
        let mut shards = Vec::new();
        for part in parts {
            let shard = selected.shard_of(&part, &plan, &shards)?;
            shards.push(shard);
            // Shards run at the same time, so the run takes as long as the slowest shard.
            let seconds = findings.counts.seconds.max(part.scope.counts.seconds);
            findings.merge(Findings {
                counts: part.scope.counts,
                ended: part.ended,
                outcome: part.outcome.unwrap_or_default(),
                simplest: part.simplest,
                ..Findings::nothing(&plan)
            });
            findings.counts.seconds = seconds;
        }
        let missing: Vec<_> = shards[0]
            .all()
            .filter(|shard| !shards.contains(shard))
            .collect();
        if !missing.is_empty() {
            let mut merged = Checked::new(findings, &plan, Shard::WHOLE);
            shards.sort_unstable_by_key(|shard| shard.number());
            merged.scope.shards = shards.iter().map(Shard::to_string).collect();
            merged.scope.missing = missing.iter().map(Shard::to_string).collect();
            return Ok(merged);
        }
        findings.fail_if_nothing_compared(&plan, Shard::WHOLE);
        let mut merged = if self.definition.is_isolated {
            // Minimising might end this process.
            Checked::new(findings, &plan, Shard::WHOLE)
        } else {
            as_in_run(|| selected.concluded(findings, &plan, run))
        };
        merged.refuse_too_few(self.definition.at_least.unwrap_or(0));
        Ok(merged)
    }

    /// The shard with this result, which is part of a run of the plan, and none of these others.
    fn shard_of(&self, part: &Checked, plan: &Plan, others: &[Shard]) -> Result<Shard, CheckError> {
        let check = &self.definition;
        let ([shard], Some(_)) = (&part.scope.shards[..], &part.outcome) else {
            return Err(check.refuse("this is not the result of a shard"));
        };
        let shard = shard.parse().map_err(CheckError::new)?;
        let first = *others.first().unwrap_or(&shard);
        let stages: Vec<_> = plan.in_words().collect();
        for (what, found, expected) in [
            ("check", part.check.clone(), check.name.clone()),
            (
                "selection of solvers",
                part.solvers().join(","),
                plan.solvers().join(","),
            ),
            ("plan", part.scope.plan.join("; "), stages.join("; ")),
            (
                "number of shards",
                shard.all().count().to_string(),
                first.all().count().to_string(),
            ),
        ] {
            if found != expected {
                return Err(check.refuse(&format!(
                    "shard {shard}: the {what} is {found}, expected {expected}"
                )));
            }
        }
        if others.contains(&shard) {
            return Err(check.refuse(&format!("there are two results for shard {shard}")));
        }
        Ok(shard)
    }
}
