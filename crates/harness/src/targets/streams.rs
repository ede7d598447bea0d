//! Differential and metamorphic: many boards in one text, legal and not.
//!
//! The reader accepts the boards before the first that is not legal, and names that one. On legal
//! boards the programs answer like `fast`. A board's answer does not depend on the boards before
//! it, so the boards in the opposite order, and each by itself, get the same answers; but for the
//! known leaks. Solvers have none: they answer the legal boards in a batch as they do one by one.

use std::fmt;

use arbitrary::{Arbitrary, Unstructured};
use crossply_problems::witnesses::Leak;
use crossply_problems::{Board, Position, Problem, ReadError};

use super::programs::{program_answers, text};
use crate::generators::codec::{decode, decode_board, encode};
use crate::oracles::batch;
use crate::{Panel, Provenance, Selection, report};

/// The most boards in a stream: more take time and show no more.
const MOST: usize = 8;

/// Up to how many empties any solver answers in a microsecond or so: slower ones would make sessions slow.
const CHEAP_EMPTIES: u32 = 4;

/// Boards one after the other.
#[derive(Clone, PartialEq, Eq)]
pub struct Stream<P> {
    /// The boards.
    pub boards: Vec<Board<P>>,
}

impl<P: Problem> Stream<P> {
    /// The boards that a byte string means: cells as of one board, board after board. A board that
    /// begins with `!` is taken as it is; any other is made legal.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Self {
        let cells: Vec<u8> = bytes
            .iter()
            .copied()
            .filter(|byte| !b"\n\r\t /".contains(byte))
            .collect();
        let mut rest = &cells[..];
        let mut boards = Vec::new();
        while !rest.is_empty() && boards.len() < MOST {
            let as_it_is = rest[0] == b'!';
            rest = &rest[usize::from(as_it_is)..];
            let (board, others) = rest.split_at(rest.len().min(Board::<P>::CELLS as usize));
            rest = others;
            boards.push(if as_it_is {
                decode_board(board)
            } else {
                decode::<P>(board).into()
            });
        }
        Stream { boards }
    }

    /// The byte string of the boards: as drawn, those that are not legal after a line with `!`.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let drawn = self.boards.iter().map(|&board| {
            let is_legal = Position::try_from(board).is_ok();
            let mark: &[u8] = if is_legal { b"" } else { b"!\n" };
            [mark, &encode(board)].concat()
        });
        drawn.collect::<Vec<_>>().join(&b'\n')
    }
}

/// Draws the boards, those that are not legal after a line with `!`: as they are decoded.
impl<P: Problem> fmt::Debug for Stream<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &board in &self.boards {
            if Position::try_from(board).is_err() {
                writeln!(f, "!")?;
            }
            writeln!(f, "{board}\n")?;
        }
        Ok(())
    }
}

impl<'a, P: Problem> Arbitrary<'a> for Stream<P> {
    fn arbitrary(input: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let bytes = input.bytes(input.len())?;
        Ok(Stream::decode(bytes))
    }
}

/// Solvers at work on the boards of streams.
pub struct Streams<P: Problem> {
    panel: Panel<P>,
}

impl<P: Problem> Streams<P> {
    /// All solvers of the problem.
    #[must_use]
    pub fn new() -> Self {
        Streams {
            panel: Panel::new(&Selection::default().of::<P>()),
        }
    }

    /// Checks the stream; boards for which the programs are not quick are left out.
    ///
    /// # Panics
    /// If something is wrong.
    pub fn check(&mut self, stream: &Stream<P>) {
        let mut boards = stream.boards.clone();
        if let Some(witnesses) = P::WITNESSES {
            boards.retain(|&board| (witnesses.is_quick)(board));
        }
        check_reader(&boards);
        check_programs(stream, &boards);
        let positions = boards
            .iter()
            .filter_map(|&board| Position::try_from(board).ok());
        self.check_batch(&positions.collect::<Vec<_>>());
    }

    /// Each solver answers the positions that cost it next to nothing in a batch, and the batch in reverse with
    /// each position twice, as it answers them one by one.
    fn check_batch(&mut self, positions: &[Position<P>]) {
        for (place, entry) in P::SOLVERS.iter().enumerate() {
            let cheap_empties = match entry.name {
                name if name == P::FAST.name => entry.exhaustive_max_empties,
                _ => entry.exhaustive_max_empties.min(CHEAP_EMPTIES),
            };
            let cheap = |position: &Position<P>| position.empties() <= cheap_empties;
            let batch: Vec<_> = positions.iter().copied().filter(cheap).collect();
            let twice: Vec<_> = batch
                .iter()
                .rev()
                .flat_map(|&position| [position; 2])
                .collect();
            for batch in [batch, twice] {
                if let Err(found) = batch::check(&mut self.panel, place, &batch) {
                    panic!(
                        "{}",
                        report::disagreement(&found, Provenance::DependsOnHistory)
                    );
                }
            }
        }
    }
}

impl<P: Problem> Default for Streams<P> {
    fn default() -> Self {
        Streams::new()
    }
}

/// Each program answers each board alike, whatever is asked before it; and the legal ones as `fast` does.
fn check_programs<P: Problem>(stream: &Stream<P>, boards: &[Board<P>]) {
    let mut reversed = boards.to_vec();
    reversed.reverse();
    let Some(witnesses) = P::WITNESSES else {
        return;
    };
    for program in &witnesses.programs {
        let name = program.name;
        for boards in [boards, &reversed] {
            let printed = program_answers(program, boards);
            for (place, &board) in boards.iter().enumerate() {
                let alone = program_answers(program, &[board]).remove(0);
                let leak = |leak: &&Leak<P>| leak.program == name && (leak.applies)(board);
                let leak = witnesses.leaks.iter().find(leak);
                let expected = leak.map_or(alone.clone(), |leak| (leak.answer)(&printed[..place]));
                assert!(
                    printed[place] == expected,
                    "{stream:?}{name} on board {place} of {boards:?}: {}, expected {expected}; alone {alone}",
                    printed[place]
                );
                if let Ok(position) = Position::try_from(board) {
                    let expected = fast::<P>(position);
                    assert_eq!(alone, expected, "{name} and fast on {board:?}");
                }
            }
        }
    }
}

/// The reader finds the boards up to the first that is not legal, and names that.
fn check_reader<P: Problem>(boards: &[Board<P>]) {
    let text = text(boards);
    let mut cases = P::read(&text[..]);
    for (case, &board) in (1..).zip(boards) {
        match (cases.next(), Position::try_from(board)) {
            (Some(Ok(read)), Ok(position)) => assert_eq!(read, position),
            (Some(Err(ReadError::Input(fault))), Err(illegal)) => {
                assert_eq!(fault.case, Some(case), "{boards:?}");
                assert_eq!(fault.found, illegal.to_string(), "{boards:?}");
                assert!(cases.next().is_none(), "{boards:?}");
                return;
            }
            (read, expected) => panic!("case {case} of {boards:?}: {read:?}, {expected:?}"),
        }
    }
    assert!(cases.next().is_none(), "{boards:?}");
}

fn fast<P: Problem>(position: Position<P>) -> String {
    (P::FAST.new)().solve(position).to_string()
}
