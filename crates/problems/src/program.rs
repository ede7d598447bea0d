//! Reference programs: transliterations from C++, bytes in, bytes out.
//!
//! Each is a program that judges accepted, rewritten in Rust with the same control flow, the same globals that survive
//! from one case to the next, and the same reading character by character. It does not validate: on illegal boards it
//! prints what the original prints. So it is a witness from outside this project, also for what happens between cases.
//!
//! Two pairs of programs that are both right on legal boards differ on illegal ones. The snapshots `reference-*` show
//! each difference and its cause.
//!
//! Without more input, an original continues with the last values it read or with uninitialised ones, sometimes for
//! ever. The transliteration stops there with an error.

use crate::{Position, Problem, Solver};

pub use crossply_position::{Run, Stopped};

/// A reference program.
#[derive(Debug)]
pub struct Transliteration {
    /// Its name. The solver made from it has the same name.
    pub name: &'static str,
    /// Runs it from its start on one input.
    pub run: Run,
}

/// All reference programs.
pub fn programs() -> impl Iterator<Item = &'static Transliteration> {
    fn of<P: Problem>() -> &'static [Transliteration] {
        P::PROGRAMS
    }
    crate::of_all_problems!(of()).into_iter().flatten()
}

/// A program as a solver. Each position gets a fresh start, so no state leaks.
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
