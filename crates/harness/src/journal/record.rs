//! The text of a journal: a record of a run's findings, and what identifies the run.
//!
//! The record is JSON with a checksum, which detects changes by hand. It names solvers, boards and answers as a person
//! does, so a journal can be read.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::Duration;

use crossply_problems::{Position, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::done::Done;
use crate::{Answered, Digest, Finding, Findings, Outcome, Pair, Plan, Shard, Statistics};

/// The version of the file format.
const FORMAT: u32 = 4;

const CHECKSUM: &str = "checksum";

/// The contents of a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub(super) run: Identity,
    /// The blocks that the findings cover.
    pub(super) done: Done,
    elapsed: Duration,
    compared: Answered,
    proven: Answered,
    related: Answered,
    statistics: Vec<StatisticsRecord>,
    /// Pairs of solvers, by their indices in the plan.
    pairs: Vec<(usize, usize, Pair)>,
    disagreements: u64,
    simplest: Vec<DisagreementRecord>,
    trouble: Option<String>,
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
struct StatisticsRecord {
    solver: String,
    answered: BTreeMap<u32, Answered>,
    digests: BTreeMap<u32, Digest>,
    answers: BTreeMap<u32, BTreeMap<String, Answered>>,
    panics: u64,
    wrong: u64,
    times: BTreeMap<u32, Duration>,
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
            elapsed: findings.elapsed,
            compared: findings.compared,
            proven: findings.proven,
            related: findings.related,
            statistics: findings
                .statistics
                .iter()
                .map(StatisticsRecord::new)
                .collect(),
            pairs: findings
                .pairs
                .0
                .iter()
                .map(|(&(one, other), &pair)| (one, other, pair))
                .collect(),
            disagreements: findings.disagreements,
            simplest: findings
                .simplest
                .iter()
                .map(DisagreementRecord::new)
                .collect(),
            trouble: findings.trouble.clone(),
        }
    }

    /// The names of the solvers that the run found wrong, in the order of its plan.
    pub(super) fn wrong_solvers(self) -> Vec<String> {
        let wrong = self.statistics.into_iter().filter(|one| one.wrong > 0);
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
        findings.elapsed = self.elapsed;
        findings.compared = self.compared;
        findings.proven = self.proven;
        findings.related = self.related;
        findings.disagreements = self.disagreements;
        findings.trouble.clone_from(&self.trouble);
        if findings.statistics.len() != self.statistics.len() {
            return Err(format!(
                "it has statistics of {} solvers",
                self.statistics.len()
            ));
        }
        for (statistics, record) in findings.statistics.iter_mut().zip(&self.statistics) {
            record.restore(statistics)?;
        }
        for &(one, other, pair) in &self.pairs {
            if one >= other || other >= findings.statistics.len() {
                return Err(format!("it has a pair of the solvers {one} and {other}"));
            }
            findings.pairs.0.insert((one, other), pair);
        }
        for record in &self.simplest {
            findings.simplest.push(record.restore(plan)?);
        }
        Ok(())
    }
}

impl StatisticsRecord {
    fn new<P: Problem>(statistics: &Statistics<P>) -> Self {
        let answers = statistics.answers.iter();
        StatisticsRecord {
            solver: statistics.solver.to_owned(),
            answered: statistics.answered.clone(),
            digests: statistics.digests.clone(),
            answers: answers
                .map(|(&empties, answers)| (empties, in_words(answers)))
                .collect(),
            panics: statistics.panics,
            wrong: statistics.wrong,
            times: statistics.times.clone(),
        }
    }

    fn restore<P: Problem>(&self, statistics: &mut Statistics<P>) -> Result<(), String> {
        if statistics.solver != self.solver {
            return Err(format!("it has statistics of `{}`", self.solver));
        }
        statistics.answered.clone_from(&self.answered);
        statistics.digests.clone_from(&self.digests);
        for (&empties, answers) in &self.answers {
            let answers = answers.iter();
            let answers = answers.map(|(answer, &count)| Ok((parsed::<P>(answer)?, count)));
            let answers: Result<_, String> = answers.collect();
            statistics.answers.insert(empties, answers?);
        }
        statistics.panics = self.panics;
        statistics.wrong = self.wrong;
        statistics.times.clone_from(&self.times);
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

fn in_words<A: Display>(answers: &BTreeMap<A, Answered>) -> BTreeMap<String, Answered> {
    let answers = answers.iter();
    answers
        .map(|(answer, &count)| (answer.to_string(), count))
        .collect()
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
