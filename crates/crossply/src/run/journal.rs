//! The journal: a file with the progress of a run, so that a killed run can resume.
//!
//! It holds all findings and the blocks that they cover, as readable JSON with a checksum that detects changes by hand. Each
//! save replaces the file atomically. The journal identifies the solvers, the running program and the plan; no other run can
//! use it.
//!
//! One run at a time holds the journal: it locks the file, and each new file before that replaces the old one. The system
//! releases the lock when the process ends.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::JournalError;
use crate::finding::Finding;
use crate::run::findings::Done;
use crate::run::whole_file::{is_at, real_path};
use crate::run::{Counts, Findings, Plan, Shard, WholeFile};

const CHECKSUM: &str = "checksum";

/// The file to which a run saves its progress.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// The current file, locked.
    file: File,
}

/// The content of a journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    /// The identity of the run.
    run: BTreeMap<String, String>,
    /// The blocks that the findings cover.
    done: Done,
    counts: Counts,
    simplest: Vec<Finding>,
}

impl Journal {
    /// Opens the journal in this file, which is made if it does not exist. Until the journal is dropped, no other process can
    /// open it.
    ///
    /// # Errors
    /// If another run holds it, or if the file cannot be opened or locked.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let cannot = |error: io::Error| cannot("open", path, &error);
        // Refuses what is not a regular file: reading a pipe might never end.
        real_path(path).map_err(cannot)?;
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        loop {
            let file = options.open(path).map_err(cannot)?;
            file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => JournalError {
                    text: format!(
                        "another run, which has not ended, has the journal {}",
                        path.display()
                    ),
                    tip: Some("wait until it has ended, or name another file"),
                },
                TryLockError::Error(error) => cannot(error),
            })?;
            // Another file may have replaced this one before the lock.
            if is_at(&file, path).map_err(cannot)? {
                let path = path.to_owned();
                return Ok(Journal { path, file });
            }
        }
    }

    /// Adds the progress in the file, unless it is empty, to findings that have none. Its run must be the same as this one.
    pub(crate) fn restore(
        &self,
        plan: &Plan,
        shard: Shard,
        findings: &mut Findings,
    ) -> Result<(), JournalError> {
        let expected = identity(plan, shard)?;
        let mut text = Vec::new();
        let read = (&self.file).read_to_end(&mut text);
        read.map_err(|error| cannot("read", &self.path, &error))?;
        if text.is_empty() {
            return Ok(());
        }
        let path = self.path.display();
        let record = Record::unseal(&text)
            .map_err(|found| foreign(format!("{path} is not the journal of a run: {found}")))?;
        for (what, expected) in expected {
            let found = record.run.get(what).map_or("not there", String::as_str);
            if found != expected {
                return Err(foreign(format!(
                    "the journal {path} belongs to another run: its {what} is {found}, expected {expected}"
                )));
            }
        }
        findings.done = record.done;
        findings.counts = record.counts;
        findings.simplest = record.simplest;
        Ok(())
    }

    /// Saves the progress of a run.
    pub(crate) fn save(
        &mut self,
        plan: &Plan,
        shard: Shard,
        findings: &Findings,
    ) -> Result<(), JournalError> {
        let named = |(what, value): Identity| (what.to_owned(), value);
        let record = Record {
            run: identity(plan, shard)?.into_iter().map(named).collect(),
            done: findings.done.clone(),
            counts: findings.counts.clone(),
            simplest: findings.simplest.clone(),
        };
        let replaced = self.replace(&record.seal());
        replaced.map_err(|error| cannot("write", &self.path, &error))
    }

    fn replace(&mut self, text: &[u8]) -> io::Result<()> {
        let mut whole = WholeFile::begin(&self.path)?;
        // No other process knows the new file's name, so the lock does not block.
        whole.file.lock()?;
        whole.file.write_all(text)?;
        self.file = whole.replace()?;
        Ok(())
    }
}

/// A part of a run's identity: its name and value.
type Identity = (&'static str, String);

/// What has to be the same for a run to resume.
fn identity(plan: &Plan, shard: Shard) -> Result<Vec<Identity>, JournalError> {
    Ok(vec![
        ("check", plan.outline.name.clone()),
        ("selection of solvers", plan.solvers().join(",")),
        // Its hash changes with solvers, oracles, the order of the inputs or the format of journals.
        ("program", program()?.to_owned()),
        ("plan", plan.in_words().collect::<Vec<_>>().join("; ")),
        ("shard", shard.to_string()),
    ])
}

impl Record {
    /// The text, with a checksum.
    fn seal(&self) -> Vec<u8> {
        let mut value = serde_json::to_value(self).expect("all keys are strings");
        let checksum = hash(value.to_string().as_bytes());
        value[CHECKSUM] = checksum.into();
        serde_json::to_vec_pretty(&value).expect("all keys are strings")
    }

    /// Reads a text, and verifies its checksum.
    fn unseal(text: &[u8]) -> Result<Self, String> {
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
fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

fn cannot(action: &str, path: &Path, error: &io::Error) -> JournalError {
    let path = path.display();
    JournalError {
        text: format!("cannot {action} the journal {path}: {error}"),
        tip: None,
    }
}

/// The file is not a journal, or belongs to another run.
fn foreign(text: String) -> JournalError {
    let tip = Some("to start afresh, name another file or remove this one");
    JournalError { text, tip }
}

/// A hash of the running program. On Linux `/proc/self/exe` works even if the file was deleted or replaced.
pub(crate) fn program() -> Result<&'static str, JournalError> {
    static HASH: OnceLock<String> = OnceLock::new();
    if let Some(hash) = HASH.get() {
        return Ok(hash);
    }
    let running = fs::read("/proc/self/exe");
    let read = running.or_else(|_| env::current_exe().and_then(fs::read));
    let bytes = read.map_err(|error| JournalError {
        text: format!(
            "no journal can be kept: it belongs to one program, and the running one cannot be identified: {error}"
        ),
        tip: None,
    })?;
    Ok(HASH.get_or_init(|| hash(&bytes)))
}
