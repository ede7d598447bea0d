//! Compiles the judge for the problems of this project, once: as `compiled.rs` of the harness does.

use crossply_problems::{Problem, of_all_problems};

use crate::{Session, Submission, largest_input, save, slowest_board, tolerance};

/// The addresses of the functions that are compiled here. Nobody needs them.
#[doc(hidden)]
#[must_use]
pub fn compiled() -> Vec<*const ()> {
    of_all_problems!(of_problem()).concat()
}

fn of_problem<P: Problem>() -> Vec<*const ()> {
    vec![
        Session::<P>::judge as *const (),
        Submission::<P>::new as *const (),
        Submission::<P>::allow_for_runtime as *const (),
        Submission::<P>::run as *const (),
        largest_input::<P> as *const (),
        save::<P> as *const (),
        slowest_board::<P> as *const (),
        tolerance::<P> as *const (),
    ]
}
