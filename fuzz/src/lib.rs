//! Macros that connect libFuzzer with the targets. Each fuzz binary, which a test of the harness writes, calls one. Two
//! binaries more measure how long fuzzing takes to find a planted fault.
//!
//! The binary for AFL++ uses nothing of this: it cannot be linked with libFuzzer.

use libfuzzer_sys::Corpus;

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
