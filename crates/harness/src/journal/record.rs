//! The text of a journal: a record of a run's findings, and what identifies the run.
//!
//! The record is JSON with a checksum, which detects changes by hand. It names solvers, boards and answers as a person
//! does, so a journal can be read.

use std::collections::BTreeMap;

use crossply_problems::{Position, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::done::Done;
use crate::{Counts, Finding, Outcome, Plan, Shard};

const CHECKSUM: &str = "checksum";

/// The contents of a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// What identifies the run.
    pub(super) run: BTreeMap<String, String>,
    /// The blocks that the findings cover.
    pub(super) done: Done,
    pub(super) counts: Counts,
    simplest: Vec<FindingRecord>,
}

/// A part of what identifies a run: what it is, and its value.
pub(super) type Identity = (&'static str, String);

/// All that must agree for a run to resume.
pub(super) fn identity<P: Problem>(plan: &Plan<P>, shard: Shard, program: &str) -> Vec<Identity> {
    let solvers: Vec<_> = plan.solvers.iter().map(|entry| entry.name).collect();
    vec![
        ("problem", P::NAME.to_owned()),
        (
            "version of the solvers",
            crossply_problems::VERSION.to_owned(),
        ),
        ("selection of solvers", solvers.join(",")),
        // A hash of the whole. It changes with the oracles, the order of the positions or the format of journals.
        ("program", program.to_owned()),
        // Which positions, in which blocks.
        ("plan", plan.in_words()),
        ("shard", shard.to_string()),
    ]
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FindingRecord {
    board: String,
    outcomes: Vec<(String, Outcome<String>)>,
    batch: Vec<String>,
}

impl Record {
    pub(super) fn new<P: Problem>(
        run: Vec<Identity>,
        counts: Counts,
        simplest: &[Finding<P>],
        done: Done,
    ) -> Self {
        let run = run.into_iter();
        Record {
            run: run.map(|(what, value)| (what.to_owned(), value)).collect(),
            done,
            counts,
            simplest: simplest.iter().map(FindingRecord::new).collect(),
        }
    }

    /// The text, with a checksum that detects changes by hand.
    pub(super) fn seal(&self) -> Vec<u8> {
        let mut value = serde_json::to_value(self).expect("all keys are strings");
        let checksum = hash(value.to_string().as_bytes());
        value[CHECKSUM] = checksum.into();
        serde_json::to_vec_pretty(&value).expect("all keys are strings")
    }

    /// Reads a text, and verifies its checksum. The error says what is wrong with it.
    pub(super) fn unseal(text: &[u8]) -> Result<Self, String> {
        let mut value: Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let fields = value.as_object_mut().ok_or("it has no fields")?;
        let checksum = fields.remove(CHECKSUM);
        if checksum != Some(hash(value.to_string().as_bytes()).into()) {
            return Err("its checksum is wrong: it has been changed".to_owned());
        }
        serde_json::from_value(value).map_err(|error| error.to_string())
    }

    /// The simplest wrong positions of a run of this plan. The error says why they cannot be.
    pub(super) fn simplest<P: Problem>(&self, plan: &Plan<P>) -> Result<Vec<Finding<P>>, String> {
        let simplest = self.simplest.iter();
        simplest.map(|record| record.restore(plan)).collect()
    }
}

impl FindingRecord {
    fn new<P: Problem>(found: &Finding<P>) -> Self {
        let outcomes = found.outcomes.iter().map(|(name, outcome)| {
            let outcome = match outcome {
                Outcome::Answer(answer) => Outcome::Answer(answer.to_string()),
                Outcome::Panic(message) => Outcome::Panic(message.clone()),
            };
            ((*name).to_owned(), outcome)
        });
        let batch = found.batch.iter().map(|position| position.notation());
        FindingRecord {
            board: found.position.notation(),
            outcomes: outcomes.collect(),
            batch: batch.collect(),
        }
    }

    fn restore<P: Problem>(&self, plan: &Plan<P>) -> Result<Finding<P>, String> {
        let position = |board: &String| -> Result<Position<P>, String> {
            board.parse().map_err(|error| format!("{error}"))
        };
        let outcomes = self.outcomes.iter().map(|(name, outcome)| {
            let mut entries = plan.solvers.iter();
            let entry = entries.find(|entry| entry.name == name);
            let entry = entry.ok_or_else(|| format!("it has an answer of `{name}`"))?;
            let outcome = match outcome {
                Outcome::Answer(answer) => {
                    Outcome::Answer(answer.parse().map_err(|error| format!("{error}"))?)
                }
                Outcome::Panic(message) => Outcome::Panic(message.clone()),
            };
            Ok::<_, String>((entry.name, outcome))
        });
        Ok(Finding {
            position: position(&self.board)?,
            outcomes: outcomes.collect::<Result<_, _>>()?,
            batch: self.batch.iter().map(position).collect::<Result<_, _>>()?,
        })
    }
}

/// A hash as text.
pub(super) fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

#[cfg(test)]
mod tests;
