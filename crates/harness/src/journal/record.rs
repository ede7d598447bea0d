//! The text of a journal: a record of a run's findings, and what identifies the run.
//!
//! The record is JSON with a checksum, which detects changes by hand. It names solvers, boards and answers as a person
//! does, so a journal can be read.

use crossply_problems::{Position, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::done::Done;
use crate::{Counts, Finding, Findings, Outcome, Plan, Shard};

/// The version of the file format.
const FORMAT: u32 = 5;

const CHECKSUM: &str = "checksum";

/// The contents of a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub(super) run: Identity,
    /// The blocks that the findings cover.
    pub(super) done: Done,
    counts: Counts,
    simplest: Vec<DisagreementRecord>,
}

/// What identifies a run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Identity {
    format: u32,
    problem: String,
    solvers: Vec<String>,
    /// The version of the solvers' sources.
    version: String,
    /// A hash of the whole program. It changes with the oracles or the order of the positions.
    program: String,
    /// The plan: which positions, in which blocks.
    plan: String,
    shard: String,
}

impl Identity {
    pub(super) fn of<P: Problem>(plan: &Plan<P>, shard: Shard, program: &str) -> Self {
        Identity {
            format: FORMAT,
            problem: P::NAME.to_owned(),
            solvers: plan
                .solvers
                .iter()
                .map(|entry| entry.name.to_owned())
                .collect(),
            version: crossply_problems::VERSION.to_owned(),
            program: program.to_owned(),
            plan: plan.in_words(),
            shard: shard.to_string(),
        }
    }

    /// The parts that say what the solvers are about, and their sources.
    pub(super) fn of_solvers(&self) -> [(&'static str, String); 2] {
        [
            ("problem", self.problem.clone()),
            ("version of the solvers", self.version.clone()),
        ]
    }

    /// These parts, for the running program.
    pub(super) fn sources<P: Problem>() -> [(&'static str, String); 2] {
        [
            ("problem", P::NAME.to_owned()),
            (
                "version of the solvers",
                crossply_problems::VERSION.to_owned(),
            ),
        ]
    }

    /// The parts that must agree, with their names.
    pub(super) fn parts(&self) -> [(&'static str, String); 7] {
        [
            ("format", self.format.to_string()),
            ("problem", self.problem.clone()),
            ("selection of solvers", self.solvers.join(",")),
            ("version of the solvers", self.version.clone()),
            ("program", self.program.clone()),
            ("plan", self.plan.clone()),
            ("shard", self.shard.clone()),
        ]
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DisagreementRecord {
    board: String,
    outcomes: Vec<(String, OutcomeRecord)>,
    batch: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OutcomeRecord {
    Answer(String),
    Panic(String),
}

impl Record {
    pub(super) fn new<P: Problem>(run: Identity, findings: &Findings<P>, done: Done) -> Self {
        Record {
            run,
            done,
            counts: findings.counts.clone(),
            simplest: findings
                .simplest
                .iter()
                .map(DisagreementRecord::new)
                .collect(),
        }
    }

    /// The names of the solvers that the run found wrong, in the order of its plan.
    pub(super) fn wrong_solvers(self) -> Vec<String> {
        let wrong = self.counts.solvers.into_iter().filter(|one| one.wrong > 0);
        wrong.map(|one| one.solver).collect()
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

    /// Adds the record to empty findings of the same plan. The error says why they do not fit.
    pub(super) fn restore<P: Problem>(
        &self,
        plan: &Plan<P>,
        findings: &mut Findings<P>,
    ) -> Result<(), String> {
        let names = |counts: &Counts| -> Vec<String> {
            let solvers = counts.solvers.iter();
            solvers
                .map(|statistics| statistics.solver.clone())
                .collect()
        };
        let found = names(&self.counts);
        if found != names(&findings.counts) {
            return Err(format!("it has statistics of {}", found.join(", ")));
        }
        findings.counts = self.counts.clone();
        for record in &self.simplest {
            findings.simplest.push(record.restore(plan)?);
        }
        Ok(())
    }
}

impl DisagreementRecord {
    fn new<P: Problem>(disagreement: &Finding<P>) -> Self {
        let outcomes = disagreement.outcomes.iter().map(|(name, outcome)| {
            let outcome = match outcome {
                Outcome::Answer(answer) => OutcomeRecord::Answer(answer.to_string()),
                Outcome::Panic(message) => OutcomeRecord::Panic(message.clone()),
            };
            ((*name).to_owned(), outcome)
        });
        DisagreementRecord {
            board: disagreement.position.notation(),
            outcomes: outcomes.collect(),
            batch: disagreement
                .batch
                .iter()
                .map(|position| position.notation())
                .collect(),
        }
    }

    fn restore<P: Problem>(&self, plan: &Plan<P>) -> Result<Finding<P>, String> {
        let position = |board: &String| -> Result<Position<P>, String> {
            board.parse().map_err(|error| format!("{error}"))
        };
        let mut outcomes = Vec::new();
        for (name, outcome) in &self.outcomes {
            let mut entries = plan.solvers.iter();
            let entry = entries.find(|entry| entry.name == name);
            let entry = entry.ok_or_else(|| format!("it has an answer of `{name}`"))?;
            let outcome = match outcome {
                OutcomeRecord::Answer(answer) => Outcome::Answer(parsed::<P>(answer)?),
                OutcomeRecord::Panic(message) => Outcome::Panic(message.clone()),
            };
            outcomes.push((entry.name, outcome));
        }
        Ok(Finding {
            position: position(&self.board)?,
            outcomes,
            batch: self.batch.iter().map(position).collect::<Result<_, _>>()?,
        })
    }
}

fn parsed<P: Problem>(answer: &str) -> Result<P::Answer, String> {
    answer.parse().map_err(|error| format!("{error}"))
}

/// A hash as text.
pub(super) fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

#[cfg(test)]
mod tests;
