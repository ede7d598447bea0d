//! The journal: a file with the progress of a run, so that a killed run can resume.
//!
//! It holds all findings and the blocks that they cover, as readable JSON with a checksum that detects manual changes. Each
//! save replaces the file atomically. The journal identifies the solvers, the running program and the plan, so that no other
//! run can use it.
//!
//! Only one run at a time can use a journal: it locks the file, and locks each new file before it replaces the old one. The
//! operating system releases the lock when the process ends.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

use super::whole_file::{WholeFile, is_at, real_path};
use crate::error::JournalError;
use crate::run::{Findings, Journal, Plan, Shard};

/// The file to which a run saves its progress.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    /// The current file, locked.
    file: File,
    /// The identity of the run.
    run: Identity,
}

/// The names and values of the properties that must be equal for a run to resume.
type Identity = Vec<(String, String)>;

impl JournalFile {
    /// Opens the journal in this file, and creates the file if it does not exist. No other process can open it until the
    /// journal is dropped.
    ///
    /// # Errors
    /// If another run holds it, or if the file cannot be opened or locked.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let cannot = |error: io::Error| cannot("open", path, &error);
        // Rejects anything but a regular file: reading a pipe might never end.
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
            // Another process may have replaced the file before it was locked here. Then try again.
            if is_at(&file, path).map_err(cannot)? {
                let path = path.to_owned();
                let run = Vec::new();
                return Ok(JournalFile { path, file, run });
            }
        }
    }

    fn replace(&mut self, text: &[u8]) -> io::Result<()> {
        let mut whole = WholeFile::begin(&self.path)?;
        // No other process uses the new file, so the lock does not block.
        whole.file.lock()?;
        whole.file.write_all(text)?;
        self.file = whole.replace()?;
        Ok(())
    }
}

/// Unlocks the file. Closing it would not be enough while a child of this process, which another thread has just forked, has a
/// copy of the descriptor.
impl Drop for JournalFile {
    fn drop(&mut self) {
        // If this fails, the system unlocks the file when it is closed.
        let _ = self.file.unlock();
    }
}

impl Journal for JournalFile {
    fn restore(&mut self, plan: &Plan, shard: Shard) -> Result<Option<Findings>, JournalError> {
        self.run = identity(plan, shard)?;
        let mut text = Vec::new();
        let read = (&self.file).read_to_end(&mut text);
        read.map_err(|error| cannot("read", &self.path, &error))?;
        if text.is_empty() {
            return Ok(None);
        }
        let path = self.path.display();
        let (run, progress) = unsealed(&text)
            .map_err(|found| foreign(format!("{path} is not the journal of a run: {found}")))?;
        for ((what, expected), (_, found)) in self.run.iter().zip(&run) {
            if found != expected {
                return Err(foreign(format!(
                    "the journal {path} belongs to another run: its {what} is {found}, expected {expected}"
                )));
            }
        }
        Ok(Some(progress))
    }

    fn save(&mut self, findings: &Findings) -> Result<(), JournalError> {
        let content = json!([self.run, findings]);
        let checksum = hash(content.to_string().as_bytes());
        let text = serde_json::to_vec_pretty(&(content, checksum)).expect("all keys are strings");
        let replaced = self.replace(&text);
        replaced.map_err(|error| cannot("write", &self.path, &error))
    }
}

fn identity(plan: &Plan, shard: Shard) -> Result<Identity, JournalError> {
    let identity = [
        ("check", plan.check.name.clone()),
        ("selection of solvers", plan.solvers().join(",")),
        // The hash of the program changes with solvers, oracles, the order of inputs and the journal format.
        ("program", program()?),
        ("plan", plan.in_words().collect::<Vec<_>>().join("; ")),
        ("shard", shard.to_string()),
    ];
    Ok(identity
        .map(|(what, value)| (what.to_owned(), value))
        .into())
}

/// Parses the content of a journal, and verifies its checksum.
fn unsealed(text: &[u8]) -> Result<(Identity, Findings), String> {
    let parsed = serde_json::from_slice(text).map_err(|error| error.to_string());
    let (content, checksum): (Value, String) = parsed?;
    if checksum != hash(content.to_string().as_bytes()) {
        return Err("its checksum is wrong: it has been changed".to_owned());
    }
    serde_json::from_value(content).map_err(|error| error.to_string())
}

/// A hash as hexadecimal digits.
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

/// The error for a file that is not a journal, or belongs to another run.
fn foreign(text: String) -> JournalError {
    let tip = Some("to start afresh, name another file or remove this one");
    JournalError { text, tip }
}

/// A hash of the running program. On Linux `/proc/self/exe` works even if the file was deleted or replaced.
pub(crate) fn program() -> Result<String, JournalError> {
    let running = fs::read("/proc/self/exe");
    let read = running.or_else(|_| env::current_exe().and_then(fs::read));
    let bytes = read.map_err(|error| JournalError {
        text: format!(
            "no journal can be kept: it belongs to one program, and the running one cannot be identified: {error}"
        ),
        tip: None,
    })?;
    Ok(hash(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forked_child_does_not_keep_the_journal() {
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let path = folder.path().join("journal");
        let journal = JournalFile::open(&path).expect("it is free");
        let of_child = journal.file.try_clone().expect("a descriptor");
        drop(journal);
        JournalFile::open(&path).expect("it is free again");
        drop(of_child);
    }
}
