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

use crossply_problems::{Ccf201803_4, Poj1568, Problem, for_all_problems};

use crate::generators::codec::{decode, decode_board, encode};
use crate::oracles::Judged;

pub use illegal::check_illegal;
pub use parser::check_parser;
pub use positions::{Oracle, Positions};
pub use programs::program_answers;
pub use streams::{Stream, Streams};

/// A fuzz target, as listed.
#[derive(Debug)]
pub struct Target {
    /// Its name: that of the fuzz binary and of the corpus folder.
    pub name: &'static str,
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

macro_rules! targets {
    ([$(($problem:ident, $module:ident))*]) => {
        &[
            $(
            Target {
                name: concat!(stringify!($module), "_differential"),
                problem: crossply_problems::$problem::NAME,
                describe: describe::position::<crossply_problems::$problem>,
                draw: |bytes| encode(decode::<crossply_problems::$problem>(bytes)),
                check: |bytes| check_position::<crossply_problems::$problem>(Oracle::Agreement, bytes),
            },
            Target {
                name: concat!(stringify!($module), "_proof"),
                problem: crossply_problems::$problem::NAME,
                describe: describe::position::<crossply_problems::$problem>,
                draw: |bytes| encode(decode::<crossply_problems::$problem>(bytes)),
                check: |bytes| check_position::<crossply_problems::$problem>(Oracle::Proof, bytes),
            },
            Target {
                name: concat!(stringify!($module), "_metamorphic"),
                problem: crossply_problems::$problem::NAME,
                describe: describe::position::<crossply_problems::$problem>,
                draw: |bytes| encode(decode::<crossply_problems::$problem>(bytes)),
                check: |bytes| check_position::<crossply_problems::$problem>(Oracle::Metamorphic, bytes),
            },
            )*
            // Of problems with transliterated programs.
            Target {
                name: "poj1568_streams",
                problem: Poj1568::NAME,
                describe: describe::stream::<Poj1568>,
                draw: |bytes| Stream::<Poj1568>::decode(bytes).encode(),
                check: |bytes| Streams::<Poj1568>::new().check(&Stream::decode(bytes)),
            },
            Target {
                name: "ccf201803_4_streams",
                problem: Ccf201803_4::NAME,
                describe: describe::stream::<Ccf201803_4>,
                draw: |bytes| Stream::<Ccf201803_4>::decode(bytes).encode(),
                check: |bytes| Streams::<Ccf201803_4>::new().check(&Stream::decode(bytes)),
            },
            Target {
                name: "poj1568_illegal",
                problem: Poj1568::NAME,
                describe: describe::board::<Poj1568>,
                draw: |bytes| encode(decode_board::<Poj1568>(bytes)),
                check: |bytes| check_illegal::<Poj1568>(decode_board(bytes)),
            },
            Target {
                name: "ccf201803_4_illegal",
                problem: Ccf201803_4::NAME,
                describe: describe::board::<Ccf201803_4>,
                draw: |bytes| encode(decode_board::<Ccf201803_4>(bytes)),
                check: |bytes| check_illegal::<Ccf201803_4>(decode_board(bytes)),
            },
            $(
            Target {
                name: concat!(stringify!($module), "_parser"),
                problem: crossply_problems::$problem::NAME,
                describe: describe::text,
                draw: <[u8]>::to_vec,
                check: check_parser::<crossply_problems::$problem>,
            },
            )*
        ]
    };
}

/// All fuzz targets.
pub const TARGETS: &[Target] = for_all_problems!([targets]);

fn check_position<P: Judged>(oracle: Oracle, bytes: &[u8]) {
    Positions::<P>::from_environment(oracle).check(decode(bytes));
}
