//! The fuzz targets: functions that check one input.
//!
//! Nothing here knows the fuzzing engine. A target takes bytes and panics on a failure, so `cargo test` replays the
//! corpora through the code that `cargo fuzz run` runs.

mod describe;
mod parser;
mod programs;
mod streams;

use std::sync::LazyLock;

use crossply_problems::{Problem, of_all_problems};

use self::streams::{decode_all, encode_all};
use crate::check::{Positions, all_solvers};
use crate::generators::codec::encode;

pub use parser::check_parser;
pub use streams::Streams;

/// A fuzz target.
#[derive(Debug)]
pub struct Target {
    /// The name of the target, of its fuzz binary and of its corpus folder.
    pub name: String,
    /// The problem that it tests.
    pub problem: &'static str,
    /// Describes the meaning of the bytes for a person, indented, over several lines.
    pub describe: fn(&[u8]) -> String,
    /// Rewrites the input in readable form with the same meaning: the boards as drawn. Leaves other bytes as they are.
    pub draw: fn(&[u8]) -> Vec<u8>,
    /// Checks one input. Panics with a report on a failure.
    pub check: fn(&[u8]),
}

impl Target {
    /// Finds the target with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
}

/// The kinds of targets: for positions, streams and texts.
const KINDS: [&str; 3] = ["differential", "streams", "parser"];

/// All fuzz targets, by kind.
pub static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    let targets = of_all_problems!(of_problem()).into_iter().flatten();
    let mut targets: Vec<_> = targets.collect();
    targets.sort_by_key(|target| KINDS.map(|kind| !target.name.ends_with(kind)));
    targets
});

/// The targets of a problem.
fn of_problem<P: Problem>() -> Vec<Target> {
    let target = |kind, describe, draw, check| Target {
        name: format!("{}_{}", P::module(), KINDS[kind]),
        problem: P::NAME,
        describe,
        draw,
        check,
    };
    vec![
        target(
            0,
            describe::position::<P>,
            |bytes| encode(P::domain().position(Positions::<P>::number(bytes) as u64)),
            |bytes| all_solvers::<P>().fuzz(bytes),
        ),
        target(
            1,
            describe::stream::<P>,
            |bytes| encode_all(&decode_all::<P>(bytes)),
            |bytes| Streams::<P>::default().check(bytes),
        ),
        target(2, describe::text, <[u8]>::to_vec, check_parser::<P>),
    ]
}
