//! What a program may use, and what the statements of the problems say about that.

use std::time::Duration;

use crossply_harness::oracles::Judged;
use crossply_problems::{Ccf201803_4, Poj1568};

use crate::execution::Bounds;

/// A problem as its judge poses it.
pub trait Contest: Judged {
    /// How long a program may compute.
    const TIME: Duration;

    /// How much memory it may take, in bytes.
    const MEMORY: u64;

    /// How many boards an input has at most, if the statement promises that.
    const PROMISED_BOARDS: Option<u64>;

    /// Whether something comes after the last board that a tolerant program can do without.
    const HAS_END: bool;

    /// The boards of the statement's example.
    const SAMPLES: &'static [&'static str];

    /// The boards of the committed seeds and regressions, in the judge's format.
    const CORPUS: &'static str;
}

impl Contest for Poj1568 {
    const TIME: Duration = Duration::from_secs(3);
    const MEMORY: u64 = 32 << 20;
    const PROMISED_BOARDS: Option<u64> = None;
    const HAS_END: bool = true;
    const SAMPLES: &'static [&'static str] = &["..../.xo./.ox./....", "o.../.ox./.xxx/xooo"];
    const CORPUS: &'static str = include_str!("../corpus/poj1568.txt");
}

impl Contest for Ccf201803_4 {
    const TIME: Duration = Duration::from_secs(1);
    const MEMORY: u64 = 256 << 20;
    const PROMISED_BOARDS: Option<u64> = Some(5);
    const HAS_END: bool = false;
    const SAMPLES: &'static [&'static str] = &["XOX/OXO/...", "OXX/.OX/..O", ".../.../..."];
    const CORPUS: &'static str = include_str!("../corpus/ccf201803_4.txt");
}

/// What a program may use for one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long it may compute. A program that waits may take twice as long.
    pub time: Duration,
    /// How much memory its largest process may take, in bytes.
    pub memory: u64,
    /// How much it may print, in bytes, whatever the number of boards. By default a generous multiple
    /// of what is expected.
    pub output: Option<u64>,
}

impl Limits {
    /// Those of the statement.
    #[must_use]
    pub fn of<P: Contest>() -> Self {
        Limits {
            time: P::TIME,
            memory: P::MEMORY,
            output: None,
        }
    }

    /// For a run on so many boards.
    ///
    /// For more than one the limit of time is there to notice a hang, not to judge the program: what
    /// counts is how long it takes alone.
    pub(crate) fn bounds(&self, boards: u64) -> Bounds {
        let (cpu, wall, stall) = match boards {
            1 => (self.time, self.time * 2, Duration::MAX),
            _ => (Duration::MAX, self.time * 10, self.time),
        };
        Bounds {
            cpu,
            wall,
            stall,
            memory: self.memory,
            stdout: self.output.unwrap_or((64 << 10) + boards * (1 << 10)),
            stderr: (4 << 20) + boards * (1 << 10),
        }
    }
}
