//! The trait of contest problems: everything that generic code needs from a problem.

use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::program::Transliteration;
use crate::question::Question;
use crate::{Board, Cases, Domain, Entry, Game, Illegal, NotationError, Position, legality};

/// The number of bytes that [`Problem::write`] writes at once.
const WRITE_BYTES: usize = 1 << 16;

/// A contest problem: a game, which of its boards are legal, and a text format.
pub trait Problem: Game<Answer: Question> {
    /// The game and the question, in one line.
    const SUMMARY: &'static str;

    /// The number of stones of each side in a legal position.
    const STONES: RangeInclusive<u32>;

    /// Whether a position is legal if `o` already has a line.
    const O_MAY_HAVE_WON: bool;

    /// All solvers. The first one defines the right answers.
    const SOLVERS: &'static [Entry<Self>];

    /// A solver that is quick on every position, and the default of `solve`.
    const FAST: &'static Entry<Self>;

    /// The judge's limits for a program.
    const LIMITS: JudgeLimits;

    /// The statement's samples: boards in the notation, and their answers.
    const SAMPLES: &'static [(&'static str, &'static str)];

    /// A few boards that expose almost every planted mistake, in the judge's format. A test computes them.
    const KILLING: &'static str;

    /// For each number of empties, fewest first: how many positions there are, and the digest of their answers, as `check`
    /// prints it after a run of all solvers on all positions. Solvers that agree may all be wrong, but recorded answers
    /// cannot change unnoticed.
    const RECORDED: &'static [(u32, u64, &'static str)];

    /// The reference programs, if the problem has some.
    const PROGRAMS: &'static [Transliteration] = &[];

    /// The name of its module, and of its corpora.
    fn module() -> String {
        Self::NAME.replace('-', "_")
    }

    /// The solver with this name.
    fn solver(name: &str) -> Option<&'static Entry<Self>> {
        Self::SOLVERS.iter().find(|entry| entry.name == name)
    }

    /// The position with these stones. Bit `row * SIDE + column` of a mask stands for a cell.
    ///
    /// # Errors
    /// The first reason why the board is illegal, in the order of [`Illegal`].
    #[inline]
    fn position(x: u16, o: u16) -> Result<Position<Self>, Illegal> {
        Self::legal(Board::new(x, o)?)
    }

    /// The board as a position.
    ///
    /// # Errors
    /// As of [`position`](Self::position).
    #[inline]
    fn legal(board: Board<Self>) -> Result<Position<Self>, Illegal> {
        legality::legal(board)
    }

    /// The position with this notation.
    ///
    /// # Errors
    /// If the text is not a drawing of a board, or the board is illegal.
    fn at(notation: &str) -> Result<Position<Self>, NotationError> {
        Ok(Self::legal(notation.parse()?)?)
    }

    /// All legal positions. The first call builds the tables, in a few tens of milliseconds.
    fn domain() -> &'static Domain<Self>;

    /// Reads the judge's format case by case, in constant memory.
    ///
    /// Ends after the last case or the first error.
    fn read<'a, R: BufRead + 'a>(input: R) -> Cases<'a, Position<Self>>;

    /// Appends to `text` what precedes the first of `count` cases in the judge's format.
    fn append_beginning(count: u64, text: &mut Vec<u8>);

    /// Appends a case to `text` in the judge's format.
    fn append_case(board: Board<Self>, text: &mut Vec<u8>);

    /// Appends to `text` what follows the last case in the judge's format.
    fn append_end(text: &mut Vec<u8>);

    /// Writes an input file of `count` cases in the judge's format. Readers accept it if all boards are positions.
    ///
    /// # Errors
    /// The errors of `output`; `InvalidInput` if there are not exactly `count` boards, because some formats announce
    /// their number.
    fn write<W: Write, B: Into<Board<Self>>>(
        mut output: W,
        count: u64,
        boards: impl IntoIterator<Item = B>,
    ) -> io::Result<()> {
        let mut text = Vec::with_capacity(2 * WRITE_BYTES);
        Self::append_beginning(count, &mut text);
        let mut written = 0;
        for board in boards {
            Self::append_case(board.into(), &mut text);
            written += 1;
            if text.len() >= WRITE_BYTES {
                output.write_all(&text)?;
                text.clear();
            }
        }
        if written != count {
            let message = format!("{written} boards, but {count} were announced");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Self::append_end(&mut text);
        output.write_all(&text)
    }

    /// Appends answers to `text` in the judge's format, one line for each.
    fn append_answers(answers: &[Self::Answer], text: &mut Vec<u8>) {
        for answer in answers {
            text.extend_from_slice(answer.as_ref().as_bytes());
            text.push(b'\n');
        }
    }
}

/// The judge's limits for a program, from the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeLimits {
    /// The most time for one input.
    pub time: Duration,
    /// The most memory, in bytes.
    pub memory: u64,
    /// The most boards in an input. None if the statement promises no limit.
    pub boards: Option<u64>,
}
