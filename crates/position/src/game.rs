//! The two games: the sizes of their boards, and the types of their answers.
//!
//! The rules are not here: each solver implements them in its own way, and so does the checker.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Answer, FirstWin, Score};

/// A game on a small square board, and a question about its positions.
///
/// Marker types implement it, so that positions and answers of different games cannot be mixed up.
pub trait Game: Copy + Debug + Default + Eq + Hash + Ord + Send + Sync + Sized + 'static {
    /// The name on the command line and in corpus folders.
    const NAME: &'static str;

    /// The number of rows, of columns, and of cells in a line: 3 or 4.
    const ROWS: u32;

    /// The characters for an empty cell, a stone of `x` and a stone of `o`.
    const GLYPHS: [char; 3];

    /// The answers to the game's question.
    type Answer: Answer;
}

/// The marker type of POJ 1568: four in a row on a 4x4 board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Poj1568;

impl Game for Poj1568 {
    const NAME: &'static str = "poj1568";
    const ROWS: u32 = 4;
    const GLYPHS: [char; 3] = ['.', 'x', 'o'];
    type Answer = FirstWin;
}

/// The marker type of CCF 201803-4: three in a row on a 3x3 board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ccf201803_4;

impl Game for Ccf201803_4 {
    const NAME: &'static str = "ccf201803-4";
    const ROWS: u32 = 3;
    const GLYPHS: [char; 3] = ['.', 'X', 'O'];
    type Answer = Score;
}
