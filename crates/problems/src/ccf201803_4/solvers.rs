//! The solvers of CCF 201803-4.
//!
//! Alice (`x`) is to move and may have lost already. The answer is the score under perfect play.

use crossply_first_programs::ref_dfs;
use crossply_second_programs::ref_decimal_map;

use crate::program::ProgramSolver;
use crate::{Ccf201803_4, Entry};

/// All solvers.
///
/// A `static`, so that only this package compiles the solvers: each package that uses a constant compiles its own copy.
pub(super) static SOLVERS: [Entry<Ccf201803_4>; 6] = [
    Entry::quick(
        "naive",
        "full minimax on an array of cells: the definition",
        || Box::new(crossply_naive::ccf201803_4::Naive),
    ),
    Entry::quick("alpha-beta", "pruned search on line masks", || {
        Box::new(crossply_alpha_beta::ccf201803_4::AlphaBeta)
    }),
    Entry::quick(
        "memo",
        "dynamic programming from the position down, ternary codes",
        || Box::new(crossply_memo::ccf201803_4::Memo::default()),
    ),
    FAST,
    Entry {
        program: Some(ref_dfs::run),
        ..Entry::quick(
            "ref-dfs",
            "program: depth-first search, x to move whatever the counts",
            || Box::new(ProgramSolver(ref_dfs::run)),
        )
    },
    Entry {
        program: Some(ref_decimal_map::run),
        ..Entry::quick(
            "ref-decimal-map",
            "program: a map from boards read as decimal numbers",
            || Box::new(ProgramSolver(ref_decimal_map::run)),
        )
    },
];

/// The fast solver.
pub(super) static FAST: Entry<Ccf201803_4> = Entry::quick(
    "fast",
    "a table of all boards, filled from full boards up",
    || Box::new(crossply_fast::ccf201803_4::Fast),
);
