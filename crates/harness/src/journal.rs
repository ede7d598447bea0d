//! The journal: a file with the progress of a run, so that a killed run can resume.
//!
//! It holds all findings and the blocks that they cover. Each save writes a new file beside the old one and renames it
//! over the old one, so a reader finds one or the other. The journal identifies the solvers, the state of their sources
//! and the plan; no other run can use it.
//!
//! One run at a time holds it. The run locks the file itself, and each new file before it replaces the old one. The
//! system releases a lock when the process ends, in whatever way.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use crossply_problems::{Position, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::done::Done;
use crate::whole_file::is_at;
use crate::{
    Answered, Digest, Finding, Findings, Outcome, Pair, Plan, Shard, Statistics, WholeFile,
    real_path,
};

/// The version of the file format.
const FORMAT: u32 = 4;

/// The file to which a run saves its progress.
#[derive(Debug)]
pub struct Journal {
    /// The path as the user gave it.
    path: PathBuf,
    /// The path of the file itself.
    real_path: PathBuf,
    /// The current file, locked. None before the first save.
    file: Option<File>,
    /// A hash of the running program.
    program: &'static str,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot {action} the journal {path}")]
    Io {
        /// The operation that failed.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another run holds it.
    #[error("another run has the journal {path}, and has not ended")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The running program cannot be identified.
    #[error(
        "no journal can be kept: it belongs to one program, and which one runs cannot be told: {found}"
    )]
    UnknownProgram {
        /// The cause.
        found: String,
    },
    /// The file is no journal.
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
        /// What differs, for example the plan.
        what: &'static str,
        /// The value in the journal.
        found: String,
        /// The value in this run.
        expected: String,
    },
}

impl Journal {
    /// Opens the journal in this file, which need not exist yet. Until it is dropped, nobody else can open it.
    ///
    /// # Errors
    /// If another run holds it, if the file cannot be opened or locked, or if the running program cannot be identified.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut journal = Journal {
            path: path.to_owned(),
            real_path: path.to_owned(),
            file: None,
            program: program()?,
        };
        journal.real_path = real_path(path).map_err(|error| journal.io("open", error))?;
        journal.file = journal.lock()?;
        Ok(journal)
    }

    /// Opens and locks the file, if it exists.
    fn lock(&self) -> Result<Option<File>, JournalError> {
        loop {
            let file = match File::options().read(true).write(true).open(&self.real_path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                file => file.map_err(|error| self.io("open", error))?,
            };
            file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => self.in_use(),
                TryLockError::Error(error) => self.io("lock", error),
            })?;
            // Another file may have replaced this one before the lock.
            if is_at(&file, &self.real_path).map_err(|error| self.io("open", error))? {
                return Ok(Some(file));
            }
        }
    }

    /// Adds the progress of this run from the file, if it exists.
    pub(crate) fn restore<P: Problem>(
        &self,
        plan: &Plan<P>,
        shard: Shard,
        findings: &mut Findings<P>,
        done: &mut Done,
    ) -> Result<(), JournalError> {
        let Some(mut file) = self.file.as_ref() else {
            return Ok(());
        };
        let mut text = Vec::new();
        let read = file.read_to_end(&mut text);
        read.map_err(|error| self.io("read", error))?;
        let record = unseal(&text).map_err(|found| self.broken(found))?;
        let expected = Identity::of(plan, shard, self.program);
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
            .restore(plan, findings)
            .map_err(|found| self.broken(found))?;
        *done = record.done;
        Ok(())
    }

    /// Saves the findings and the blocks that they cover.
    pub(crate) fn save<P: Problem>(
        &mut self,
        plan: &Plan<P>,
        shard: Shard,
        findings: &Findings<P>,
        done: &Done,
    ) -> Result<(), JournalError> {
        let run = Identity::of(plan, shard, self.program);
        let text = seal(&Record::new(run, findings, done.clone()));
        let file = self.replace(&text).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => self.in_use(),
            _ => self.io("write", error),
        })?;
        self.file = Some(file);
        Ok(())
    }

    /// Replaces the file, which this journal must hold.
    fn replace(&self, text: &[u8]) -> io::Result<File> {
        let mut whole = WholeFile::begin(&self.real_path)?;
        // Nobody else knows the new file's name, so the lock does not block.
        whole.file().lock()?;
        whole.write_all(text)?;
        match &self.file {
            Some(file) if is_at(file, &self.real_path)? => whole.replace(),
            // There was no file, or somebody has removed it.
            _ => whole.create(),
        }
    }

    fn in_use(&self) -> JournalError {
        let path = self.path.clone();
        JournalError::InUse { path }
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

/// What identifies a run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identity {
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
    fn of<P: Problem>(plan: &Plan<P>, shard: Shard, program: &str) -> Self {
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

    fn parts(&self) -> [(&'static str, String); 7] {
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

/// A hash of the running program.
fn program() -> Result<&'static str, JournalError> {
    static HASH: LazyLock<io::Result<String>> = LazyLock::new(|| {
        // Its file may be deleted or replaced. Linux still serves the one that runs.
        let running = fs::read("/proc/self/exe");
        let bytes = running.or_else(|_| env::current_exe().and_then(fs::read))?;
        Ok(hash(&bytes))
    });
    let unknown = |error: &io::Error| JournalError::UnknownProgram {
        found: error.to_string(),
    };
    HASH.as_deref().map_err(unknown)
}

fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

/// The text of a record, with a checksum that detects changes by hand.
fn seal(record: &Record) -> Vec<u8> {
    let mut value = serde_json::to_value(record).expect("all keys are strings");
    let checksum = hash(value.to_string().as_bytes());
    value[CHECKSUM] = checksum.into();
    serde_json::to_vec_pretty(&value).expect("all keys are strings")
}

/// Reads a record and verifies its checksum.
fn unseal(text: &[u8]) -> Result<Record, String> {
    let mut value: Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    let fields = value.as_object_mut().ok_or("it has no fields")?;
    let checksum = fields.remove(CHECKSUM);
    if checksum != Some(hash(value.to_string().as_bytes()).into()) {
        return Err("its checksum is wrong: it has been changed".to_owned());
    }
    serde_json::from_value(value).map_err(|error| error.to_string())
}

const CHECKSUM: &str = "checksum";

/// The contents of the file.
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
    /// Pairs of solvers, by their indices in the plan.
    pairs: Vec<(usize, usize, Pair)>,
    disagreements: u64,
    simplest: Vec<DisagreementRecord>,
    trouble: Option<String>,
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
    fn new<P: Problem>(run: Identity, findings: &Findings<P>, done: Done) -> Self {
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

    /// Adds the record to empty findings of the same plan.
    fn restore<P: Problem>(
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

#[cfg(test)]
mod tests;
