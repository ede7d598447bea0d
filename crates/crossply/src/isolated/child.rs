//! The child: it writes down each request before it asks a solver, and lets solvers fail on inputs that ended earlier
//! children.

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{self, Seek, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use super::{
    ASKED_FILE, BEGUN_FILE, CAREFUL_FILE, ENDS_FILE, FOLDER_ENV, KNOWN_FILE, LATE, LATE_FILE,
    LIMIT_FILE, LIST, NOTES_FILE, Names, ONE, ONLY_KNOWN_FILE, RESULT_FILE, SEARCHES, SEED_FILE,
};
use super::{append, cannot, counts, field, fields};
use crate::definition::{Definition, Numbers, Solver};
use crate::error::CheckError;
use crate::failure::{Failure, FailureKind};

/// How often the child tests whether an answer takes too long.
const INTERVAL: Duration = Duration::from_millis(20);

/// The inputs on which a solver ended earlier children, with what happened. Their keys are number and `Debug` output, as in
/// `5:Some(2)`, and also only the latter: `:Some(2)`.
type Ends = HashMap<String, Failure>;

/// The state of a child, apart from its solvers.
pub(crate) struct Child {
    folder: PathBuf,
    /// The seed, which is the same for all children of a parent.
    pub(crate) seed: u64,
    limit: Duration,
    /// For each solver, and for the trusted answer.
    ends: HashMap<Names, Ends>,
    /// For each solver, how many inputs of the run earlier children have asked it for, apart from the one on which it ended a
    /// child.
    known: HashMap<Names, u64>,
    /// Whether lists stop where earlier children stopped.
    pub(super) asks_only_known: bool,
    /// The solvers that get one input at a time, because a child ended on a list of theirs.
    careful: Vec<Names>,
    /// Whether to search for a simpler wrong input.
    pub(crate) searches: bool,
    requests: Mutex<Requests>,
}

/// The requests in progress.
struct Requests {
    /// [`ASKED_FILE`].
    file: File,
    /// Each request was made while the one before it was in progress, so the last one is current.
    stack: Vec<String>,
    /// When the current request began, or became current again.
    since: Instant,
    /// For each solver, how many inputs of the run it has been asked for.
    asked: HashMap<Names, u64>,
    /// The solver that is asked for a list of inputs of the run, and how many it had been asked for before.
    list: Option<(Names, u64)>,
}

/// The state of this process as a child. `None` if it is not a child.
pub(crate) fn child() -> Option<&'static Child> {
    static CHILD: LazyLock<Option<Child>> = LazyLock::new(|| {
        let folder = PathBuf::from(env::var_os(FOLDER_ENV)?);
        let child = Child::of(folder).expect("the parent has made the folder");
        // The thread waits until this is initialised.
        thread::spawn(|| CHILD.as_ref().map(Child::end_if_late));
        Some(child)
    });
    CHILD.as_ref()
}

/// What a file in the folder contains. Empty if there is none.
fn content(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_default()
}

impl Child {
    fn of(folder: PathBuf) -> io::Result<Self> {
        let mut ends = HashMap::<Names, Ends>::new();
        for line in content(&folder, ENDS_FILE).lines() {
            let [check, solver, input, kind, how] = fields(line);
            let kind = match &*kind {
                LATE => FailureKind::TimeLimit,
                _ => FailureKind::ProcessEnd,
            };
            let failures = ends.entry([check, solver]).or_default();
            let failure = Failure::new(kind, how);
            if let Some((_, shown)) = input.split_once(':') {
                // If a request has no number, the output has to do.
                failures.insert(format!(":{shown}"), failure.clone());
            }
            failures.insert(input, failure);
        }
        let only_known = fs::read_to_string(folder.join(ONLY_KNOWN_FILE)).ok();
        let limit = content(&folder, LIMIT_FILE).parse().unwrap_or(u64::MAX);
        fs::write(folder.join(BEGUN_FILE), "")?;
        let requests = Requests {
            file: File::create(folder.join(ASKED_FILE))?,
            stack: Vec::new(),
            since: Instant::now(),
            asked: HashMap::new(),
            list: None,
        };
        Ok(Child {
            seed: content(&folder, SEED_FILE).parse().unwrap_or_default(),
            limit: Duration::from_millis(limit),
            known: counts(content(&folder, KNOWN_FILE).lines()),
            careful: content(&folder, CAREFUL_FILE).lines().map(fields).collect(),
            folder,
            ends,
            asks_only_known: only_known.is_some(),
            searches: only_known.is_none_or(|text| text == SEARCHES),
            requests: Mutex::new(requests),
        })
    }

    /// The numbers of the inputs of this check that ended earlier children.
    pub(crate) fn ends_of(&self, check: &Definition) -> Vec<u128> {
        let name = field(&check.name);
        let of_check = self.ends.iter().filter(|([check, _], _)| *check == name);
        of_check.flat_map(|(_, ends)| numbers_of(ends)).collect()
    }

    /// The number that an earlier child has noted under this name.
    pub(super) fn recall(&self, check: &str, name: &str) -> Option<u64> {
        let notes = self.read(NOTES_FILE)?;
        let prefix = format!("{}\t{name}\t", field(check));
        let number = notes.lines().find_map(|line| line.strip_prefix(&prefix))?;
        number.parse().ok()
    }

    /// Notes a number for later children, unless there is one already.
    pub(super) fn note(&self, check: &str, name: &str, number: u64) {
        if self.recall(check, name).is_none() {
            let line = format!("{}\t{name}\t{number}\n", field(check));
            append(&self.folder.join(NOTES_FILE), &line).expect("a temporary file can be written");
        }
    }

    /// Whether this child was started for the result that belongs into this file.
    pub(crate) fn is_for(&self, file: &str) -> bool {
        self.read(RESULT_FILE).is_some_and(|result| result == file)
    }

    /// The content of a file that an earlier child or the parent has left in the folder.
    pub(crate) fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(file)).ok()
    }

    /// Leaves a result in this file for the parent.
    pub(crate) fn leave(&self, file: &str, text: &str) -> Result<(), CheckError> {
        // Renaming is atomic, so the parent sees the complete result or none.
        let unfinished = self.folder.join("unfinished");
        fs::write(&unfinished, text)
            .and_then(|()| fs::rename(&unfinished, self.folder.join(file)))
            .map_err(|error| cannot("leave a result", &error))
    }

    /// Writes down a request, which is in progress until the returned value is dropped.
    fn begin(&'static self, what: String) -> RequestInProgress {
        let mut requests = self.requests();
        requests.stack.push(what);
        requests.write_current();
        RequestInProgress(self)
    }

    /// Notes that a solver is about to be asked for the input in this row, if that is one of a list of the run. Returns how many
    /// it was asked for before.
    fn reach(&self, names: &Names, row: usize) -> Option<u64> {
        let mut requests = self.requests();
        let (in_list, before) = requests.list.as_ref()?;
        if in_list != names {
            return None;
        }
        let reached = before + row as u64;
        requests.asked.insert(names.clone(), reached);
        Some(reached)
    }

    /// Never returns: ends the process once an answer takes too long.
    fn end_if_late(&self) {
        loop {
            thread::sleep(INTERVAL);
            let requests = self.requests();
            if !requests.stack.is_empty() && requests.since.elapsed() > self.limit {
                // The lock is still held, so this request stays the one in the file. Even if this fails, the parent sees that the process ended.
                let _ = fs::write(self.folder.join(LATE_FILE), "");
                process::exit(1);
            }
        }
    }

    /// The requests in progress. Ignores poisoning: if a file cannot be written, the requests are still complete.
    fn requests(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The numbers of inputs that ended children.
fn numbers_of(ends: &Ends) -> impl Iterator<Item = u128> {
    ends.keys()
        .filter_map(|input| input.split_once(':')?.0.parse().ok())
}

impl Requests {
    /// Writes down the current request, then how many inputs each solver was asked for, then an empty line, and restarts the
    /// clock.
    fn write_current(&mut self) {
        let mut text = self.stack.last().cloned().unwrap_or_default() + "\n";
        for ([check, solver], asked) in &self.asked {
            text += &format!("{check}\t{solver}\t{asked}\n");
        }
        text.push('\n');
        let written = self
            .file
            .rewind()
            .and_then(|()| self.file.write_all(text.as_bytes()));
        written.expect("a temporary file can be written");
        self.since = Instant::now();
    }
}

/// A request in progress. It ends when this is dropped.
pub(crate) struct RequestInProgress(&'static Child);

impl Drop for RequestInProgress {
    fn drop(&mut self) {
        let mut requests = self.0.requests();
        requests.stack.pop();
        requests.write_current();
    }
}

/// A request for a list of inputs of the run. It ends when this is dropped.
pub(crate) struct ListInProgress {
    request: RequestInProgress,
    /// How many inputs the solver will have been asked for.
    end: u64,
}

impl Drop for ListInProgress {
    fn drop(&mut self) {
        let mut requests = self.request.0.requests();
        if let Some((names, _)) = requests.list.take() {
            requests.asked.insert(names, self.end);
        }
    }
}

/// Guards the calls of a solver, or of the trusted answer, in a child.
#[derive(Clone)]
pub(crate) struct Guard {
    child: &'static Child,
    names: Names,
    ends: Option<&'static Ends>,
}

impl Guard {
    /// `None` unless this process is a child.
    pub(crate) fn new(check: &str, solver: &str) -> Option<Self> {
        let child = child()?;
        let names = [check, solver].map(field);
        let ends = child.ends.get(&names);
        Some(Guard { child, names, ends })
    }

    /// Asks for one input. If the input ended an earlier child, fails without a call. Number and `Debug` output together
    /// identify an input: different inputs may look the same, and a shrunk input has the number of the drawn one.
    pub(crate) fn ask<I: Debug, A>(
        &self,
        number: Option<u128>,
        input: &I,
        answer: impl FnOnce() -> A,
    ) -> A {
        if let Some(failure) = self.failure(number, input) {
            failure.clone().raise();
        }
        let [check, solver] = &self.names;
        let key = key(number, input);
        let _request = self.child.begin(format!("{ONE}\t{check}\t{solver}\t{key}"));
        answer()
    }

    /// The failure on this input, if it ended an earlier child.
    fn failure<I: Debug>(&self, number: Option<u128>, input: &I) -> Option<&'static Failure> {
        self.ends?.get(&key(number, input))
    }
}

/// A solver in a child, with its guard.
pub(crate) struct Guarded<I, A> {
    pub(crate) guard: Guard,
    pub(crate) solver: Box<dyn Solver<I, A>>,
    /// Whether it has met an input that may not be asked for.
    pub(crate) has_stopped: bool,
}

impl<I: Debug, A> Solver<I, A> for Guarded<I, A> {
    fn solve(&mut self, input: &I) -> A {
        let Guard { child, names, .. } = &self.guard;
        child.reach(names, Numbers::announced_row());
        let number = Numbers::take_announced();
        self.guard.ask(number, input, || self.solver.solve(input))
    }

    fn solve_all(&mut self, inputs: &[I], answers: &mut Vec<A>) {
        let guard = &self.guard;
        let child = guard.child;
        // A run has written down the whole list. Elsewhere, each input is written down when it is asked for.
        let is_list = child
            .reach(&guard.names, Numbers::announced_row())
            .is_some();
        let is_careful = child.careful.contains(&guard.names) || guard.ends.is_some();
        if is_list && !is_careful && !child.asks_only_known {
            return self.solver.solve_all(inputs, answers);
        }
        let known = child.known.get(&guard.names).copied().unwrap_or_default();
        for input in inputs {
            let reached = child.reach(&self.guard.names, Numbers::announced_row());
            if child.asks_only_known
                && reached.is_some_and(|reached| reached >= known)
                && self.guard.failure(Numbers::announced(), input).is_none()
            {
                self.has_stopped = true;
                return;
            }
            // This also goes on to the next number.
            answers.push(self.solve(input));
        }
    }

    fn has_stopped(&self, failure: Option<&Failure>) -> bool {
        self.has_stopped || self.solver.has_stopped(failure)
    }

    fn is_program(&self) -> bool {
        self.solver.is_program()
    }
}

/// In a child, announces these numbers, and writes down that a solver is about to be asked for all of them, as part of the run.
/// `None` outside of a child.
pub(crate) fn begin_batch(
    check: &Definition,
    solver: usize,
    numbers: &Numbers,
) -> Option<ListInProgress> {
    let child = child()?;
    numbers.clone().announce();
    let names = [&check.name, &check.solvers[solver].name].map(|name| field(name));
    let mut requests = child.requests();
    let before = requests.asked.get(&names).copied().unwrap_or_default();
    let end = before + numbers.len() as u64;
    let request = format!("{LIST}\t{}", names.join("\t"));
    requests.list = Some((names, before));
    drop(requests);
    let request = child.begin(request);
    Some(ListInProgress { request, end })
}

/// What identifies an input, as a field: its number, if it has one, and its `Debug` output.
fn key(number: Option<u128>, input: &impl Debug) -> String {
    let number = number.map_or_else(String::new, |number| number.to_string());
    field(&format!("{number}:{input:?}"))
}
