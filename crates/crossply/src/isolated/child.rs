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
    ASKED_FILE, BEGUN_FILE, ENDS_FILE, FOLDER_ENV, LATE, LATE_FILE, LIMIT_FILE, LIST, LIST_FILE,
    LISTS_FILE, NOTES_FILE, ONE, ONLY_KNOWN_FILE, RESULT_FILE, SEARCHES, SEED_FILE, SLOW_FILE,
};
use super::{append, cannot, field, fields};
use crate::definition::{Definition, Numbers, Solver};
use crate::error::CheckError;
use crate::failure::{Failure, FailureKind};
use crate::number_set::NumberSet;
use crate::oracle::Panel;
use crate::oracle::ask::single;

/// How often the child tests whether an answer takes too long.
const INTERVAL: Duration = Duration::from_millis(20);

/// The names of a check and of one of its solvers, escaped by [`field`].
type Names = [String; 2];

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
    /// If set, lists stop at the first input that is not among these.
    pub(super) known: Option<HashMap<Names, NumberSet>>,
    /// Whether to search for a simpler wrong input.
    pub(crate) searches: bool,
    requests: Mutex<Requests>,
}

/// The requests in progress.
struct Requests {
    /// [`ASKED_FILE`].
    file: File,
    /// [`LISTS_FILE`].
    lists: File,
    /// Each request was made while the one before it was in progress, so the last one is current.
    stack: Vec<String>,
    /// When the current request began, or became current again.
    since: Instant,
    /// Solvers that take too long for a list, and so are asked for one input at a time.
    slow: Vec<Names>,
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
        let known = only_known
            .is_some()
            .then(|| known(&content(&folder, LISTS_FILE), &ends));
        let limit = content(&folder, LIMIT_FILE).parse().unwrap_or(u64::MAX);
        let lists = folder.join(LISTS_FILE);
        fs::write(folder.join(BEGUN_FILE), "")?;
        let requests = Requests {
            file: File::create(folder.join(ASKED_FILE))?,
            lists: File::options().append(true).create(true).open(lists)?,
            stack: Vec::new(),
            since: Instant::now(),
            slow: content(&folder, SLOW_FILE).lines().map(fields).collect(),
        };
        Ok(Child {
            seed: content(&folder, SEED_FILE).parse().unwrap_or_default(),
            limit: Duration::from_millis(limit),
            folder,
            ends,
            known,
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

    /// Writes down a request for a list of inputs: check, solver, numbers. The line gets its last field once the request is
    /// over, or from the parent if this child ends.
    fn begin_list(&'static self, list: &[String; 3]) -> RequestInProgress {
        let line = list.join("\t");
        write!(self.requests().lists, "{line}\t").expect("a temporary file can be written");
        self.begin(LIST.to_owned())
    }

    /// Whether this child may ask a solver for the input with this number.
    fn may_ask(&self, names: &Names, number: Option<u128>) -> bool {
        let Some(known) = &self.known else {
            return true;
        };
        let of_solver = known.get(names).zip(number);
        of_solver.is_some_and(|(known, number)| known.contains(number))
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

/// The inputs of lists, up to where a child ended, and those that ended children.
fn known(lists: &str, ends: &HashMap<Names, Ends>) -> HashMap<Names, NumberSet> {
    let mut known = HashMap::<_, NumberSet>::new();
    for line in lists.lines() {
        let [check, solver, numbers, end] = fields(line);
        let end = end.parse().unwrap_or(u128::MAX);
        let list: NumberSet = numbers.parse().unwrap_or_default();
        let of_solver = known.entry([check, solver]).or_default();
        for number in list.from(0).take_while(|number| *number < end) {
            of_solver.insert(number);
        }
    }
    for (names, ends) in ends {
        let of_solver = known.entry(names.clone()).or_default();
        for number in numbers_of(ends) {
            of_solver.insert(number);
        }
    }
    known
}

/// The numbers of inputs that ended children.
fn numbers_of(ends: &Ends) -> impl Iterator<Item = u128> {
    ends.keys()
        .filter_map(|input| input.split_once(':')?.0.parse().ok())
}

impl Requests {
    /// Writes down the current request, and restarts the clock.
    fn write_current(&mut self) {
        let line = self.stack.last().map_or("", String::as_str);
        let written = self
            .file
            .rewind()
            .and_then(|()| writeln!(self.file, "{line}"));
        written.expect("a temporary file can be written");
        self.since = Instant::now();
    }
}

/// A request in progress. It ends when this is dropped.
pub(crate) struct RequestInProgress(&'static Child);

impl Drop for RequestInProgress {
    fn drop(&mut self) {
        let mut requests = self.0.requests();
        if requests.stack.pop().is_some_and(|request| request == LIST) {
            writeln!(requests.lists, "all").expect("a temporary file can be written");
        }
        requests.write_current();
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
        let number = number.map_or_else(String::new, |number| number.to_string());
        let key = field(&format!("{number}:{input:?}"));
        if let Some(failure) = self.ends.and_then(|ends| ends.get(&key)) {
            failure.clone().raise();
        }
        let [check, solver] = &self.names;
        let _request = self.child.begin(format!("{ONE}\t{check}\t{solver}\t{key}"));
        answer()
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
        let number = Numbers::take_announced();
        self.guard.ask(number, input, || self.solver.solve(input))
    }

    fn solve_all(&mut self, inputs: &[I], answers: &mut Vec<A>) {
        let child = self.guard.child;
        let requests = child.requests();
        // A run has written down the whole list. Elsewhere, each input is written down when it is asked for.
        let is_in_list = !requests.stack.is_empty();
        let is_slow = requests.slow.contains(&self.guard.names);
        drop(requests);
        // One by one if an input may have to fail without a call.
        if is_in_list && !is_slow && self.guard.ends.is_none() {
            return self.solver.solve_all(inputs, answers);
        }
        for input in inputs {
            if !child.may_ask(&self.guard.names, Numbers::announced()) {
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

/// In a child, announces these numbers, and writes down that a solver is about to be asked for all of them in one call. `None`
/// outside of a child, and if inputs are asked for one by one.
pub(crate) fn begin_batch(
    check: &Definition,
    solver: usize,
    numbers: &Numbers,
) -> Option<RequestInProgress> {
    let child = child()?;
    numbers.clone().announce();
    if child.known.is_some() {
        return None;
    }
    let solver = field(&check.solvers[solver].name);
    let check = field(&check.name);
    let numbers = match numbers {
        Numbers::All(numbers) => format!("{}-{}", numbers.start, numbers.end - 1),
        Numbers::Listed(numbers) => {
            let numbers: Vec<_> = numbers.iter().map(u128::to_string).collect();
            numbers.join(" ")
        }
    };
    Some(child.begin_list(&[check, solver, numbers]))
}

/// If the last child ended on a list of inputs of this check, asks for these inputs one by one, to find the one that ended
/// it. If this child survives all of them, the solver is slow, or its answers depend on earlier inputs.
///
/// # Errors
/// If none of the inputs ends the process alone, although the list did and was not only late, or if files cannot be written.
pub(crate) fn retry_fatal_list(check: &Definition) -> Result<(), CheckError> {
    let Some(child) = child() else {
        return Ok(());
    };
    let Some(list) = child.read(LIST_FILE) else {
        return Ok(());
    };
    let [check_name, solver, numbers, kind, how] = fields(&list);
    if field(&check.name) != check_name {
        return Ok(());
    }
    let index = check.names().iter().position(|name| field(name) == solver);
    let Some(index) = index else {
        // The solver is not selected.
        return Ok(());
    };
    let request = child.begin_list(&[check_name.clone(), solver.clone(), numbers.clone()]);
    let mut panel = Panel::new(check);
    let numbers: NumberSet = numbers.parse().unwrap_or_default();
    for number in numbers.from(0) {
        let batch = single(check, number);
        if check.admits(batch.inputs.item(0)) == Ok(true) {
            panel.answer_row(index, &batch, 0);
        }
    }
    drop(request);
    if kind != LATE {
        return Err(CheckError::new(format!(
            "{check_name}: the process ended while it asked {solver} for one input after another, and on none of them alone: {how}"
        )));
    }
    let mut requests = child.requests();
    requests.slow.push([check_name, solver]);
    let slow: Vec<_> = requests.slow.iter().map(|names| names.join("\t")).collect();
    fs::write(child.folder.join(SLOW_FILE), slow.join("\n"))
        .and_then(|()| fs::remove_file(child.folder.join(LIST_FILE)))
        .map_err(|error| cannot("note a slow solver", &error))
}
