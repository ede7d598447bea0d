//! The child: it writes down each request before it asks a solver, and lets solvers fail on inputs that ended earlier
//! children.

use std::collections::HashMap;
use std::fmt::{Debug, Write as _};
use std::fs::{self, File};
use std::io::{self, Seek, Write as _};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use super::{
    ASKED_FILE, ENDS_FILE, FOLDER_ENV, LATE, LATE_FILE, LIMIT_FILE, LIST_FILE, SEED_FILE, SLOW_FILE,
};
use super::{cannot, field, fields};
use crate::definition::{Definition, Numbers, Solver};
use crate::error::CheckError;
use crate::failure::{Failure, FailureKind};
use crate::oracle::Panel;
use crate::oracle::ask::single;

/// How often the child tests whether an answer takes too long.
const INTERVAL: Duration = Duration::from_millis(20);

/// What a child has read from the folder that it shares with its parent.
pub(crate) struct Child {
    folder: PathBuf,
    /// The seed, which is the same for all children of a parent.
    pub(crate) seed: u64,
    limit: Duration,
    /// The inputs that ended earlier children, and how, by check and solver.
    ends: HashMap<[String; 2], HashMap<String, Failure>>,
    asked: Mutex<Asked>,
}

/// The requests in progress.
struct Asked {
    file: File,
    /// Each request was made while the one before it was in progress, so the last one is current.
    requests: Vec<String>,
    since: Instant,
    /// Checks and solvers that take long for a list, and so are asked for one input at a time.
    slow: Vec<[String; 2]>,
}

/// The state of this process as a child. `None` if it is not a child.
pub(crate) fn child() -> Option<&'static Child> {
    static CHILD: LazyLock<Option<&Child>> = LazyLock::new(|| {
        let folder = PathBuf::from(env::var_os(FOLDER_ENV)?);
        let child = Child::of(folder).expect("the parent has made the folder");
        let child: &Child = Box::leak(Box::new(child));
        thread::spawn(|| child.end_if_late());
        Some(child)
    });
    *CHILD
}

impl Child {
    fn of(folder: PathBuf) -> io::Result<Self> {
        let read = |name| fs::read_to_string(folder.join(name)).unwrap_or_default();
        let mut ends = HashMap::<_, HashMap<_, _>>::new();
        for line in read(ENDS_FILE).lines() {
            let [check, solver, input, how, text] = fields(line);
            let kind = match &*how {
                LATE => FailureKind::TimeLimit,
                _ => FailureKind::ProcessEnd,
            };
            let failures = ends.entry([check, solver]).or_default();
            let failure = Failure { kind, text };
            if let Some((_, shown)) = input.split_once(':') {
                // A request without a number is for this input as far as anyone can tell.
                failures.insert(format!(":{shown}"), failure.clone());
            }
            failures.insert(input, failure);
        }
        let limit = read(LIMIT_FILE).parse().unwrap_or(u64::MAX);
        let asked = Asked {
            file: File::create(folder.join(ASKED_FILE))?,
            requests: Vec::new(),
            since: Instant::now(),
            slow: read(SLOW_FILE).lines().map(fields).collect(),
        };
        Ok(Child {
            seed: read(SEED_FILE).parse().unwrap_or_default(),
            limit: Duration::from_millis(limit),
            folder,
            ends,
            asked: Mutex::new(asked),
        })
    }

    /// The result that an earlier child has left in the file with this name.
    pub(crate) fn done(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(file)).ok()
    }

    /// Leaves the result for the parent.
    pub(crate) fn leave(&self, file: &str, text: &str) -> Result<(), CheckError> {
        // Renaming is atomic, so the parent sees the complete result or none.
        let unfinished = self.folder.join("unfinished");
        fs::write(&unfinished, text)
            .and_then(|()| fs::rename(&unfinished, self.folder.join(file)))
            .map_err(|error| cannot("leave a result", &error))
    }

    /// Writes down a request, which is in progress until the returned value is dropped.
    fn asks(&'static self, what: String) -> Asking {
        let mut asked = self.asked();
        asked.requests.push(what);
        asked.write();
        Asking(self)
    }

    /// Ends the process if an answer takes too long.
    fn end_if_late(&self) {
        loop {
            thread::sleep(INTERVAL);
            let asked = self.asked();
            if !asked.requests.is_empty() && asked.since.elapsed() > self.limit {
                // Even if this fails, the parent sees that the process ended.
                let _ = fs::write(self.folder.join(LATE_FILE), "");
                process::exit(1);
            }
        }
    }

    /// Ignores poisoning: no panic can happen while the lock is held.
    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Asked {
    fn write(&mut self) {
        let line = self.requests.last().map_or("", String::as_str);
        let written = self
            .file
            .rewind()
            .and_then(|()| writeln!(self.file, "{line}"));
        written.expect("a temporary file can be written");
        self.since = Instant::now();
    }
}

/// A request in progress. It ends when this is dropped.
pub(crate) struct Asking(&'static Child);

impl Drop for Asking {
    fn drop(&mut self) {
        let mut asked = self.0.asked();
        asked.requests.pop();
        asked.write();
    }
}

/// Guards the calls of a solver, or of the trusted answer, in a child.
#[derive(Clone)]
pub(crate) struct Guard {
    child: &'static Child,
    /// The check and the solver.
    names: [String; 2],
    ends: Option<&'static HashMap<String, Failure>>,
}

impl Guard {
    /// `None` unless this process is a child.
    pub(crate) fn new(check: &str, solver: &str) -> Option<Self> {
        let child = child()?;
        let names = [check, solver].map(field);
        let ends = child.ends.get(&names);
        Some(Guard { child, names, ends })
    }

    /// Asks for one input. If the input ended an earlier child, fails without a call. The number identifies the input, which
    /// may look like others; a drawn input that was made simpler differs only in its `Debug` output.
    pub(crate) fn ask<I: Debug, A>(
        &self,
        number: Option<u128>,
        input: &I,
        answer: impl FnOnce() -> A,
    ) -> A {
        let number = number.map_or_else(String::new, |number| number.to_string());
        let input = field(&format!("{number}:{input:?}"));
        if let Some(failure) = self.ends.and_then(|ends| ends.get(&input)) {
            failure.clone().raise();
        }
        let [check, solver] = &self.names;
        let _asking = self.child.asks(format!("one\t{check}\t{solver}\t{input}"));
        answer()
    }
}

/// A solver in a child, with its guard.
pub(crate) struct Guarded<I, A> {
    pub(crate) guard: Guard,
    pub(crate) solver: Box<dyn Solver<I, A>>,
}

impl<I: Debug, A> Solver<I, A> for Guarded<I, A> {
    fn solve(&mut self, input: &I) -> A {
        let number = Numbers::take_announced();
        self.guard.ask(number, input, || self.solver.solve(input))
    }

    fn solve_all(&mut self, inputs: &[I], answers: &mut Vec<A>) {
        let asked = self.guard.child.asked();
        // Outside of a run, the list has not been written down.
        let is_list = !asked.requests.is_empty() && !asked.slow.contains(&self.guard.names);
        drop(asked);
        if is_list && self.guard.ends.is_none() {
            self.solver.solve_all(inputs, answers);
        } else {
            answers.extend(inputs.iter().map(|input| self.solve(input)));
        }
    }

    fn has_stopped(&self, failure: Option<&Failure>) -> bool {
        self.solver.has_stopped(failure)
    }

    fn is_program(&self) -> bool {
        self.solver.is_program()
    }
}

/// In a child, writes down that it is about to ask a solver for the inputs with these numbers in one call.
pub(crate) fn asks_for(check: &Definition, solver: usize, numbers: &Numbers) -> Option<Asking> {
    let child = child()?;
    numbers.clone().announce();
    let [check, solver] = [&check.name, &check.solvers[solver].name].map(|name| field(name));
    let mut line = format!("list\t{check}\t{solver}\t");
    match numbers {
        Numbers::All(numbers) => {
            let _ = write!(line, "{}-{}", numbers.start, numbers.end);
        }
        Numbers::Listed(numbers) => {
            for number in numbers {
                let _ = write!(line, "{number}-{} ", number + 1);
            }
        }
    }
    Some(child.asks(line))
}

/// If the last child ended on a list of inputs of this check, asks for these inputs one by one, to find the one that ended
/// it. If this child survives all of them, the solver is slow, or its answers depend on earlier inputs.
///
/// # Errors
/// If none of the inputs ends the process alone, although the list did, or if files cannot be written.
pub(crate) fn search_list(check: &Definition) -> Result<(), CheckError> {
    let list = |child: &'static Child| Some((child, child.done(LIST_FILE)?));
    let Some((child, list)) = child().and_then(list) else {
        return Ok(());
    };
    let [kind, name, solver, numbers, how] = fields(&list);
    let mut names = check.names().into_iter();
    let solver_index = names.position(|name| field(name) == solver);
    let Some(index) = solver_index.filter(|_| field(&check.name) == name) else {
        return Ok(());
    };
    let mut panel = Panel::new(check);
    let ranges = numbers.split_whitespace().filter_map(|range| {
        let (start, end) = range.split_once('-')?;
        Some(start.parse::<u128>().ok()?..end.parse().ok()?)
    });
    for number in ranges.flatten() {
        let batch = single(check, number);
        if check.counts(batch.inputs.item(0)) == Ok(true) {
            panel.answer_row(index, &batch, 0);
        }
    }
    let mut asked = child.asked();
    if kind != LATE {
        return Err(CheckError::Plan(format!(
            "{name}: the process ended while it asked {solver} for one input after another, and on none of them alone: {how}"
        )));
    }
    asked.slow.push([name, solver]);
    let slow: Vec<_> = asked.slow.iter().map(|names| names.join("\t")).collect();
    fs::write(child.folder.join(SLOW_FILE), slow.join("\n"))
        .and_then(|()| fs::remove_file(child.folder.join(LIST_FILE)))
        .map_err(|error| cannot("note a slow solver", &error))
}
