//! The solvers of POJ 1568.
//!
//! `x` is to move. The answer is the first cell in row-major order from which `x` forces a win, not the fastest win.

use crossply_first_programs::ref_line_sums;
use crossply_second_programs::ref_last_move;

use crate::program::ProgramSolver;
use crate::{Entry, Poj1568};

/// All solvers.
///
/// A `static`, so that only this package compiles the solvers: each package that uses a constant compiles its own copy.
pub(super) static SOLVERS: [Entry<Poj1568>; 6] = [
    Entry {
        name: "naive",
        summary: "full minimax on an array of cells: the definition",
        max_empties: 8,
        exhaustive_max_empties: 4,
        instant_max_empties: 2,
        new: || Box::new(crossply_naive::poj1568::Naive),
        program: None,
    },
    Entry {
        name: "alpha-beta",
        summary: "pruned search on line masks, forced replies first",
        max_empties: 12,
        exhaustive_max_empties: 12,
        instant_max_empties: 4,
        new: || Box::new(crossply_alpha_beta::poj1568::AlphaBeta),
        program: None,
    },
    Entry::quick(
        "memo",
        "dynamic programming over ternary codes, counting stones on each line",
        || Box::new(crossply_memo::poj1568::Memo::default()),
    ),
    FAST,
    Entry {
        name: "ref-line-sums",
        summary: "program: alpha-beta, sums of +1 and -1 along all lines",
        max_empties: 12,
        exhaustive_max_empties: 4,
        instant_max_empties: 2,
        new: || Box::new(ProgramSolver(ref_line_sums::run)),
        program: Some(ref_line_sums::run),
    },
    Entry {
        name: "ref-last-move",
        summary: "program: alpha-beta, looks only at the lines of the last move",
        max_empties: 12,
        exhaustive_max_empties: 4,
        instant_max_empties: 2,
        new: || Box::new(ProgramSolver(ref_last_move::run)),
        program: Some(ref_last_move::run),
    },
];

/// The fast solver.
pub(super) static FAST: Entry<Poj1568> = Entry::quick(
    "fast",
    "looks up a table of all boards, made at build time by retrograde analysis",
    || Box::new(crossply_fast::poj1568::Fast),
);
