//! Macros that connect the fuzzing engine with the targets. Each fuzz binary, which a test of the harness writes, calls
//! one. Two binaries more measure how long fuzzing takes to find a planted fault.

use std::env;

use crossply_faults::{in_place_of_fast, poj1568};
use crossply_harness::targets::{Oracle, Positions};
use crossply_harness::{Outcome, outcome_of};
use crossply_problems::{Poj1568, Position, Problem};
use libfuzzer_sys::Corpus;

/// The judge of a session that looks for a planted fault, and ends when it finds it or after a number of executions.
///
/// It counts executions itself: the engine's number has to agree.
pub struct Planted {
    positions: Positions<Poj1568>,
    executions: u64,
    cap: u64,
}

impl Planted {
    /// `CROSSPLY_FAULT` names the fault; without the variable no solver is wrong. `CROSSPLY_CAP` is the number of
    /// executions; without the variable there is no limit.
    ///
    /// # Panics
    /// If there is no such fault, or the limit is no number.
    #[must_use]
    pub fn from_environment() -> Self {
        let fault = match env::var("CROSSPLY_FAULT") {
            Ok(name) => poj1568::FAULTS.iter().find(|fault| fault.name == name),
            Err(_) => Some(Poj1568::FAST),
        };
        let fault = fault.expect("CROSSPLY_FAULT names a planted fault of poj1568");
        let cap = env::var("CROSSPLY_CAP").map_or(Ok(u64::MAX), |cap| cap.parse());
        Planted {
            positions: Positions::new(Oracle::Agreement, in_place_of_fast(fault)),
            executions: 0,
            cap: cap.expect("CROSSPLY_CAP is a number"),
        }
    }

    /// Checks the solvers' answers to a position. Returns whether the session had met all before.
    ///
    /// # Panics
    /// If an answer is wrong, and otherwise at the last execution: that ends a session of any engine. The message has
    /// the number of executions, that of the positions judged, and what was found.
    pub fn check(&mut self, position: Position<Poj1568>) -> bool {
        self.executions += 1;
        let (has_met_all, mut end) = match outcome_of(|| self.positions.check(position)) {
            Outcome::Answer(has_met_all) => (has_met_all, None),
            Outcome::Panic(report) => (false, Some(report)),
        };
        if self.executions >= self.cap {
            end = end.or_else(|| Some("the session ends without a find".to_owned()));
        }
        if let Some(end) = end {
            let (executions, judged) = (self.executions, self.positions.judged());
            panic!("after {executions} executions, {judged} positions judged:\n{end}");
        }
        has_met_all
    }
}

/// Tells the engine whether to look at the counters of an input that was run.
///
/// Looking takes the engine longer than a target takes to see that it has met a board before. When no board is new, an
/// input can only show which way the decoder went.
#[must_use]
pub fn worth_a_look(shows_something: bool) -> Corpus {
    if shows_something {
        Corpus::Keep
    } else {
        Corpus::Reject
    }
}

/// Makes a fuzz binary in which an oracle judges positions of a problem.
///
/// It has its own mutator, because the engine's mutations would seldom give a drawing.
#[macro_export]
macro_rules! fuzz_positions {
    ($problem:ty, $oracle:expr) => {
        use crossply_harness::targets::{Oracle, Positions};

        $crate::judge_positions!($problem, Positions<$problem> = Positions::from_environment($oracle));
        $crate::mutate_positions!($problem);
    };
}

/// Makes a fuzz binary in which a judge of this type checks positions of a problem, without a mutator.
#[macro_export]
macro_rules! judge_positions {
    ($problem:ty, $type:ty = $judge:expr) => {
        use std::cell::RefCell;

        use crossply_harness::generators::FromBytes;
        use libfuzzer_sys::{Corpus, fuzz_target};

        thread_local! {
            static JUDGE: RefCell<$type> = RefCell::new($judge);
        }

        fuzz_target!(|input: FromBytes<$problem>| -> Corpus {
            let has_met_all = JUDGE.with_borrow_mut(|judge| judge.check(input.0));
            $crate::worth_a_look(!has_met_all)
        });
    };
}

/// Adds the mutator of positions to a fuzz binary.
#[macro_export]
macro_rules! mutate_positions {
    ($problem:ty) => {
        use libfuzzer_sys::{fuzz_mutator, fuzzer_mutate};

        fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            let mutated =
                crossply_harness::generators::codec::mutate::<$problem>(&data[..size], seed.into());
            if seed.is_multiple_of(16) || mutated.len() > max_size {
                return fuzzer_mutate(data, size, max_size);
            }
            data[..mutated.len()].copy_from_slice(&mutated);
            mutated.len()
        });
    };
}

/// Makes a fuzz binary for streams of boards.
#[macro_export]
macro_rules! fuzz_streams {
    ($problem:ty) => {
        use std::cell::RefCell;

        use crossply_harness::targets::{Stream, Streams};
        use libfuzzer_sys::fuzz_target;

        thread_local! {
            static SOLVERS: RefCell<Streams<$problem>> = RefCell::default();
        }

        fuzz_target!(|stream: Stream<$problem>| {
            SOLVERS.with_borrow_mut(|solvers| solvers.check(&stream));
        });
    };
}

/// Makes a fuzz binary for boards that need not be legal.
#[macro_export]
macro_rules! fuzz_illegal {
    ($problem:ty) => {
        use std::cell::RefCell;

        use crossply_harness::generators::BoardFromBytes;
        use crossply_harness::targets::{Seen, check_illegal};
        use libfuzzer_sys::{Corpus, fuzz_target};

        thread_local! {
            static SEEN: RefCell<Seen<$problem>> = RefCell::default();
        }

        fuzz_target!(|input: BoardFromBytes<$problem>| -> Corpus {
            let is_new = SEEN.with_borrow_mut(|seen| seen.insert(input.0));
            $crate::worth_a_look(is_new && check_illegal(input.0))
        });
    };
}

/// Makes a fuzz binary for texts.
#[macro_export]
macro_rules! fuzz_parser {
    ($problem:ty) => {
        use crossply_harness::targets::check_parser;
        use libfuzzer_sys::fuzz_target;

        fuzz_target!(|bytes: &[u8]| check_parser::<$problem>(bytes));
    };
}
