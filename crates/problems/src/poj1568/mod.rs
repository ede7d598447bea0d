//! POJ 1568, "Find the Winning Move": four in a row on a 4x4 board.
//!
//! Two players place stones in turn; who has four in a row, a column or a diagonal wins. Each has
//! placed at least two stones, nobody has won, and `x` is to move. The question: which is the
//! first cell, row by row, from which `x` forces a win? Any forced win counts, however long it
//! takes; only the order of the cells matters.

mod answer;
mod text;

use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use crate::{Board, Cases, Domain, Problem};

pub use answer::{Answer, Square};

/// The marker type of POJ 1568; see the [module](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Poj1568;

impl Problem for Poj1568 {
    const NAME: &'static str = "poj1568";
    const TYPE_NAME: &'static str = "Poj1568";
    const SUMMARY: &'static str = "4x4, four in a row: the first cell from which x forces a win";
    const SIDE: u32 = 4;
    const STONES: RangeInclusive<u32> = 2..=7;
    const O_MAY_HAVE_WON: bool = false;
    const GLYPHS: [char; 3] = ['.', 'x', 'o'];

    type Answer = Answer;

    fn domain() -> &'static Domain<Self> {
        static DOMAIN: OnceLock<Domain<Poj1568>> = OnceLock::new();
        DOMAIN.get_or_init(Domain::new)
    }

    fn read<'a, R: BufRead + 'a>(input: R) -> Cases<'a, Self> {
        text::read(input)
    }

    fn write<W: Write, B: Into<Board<Self>>>(
        output: W,
        count: u64,
        boards: impl IntoIterator<Item = B>,
    ) -> io::Result<()> {
        text::write(output, count, boards)
    }

    fn append_answers(answers: &[Answer], text: &mut Vec<u8>) {
        text::append_answers(answers, text);
    }
}
