//! The trait of contest problems.

use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::legality::check_legal;
use crate::program::Run;
use crate::question::Question;
use crate::{Board, Cases, Domain, Entry, Game, Illegal, NotationError, Position, TextFormat};

/// [`Problem::write`] writes pieces of at least this many bytes.
const WRITE_BYTES: usize = 1 << 16;

/// A contest problem: a game with a definition of legal boards, a text format and solvers.
pub trait Problem: Game<Answer: Question> {
    /// The game and the question, in one line.
    const SUMMARY: &'static str;

    /// How many stones each side may have in a legal position.
    const STONES: RangeInclusive<u32>;

    /// Whether a position may be legal if `o` already has a line.
    const O_MAY_HAVE_WON: bool;

    /// All solvers. The first one implements the definition of the answer directly.
    const SOLVERS: &'static [Entry<Self>];

    /// A solver that is quick on every position. The command `solve` uses it by default.
    const FAST: &'static Entry<Self>;

    /// The judge's text format.
    const FORMAT: TextFormat;

    /// The judge's limits for a submitted program.
    const LIMITS: JudgeLimits;

    /// The statement's samples: boards in notation, and their answers.
    const SAMPLES: &'static [(&'static str, &'static str)];

    /// A few boards, in the judge's format, that expose almost every planted fault. A snapshot test computes them.
    const KILLING: &'static str;

    /// For each number of empties, fewest first: that number, how many positions have it, and the digest of their
    /// answers. `check` prints the digests after a complete run. If all solvers change their answers together, they
    /// still agree, but a digest reveals it.
    const RECORDED: &'static [(u32, u64, &'static str)];

    /// The name of the problem's module, with which the names of its fuzz targets begin.
    fn module() -> String {
        Self::NAME.replace('-', "_")
    }

    /// The solver with this name.
    fn solver(name: &str) -> Option<&'static Entry<Self>> {
        Self::SOLVERS.iter().find(|entry| entry.name == name)
    }

    /// The names of the reference programs, and their main functions.
    fn programs() -> impl Iterator<Item = (&'static str, Run)> {
        let solvers = Self::SOLVERS.iter();
        solvers.filter_map(|entry| Some((entry.name, entry.program?)))
    }

    /// The position with these stones of `x` and `o`. Bit `row * ROWS + column` of each set stands for a cell.
    ///
    /// # Errors
    /// The first reason why the board is illegal, in the order of [`Illegal`].
    #[inline]
    fn position(x: u16, o: u16) -> Result<Position<Self>, Illegal> {
        check_legal(Board::new(x, o).ok_or(Illegal::NoBoard)?)
    }

    /// Parses the notation of a position.
    ///
    /// # Errors
    /// If the text is not the notation of a board, or the board is illegal.
    fn parse(notation: &str) -> Result<Position<Self>, NotationError> {
        Ok(check_legal(notation.parse()?)?)
    }

    /// All legal positions. Its first use builds the list of them, in less than a tenth of a second.
    fn domain() -> &'static Domain<Self>;

    /// Reads the judge's format case by case, in constant memory, up to the last case or the first error.
    fn read<'a>(input: impl Read + 'a) -> Cases<'a, Self> {
        Cases::new(input)
    }

    /// Appends a case to `text` in the judge's format.
    fn append_case(board: Board<Self>, text: &mut Vec<u8>) {
        Self::FORMAT.append_board(Self::ROWS, [board.x(), board.o()], text);
    }

    /// Writes an input of `count` cases in the judge's format. The boards need not be legal.
    ///
    /// # Errors
    /// If writing fails. `InvalidInput` if there are not exactly `count` boards, which some formats announce.
    fn write<W: Write, B: Into<Board<Self>>>(
        mut output: W,
        count: u64,
        boards: impl IntoIterator<Item = B>,
    ) -> io::Result<()> {
        let mut text = Vec::with_capacity(2 * WRITE_BYTES);
        text.extend_from_slice(Self::FORMAT.start(count).as_bytes());
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
        text.extend_from_slice(Self::FORMAT.end().as_bytes());
        output.write_all(&text)
    }
}

/// The judge's limits for a submitted program, from the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeLimits {
    /// The most time that one input may take.
    pub time: Duration,
    /// The most memory, in bytes.
    pub memory: u64,
    /// The most boards in an input. `None` if the statement promises no maximum.
    pub boards: Option<u64>,
}
