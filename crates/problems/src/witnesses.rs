//! Programs as witnesses: where they are known to differ, or to remember, all of it with reasons.
//!
//! On legal boards the two transliterated programs of a problem agree and remember nothing. Where they are
//! peculiar `known.rs` of the problem predicts from the board, by rules of its own, what each prints. So any
//! other answer is a finding, there as elsewhere, and so is a peculiarity that is gone: the examples are checked.

use crate::Board;
use crate::program::Program;

/// The two transliterated programs of a problem, and what is known about them.
#[derive(Debug)]
pub struct Witnesses<P: 'static> {
    /// The programs.
    pub programs: [Program; 2],
    /// Whether each program answers the board in much less than a millisecond.
    pub is_quick: fn(Board<P>) -> bool,
    /// Where the programs may print different answers for one board, and which.
    pub differences: &'static [Difference<P>],
    /// Where a program's answer depends on the boards before.
    pub leaks: &'static [Leak<P>],
}

/// A peculiarity that makes the programs differ.
#[derive(Debug)]
pub struct Difference<P: 'static> {
    /// The program that is peculiar.
    pub program: &'static str,
    /// Why it does what it does.
    pub reason: &'static str,
    /// The boards on which it may show.
    pub applies: fn(Board<P>) -> bool,
    /// What the two programs print for such a board alone, in the order of [`Witnesses::programs`].
    pub answers: fn(Board<P>) -> [String; 2],
    /// A board in the notation that shows it.
    pub example: &'static str,
}

/// A program that remembers.
#[derive(Debug)]
pub struct Leak<P: 'static> {
    /// The program.
    pub program: &'static str,
    /// Why it does what it does.
    pub reason: &'static str,
    /// The boards on which it may show.
    pub applies: fn(Board<P>) -> bool,
    /// What the program prints for such a board after these answers to the boards before.
    pub answer: fn(&[String]) -> String,
    /// Boards in the notation, of which the last one shows it.
    pub example: &'static [&'static str],
}

/// The cells of a board with so many that are not taken, as sets of one.
pub(crate) fn empty_cells_of(taken: u16, cells: u32) -> impl Iterator<Item = u16> + Clone {
    let cells = (0..cells).map(|cell| 1 << cell);
    cells.filter(move |cell| taken & cell == 0)
}
