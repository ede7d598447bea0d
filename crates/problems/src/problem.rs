//! What a problem has to name so that everything else can be written once for all problems.

use std::fmt::Debug;
use std::hash::Hash;
use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::question::Question;
use crate::witnesses::Witnesses;
use crate::{Board, Cases, Domain, Entry, Position};

/// How many bytes [`Problem::write`] writes at once.
const BLOCK: usize = 1 << 16;

/// A contest problem: a game, a question about its positions, and a text format.
///
/// Implemented by a marker type without data, so that positions and answers of different problems
/// cannot be mixed up.
pub trait Problem:
    Copy + Debug + Default + Eq + Hash + Ord + Send + Sync + Sized + 'static
{
    /// The problem's name on the command line and in corpus folders.
    const NAME: &'static str;

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

    /// All solvers. The first is the definition.
    const SOLVERS: &'static [Entry<Self>];

    /// One of the solvers: quick with every position, and the default of `solve`.
    const FAST: &'static Entry<Self>;

    /// What the judge allows a program.
    const LIMITS: JudgeLimits;

    /// The statement's examples: boards in the notation, and their answers.
    const SAMPLES: &'static [(&'static str, &'static str)];

    /// Boards worth asking about first, in the judge's format: those of the fuzz targets' committed seeds and
    /// regressions. A test writes them.
    const CORPUS: &'static str;

    /// For each number of empties the digest of the answers to all positions, as `check` prints it: recorded
    /// when all solvers had been asked for all positions. Solvers that agree with each other may all be wrong;
    /// what they answered once and for all cannot change unnoticed. ARCHITECTURE.md says how these came about.
    const DIGESTS: &'static [(u32, &'static str)];

    /// The two transliterated programs, and what is known about them, if there are such.
    const WITNESSES: Option<&'static Witnesses<Self>> = None;

    /// What is asked, by the type of the answers.
    type Answer: Question;

    /// The name of its module, and of its corpora.
    #[must_use]
    fn module() -> String {
        Self::NAME.replace('-', "_")
    }

    /// The solver with this name.
    #[must_use]
    fn solver(name: &str) -> Option<&'static Entry<Self>> {
        Self::SOLVERS.iter().find(|entry| entry.name == name)
    }

    /// All legal positions. Its tables are built on the first call (a few ten milliseconds).
    fn domain() -> &'static Domain<Self>;

    /// Reads the judge's format, case by case, in constant memory.
    ///
    /// Ends after the last case or the first error.
    fn read<'a, R: BufRead + 'a>(input: R) -> Cases<'a, Position<Self>>;

    /// As [`read`](Self::read), but boards that are not legal are no error.
    fn read_boards<'a, R: BufRead + 'a>(input: R) -> Cases<'a, Board<Self>>;

    /// Appends to `text` what comes before the first of `count` cases in the judge's format.
    fn append_beginning(count: u64, text: &mut Vec<u8>);

    /// Appends a case to `text` in the judge's format.
    fn append_case(board: Board<Self>, text: &mut Vec<u8>);

    /// Appends to `text` what comes after the last case in the judge's format.
    fn append_end(text: &mut Vec<u8>);

    /// Writes an input file of `count` cases in the judge's format. It is readable if all the
    /// boards are positions.
    ///
    /// # Errors
    /// Those of `output`; and `InvalidInput` if there are not `count` boards, because a format
    /// that announces their number would then be broken.
    fn write<W: Write, B: Into<Board<Self>>>(
        mut output: W,
        count: u64,
        boards: impl IntoIterator<Item = B>,
    ) -> io::Result<()> {
        let mut text = Vec::with_capacity(2 * BLOCK);
        Self::append_beginning(count, &mut text);
        let mut written = 0;
        for board in boards {
            Self::append_case(board.into(), &mut text);
            written += 1;
            if text.len() >= BLOCK {
                output.write_all(&text)?;
                text.clear();
            }
        }
        if written != count {
            let message = format!("{written} boards, and {count} were announced");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Self::append_end(&mut text);
        output.write_all(&text)
    }

    /// Appends answers to `text` in the judge's format, a line for each.
    fn append_answers(answers: &[Self::Answer], text: &mut Vec<u8>) {
        for answer in answers {
            text.extend_from_slice(answer.as_ref().as_bytes());
            text.push(b'\n');
        }
    }
}

/// What the judge allows a program, as the statement says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeLimits {
    /// How long it may compute.
    pub time: Duration,
    /// How much memory it may take, in bytes.
    pub memory: u64,
    /// How many boards an input has at most, if that is promised.
    pub boards: Option<u64>,
}
