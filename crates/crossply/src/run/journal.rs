//! The journal: a file with the progress of a run, so that a killed run can resume.
//!
//! It holds all findings and the blocks that they cover. Each save replaces the file atomically. The journal identifies the
//! solvers, the running program and the plan; no other run can use it.
//!
//! One run at a time holds the journal: it locks the file, and each new file before that replaces the old one. The system
//! releases the lock when the process ends.

mod record;

use std::env;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use self::record::{Record, hash, identity};
use crate::error::JournalError;
use crate::finding::Finding;
use crate::run::done::Done;
use crate::run::whole_file::{is_at, real_path};
use crate::run::{Counts, Findings, Plan, Shard, WholeFile};

/// The file to which a run saves its progress.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// The current file, locked. `None` before the first save.
    file: Option<File>,
}

/// The counts of a run, its simplest wrong inputs, and the blocks that these cover.
pub(crate) type Saved = (Counts, Vec<Finding>, Done);

impl Journal {
    /// Opens the journal in this file, which need not exist yet. Until the journal is dropped, no other process can open it.
    ///
    /// # Errors
    /// If another run holds it, or if the file cannot be opened or locked.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut journal = Journal {
            path: path.to_owned(),
            file: None,
        };
        // Refuses what is not a regular file: reading a pipe might never end.
        real_path(path).map_err(|error| journal.io("open", &error))?;
        loop {
            let file = match File::options().read(true).write(true).open(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(journal),
                file => file.map_err(|error| journal.io("open", &error))?,
            };
            file.try_lock().map_err(|error| match error {
                TryLockError::WouldBlock => journal.in_use(),
                TryLockError::Error(error) => journal.io("lock", &error),
            })?;
            // Another file may have replaced this one before the lock.
            if is_at(&file, path).map_err(|error| journal.io("open", &error))? {
                journal.file = Some(file);
                return Ok(journal);
            }
        }
    }

    /// The progress in the file, if it exists. Its run must be the same as this one.
    pub(crate) fn restore(&self, plan: &Plan, shard: Shard) -> Result<Option<Saved>, JournalError> {
        let expected = identity(plan, shard, program()?);
        let Some(mut file) = self.file.as_ref() else {
            return Ok(None);
        };
        let mut text = Vec::new();
        let read = file.read_to_end(&mut text);
        read.map_err(|error| self.io("read", &error))?;
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
        Ok(Some((record.counts, record.simplest, record.done)))
    }

    /// Saves the progress of a run.
    pub(crate) fn save(
        &mut self,
        plan: &Plan,
        shard: Shard,
        findings: &Findings,
        done: &Done,
    ) -> Result<(), JournalError> {
        let run = identity(plan, shard, program()?);
        let text = Record::new(run, findings, done).seal();
        let file = self.replace(&text).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => self.in_use(),
            _ => self.io("write", &error),
        })?;
        self.file = Some(file);
        Ok(())
    }

    /// Replaces the file, which this journal must hold.
    fn replace(&self, text: &[u8]) -> io::Result<File> {
        let mut whole = WholeFile::begin(&self.path)?;
        // No other process knows the new file's name, so the lock does not block.
        whole.file().lock()?;
        whole.write_all(text)?;
        match &self.file {
            Some(file) if is_at(file, &self.path)? => whole.replace(),
            // There was no file, or it has been removed.
            _ => whole.create(),
        }
    }

    fn in_use(&self) -> JournalError {
        let path = self.path.display();
        JournalError {
            text: format!("another run, which has not ended, has the journal {path}"),
            tip: Some("wait until it has ended, or name another file"),
        }
    }

    fn io(&self, action: &str, error: &io::Error) -> JournalError {
        let path = self.path.display();
        JournalError {
            text: format!("cannot {action} the journal {path}: {error}"),
            tip: None,
        }
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
