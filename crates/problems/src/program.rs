//! Transliterated programs: bytes in, bytes out.
//!
//! Each is a program that judges have accepted, written again in Rust with the same control flow,
//! the same globals that survive from one case to the next and the same reading character by
//! character. It does not validate: on illegal boards it prints what the original prints. That
//! makes it a witness from outside this project, also for what happens between cases.
//!
//! Two pairs of programs that are both right on legal boards differ on illegal ones. The
//! snapshots `reference-*` show each difference and say where it comes from.
//!
//! A program that gets no more input goes on with what it has read last, or with values that
//! nothing has set, some for ever. The transliteration stops there and says so.

use std::io::{self, BufRead, Write};

use crate::{Position, Problem, Solver};

/// A transliterated program, as listed.
#[derive(Debug)]
pub struct Program {
    /// Its name, also that of the solver made of it.
    pub name: &'static str,
    /// Runs it from its start on an input.
    pub run: Run,
}

/// A program's main function.
pub type Run = fn(&mut dyn BufRead, &mut dyn Write) -> Result<(), Stopped>;

/// All transliterated programs.
pub fn programs() -> impl Iterator<Item = &'static Program> {
    fn of<P: Problem>() -> &'static [Program] {
        P::WITNESSES.map_or(&[], |witnesses| &witnesses.programs)
    }
    crate::of_all_problems!(of()).into_iter().flatten()
}

/// Why a program was stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input ends where the program needs more.
    #[error("case {case}: the input ends, and the original would {instead}")]
    InputEnded {
        /// From 1.
        case: u64,
        /// What the original does then.
        instead: &'static str,
    },
    /// The program reads nothing more and never ends.
    #[error("case {case}: the original would repeat its last output for ever")]
    Endless {
        /// From 1.
        case: u64,
    },
    /// The program computes with a variable that nothing has set.
    #[error("case {case}: the original would use a number that it has not read")]
    Unset {
        /// From 1.
        case: u64,
    },
}

/// A program as a solver: started anew for each position, so that no state leaks.
pub(crate) struct ProgramSolver(pub(crate) Run);

impl<P: Problem> Solver<P> for ProgramSolver {
    fn solve(&mut self, position: Position<P>) -> P::Answer {
        let mut input = Vec::new();
        P::write(&mut input, 1, [position]).expect("a vector takes all");
        let mut output = Vec::new();
        self.0(&mut &input[..], &mut output).expect("the input is complete");
        let text = String::from_utf8(output).expect("the programs print ASCII");
        text.trim_end_matches('\n')
            .parse()
            .unwrap_or_else(|error| panic!("{error}"))
    }
}
