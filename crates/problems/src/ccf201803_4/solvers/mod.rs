//! The solvers of CCF 201803-4.
//!
//! Alice (`x`) is to move and may have lost already. The answer is the score under perfect play.

mod alpha_beta;
mod fast;
mod memo;
mod naive;
pub(super) mod ref_decimal_map;
pub(super) mod ref_dfs;

use crate::program::ProgramSolver;
use crate::{Ccf201803_4, Entry};

/// All solvers.
///
/// A `static`, so that one package contains their code. Each that uses a constant would compile its own copy of a solver,
/// and again after each change.
pub(super) static SOLVERS: [Entry<Ccf201803_4>; 6] = [
    Entry {
        name: "naive",
        summary: "full minimax on an array of cells: the definition",
        max_empties: 9,
        exhaustive_max_empties: 9,
        instant_max_empties: 9,
        new: || Box::new(naive::Naive),
    },
    Entry {
        name: "alpha-beta",
        summary: "pruned search on line masks",
        max_empties: 9,
        exhaustive_max_empties: 9,
        instant_max_empties: 9,
        new: || Box::new(alpha_beta::AlphaBeta),
    },
    Entry {
        name: "memo",
        summary: "dynamic programming from the position down, ternary codes",
        max_empties: 9,
        exhaustive_max_empties: 9,
        instant_max_empties: 9,
        new: || Box::new(memo::Memo::default()),
    },
    FAST,
    Entry {
        name: "ref-dfs",
        summary: "program: depth-first search, x to move whatever the counts",
        max_empties: 9,
        exhaustive_max_empties: 9,
        instant_max_empties: 9,
        new: || Box::new(ProgramSolver(ref_dfs::run)),
    },
    Entry {
        name: "ref-decimal-map",
        summary: "program: a map from boards read as decimal numbers",
        max_empties: 9,
        exhaustive_max_empties: 9,
        instant_max_empties: 9,
        new: || Box::new(ProgramSolver(ref_decimal_map::run)),
    },
];

/// The fast solver.
pub(super) static FAST: Entry<Ccf201803_4> = Entry {
    name: "fast",
    summary: "a table of all boards, filled from full boards up",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(fast::Fast),
};
