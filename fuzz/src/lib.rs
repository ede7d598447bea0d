//! Macros that connect libFuzzer with the fuzz targets. Each fuzz binary calls one of them.

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

        use crossply_games::targets::Streams;
        use libfuzzer_sys::fuzz_target;

        thread_local! {
            static STREAMS: RefCell<Streams<$problem>> = RefCell::default();
        }

        fuzz_target!(|bytes: &[u8]| {
            STREAMS.with_borrow_mut(|streams| streams.check(bytes));
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
