//! Puts the results of shards together.

use super::Checked;
use crate::error::CheckError;
use crate::run::{Shard, keep_simplest};

impl Checked {
    /// The result of a run whose shards have these results, in any order. If some are missing, it names them.
    ///
    /// # Errors
    /// If two results are not of the same run, or of the same shard; if one is of no shard; or if there are none.
    #[doc(hidden)]
    pub fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, CheckError> {
        let mut parts = parts.into_iter();
        let none = || CheckError::Plan("there are no results to merge".to_owned());
        let mut merged = parts.next().ok_or_else(none)?;
        merged.shard()?;
        for part in parts {
            merged.add(part)?;
        }
        let shards = merged.scope.shards.iter();
        let mut known: Vec<Shard> = shards.flat_map(|shard| shard.parse()).collect();
        known.sort_unstable_by_key(|shard| shard.number());
        let missing = known[0].all().filter(|shard| !known.contains(shard));
        merged.drop_empty_grids();
        merged.scope.missing = missing.map(|shard| shard.to_string()).collect();
        known.retain(|_| !merged.scope.missing.is_empty());
        merged.scope.shards = known.iter().map(Shard::to_string).collect();
        if !merged.digests.is_empty() {
            merged.digests = merged.digests_by_section();
        }
        merged.agree = merged.is_agreed();
        Ok(merged)
    }

    /// The shard of which this is the result.
    fn shard(&self) -> Result<Shard, CheckError> {
        let [shard] = &self.scope.shards[..] else {
            let check = &self.check;
            return Err(CheckError::Plan(format!(
                "{check}: this is not the result of a shard"
            )));
        };
        shard.parse().map_err(CheckError::Plan)
    }

    /// What shards of one run have in common: what it is, and its value.
    fn common(&self) -> Vec<(&'static str, String)> {
        let solvers = self.scope.counts.solvers.iter();
        let solvers: Vec<_> = solvers.map(|statistics| &*statistics.solver).collect();
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
        // One plan may go on where the other ends.
        common.push(("stage", "none".to_owned()));
        common
    }

    fn add(&mut self, part: Self) -> Result<(), CheckError> {
        let (first, shard) = (self.scope.shards[0].parse::<Shard>(), part.shard()?);
        let (name, first) = (&self.check, first.map_err(CheckError::Plan)?);
        let refuse = |what: &str, found: &str, expected: &str| {
            Err(CheckError::Plan(format!(
                "{name}, shard {shard}: the {what} is {found}, expected {expected}"
            )))
        };
        for ((what, found), (_, expected)) in part.common().iter().zip(&self.common()) {
            if found != expected {
                return refuse(what, found, expected);
            }
        }
        if first.all().count() != shard.all().count() {
            return refuse("shard", &shard.to_string(), &format!("one such as {first}"));
        }
        if self.scope.shards.contains(&part.scope.shards[0]) {
            return Err(CheckError::Plan(format!(
                "{name}: there are two results for shard {shard}"
            )));
        }
        // Machines work at the same time: the result is there when the last one ends.
        let seconds = self.scope.counts.seconds.max(part.scope.counts.seconds);
        self.scope.counts.merge(part.scope.counts);
        self.scope.counts.seconds = seconds;
        self.scope.shards.extend(part.scope.shards);
        self.ended = self.ended.max(part.ended);
        self.scope.from_the_first &= part.scope.from_the_first;
        self.digests.extend(part.digests);
        keep_simplest(&mut self.simplest, part.simplest);
        // A solver is asked for all inputs to say what is wrong, whatever its shard.
        for fault in part.faults {
            if !self.faults.iter().any(|known| known.solver == fault.solver) {
                self.faults.push(fault);
            }
        }
        Ok(())
    }
}
