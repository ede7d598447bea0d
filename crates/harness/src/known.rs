//! Where the transliterated programs are known to differ, or to remember: all of it, with reasons.
//!
//! On legal boards they agree and remember nothing. On others a difference that is not listed here
//! is a finding, and so is a listed one that is gone: the examples are checked.

use crossply_problems::{Board, Ccf201803_4, Poj1568, Side};
use crossply_solvers::Solved;

/// A problem for which two programs were transliterated.
pub trait Witnessed: Solved {
    /// The names of the programs.
    const PROGRAMS: [&'static str; 2];

    /// Up to how many empties, and from how many on, a program answers any board in much less
    /// than a millisecond.
    fn is_quick(board: Board<Self>) -> bool;

    /// Where the programs print different answers for one board.
    const DIFFERENCES: &'static [Known<Self>];

    /// Where a program's answer depends on the boards before.
    const LEAKS: &'static [Known<Self>];
}

/// Something known about a program.
#[derive(Debug)]
pub struct Known<P: 'static> {
    /// The program that is peculiar.
    pub program: &'static str,
    /// Why it does what it does.
    pub reason: &'static str,
    /// The boards on which it may show.
    pub applies: fn(Board<P>) -> bool,
    /// Boards in the notation, of which the last one shows it.
    pub example: &'static [&'static str],
}

impl Witnessed for Poj1568 {
    const PROGRAMS: [&'static str; 2] = ["ref-line-sums", "ref-last-move"];

    /// With at most four stones the programs do not search.
    fn is_quick(board: Board<Self>) -> bool {
        board.empties() <= 8 || board.empties() >= 12
    }

    const DIFFERENCES: &'static [Known<Self>] = &[
        Known {
            program: "ref-line-sums",
            reason: "it sees that x has won, and prints the cell of an earlier answer or (0,0); \
                     the other sees only lines through the last move",
            applies: |board| board.line(Side::X).is_some(),
            example: &["xxxx/.oo./.oo./...."],
        },
        Known {
            program: "ref-last-move",
            reason: "it does not see that o has won, and lets x win",
            applies: |board| board.line(Side::O).is_some(),
            example: &["oooo/xxx./..../..x."],
        },
    ];

    const LEAKS: &'static [Known<Self>] = &[Known {
        program: "ref-line-sums",
        reason: "the answer's cell is a global that a search sets; x has won before any search",
        applies: |board| board.line(Side::X).is_some(),
        example: &[".oo./x.xx/oxo./..xo", "xxxx/.oo./.oo./...."],
    }];
}

impl Witnessed for Ccf201803_4 {
    const PROGRAMS: [&'static str; 2] = ["ref-dfs", "ref-decimal-map"];

    fn is_quick(board: Board<Self>) -> bool {
        board.empties() <= 6
    }

    const DIFFERENCES: &'static [Known<Self>] = &[Known {
        program: "ref-dfs",
        reason: "it lets x move, whatever the counts; the other goes by their parity",
        applies: |board| board.empties() % 2 == 0,
        example: &["XX./.O./..."],
    }];

    const LEAKS: &'static [Known<Self>] = &[];
}
