//! The targets of texts, streams and illegal boards for AFL++, a second engine. The argument names the target.
//!
//! The targets of positions are missing, because they need our mutator. `planted` is nevertheless one of these: it looks
//! for the planted fault that `CROSSPLY_FAULT` names, and shows that a session finds something.

#![allow(unexpected_cfgs, reason = "`cargo afl` sets `fuzzing`")]

use std::env;

use crossply_faults::{Planted, poj1568};
use crossply_harness::generators::codec::{decode, decode_board};
use crossply_harness::targets::{Stream, Streams, check_illegal, check_parser};
use crossply_problems::{Problem, of_all_problems};

/// Checks one input after the other.
type Check = Box<dyn FnMut(&[u8])>;

fn main() {
    let name = env::args().nth(1).unwrap_or_default();
    let of_problems = of_all_problems!(of_problem(&name));
    let check = of_problems
        .into_iter()
        .flatten()
        .next()
        .or_else(|| (name == "planted").then(planted))
        .unwrap_or_else(|| panic!("there is no target '{name}' for AFL++"));
    run(check);
}

#[cfg(fuzzing)]
fn run(check: Check) {
    // A panic ends the process: nothing uses the solvers after it.
    let mut check = std::panic::AssertUnwindSafe(check);
    afl::fuzz!(|bytes: &[u8]| (*check)(bytes));
}

/// Links without the runtime of AFL++, so that `--all-features` builds everywhere.
#[cfg(not(fuzzing))]
fn run(_: Check) {
    panic!(
        "AFL++ cannot run this binary: `cargo afl build` makes one that it can, see docs/fuzzing.md"
    );
}

/// The target with this name, if it is one of this problem.
fn of_problem<P: Problem>(name: &str) -> Option<Check> {
    match name.strip_prefix(&P::module())? {
        "_streams" => {
            let mut streams = Streams::<P>::new();
            Some(Box::new(move |bytes| {
                streams.check(&Stream::decode(bytes));
            }))
        }
        "_illegal" => Some(Box::new(|bytes| {
            check_illegal::<P>(decode_board(bytes));
        })),
        "_parser" => Some(Box::new(check_parser::<P>)),
        _ => None,
    }
}

fn planted() -> Check {
    let mut judge = Planted::from_environment(&poj1568::FAULTS);
    Box::new(move |bytes| {
        judge.check(decode(bytes));
    })
}
