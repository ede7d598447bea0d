//! The processes that run a solver for counters, and what a process does that was started for this.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, thread};

use crate::definition::Definition;
use crate::explain::Topic;
use crate::isolated::{FOLDER_ENV, SharedFolder, field, fields, program_again};
use crate::oracle::Panel;
use crate::oracle::ask::single;
use crate::oracle::relation::holds;
use crate::run::as_in_run;

/// The environment variable with the path of the request that a child carries out.
const REQUEST_ENV: &str = "CROSSPLY_LINES_CHILD";

/// A child asks for no further input after this time, and ends some time later, or is killed.
const TIME: Duration = Duration::from_secs(5);
const LATE: Duration = Duration::from_secs(30);

/// How often a parent looks whether a child has ended.
const INTERVAL: Duration = Duration::from_millis(2);

/// What a child is asked for: a field for each of these, as text, because the child counts what other libraries run.
struct Request {
    turn: u64,
    /// The name of the check, as a field.
    check: String,
    /// The name of the solver, as a field. `None` if the inputs are only made, and no solver is asked.
    solver: Option<String>,
    /// If set, the solver is asked for what this relation needs.
    relation: Option<usize>,
    numbers: Vec<u128>,
    /// Where to write how many inputs were answered.
    answered: PathBuf,
}

impl Request {
    fn to_text(&self) -> String {
        let mut text = format!("{}\t{}\t", self.turn, self.check);
        if let Some(solver) = &self.solver {
            text += &format!("={solver}");
        }
        text += "\t";
        if let Some(relation) = self.relation {
            text += &relation.to_string();
        }
        text += "\t";
        for number in &self.numbers {
            text += &format!("{number} ");
        }
        text
    }

    /// Reads the text of a request whose file has this path.
    fn read(path: &Path) -> io::Result<Self> {
        let [turn, check, solver, relation, numbers] = fields(&fs::read_to_string(path)?);
        let numbers = numbers.split(' ');
        Ok(Request {
            turn: turn.parse().unwrap_or(u64::MAX),
            check,
            solver: solver.strip_prefix('=').map(str::to_owned),
            relation: relation.parse().ok(),
            numbers: numbers.filter_map(|number| number.parse().ok()).collect(),
            answered: path.with_extension("answered"),
        })
    }
}

/// The checks that a thread has carried out, or left out, before this one.
#[derive(Clone, Copy)]
pub(crate) struct Turn(u64);

thread_local! {
    static TURNS: Cell<u64> = const { Cell::new(0) };
}

impl Turn {
    /// Takes the turn of a check that is about to be carried out. If this process was started for it, it does not return.
    pub(crate) fn take(check: &Definition) -> Self {
        let turn = Turn(TURNS.replace(TURNS.get() + 1));
        if let Some(request) = request()
            && request.turn == turn.0
            && request.check == field(&check.name)
        {
            carry_out(check, request);
        }
        turn
    }

    /// Passes over a check whose result is known.
    pub(crate) fn pass() {
        TURNS.set(TURNS.get() + 1);
    }

    /// Passes over a check if this process was started for a later one. Returns whether it was.
    pub(crate) fn pass_if_earlier() -> bool {
        let is_earlier = request().is_some_and(|request| TURNS.get() < request.turn);
        if is_earlier {
            Turn::pass();
        }
        is_earlier
    }
}

/// Whether this process was started to be counted.
pub(crate) fn is_counted() -> bool {
    request().is_some()
}

/// If this process was started for this check, whatever its turn is, does not return.
#[cfg(feature = "cli")]
pub(crate) fn answer_by_name(check: &Definition) {
    if let Some(request) = request()
        && request.check == field(&check.name)
    {
        carry_out(check, request);
    }
}

fn request() -> Option<&'static Request> {
    static REQUEST: LazyLock<Option<Request>> = LazyLock::new(|| {
        let path = PathBuf::from(env::var_os(REQUEST_ENV)?);
        Some(Request::read(&path).expect("the parent has written it"))
    });
    REQUEST.as_ref()
}

/// Asks the solver for the inputs, and ends the process in such a way that it writes its counters.
fn carry_out(check: &Definition, request: &Request) -> ! {
    as_in_run(|| answer(check, request));
    process::exit(0);
}

/// Asks the solver for the inputs, and writes down how many it answered.
fn answer(check: &Definition, request: &Request) {
    let solver = request.solver.as_ref().map(|solver| {
        let names = check.names();
        let solver = names.iter().position(|name| field(name) == *solver);
        solver.expect("the parent has the same solvers")
    });
    let end = Instant::now() + TIME;
    let mut panel = Panel::new(check);
    let mut answered = 0_u64;
    for &number in &request.numbers {
        let batch = single(check, number);
        match (solver, request.relation) {
            (Some(solver), Some(relation)) => {
                // If it panics, this was run all the same.
                let _ = holds(check, &mut panel, solver, relation, batch.inputs.item(0));
            }
            (Some(solver), None) => drop(panel.answer_row(solver, &batch, 0)),
            (None, _) => {}
        }
        answered += 1;
        if Instant::now() >= end {
            break;
        }
    }
    // If this fails, the parent finds no number, and reports it.
    let _ = fs::write(&request.answered, answered.to_string());
}

/// The children for a solver of a check.
pub(super) struct Children<'a> {
    pub(super) check: &'a Definition,
    pub(super) solver: usize,
    pub(super) topic: Topic,
    pub(super) turn: Turn,
    pub(super) folder: SharedFolder,
    /// The test to start again. `None` if the program is no test.
    pub(super) test: Option<String>,
    pub(super) interrupt: Option<&'a AtomicBool>,
}

/// What a child asks for.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    /// The answers of the solver.
    Solver,
    /// Only the inputs.
    Domain,
}

/// What a child has left.
pub(super) struct Answered {
    /// How many inputs it answered: the first ones.
    pub(super) inputs: u64,
    /// The file with its counters. `None` if it has none.
    pub(super) profile: Option<PathBuf>,
}

impl Children<'_> {
    /// Whether the user has interrupted the check.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Runs a child for these inputs. `name` is its own among the children. `None` if it ended in the midst of them.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn run(
        &self,
        name: &str,
        asked: Asked,
        numbers: &[u128],
    ) -> Result<Option<Answered>, String> {
        self.run_child(name, asked, numbers)
            .map_err(|error| format!("this program cannot be started again: {error}"))
    }

    fn run_child(
        &self,
        name: &str,
        asked: Asked,
        numbers: &[u128],
    ) -> io::Result<Option<Answered>> {
        let folder = self.folder.path();
        let request = Request {
            turn: self.turn.0,
            check: field(&self.check.name),
            solver: match asked {
                Asked::Solver => Some(field(&self.check.solvers[self.solver].name)),
                Asked::Domain => None,
            },
            relation: match self.topic {
                Topic::Answers(_) => None,
                Topic::Relation(relation) => Some(relation),
            },
            numbers: numbers.to_vec(),
            answered: folder.join(format!("{name}.answered")),
        };
        let path = request.answered.with_extension("request");
        fs::write(&path, request.to_text())?;
        let mut command = program_again(self.test.as_deref())?;
        // Its own processes, if it has any, have counters of their own.
        let profile = folder.join(format!("{name}-%p.profraw"));
        command
            .env(REQUEST_ENV, &path)
            .env_remove(FOLDER_ENV)
            .env_remove("CROSSPLY_LINES")
            .env("LLVM_PROFILE_FILE", profile)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn()?;
        let end = Instant::now() + LATE;
        while child.try_wait()?.is_none() {
            if Instant::now() >= end {
                // It may have ended by itself in the meantime.
                let _ = child.kill();
                child.wait()?;
                break;
            }
            thread::sleep(INTERVAL);
        }
        let Ok(answered) = fs::read_to_string(&request.answered) else {
            return Ok(None);
        };
        let profile = folder.join(format!("{name}-{}.profraw", child.id()));
        Ok(Some(Answered {
            inputs: answered.parse().unwrap_or(0),
            profile: profile.exists().then_some(profile),
        }))
    }
}
