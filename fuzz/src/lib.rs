//! Macros that connect libFuzzer with the targets. Each fuzz binary, which a test of the harness writes, calls one.

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

/// Makes a fuzz binary that judges positions of a problem.
#[macro_export]
macro_rules! fuzz_positions {
    ($problem:ty) => {
        $crate::judge_positions!(
            $problem,
            crossply_games::targets::Positions::from_environment()
        );
    };
}

/// Makes a fuzz binary that judges positions of a problem by these solvers.
///
/// It has its own mutator, because the engine's mutations would seldom give a drawing.
#[macro_export]
macro_rules! judge_positions {
    ($problem:ty, $solvers:expr) => {
        use std::cell::RefCell;

        use crossply_games::generators::{FromBytes, codec};
        use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};

        thread_local! {
            static SOLVERS: RefCell<crossply_games::targets::Positions<$problem>> =
                RefCell::new($solvers);
        }

        fuzz_target!(|input: FromBytes<$problem>| -> Corpus {
            let has_met_all = SOLVERS.with_borrow_mut(|solvers| solvers.check(input.0));
            $crate::worth_a_look(!has_met_all)
        });

        fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            let mutated = codec::mutate::<$problem>(&data[..size], seed.into());
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

        use crossply_games::targets::{Stream, Streams};
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

        use crossply_games::generators::BoardFromBytes;
        use crossply_games::targets::Illegal;
        use libfuzzer_sys::{Corpus, fuzz_target};

        thread_local! {
            static BOARDS: RefCell<Illegal<$problem>> = RefCell::default();
        }

        fuzz_target!(|input: BoardFromBytes<$problem>| -> Corpus {
            $crate::worth_a_look(BOARDS.with_borrow_mut(|boards| boards.check(input.0)))
        });
    };
}

/// Makes a fuzz binary for texts.
#[macro_export]
macro_rules! fuzz_parser {
    ($problem:ty) => {
        use crossply_games::targets::check_parser;
        use libfuzzer_sys::fuzz_target;

        fuzz_target!(|bytes: &[u8]| check_parser::<$problem>(bytes));
    };
}
