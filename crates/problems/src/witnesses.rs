//! The reference programs as witnesses, with all boards on which they are known to differ or to leak.
//!
//! On legal boards the two programs of a problem agree and do not leak. For their peculiarities, the `known.rs` of the
//! problem predicts from the board what each prints, by rules of its own. Any other answer is a finding. So is a
//! peculiarity that has disappeared: tests check the examples.

use crate::Board;
use crate::program::Transliteration;

/// The two reference programs of a problem and their known peculiarities.
#[derive(Debug)]
pub struct Witnesses<P: 'static> {
    /// The programs.
    pub programs: [Transliteration; 2],
    /// Whether each program answers the board in much less than a millisecond.
    pub is_quick: fn(Board<P>) -> bool,
    /// The boards on which the programs may print different answers, and these answers.
    pub differences: &'static [Difference<P>],
    /// The boards on which a program's answer depends on the boards before.
    pub leaks: &'static [Leak<P>],
}

/// A peculiarity that makes the programs differ.
#[derive(Debug)]
pub struct Difference<P: 'static> {
    /// The peculiar program.
    pub program: &'static str,
    /// Why it does so.
    pub reason: &'static str,
    /// Whether the board may show the difference.
    pub applies: fn(Board<P>) -> bool,
    /// What the two programs print for this board alone, in the order of [`Witnesses::programs`].
    pub answers: fn(Board<P>) -> [String; 2],
    /// A board, in the notation, that shows it.
    pub example: &'static str,
}

/// A leak: an answer of a program that depends on the boards before.
#[derive(Debug)]
pub struct Leak<P: 'static> {
    /// The leaking program.
    pub program: &'static str,
    /// Why it leaks.
    pub reason: &'static str,
    /// Whether the board may show the leak.
    pub applies: fn(Board<P>) -> bool,
    /// What the program prints for this board after these answers to the boards before.
    pub answer: fn(&[String]) -> String,
    /// Boards in the notation; the last one shows it.
    pub example: &'static [&'static str],
}
