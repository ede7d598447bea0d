//! Checks in processes of their own: a solver may never return, or end the process by `abort`, `exit` or a stack overflow.
//!
//! The process of a check starts itself again, as a *child* that carries out the same check. A child asks on one thread, and
//! writes down what it asks for before it does. If it ends, or an answer takes too long, its parent reads what that was, and
//! starts another child, which takes this as a [`Failure`](crate::Failure) of the solver. Only a child knows inputs and
//! answers, so nothing but texts travels between the two.
//!
//! A run writes down lists of inputs: a line for each input would cost more than most answers. Where a child ends on a list,
//! the next one first asks for its inputs one by one.

mod child;
mod parent;

use std::io;
use std::time::Duration;

use crate::draw::new_seed;
use crate::error::CheckError;

pub(crate) use child::{Guard, Guarded, asks_for, child, search_list};
pub(crate) use parent::Parent;

/// How long an answer may take, unless the user says otherwise.
pub(crate) const LIMIT: Duration = Duration::from_secs(10);

/// The files that a parent and its children share, in a folder that this variable names. Each line has fields, with tabs
/// between them.
const FOLDER_ENV: &str = "CROSSPLY_CHILD";
/// The seed of random draws.
const SEED_FILE: &str = "seed";
/// How many milliseconds an answer may take.
const LIMIT_FILE: &str = "limit";
/// What the child is asking for: `one`, check, solver and input, or `list`, check, solver and ranges of numbers.
const ASKED_FILE: &str = "asked";
/// Is there if the child has ended because an answer took too long.
const LATE_FILE: &str = "late";
/// What ended children: check, solver, input, how, particulars.
const ENDS_FILE: &str = "ends";
/// A list on which a child ended: how, check, solver, ranges of numbers, particulars.
const LIST_FILE: &str = "list";
/// Solvers that take long for a list: check, solver.
const SLOW_FILE: &str = "slow";

/// What the child of a test wrote to standard error.
const STDERR_FILE: &str = "stderr";

/// How a child ended: an answer took too long, or not.
const LATE: &str = "late";
const ENDED: &str = "ended";

/// The seed of random draws: all children of a parent have the same, and it is fresh otherwise.
pub(crate) fn seed() -> u64 {
    child().map_or_else(new_seed, |child| child.seed)
}

/// A text as a field.
fn field(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\t', "\\t");
    text.replace('\n', "\\n").replace('\r', "\\r")
}

/// The fields of a line; those that are missing are empty.
fn fields<const N: usize>(line: &str) -> [String; N] {
    let mut fields = line.split('\t');
    [(); N].map(|()| fields.next().unwrap_or_default().to_owned())
}

fn cannot(what: &str, error: &io::Error) -> CheckError {
    CheckError::Plan(format!(
        "a check in a process of its own: cannot {what}: {error}"
    ))
}
