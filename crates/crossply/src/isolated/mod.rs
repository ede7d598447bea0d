//! Checks in child processes, for solvers that may never return, or end the process by `abort`, `exit` or a stack overflow.
//!
//! The program starts itself again as a *child* that carries out the same check. A child uses one thread, and writes down
//! each request before it asks a solver. If the child ends, or an answer takes too long, the parent reads the request, and
//! starts another child, which counts it as a [`Failure`](crate::Failure) of the solver. The two processes exchange only
//! text, because the parent does not have the inputs and answers.
//!
//! A run writes down lists of inputs, because a line for each input would cost more than most answers. If a child ends on a
//! list, the next child first asks for its inputs one by one.

mod child;
mod parent;

use std::io;
use std::time::Duration;

use crate::draw::new_seed;
use crate::error::CheckError;

pub(crate) use child::{Guard, Guarded, asks_for, child, search_list};
pub(crate) use parent::Parent;

/// How long an answer may take by default.
pub(crate) const LIMIT: Duration = Duration::from_secs(10);

/// The environment variable with the folder that a parent and its children share. Its files have lines of fields, separated
/// by tabs.
const FOLDER_ENV: &str = "CROSSPLY_CHILD";
/// The seed of random draws.
const SEED_FILE: &str = "seed";
/// The time limit for an answer, in milliseconds.
const LIMIT_FILE: &str = "limit";
/// The current request: `one`, check, solver and input with its number, or `list`, check, solver and ranges of numbers.
const ASKED_FILE: &str = "asked";
/// An empty file, which exists if the child ended because an answer took too long.
const LATE_FILE: &str = "late";
/// The inputs that ended children: check, solver, input with its number, kind of end, details.
const ENDS_FILE: &str = "ends";
/// The list on which the last child ended: kind of end, check, solver, ranges of numbers, details.
const LIST_FILE: &str = "list";
/// The solvers that take long for a list: check, solver.
const SLOW_FILE: &str = "slow";

/// The standard error of the child of a test.
const STDERR_FILE: &str = "stderr";

/// The kinds of end of a child: an answer took too long, or the process ended otherwise.
const LATE: &str = "late";
const ENDED: &str = "ended";

/// The seed of random draws: the common one in children of a parent, otherwise a fresh one.
pub(crate) fn seed() -> u64 {
    child().map_or_else(new_seed, |child| child.seed)
}

/// Escapes a text for use as a field.
fn field(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\t', "\\t");
    text.replace('\n', "\\n").replace('\r', "\\r")
}

/// The fields of a line. Missing fields are empty.
fn fields<const N: usize>(line: &str) -> [String; N] {
    let mut fields = line.split('\t');
    [(); N].map(|()| fields.next().unwrap_or_default().to_owned())
}

fn cannot(what: &str, error: &io::Error) -> CheckError {
    CheckError::Plan(format!(
        "a check in a process of its own: cannot {what}: {error}"
    ))
}
