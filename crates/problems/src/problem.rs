//! What a problem has to name so that everything else can be written once for all problems.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::{Board, Cases, Domain};

/// A contest problem: a game, a question about its positions, and a text format.
///
/// Implemented by a marker type without data, so that positions and answers of different problems
/// cannot be mixed up.
pub trait Problem:
    Copy + Debug + Default + Eq + Hash + Ord + Send + Sync + Sized + 'static
{
    /// The problem's name on the command line and in corpus folders.
    const NAME: &'static str;

    /// The problem's identifier in Rust code, as exported by this crate.
    const TYPE_NAME: &'static str;

    /// The game and the question, in one line.
    const SUMMARY: &'static str;

    /// Rows, and columns, of the board: 3 or 4. A line has as many cells.
    const SIDE: u32;

    /// How many stones each side has in a legal position.
    const STONES: RangeInclusive<u32>;

    /// Whether positions are legal in which `o` already has a line.
    const O_MAY_HAVE_WON: bool;

    /// How an empty cell, a stone of `x` and a stone of `o` are drawn.
    const GLYPHS: [char; 3];

    /// What a solver says about a position. `AsRef<str>`, `Display` and `FromStr` use the judge's
    /// format.
    type Answer: Copy
        + AsRef<str>
        + Debug
        + Display
        + Eq
        + FromStr<Err = InvalidAnswer>
        + Hash
        + Ord
        + Send
        + Sync
        + 'static;

    /// All legal positions. Its tables are built on the first call (a few ten milliseconds).
    fn domain() -> &'static Domain<Self>;

    /// Reads the judge's format, case by case, in constant memory.
    ///
    /// Ends after the last case or the first error.
    fn read<'a, R: BufRead + 'a>(input: R) -> Cases<'a, Self>;

    /// Writes an input file of `count` cases in the judge's format. It is readable if all the
    /// boards are positions.
    ///
    /// # Errors
    /// Those of `output`; and `InvalidInput` if there are not `count` boards, because a format
    /// that announces their number would then be broken.
    fn write<W: Write, B: Into<Board<Self>>>(
        output: W,
        count: u64,
        boards: impl IntoIterator<Item = B>,
    ) -> io::Result<()>;

    /// Appends answers to `text` in the judge's format, a line for each.
    fn append_answers(answers: &[Self::Answer], text: &mut Vec<u8>) {
        for answer in answers {
            text.extend_from_slice(answer.as_ref().as_bytes());
            text.push(b'\n');
        }
    }
}

/// A text that is no answer in the judge's format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no answer: expected {expected}")]
pub struct InvalidAnswer {
    /// The text.
    pub found: String,
    /// What an answer looks like.
    pub expected: &'static str,
}
