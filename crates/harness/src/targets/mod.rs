//! The fuzz targets: what is done with an input.
//!
//! Nothing here knows the fuzzing engine. A target takes bytes and panics if something is wrong;
//! so `cargo test` replays the corpora through the code that `cargo fuzz run` runs.

mod describe;
mod illegal;
mod parser;
mod positions;
mod programs;
mod streams;

use std::mem::take;
use std::sync::LazyLock;

use crossply_problems::{Problem, of_all_problems};

use crate::generators::codec::{decode, decode_board, encode};

pub use illegal::check_illegal;
pub use parser::check_parser;
pub use positions::{Oracle, Positions};
pub use programs::program_answers;
pub use streams::{Stream, Streams};

/// A fuzz target, as listed.
#[derive(Debug)]
pub struct Target {
    /// Its name: that of the fuzz binary and of the corpus folder.
    pub name: String,
    /// The problem it is about.
    pub problem: &'static str,
    /// What the bytes mean, as a person reads it: over several lines, indented.
    pub describe: fn(&[u8]) -> String,
    /// The input that means the same and is readable: the boards as drawn. What is no board stays as it is.
    pub draw: fn(&[u8]) -> Vec<u8>,
    /// Checks one input. Panics with a report if something is wrong.
    pub check: fn(&[u8]),
}

impl Target {
    /// The target with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
}

/// All fuzz targets: those of positions, of streams, of illegal boards and of texts.
pub static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    let mut of_problems = of_all_problems!(of_problem());
    (0..4)
        .flat_map(|kind| {
            let of_kind = of_problems
                .iter_mut()
                .map(|targets| take(&mut targets[kind]));
            of_kind.flatten().collect::<Vec<_>>()
        })
        .collect()
});

/// The targets of a problem. Streams and illegal boards take two programs to compare.
fn of_problem<P: Problem>() -> [Vec<Target>; 4] {
    let target = |kind: &str, describe, draw, check| Target {
        name: format!("{}_{kind}", P::module()),
        problem: P::NAME,
        describe,
        draw,
        check,
    };
    let of_position = |kind, check| {
        let draw = |bytes: &[u8]| encode(decode::<P>(bytes));
        target(kind, describe::position::<P>, draw, check)
    };
    let mut streams = vec![target(
        "streams",
        describe::stream::<P>,
        |bytes| Stream::<P>::decode(bytes).encode(),
        |bytes| Streams::<P>::new().check(&Stream::decode(bytes)),
    )];
    let mut illegal = vec![target(
        "illegal",
        describe::board::<P>,
        |bytes| encode(decode_board::<P>(bytes)),
        |bytes| check_illegal::<P>(decode_board(bytes)),
    )];
    if P::WITNESSES.is_none() {
        streams.clear();
        illegal.clear();
    }
    [
        vec![
            of_position("differential", |bytes| {
                check_position::<P>(Oracle::Agreement, bytes);
            }),
            of_position("proof", |bytes| check_position::<P>(Oracle::Proof, bytes)),
            of_position("metamorphic", |bytes| {
                check_position::<P>(Oracle::Metamorphic, bytes);
            }),
        ],
        streams,
        illegal,
        vec![target(
            "parser",
            describe::text,
            <[u8]>::to_vec,
            check_parser::<P>,
        )],
    ]
}

fn check_position<P: Problem>(oracle: Oracle, bytes: &[u8]) {
    Positions::<P>::from_environment(oracle).check(decode(bytes));
}
