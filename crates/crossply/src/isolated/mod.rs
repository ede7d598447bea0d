//! Checks in child processes, for solvers that may never return, or end the process by `abort`, `exit` or a stack overflow.
//!
//! The program starts itself again as a *child* that carries out the same check. A child uses one thread, and writes down
//! each request before it asks a solver. If the child ends, or an answer takes too long, the parent reads the request, and
//! starts another child, which counts it as a [`Failure`](crate::Failure) of the solver. The two processes exchange only
//! text, because the parent does not have the inputs and answers.
//!
//! A run writes down only the solver of a list of inputs, because a line for each input would cost more than most answers. If
//! a child ends on a list, later children ask this solver for one input at a time.
//!
//! All children ask for the same inputs in the same order, so each goes further than the one before. If many end, or this
//! takes long, the last one asks only for inputs whose outcome the others have
//! shown. So it survives, and reports them.

mod child;
mod parent;
mod run_mark;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use crate::definition::Definition;
use crate::draw::new_seed;
use crate::error::CheckError;

pub(crate) use child::{Child, Guard, Guarded, begin_batch, child};
pub(crate) use parent::Parent;
pub(crate) use run_mark::RunMark;

/// How long an answer may take by default.
pub(crate) const LIMIT: Duration = Duration::from_secs(10);

/// The environment variable with the folder that a parent and its children share. Its files have lines of fields, separated
/// by tabs.
pub(crate) const FOLDER_ENV: &str = "CROSSPLY_CHILD";
/// The seed of random draws.
const SEED_FILE: &str = "seed";
/// The name of the file in which the child should leave its result.
const RESULT_FILE: &str = "result";
/// The time limit for an answer, in milliseconds.
const LIMIT_FILE: &str = "limit";
/// An empty file that the child writes when it begins.
const BEGUN_FILE: &str = "begun";
/// The current request: [`ONE`], check, solver and input with its number, or [`LIST`], check and solver. Then check, solver and
/// how many inputs of the run it was asked for, for each solver. Then an empty line: older text may follow.
const ASKED_FILE: &str = "asked";
const ONE: &str = "one";
const LIST: &str = "list";
/// How many inputs of the run children have asked each solver for: check, solver, number.
const KNOWN_FILE: &str = "known";
/// The solvers that get one input at a time: check, solver.
const CAREFUL_FILE: &str = "careful";
/// What children have noted for later ones: check, name, number.
const NOTES_FILE: &str = "notes";
/// If this file exists, a run asks only for inputs that are known, and for those that ended children. It may
/// search for a simpler wrong input if the content is [`SEARCHES`].
const ONLY_KNOWN_FILE: &str = "only-known";
const SEARCHES: &str = "searches";
/// An empty file, which exists if the child ended because an answer took too long.
const LATE_FILE: &str = "late";
/// The inputs that ended children: check, solver, input with its number, kind of end, details.
const ENDS_FILE: &str = "ends";

/// The standard error of the child of a test.
const STDERR_FILE: &str = "stderr";

/// The kinds of end of a child: an answer took too long, or the process ended otherwise.
const LATE: &str = "late";
const ENDED: &str = "ended";

/// Whether this process is a child that asks only for inputs whose outcome is known.
pub(crate) fn asks_only_known() -> bool {
    child().is_some_and(|child| child.asks_only_known)
}

/// The number that an earlier child has noted under this name.
pub(crate) fn recall(check: &Definition, name: &str) -> Option<u64> {
    child()?.recall(&check.name, name)
}

/// Notes a number for later children, unless there is one already.
pub(crate) fn note(check: &Definition, name: &str, number: u64) {
    if let Some(child) = child().filter(|child| !child.asks_only_known) {
        child.note(&check.name, name, number);
    }
}

/// The seed of random draws: the common one in children of a parent, otherwise a fresh one.
pub(crate) fn seed() -> u64 {
    child().map_or_else(new_seed, |child| child.seed)
}

/// Escapes a text for use as a field.
pub(crate) fn field(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\t', "\\t");
    text.replace('\n', "\\n").replace('\r', "\\r")
}

/// The fields of a line. Missing fields are empty.
pub(crate) fn fields<const N: usize>(line: &str) -> [String; N] {
    let mut fields = line.split('\t');
    [(); N].map(|()| fields.next().unwrap_or_default().to_owned())
}

/// The names of a check and of one of its solvers, escaped by [`field`].
type Names = [String; 2];

/// The numbers of inputs by solver, from lines of check, solver and number.
fn counts<'l>(lines: impl Iterator<Item = &'l str>) -> HashMap<Names, u64> {
    let counts = lines.map(|line| {
        let [check, solver, count] = fields(line);
        ([check, solver], count.parse().unwrap_or_default())
    });
    counts.collect()
}

fn cannot(what: &str, error: &io::Error) -> CheckError {
    CheckError::new(format!(
        "a check in a process of its own: cannot {what}: {error}"
    ))
}

/// Appends to a file of the folder.
fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::options().append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())
}
