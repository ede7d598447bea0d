//! The two games: the sizes of their boards, and the types of their answers.
//!
//! Their rules are not here. Each solver knows them in its own way, and so does the checker.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Answer, FirstWin, Score};

/// A game on a small square board, and a question about its positions.
///
/// A marker type without data implements it, so positions and answers of different games cannot be mixed up.
pub trait Game: Copy + Debug + Default + Eq + Hash + Ord + Send + Sync + Sized + 'static {
    /// The name on the command line and in corpus folders.
    const NAME: &'static str;

    /// The rows, and the columns, of the board: 3 or 4. A line has this many cells.
    const SIDE: u32;

    /// The glyphs of an empty cell, a stone of `x` and a stone of `o`.
    const GLYPHS: [char; 3];

    /// The question, as the type of its answers.
    type Answer: Answer;
}

/// The marker type of POJ 1568: four in a row on a 4x4 board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Poj1568;

impl Game for Poj1568 {
    const NAME: &'static str = "poj1568";
    const SIDE: u32 = 4;
    const GLYPHS: [char; 3] = ['.', 'x', 'o'];
    type Answer = FirstWin;
}

/// The marker type of CCF 201803-4: three in a row on a 3x3 board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ccf201803_4;

impl Game for Ccf201803_4 {
    const NAME: &'static str = "ccf201803-4";
    const SIDE: u32 = 3;
    const GLYPHS: [char; 3] = ['.', 'X', 'O'];
    type Answer = Score;
}
