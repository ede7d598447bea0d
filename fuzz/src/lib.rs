//! Macros that connect the fuzzing engine with the targets. Each fuzz binary, which a test of the harness writes, calls
//! one.

/// Makes a fuzz binary in which an oracle judges positions of a problem.
///
/// It has its own mutator, because the engine's mutations would seldom give a drawing.
#[macro_export]
macro_rules! fuzz_positions {
    ($problem:ty, $oracle:expr) => {
        use std::cell::RefCell;

        use crossply_harness::generators::{FromBytes, codec};
        use crossply_harness::targets::{Oracle, Positions};
        use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

        thread_local! {
            static SOLVERS: RefCell<Positions<$problem>> =
                RefCell::new(Positions::from_environment($oracle));
        }

        fuzz_target!(|input: FromBytes<$problem>| {
            SOLVERS.with_borrow_mut(|solvers| solvers.check(input.0));
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
        use crossply_harness::generators::BoardFromBytes;
        use crossply_harness::targets::check_illegal;
        use libfuzzer_sys::fuzz_target;

        fuzz_target!(|input: BoardFromBytes<$problem>| check_illegal(input.0));
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
