//! Reference programs: transliterations from C++, bytes in, bytes out.
//!
//! Each is a program that a judge has accepted, rewritten in Rust with the same control flow, the same global variables
//! that survive from one case to the next, and the same reading character by character. It does not validate its input:
//! on illegal boards it prints what the original prints. So it is evidence from outside this project, even for state
//! that leaks between cases.
//!
//! Programs that are all right on legal boards can differ on illegal ones. The snapshots `reference-*` show each
//! difference and its cause.
//!
//! When the input ends too early, an original goes on with the last values it read or with uninitialised ones,
//! sometimes forever. The transliteration stops there with an error.

use crate::{Position, Problem, Solver};

pub use crossply_position::{Run, Stopped};

/// The names of all reference programs, and their main functions.
pub fn all_programs() -> impl Iterator<Item = (&'static str, Run)> {
    fn programs<P: Problem>() -> Vec<(&'static str, Run)> {
        P::programs().collect()
    }
    crate::map_problems!(programs()).into_iter().flatten()
}

/// A program as a solver. It is started anew for each position, so no state leaks.
pub(crate) struct ProgramSolver(pub(crate) Run);

impl<P: Problem> Solver<P> for ProgramSolver {
    fn solve(&mut self, position: Position<P>) -> P::Answer {
        let mut input = Vec::new();
        P::write(&mut input, 1, [position]).expect("writing to a vector succeeds");
        let mut output = Vec::new();
        self.0(&mut &input[..], &mut output).expect("the input is complete");
        let text = String::from_utf8(output).expect("the programs print ASCII");
        text.trim_end_matches('\n')
            .parse()
            .unwrap_or_else(|error| panic!("{error}"))
    }
}
