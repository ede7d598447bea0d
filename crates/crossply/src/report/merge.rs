//! Puts the results of shards together.

use super::Checked;
use crate::findings::keep_simplest;
use crate::{Ended, Finding, Shard};

/// Why results are not shards of one run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MergeError(String);

impl<W: AsRef<Finding>> Checked<W> {
    /// The result of a run whose shards have these results, in any order. If some are missing, it names them.
    ///
    /// # Errors
    /// If two results are not of the same run, or of the same shard; if one is of no shard; or if there are none.
    pub fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, MergeError> {
        let mut parts = parts.into_iter();
        let none = || MergeError("there are no results to merge".to_owned());
        let mut merged = parts.next().ok_or_else(none)?;
        merged.shard()?;
        for part in parts {
            merged.add(part)?;
        }
        let mut known: Vec<Shard> = merged
            .shards
            .iter()
            .filter_map(|shard| shard.parse().ok())
            .collect();
        known.sort_unstable_by_key(|shard| shard.number());
        let missing = known[0].all().filter(|shard| !known.contains(shard));
        merged.missing = missing.map(|shard| shard.to_string()).collect();
        merged.shards = if merged.missing.is_empty() {
            Vec::new()
        } else {
            known.iter().map(Shard::to_string).collect()
        };
        if !merged.digests.is_empty() {
            merged.digests = merged.digests_by_section();
        }
        merged.agree = merged.is_agreed();
        Ok(merged)
    }

    /// The shard of which this is the result.
    fn shard(&self) -> Result<Shard, MergeError> {
        match &self.shards[..] {
            [shard] => shard.parse().map_err(MergeError),
            _ => Err(MergeError(format!(
                "{}: this is the result of no shard",
                self.check
            ))),
        }
    }

    fn add(&mut self, part: Self) -> Result<(), MergeError> {
        let shard = part.shard()?;
        let name = &self.check;
        let different = |what: &str, found: String, expected: String| {
            Err(MergeError(format!(
                "{name}, shard {shard}: {what} is {found}, expected {expected}"
            )))
        };
        let about = |checked: &Self| {
            let solvers = checked.counts.solvers.iter();
            let solvers: Vec<_> = solvers
                .map(|statistics| statistics.solver.clone())
                .collect();
            let sections = checked.sections.iter();
            let sections: Vec<_> = sections
                .map(|section| format!("{} {}", section.section, section.inputs.0))
                .collect();
            [
                ("the check", checked.check.clone()),
                ("the selection of solvers", solvers.join(",")),
                ("the domain", sections.join(", ")),
                ("the seed", format!("{:?}", checked.seed)),
                (
                    "the coverage",
                    format!("{:?}", [checked.exhaustive, checked.by_representatives]),
                ),
                ("the choice of oracles", format!("{:?}", checked.oracles)),
            ]
        };
        for ((what, found), (_, expected)) in about(&part).into_iter().zip(about(self)) {
            if found != expected {
                return different(what, found, expected);
            }
        }
        let first: Shard = self.shards[0].parse().map_err(MergeError)?;
        if first.all().count() != shard.all().count() {
            return different(
                "the shard",
                shard.to_string(),
                format!("one such as {first}"),
            );
        }
        if self.shards.contains(&part.shards[0]) {
            return Err(MergeError(format!(
                "{name}: there are two results of the shard {shard}"
            )));
        }
        // Machines work at the same time: the result is there when the last one ends.
        let seconds = self.counts.seconds.max(part.counts.seconds);
        self.counts.merge(part.counts);
        self.counts.seconds = seconds;
        self.shards.extend(part.shards);
        if part.ended != Ended::Completed {
            self.ended = part.ended;
        }
        self.digests.extend(part.digests);
        keep_simplest(&mut self.simplest, part.simplest, W::as_ref);
        Ok(())
    }
}
