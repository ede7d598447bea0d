//! The fuzz targets: functions that check one input.
//!
//! A target takes bytes and panics on a failure, independent of the fuzzing engine. So `cargo test` replays the corpora
//! through the code that `cargo fuzz run` runs.

mod parser;
mod streams;

use std::sync::LazyLock;

use crossply_problems::{Position, Problem, of_all_problems};

use self::streams::decode_all;
use crate::check::{Positions, all_solvers};

pub use parser::check_parser;
pub use streams::Streams;

/// A fuzz target.
#[derive(Debug)]
pub struct Target {
    /// The name of the target, of its fuzz binary and of its corpus folder.
    pub name: String,
    /// The problem that it tests.
    pub problem: &'static str,
    /// The boards that the bytes encode, as indices and notations. Empty for texts.
    pub boards: fn(&[u8]) -> Vec<(u128, String)>,
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
    let lists = of_all_problems!(of_problem());
    let mut targets: Vec<_> = lists.into_iter().flatten().collect();
    targets.sort_by_key(|target| KINDS.map(|kind| !target.name.ends_with(kind)));
    targets
});

/// The targets of a problem.
fn of_problem<P: Problem>() -> Vec<Target> {
    let target = |kind, boards, check| Target {
        name: format!("{}_{}", P::module(), KINDS[kind]),
        problem: P::NAME,
        boards,
        check,
    };
    vec![
        target(
            0,
            |bytes| {
                vec![named(
                    P::domain().position(Positions::<P>::number(bytes) as u64),
                )]
            },
            |bytes| all_solvers::<P>().fuzz(bytes),
        ),
        target(
            1,
            |bytes| decode_all::<P>(bytes).into_iter().map(named).collect(),
            |bytes| Streams::<P>::default().check(bytes),
        ),
        target(2, |_| Vec::new(), check_parser::<P>),
    ]
}

/// The index of a position, and its notation.
fn named<P: Problem>(position: Position<P>) -> (u128, String) {
    let index = P::domain().index(position);
    (index.into(), position.notation())
}
