//! The journal: a file with the progress of a run, so that a killed run can resume.
//!
//! It holds all findings and the blocks that they cover, as readable JSON. Each save replaces the file atomically. The journal
//! identifies the solvers, the running program and the plan, so that no other run can use it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use xxhash_rust::xxh3::xxh3_64;

use super::whole_file::replace;
use crate::error::CheckError;
use crate::run::{Findings, Journal, Plan, Shard};

/// The file to which a run saves its progress.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    /// The identity of the run.
    run: Identity,
}

/// The names and values of the properties that must be equal for a run to resume.
type Identity = Vec<(String, String)>;

impl JournalFile {
    /// The journal in this file, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        JournalFile {
            path: path.into(),
            run: Identity::new(),
        }
    }
}

impl Journal for JournalFile {
    fn restore(&mut self, plan: &Plan, shard: Shard) -> Result<Option<Findings>, CheckError> {
        self.run = identity(plan, shard)?;
        let text = match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|error| cannot("read", &self.path, &error))?,
        };
        if text.is_empty() {
            return Ok(None);
        }
        let path = self.path.display();
        let (run, progress): (Identity, Findings) = serde_json::from_slice(&text)
            .map_err(|found| foreign(&format!("{path} is not the journal of a run: {found}")))?;
        for ((what, expected), (_, found)) in self.run.iter().zip(&run) {
            if found != expected {
                return Err(foreign(&format!(
                    "the journal {path} belongs to another run: its {what} is {found}, expected {expected}"
                )));
            }
        }
        Ok(Some(progress))
    }

    fn save(&mut self, findings: &Findings) -> Result<(), CheckError> {
        let text = serde_json::to_vec_pretty(&(&self.run, findings)).expect("all keys are strings");
        replace(&self.path, &text).map_err(|error| cannot("write", &self.path, &error))
    }
}

fn identity(plan: &Plan, shard: Shard) -> Result<Identity, CheckError> {
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

fn cannot(action: &str, path: &Path, error: &io::Error) -> CheckError {
    CheckError::new(format!(
        "cannot {action} the journal {}: {error}",
        path.display()
    ))
}

/// The error for a file that is not a journal, or belongs to another run.
fn foreign(text: &str) -> CheckError {
    CheckError::new(format!(
        "{text}; to start afresh, name another file or remove this one"
    ))
}

/// A hash of the running program, as hexadecimal digits. On Linux `/proc/self/exe` works even if the file was deleted or
/// replaced.
pub(crate) fn program() -> Result<String, CheckError> {
    let running = fs::read("/proc/self/exe");
    let read = running.or_else(|_| env::current_exe().and_then(fs::read));
    let bytes = read.map_err(|error| {
        CheckError::new(format!(
            "no journal can be kept: it belongs to one program, and the running one cannot be identified: {error}"
        ))
    })?;
    Ok(format!("{:016x}", xxh3_64(&bytes)))
}
