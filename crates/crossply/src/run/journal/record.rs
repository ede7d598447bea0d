//! The content of a journal: a run's findings, and the identity of the run.
//!
//! It is readable JSON, with a checksum that detects changes by hand.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::finding::Finding;
use crate::run::done::Done;
use crate::run::{Counts, Findings, Plan, Shard};

const CHECKSUM: &str = "checksum";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// The identity of the run.
    pub(super) run: BTreeMap<String, String>,
    /// The blocks that the findings cover.
    pub(super) done: Done,
    pub(super) counts: Counts,
    pub(super) simplest: Vec<Finding>,
}

/// A part of a run's identity: its name and value.
pub(super) type Identity = (&'static str, String);

/// What has to be the same for a run to resume.
pub(super) fn identity(plan: &Plan, shard: Shard, program: &str) -> Vec<Identity> {
    vec![
        ("check", plan.outline.name.clone()),
        ("selection of solvers", plan.solvers().join(",")),
        // Its hash changes with solvers, oracles, the order of the inputs or the format of journals.
        ("program", program.to_owned()),
        ("plan", plan.in_words().collect::<Vec<_>>().join("; ")),
        ("shard", shard.to_string()),
    ]
}

impl Record {
    pub(super) fn new(run: Vec<Identity>, findings: &Findings, done: &Done) -> Self {
        let named = |(what, value): Identity| (what.to_owned(), value);
        Record {
            run: run.into_iter().map(named).collect(),
            done: done.clone(),
            counts: findings.counts.clone(),
            simplest: findings.simplest.clone(),
        }
    }

    /// The text, with a checksum.
    pub(super) fn seal(&self) -> Vec<u8> {
        let mut value = serde_json::to_value(self).expect("all keys are strings");
        let checksum = hash(value.to_string().as_bytes());
        value[CHECKSUM] = checksum.into();
        serde_json::to_vec_pretty(&value).expect("all keys are strings")
    }

    /// Reads a text, and verifies its checksum.
    pub(super) fn unseal(text: &[u8]) -> Result<Self, String> {
        let mut value: Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let fields = value.as_object_mut().ok_or("it has no fields")?;
        let checksum = fields.remove(CHECKSUM);
        if checksum != Some(hash(value.to_string().as_bytes()).into()) {
            return Err("its checksum is wrong: it has been changed".to_owned());
        }
        serde_json::from_value(value).map_err(|error| error.to_string())
    }
}

/// A hash as text.
pub(super) fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}
