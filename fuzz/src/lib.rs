//! Glue between the engine and the targets of positions, which their binaries share.

/// A fuzz binary that has an oracle judge positions of a problem.
///
/// It brings its own mutator, because the mutations of the engine give inputs that are no drawings.
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
