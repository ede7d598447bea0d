//! Compiles the harness for the problems of this project, once.
//!
//! The compiler compiles generic code where it is used: in the command, and again in each test program. Up to
//! `opt-level` 1 it takes from a dependency what that has compiled. So whoever uses what is named here does not compile
//! it.

use crossply_problems::{Problem, of_all_problems};

use crate::{Findings, Journal, Panel, Plan, Run, Selection, fault, minimise, oracles, report};

/// The addresses of the functions that are compiled here. Nobody needs them.
#[doc(hidden)]
#[must_use]
pub fn compiled() -> Vec<*const ()> {
    of_all_problems!(of_problem()).concat()
}

fn of_problem<P: Problem>() -> Vec<*const ()> {
    vec![
        Findings::<P>::digests as *const (),
        Journal::wrong_solvers::<P> as *const (),
        Panel::<P>::answer as *const (),
        Plan::<P>::drawn as *const (),
        Plan::<P>::exhaustive as *const (),
        Plan::<P>::positions as *const (),
        Plan::<P>::quick as *const (),
        Run::<P>::carry_out as *const (),
        Selection::of::<P> as *const (),
        fault::explain::<P> as *const (),
        fault::explain_all::<P> as *const (),
        minimise::<P> as *const (),
        oracles::batch::check::<P> as *const (),
        report::disagreement::<P> as *const (),
        report::explanation::<P> as *const (),
        report::violation::<P> as *const (),
    ]
}
