//! The parent: it starts children until one completes its work, and records what ended the others.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus, Stdio};
use std::time::Duration;
use std::{env, thread};

use super::{
    ASKED_FILE, ENDED, ENDS_FILE, FOLDER_ENV, LATE, LATE_FILE, LIMIT_FILE, LIST_FILE, SEED_FILE,
    STDERR_FILE,
};
use super::{cannot, field, fields};
use crate::draw::new_seed;
use crate::error::CheckError;

/// After this many inputs that ended a child, no other child is started.
const MOST_ENDS: usize = 20;

/// The parent of children that share a folder.
pub(crate) struct Parent {
    folder: PathBuf,
    limit: Duration,
    /// Descriptions of what ended children.
    ends: Vec<String>,
}

impl Parent {
    /// A parent of children in which an answer may take at most `limit`.
    ///
    /// # Errors
    /// If the shared folder or its files cannot be created.
    pub(crate) fn new(limit: Duration) -> Result<Self, CheckError> {
        let folder = env::temp_dir().join(format!("crossply-{}-{}", process::id(), new_seed()));
        fs::create_dir(&folder)
            .and_then(|()| fs::write(folder.join(LIMIT_FILE), limit.as_millis().to_string()))
            .and_then(|()| fs::write(folder.join(SEED_FILE), new_seed().to_string()))
            .map_err(|error| cannot(&format!("write to {}", folder.display()), &error))?;
        Ok(Parent {
            folder,
            limit,
            ends: Vec::new(),
        })
    }

    /// Starts children until one leaves a file with this name. Returns the child's exit status and the content of the file.
    /// After [`MOST_ENDS`] inputs that ended a child, returns no status, and a report about them.
    ///
    /// # Errors
    /// If a child cannot be started, or ends while it asks no solver.
    pub(crate) fn start(&mut self, file: &str) -> Result<(Option<ExitStatus>, String), CheckError> {
        self.ends.clear();
        loop {
            let status = self.child();
            let status = status.map_err(|error| cannot("start this program again", &error))?;
            let stderr = fs::read(self.folder.join(STDERR_FILE)).unwrap_or_default();
            if let Ok(done) = fs::read_to_string(self.folder.join(file)) {
                // The output is only informative, so a failed write does no harm.
                let _ = io::stderr().write_all(&stderr);
                return Ok((Some(status), done));
            }
            self.note(status, &stderr)?;
            if self.ends.len() >= MOST_ENDS {
                let report = format!(
                    "\nthe check was not carried on: {MOST_ENDS} inputs ended the process, or got no answer in time\n{}",
                    self.ends.join("\n")
                );
                return Ok((None, report));
            }
        }
    }

    /// Runs a child: only this thread's test, if the thread runs a test. Otherwise, the command line of this process, with
    /// the same standard output and error.
    fn child(&self) -> io::Result<ExitStatus> {
        let mut command = Command::new(env::current_exe()?);
        let thread = thread::current();
        if let Some(test) = thread.name().filter(|name| *name != "main") {
            command.args([test, "--exact", "--include-ignored"]);
            let stderr = File::create(self.folder.join(STDERR_FILE))?;
            command.stdout(Stdio::null()).stderr(stderr);
        } else {
            command.args(env::args_os().skip(1));
        }
        // Clears the request of an earlier child.
        File::create(self.folder.join(ASKED_FILE))?;
        let command = command
            .env(FOLDER_ENV, &self.folder)
            .env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::null()).status()
    }

    /// Records how a child ended, for the next one.
    fn note(&mut self, status: ExitStatus, stderr: &[u8]) -> Result<(), CheckError> {
        let is_late = fs::remove_file(self.folder.join(LATE_FILE)).is_ok();
        let (kind, how) = if is_late {
            (LATE, format!("no answer within {:?}", self.limit))
        } else {
            (ENDED, how(status, &String::from_utf8_lossy(stderr)))
        };
        let asked = fs::read_to_string(self.folder.join(ASKED_FILE)).unwrap_or_default();
        let asked = asked.lines().next().unwrap_or_default();
        let [form, check, solver, what] = fields(asked);
        let noted = match &*form {
            "one" => {
                let input = what.split_once(':').map_or("", |(_, input)| input);
                self.ends.push(format!("{solver} on {input}: {how}"));
                // If a list ended an earlier child, this input was the reason. The solver now gets one input at a time.
                let _ = fs::remove_file(self.folder.join(LIST_FILE));
                let ends = File::options()
                    .append(true)
                    .create(true)
                    .open(self.folder.join(ENDS_FILE));
                let line = format!("{check}\t{solver}\t{what}\t{kind}\t{}\n", field(&how));
                ends.and_then(|mut ends| ends.write_all(line.as_bytes()))
            }
            "list" => fs::write(
                self.folder.join(LIST_FILE),
                format!("{kind}\t{check}\t{solver}\t{what}\t{}", field(&how)),
            ),
            _ => {
                return Err(CheckError::Plan(format!(
                    "a check in a process of its own: the process ended where it asked no solver for anything: {how}"
                )));
            }
        };
        noted.map_err(|error| cannot(&format!("write to {}", self.folder.display()), &error))
    }
}

impl Drop for Parent {
    fn drop(&mut self) {
        // If this fails, the system will remove the temporary files some time.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// How a process ended, with the last line of its standard error, apart from notes about backtraces.
fn how(status: ExitStatus, stderr: &str) -> String {
    let status = status.to_string();
    let status = status.trim_end_matches(" (core dumped)");
    let mut lines = stderr.trim_end().lines();
    match lines.rfind(|line| !line.starts_with("note: ")) {
        Some(last) => format!("{status}: {last}"),
        None => status.to_owned(),
    }
}
