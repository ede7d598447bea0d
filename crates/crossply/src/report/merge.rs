//! Merges the results of shards.

use super::Checked;
use crate::error::CheckError;
use crate::run::{Ended, Shard, keep_simplest, none_is_admitted};

impl Checked {
    /// Merges the results of a run's shards, in any order. The merged result names the shards that are missing, and explains
    /// nothing until [`conclude_merged`](crate::Check::conclude_merged).
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    ///
    /// use crossply::{Checked, Coverage, CrossCheck, Run, domain};
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
    /// let mut merged = Checked::merge(parts)?;
    /// check.conclude_merged(&mut merged, &Run::on(NonZeroUsize::MIN));
    /// assert!(merged.faults[0].text.starts_with("float is wrong on 32,768 of 65,536 inputs."));
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Errors
    /// If there are no results, if two are of different runs or of the same shard, or if one is not of a shard.
    pub fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, CheckError> {
        let mut parts = parts.into_iter();
        let mut merged = parts
            .next()
            .ok_or_else(|| CheckError::Plan("there are no results to merge".to_owned()))?;
        merged.shard()?;
        // Explanations and maps of a part say nothing of the whole.
        merged.faults.clear();
        merged.scope.axes.clear();
        merged.scope.counts.grid = None;
        for part in parts {
            merged.add(part)?;
        }
        let mut shards: Vec<Shard> = Vec::new();
        for shard in &merged.scope.shards {
            shards.push(shard.parse().map_err(CheckError::Plan)?);
        }
        shards.sort_unstable_by_key(|shard| shard.number());
        let missing = shards[0].all().filter(|shard| !shards.contains(shard));
        merged.scope.missing = missing.map(|shard| shard.to_string()).collect();
        shards.retain(|_| !merged.scope.missing.is_empty());
        merged.scope.shards = shards.iter().map(Shard::to_string).collect();
        if !merged.digests.is_empty() {
            merged.digests = merged.digests_by_section();
        }
        let counts = &mut merged.scope.counts;
        if counts.compared.total() == 0
            && merged.scope.missing.is_empty()
            && merged.ended == Ended::Completed
        {
            // Each shard alone may be empty, but not all of them.
            let [_, nouns] = &merged.scope.inputs_are;
            let why = none_is_admitted(counts.excluded.total(), nouns, &merged.scope.only);
            counts
                .trouble
                .get_or_insert_with(|| format!("nothing was compared: {why}"));
        }
        merged.agree = merged.is_agreed();
        Ok(merged)
    }

    /// The shard to which this result belongs.
    fn shard(&self) -> Result<Shard, CheckError> {
        let [shard] = &self.scope.shards[..] else {
            let check = &self.check;
            return Err(CheckError::Plan(format!(
                "{check}: this is not the result of a shard"
            )));
        };
        shard.parse().map_err(CheckError::Plan)
    }

    /// What all shards of a run have in common, as pairs of a name and a value.
    fn common(&self) -> Vec<(&'static str, String)> {
        let counts = &self.scope.counts;
        let solvers: Vec<_> = counts.solvers.iter().map(|one| &*one.solver).collect();
        let sections = self.scope.sections.iter().map(|section| {
            let inputs = format!("{} {}", section.inputs.0, self.scope.inputs_are[1]);
            match &*section.section {
                "" => inputs,
                name => format!("{name}: {inputs}"),
            }
        });
        let sections: Vec<_> = sections.collect();
        let mut common = vec![
            ("check", self.check.clone()),
            ("selection of solvers", solvers.join(",")),
            ("domain", sections.join(", ")),
        ];
        common.extend(self.scope.plan.iter().map(|stage| ("stage", stage.clone())));
        // Marks the end of the stages. Without it, a plan with more stages would compare as equal.
        common.push(("stage", "none".to_owned()));
        common
    }

    fn add(&mut self, part: Self) -> Result<(), CheckError> {
        let first = self.scope.shards[0].parse::<Shard>();
        let shard = part.shard()?;
        let name = &self.check;
        let first = first.map_err(CheckError::Plan)?;
        let mut pairs = part.common().into_iter().zip(self.common());
        let mut differing = pairs
            .find(|((_, found), (_, expected))| found != expected)
            .map(|((what, found), (_, expected))| (what, found, expected));
        if differing.is_none() && first.all().count() != shard.all().count() {
            differing = Some(("shard", shard.to_string(), format!("one such as {first}")));
        }
        if let Some((what, found, expected)) = differing {
            return Err(CheckError::Plan(format!(
                "{name}, shard {shard}: the {what} is {found}, expected {expected}"
            )));
        }
        if self.scope.shards.contains(&part.scope.shards[0]) {
            return Err(CheckError::Plan(format!(
                "{name}: there are two results for shard {shard}"
            )));
        }
        // Shards run at the same time, so the run takes as long as the slowest shard.
        let seconds = self.scope.counts.seconds.max(part.scope.counts.seconds);
        self.scope.counts.merge(part.scope.counts);
        self.scope.counts.seconds = seconds;
        self.scope.shards.extend(part.scope.shards);
        self.ended = self.ended.max(part.ended);
        self.scope.from_the_first &= part.scope.from_the_first;
        self.digests.extend(part.digests);
        keep_simplest(&mut self.simplest, part.simplest);
        let outcomes = self.outcome.as_mut().zip(part.outcome);
        if let Some((outcome, other)) = outcomes {
            outcome.merge(other);
        }
        Ok(())
    }
}
