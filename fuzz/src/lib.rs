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

/// Makes a fuzz binary that checks positions of a problem.
#[macro_export]
macro_rules! fuzz_check {
    ($problem:ty) => {
        $crate::fuzz_check!($problem, crossply_games::check::all_solvers());
    };
    ($problem:ty, $check:expr) => {
        use std::sync::LazyLock;

        use libfuzzer_sys::fuzz_target;

        static CHECK: LazyLock<crossply_games::check::Check<$problem>> = LazyLock::new(|| $check);

        fuzz_target!(|bytes: &[u8]| CHECK.fuzz(bytes));
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
