//! The parent: it starts children until one completes its work, and records what ended the others.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use super::{
    ASKED_FILE, BEGUN_FILE, CAREFUL_FILE, ENDED, ENDS_FILE, FOLDER_ENV, KNOWN_FILE, LATE,
    LATE_FILE, LIMIT_FILE, LIST, NOTES_FILE, ONE, ONLY_KNOWN_FILE, RESULT_FILE, SEARCHES,
    SEED_FILE, STDERR_FILE,
};
use super::{Names, append, cannot, counts, field, fields};
use crate::draw::new_seed;
use crate::error::CheckError;

/// After this many inputs that ended a child, the next one asks only for inputs whose outcome is known, and searches for a
/// simpler wrong input. After that search has ended this many children, the next one does not search.
const MOST_ENDS: usize = 20;
const MOST_TRIES: usize = 10;

/// After this many requests without an answer, waiting for more of them must not take longer than a run.
const LATE_IN_ANY_TIME: usize = 4;

/// The parent of children that share a folder, which it removes at the end.
pub(crate) struct Parent {
    folder: PathBuf,
    limit: Duration,
    /// How long children may ask for new inputs, apart from the last request of each, which ended it or took too long; how
    /// long to go on waiting for late answers; and how long to go on searching.
    time: Duration,
    /// Descriptions of what ended children.
    ends: Vec<String>,
    /// [`KNOWN_FILE`].
    known: HashMap<Names, u64>,
    /// For the solvers on which a child ended within a list, and on no input since: how it ended.
    unexplained: HashMap<Names, String>,
}

impl Parent {
    /// A parent of children in which an answer may take at most `limit`, and a run about `time`.
    ///
    /// # Errors
    /// If the shared folder or its files cannot be created.
    pub(crate) fn new(limit: Duration, time: Duration) -> Result<Self, CheckError> {
        let folder = env::temp_dir().join(format!("crossply-{}-{}", process::id(), new_seed()));
        fs::create_dir(&folder).map_err(|error| cannot("create a temporary folder", &error))?;
        let parent = Parent {
            folder,
            limit,
            time,
            ends: Vec::new(),
            known: HashMap::new(),
            unexplained: HashMap::new(),
        };
        fs::write(parent.file(LIMIT_FILE), limit.as_millis().to_string())
            .and_then(|()| fs::write(parent.file(SEED_FILE), new_seed().to_string()))
            .map_err(|error| parent.cannot_write(&error))?;
        Ok(parent)
    }

    /// Starts children until one leaves a file with this name. Returns the child's exit status and the content of the file.
    /// If even children that ask only for what is known end, returns no status, and a report about them.
    ///
    /// # Errors
    /// If a child cannot be started, ends while it asks no solver, or ends while it asks for a list, although no input of it ends
    /// another child.
    pub(crate) fn start(&mut self, file: &str) -> Result<(Option<ExitStatus>, String), CheckError> {
        self.ends.clear();
        self.known.clear();
        self.unexplained.clear();
        let mut asked = Duration::ZERO;
        let mut late = 0;
        let mut searching_since = None;
        let only_known = self.file(ONLY_KNOWN_FILE);
        for of_earlier in [ONLY_KNOWN_FILE, NOTES_FILE, KNOWN_FILE] {
            // Fails if an earlier assertion has left no such file.
            let _ = fs::remove_file(self.file(of_earlier));
        }
        fs::write(self.file(RESULT_FILE), file).map_err(|error| self.cannot_write(&error))?;
        loop {
            let status = self.child();
            let status = status.map_err(|error| cannot("start this program again", &error))?;
            let stderr = fs::read(self.file(STDERR_FILE)).unwrap_or_default();
            if let Ok(done) = fs::read_to_string(self.file(file)) {
                // The output is only informative, so a failed write does no harm.
                let _ = io::stderr().write_all(&stderr);
                if let Some(([check, solver], how)) = self.unexplained.iter().min() {
                    return Err(CheckError::new(format!(
                        "{check}: the process ended while it asked {solver} for one input after another, and on none of them alone: {how}"
                    )));
                }
                return Ok((Some(status), done));
            }
            asked += self.time_of_requests();
            late += usize::from(self.file(LATE_FILE).exists());
            self.note(status, &stderr)?;
            let ends = self.ends.len();
            if ends >= 2 * (MOST_ENDS + MOST_TRIES) {
                let report = format!(
                    "\nthe check was not carried on: {ends} inputs ended the process, or got no answer in time\n{}",
                    self.ends.join("\n")
                );
                return Ok((None, report));
            }
            let waited = self.limit.saturating_mul(late as u32);
            let waits_too_long = late >= LATE_IN_ANY_TIME && waited >= self.time;
            if ends >= MOST_ENDS || asked >= self.time || waits_too_long {
                let since: &mut Instant = searching_since.get_or_insert_with(Instant::now);
                let searches = ends < MOST_ENDS + MOST_TRIES && since.elapsed() < self.time;
                let content = if searches { SEARCHES } else { "" };
                fs::write(&only_known, content).map_err(|error| self.cannot_write(&error))?;
            }
        }
    }

    /// Runs a child: only this thread's test, if the thread runs a test. Otherwise, the command line of this process, with
    /// the same standard output and error.
    fn child(&self) -> io::Result<ExitStatus> {
        let mut command = Command::new(env::current_exe()?);
        let thread = thread::current();
        match thread.name().filter(|name| *name != "main") {
            // Only this test.
            Some(test) => {
                let stderr = File::create(self.file(STDERR_FILE))?;
                command.args([test, "--exact", "--include-ignored"]);
                command.stdout(Stdio::null()).stderr(stderr);
            }
            None => {
                command.args(env::args_os().skip(1));
            }
        }
        command.env("RUST_BACKTRACE", "0").stdin(Stdio::null());
        // Clears the request of an earlier child.
        File::create(self.file(ASKED_FILE))?;
        command.env(FOLDER_ENV, &self.folder).status()
    }

    /// How long the last child asked solvers, until it made its last request. So neither its start counts, nor what ended it.
    fn time_of_requests(&self) -> Duration {
        let written = |file| fs::metadata(self.file(file)).and_then(|file| file.modified());
        let [begun, last] = [BEGUN_FILE, ASKED_FILE].map(|file| written(file).ok());
        let time = last
            .zip(begun)
            .and_then(|(last, begun)| last.duration_since(begun).ok());
        time.unwrap_or_default()
    }

    /// Records how a child ended, for the next one.
    fn note(&mut self, status: ExitStatus, stderr: &[u8]) -> Result<(), CheckError> {
        let is_late = fs::remove_file(self.file(LATE_FILE)).is_ok();
        let (kind, how) = if is_late {
            (LATE, format!("no answer within {:?}", self.limit))
        } else {
            (ENDED, how(status, &String::from_utf8_lossy(stderr)))
        };
        let asked = fs::read_to_string(self.file(ASKED_FILE)).unwrap_or_default();
        let mut lines = asked.lines().take_while(|line| !line.is_empty());
        let [form, check, solver, what] = fields(lines.next().unwrap_or_default());
        for (names, count) in counts(lines) {
            let known = self.known.entry(names).or_default();
            *known = count.max(*known);
        }
        let known = self
            .known
            .iter()
            .map(|([check, solver], known)| format!("{check}\t{solver}\t{known}\n"));
        let written = fs::write(self.file(KNOWN_FILE), known.collect::<String>());
        let noted = match &*form {
            ONE => {
                let (_, input) = what.split_once(':').unwrap_or_default();
                self.ends.push(format!("{solver} on {input}: {how}"));
                let line = format!("{check}\t{solver}\t{what}\t{kind}\t{}\n", field(&how));
                self.unexplained.remove(&[check, solver]);
                append(&self.file(ENDS_FILE), &line)
            }
            LIST => {
                let line = format!("{check}\t{solver}\n");
                if !is_late {
                    self.unexplained.insert([check, solver], how);
                }
                append(&self.file(CAREFUL_FILE), &line)
            }
            _ => {
                return Err(CheckError::new(format!(
                    "a check in a process of its own: the process ended where it asked no solver for anything: {how}"
                )));
            }
        };
        written
            .and(noted)
            .map_err(|error| self.cannot_write(&error))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn cannot_write(&self, error: &io::Error) -> CheckError {
        cannot(&format!("write to {}", self.folder.display()), error)
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
    match stderr
        .trim_end()
        .lines()
        .rfind(|line| !line.starts_with("note: "))
    {
        Some(last) => format!("{status}: {last}"),
        None => status.to_owned(),
    }
}
