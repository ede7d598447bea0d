//! A file that says how far a run has come, so that it can be killed and go on.
//!
//! It holds all that was found, and which blocks that was. It is written anew each time, beside the
//! old one, and then takes its place: whoever reads it finds one or the other. It names the
//! solvers, the state of their sources and the plan, and is of no use to any other run.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::oracles::Judged;
use crossply_problems::{Position, Problem};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::done::Done;
use crate::{Answered, Digest, Disagreement, Findings, Outcome, Plan, Shard, Statistics};

/// The version of what is in the file.
const FORMAT: u32 = 2;

/// Where a run writes down how far it has come.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
}

/// Why a journal is of no use.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot {action} the journal {path}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// It is no journal.
    #[error("{path} is no journal of a run: {found}")]
    Broken {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        found: String,
    },
    /// It belongs to another run.
    #[error(
        "the journal {path} belongs to another run: its {what} is {found}, expected {expected}"
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// That of the journal.
        found: String,
        /// That of the run.
        expected: String,
    },
}

impl Journal {
    /// The journal in this file, which need not exist yet.
    #[must_use]
    pub fn at(path: &Path) -> Self {
        Journal {
            path: path.to_owned(),
        }
    }

    /// Adds what the file has of this run, if it exists.
    pub(crate) fn restore<P: Judged>(
        &self,
        plan: &Plan<P>,
        shard: Shard,
        findings: &mut Findings<P>,
        done: &mut Done,
    ) -> Result<(), JournalError> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(self.io("read", error)),
        };
        let record: Record =
            serde_json::from_slice(&text).map_err(|error| self.broken(error.to_string()))?;
        let expected = Identity::of(plan, shard);
        for ((what, found), (_, expected)) in record.run.parts().into_iter().zip(expected.parts()) {
            if found != expected {
                return Err(JournalError::Other {
                    path: self.path.clone(),
                    what,
                    found,
                    expected,
                });
            }
        }
        record
            .restore(plan, shard, findings)
            .map_err(|found| self.broken(found))?;
        *done = record.done;
        Ok(())
    }

    /// Writes down what was found, and in which blocks.
    pub(crate) fn save<P: Judged>(
        &self,
        plan: &Plan<P>,
        shard: Shard,
        findings: &Findings<P>,
        done: &Done,
    ) -> Result<(), JournalError> {
        let record = Record::new(Identity::of(plan, shard), findings, done.clone());
        let text = serde_json::to_vec_pretty(&record).expect("it has text keys only");
        let mut beside = OsString::from(&self.path);
        beside.push(".new");
        let written = File::create(&beside).and_then(|mut file| {
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&beside, &self.path)
        });
        written.map_err(|error| self.io("write", error))
    }

    fn io(&self, action: &'static str, source: io::Error) -> JournalError {
        JournalError::Io {
            action,
            path: self.path.clone(),
            source,
        }
    }

    fn broken(&self, found: String) -> JournalError {
        JournalError::Broken {
            path: self.path.clone(),
            found,
        }
    }
}

/// What makes a run this run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identity {
    format: u32,
    problem: String,
    solvers: Vec<String>,
    /// Of the solvers' sources.
    version: String,
    /// Of the order of the positions.
    order: String,
    /// Which positions, cut into which blocks.
    plan: String,
    shard: String,
}

impl Identity {
    fn of<P: Judged>(plan: &Plan<P>, shard: Shard) -> Self {
        Identity {
            format: FORMAT,
            problem: P::NAME.to_owned(),
            solvers: plan
                .solvers
                .iter()
                .map(|entry| entry.name.to_owned())
                .collect(),
            version: crossply_solvers::VERSION.to_owned(),
            order: order_of::<P>(),
            plan: plan.in_words(),
            shard: shard.to_string(),
        }
    }

    fn parts(&self) -> [(&'static str, String); 7] {
        [
            ("format", self.format.to_string()),
            ("problem", self.problem.clone()),
            ("selection of solvers", self.solvers.join(",")),
            ("version of the solvers", self.version.clone()),
            ("order of the positions", self.order.clone()),
            ("plan", self.plan.clone()),
            ("shard", self.shard.clone()),
        ]
    }
}

/// A hash of all positions in their order.
fn order_of<P: Problem>() -> String {
    let domain = P::domain();
    let mut hash = Xxh3::new();
    for position in domain.positions(0..domain.len()) {
        hash.update(&position.x().to_le_bytes());
        hash.update(&position.o().to_le_bytes());
    }
    format!("{:016x}", hash.digest())
}

/// What is in the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    run: Identity,
    done: Done,
    elapsed: Duration,
    compared: Answered,
    proven: Answered,
    related: Answered,
    statistics: Vec<StatisticsRecord>,
    disagreements: u64,
    simplest: Vec<DisagreementRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StatisticsRecord {
    solver: String,
    answered: BTreeMap<u32, Answered>,
    digests: BTreeMap<u32, Digest>,
    answers: BTreeMap<String, u64>,
    panics: u64,
    wrong: u64,
    time: Duration,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DisagreementRecord {
    board: String,
    outcomes: Vec<(String, OutcomeRecord)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OutcomeRecord {
    Answer(String),
    Panic(String),
}

impl Record {
    fn new<P: Judged>(run: Identity, findings: &Findings<P>, done: Done) -> Self {
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
            disagreements: findings.disagreements,
            simplest: findings
                .simplest
                .iter()
                .map(DisagreementRecord::new)
                .collect(),
        }
    }

    /// Adds it to findings of the same plan that are empty. Somebody may have changed the file by
    /// hand: nothing in it is believed that a run relies on.
    fn restore<P: Judged>(
        &self,
        plan: &Plan<P>,
        shard: Shard,
        findings: &mut Findings<P>,
    ) -> Result<(), String> {
        let most = self.done.positions(plan, shard)?;
        let counted = [self.compared, self.proven, self.related];
        let counts = counted.iter().flat_map(|n| [n.in_order, n.drawn]);
        bounded(counts, most, self.elapsed)?;
        // One position can show wrong in what is related to others.
        bounded([self.disagreements], u64::MAX / 2, self.elapsed)?;
        findings.elapsed = self.elapsed;
        findings.compared = self.compared;
        findings.proven = self.proven;
        findings.related = self.related;
        findings.disagreements = self.disagreements;
        if findings.statistics.len() != self.statistics.len() {
            return Err(format!(
                "it has statistics of {} solvers",
                self.statistics.len()
            ));
        }
        for (statistics, record) in findings.statistics.iter_mut().zip(&self.statistics) {
            record.restore(most, statistics)?;
        }
        for record in &self.simplest {
            findings.simplest.push(record.restore(plan)?);
        }
        let index = |found: &Disagreement<P>| P::domain().index(found.position);
        if !findings.simplest.is_sorted_by(|a, b| index(a) < index(b)) {
            return Err("its disagreements are not in order".to_owned());
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
                .map(|(answer, &count)| (answer.to_string(), count))
                .collect(),
            panics: statistics.panics,
            wrong: statistics.wrong,
            time: statistics.time,
        }
    }

    fn restore<P: Problem>(&self, most: u64, statistics: &mut Statistics<P>) -> Result<(), String> {
        if statistics.solver != self.solver {
            return Err(format!("it has statistics of `{}`", self.solver));
        }
        let answered = self.answered.values().flat_map(|a| [a.in_order, a.drawn]);
        let answers = self.answers.values().copied();
        let counts = answered.chain(answers).chain([self.panics]);
        bounded(counts, most, self.time)?;
        bounded([self.wrong], u64::MAX / 2, self.time)?;
        if let Some(empties) = self.digests.keys().find(|e| !self.answered.contains_key(e)) {
            return Err(format!(
                "it has a digest of no answers, at {empties} empties"
            ));
        }
        statistics.answered.clone_from(&self.answered);
        statistics.digests.clone_from(&self.digests);
        for (answer, &count) in &self.answers {
            statistics.answers.insert(parsed::<P>(answer)?, count);
        }
        statistics.panics = self.panics;
        statistics.wrong = self.wrong;
        statistics.time = self.time;
        Ok(())
    }
}

impl DisagreementRecord {
    fn new<P: Problem>(disagreement: &Disagreement<P>) -> Self {
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
        }
    }

    fn restore<P: Judged>(&self, plan: &Plan<P>) -> Result<Disagreement<P>, String> {
        let position: Position<P> = self.board.parse().map_err(|error| format!("{error}"))?;
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
        Ok(Disagreement { position, outcomes })
    }
}

/// Refuses counts and times that no run comes to.
fn bounded(counts: impl IntoIterator<Item = u64>, most: u64, time: Duration) -> Result<(), String> {
    if let Some(count) = counts.into_iter().find(|&count| count > most) {
        return Err(format!("it counts {count} of {most} positions"));
    }
    if time > Duration::from_hours(1 << 20) {
        return Err(format!("it took {} s", time.as_secs()));
    }
    Ok(())
}

fn parsed<P: Problem>(answer: &str) -> Result<P::Answer, String> {
    answer.parse().map_err(|error| format!("{error}"))
}
