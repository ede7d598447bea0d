//! The fuzz targets: functions that check one input.
//!
//! A target takes bytes, and panics if a check fails. It does not depend on the fuzzing engine, so `cargo test` can
//! replay the corpora with the same code as `cargo fuzz run`.

mod parser;
mod streams;

use std::sync::LazyLock;

use crossply_problems::{Position, Problem, map_problems};

use self::parser::check_parser;
use self::streams::{check_stream, decode_all};
use crate::check::{Positions, all_solvers};

/// A fuzz target.
pub struct Target {
    /// The name of the target, of its fuzz binary and of its corpus folder.
    pub name: String,
    /// The problem that it tests.
    pub problem: &'static str,
    /// The boards that the bytes encode, as indices and notations. There are none if the bytes are a text.
    pub boards: fn(&[u8]) -> Vec<(u128, String)>,
    /// Checks one input, and panics with a report if the check fails.
    pub check: CheckInput,
}

/// Checks one input.
pub type CheckInput = Box<dyn Fn(&[u8]) + Send + Sync>;

impl Target {
    fn new<P: Problem>(
        kind: &str,
        boards: fn(&[u8]) -> Vec<(u128, String)>,
        check: impl Fn(&[u8]) + Send + Sync + 'static,
    ) -> Self {
        Target {
            name: format!("{}_{kind}", P::module()),
            problem: P::NAME,
            boards,
            check: Box::new(check),
        }
    }

    /// Finds the target with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
}

/// Checks an input of the target with this name, for a fuzz binary.
///
/// # Panics
/// If the check fails, or there is no such target.
pub fn check(name: &str, bytes: &[u8]) {
    let target = Target::find(name).expect("a binary has the name of its target");
    (target.check)(bytes);
}

/// The kinds of targets: for positions, streams and texts.
const KINDS: [&str; 3] = ["differential", "streams", "parser"];

/// All fuzz targets, by kind.
pub static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    let targets_by_problem = map_problems!(targets_of());
    let mut targets: Vec<_> = targets_by_problem.into_iter().flatten().collect();
    targets.sort_by_key(|target| KINDS.map(|kind| !target.name.ends_with(kind)));
    targets
});

/// The targets of a problem.
fn targets_of<P: Problem>() -> Vec<Target> {
    let [differential, streams, parser] = KINDS;
    let of_positions = LazyLock::new(all_solvers::<P>);
    let of_streams = LazyLock::new(all_solvers::<P>);
    vec![
        Target::new::<P>(
            differential,
            |bytes| {
                let index = Positions::<P>::decode_index(bytes) as u64;
                vec![index_and_notation(P::domain().position(index))]
            },
            move |bytes| of_positions.fuzz(bytes),
        ),
        Target::new::<P>(
            streams,
            |bytes| {
                let boards = decode_all::<P>(bytes).into_iter();
                boards.map(index_and_notation).collect()
            },
            move |bytes| check_stream(&of_streams, bytes),
        ),
        Target::new::<P>(parser, |_| Vec::new(), check_parser::<P>),
    ]
}

fn index_and_notation<P: Problem>(position: Position<P>) -> (u128, String) {
    let index = P::domain().index(position);
    (index.into(), position.notation())
}
