//! Differential and metamorphic: many boards in one text, legal and illegal.
//!
//! The reader accepts the boards before the first illegal one, and names that one. On legal boards the programs answer
//! like `fast`. No answer depends on the boards before, except for the known leaks: the boards in reverse order, and
//! each alone, get the same answers. Solvers have no leaks: they answer the legal boards in a batch as they do one by
//! one.

use std::collections::HashMap;
use std::fmt;

use arbitrary::{Arbitrary, Unstructured};
use crossply::Panel;
use crossply_problems::program::Transliteration;
use crossply_problems::witnesses::{Leak, Witnesses};
use crossply_problems::{Board, Position, Problem, ReadError};

use super::programs::{program_answers, text};
use crate::check::{Check, all_solvers};
use crate::generators::codec::{decode, decode_board, encode};

/// The most boards in a stream. More take time and show nothing new.
const MOST_BOARDS: usize = 8;

/// The most empties with which every solver answers in about a microsecond. More would make sessions slow.
const CHEAP_EMPTIES: u32 = 4;

/// The most answers of a program that are remembered: some megabytes.
const REMEMBERED_ANSWERS: usize = 1 << 16;

/// A sequence of boards.
#[derive(Clone, PartialEq, Eq)]
pub struct Stream<P> {
    /// The boards.
    pub boards: Vec<Board<P>>,
}

impl<P: Problem> Stream<P> {
    /// Decodes the boards of a byte string, one after the other, cell by cell as for a single board. A board after `!`
    /// is taken as it is; any other is made legal.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Self {
        let cells: Vec<u8> = bytes
            .iter()
            .copied()
            .filter(|byte| !b"\n\r\t /".contains(byte))
            .collect();
        let mut rest = &cells[..];
        let mut boards = Vec::new();
        while !rest.is_empty() && boards.len() < MOST_BOARDS {
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

    /// Encodes the boards: their drawings, illegal ones after a line with `!`.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let drawn = self.boards.iter().map(|&board| {
            let is_legal = P::legal(board).is_ok();
            let mark: &[u8] = if is_legal { b"" } else { b"!\n" };
            [mark, &encode(board)].concat()
        });
        drawn.collect::<Vec<_>>().join(&b'\n')
    }
}

/// Draws the boards as their encoding does: illegal ones after a line with `!`.
impl<P: Problem> fmt::Debug for Stream<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.encode()))
    }
}

impl<'a, P: Problem> Arbitrary<'a> for Stream<P> {
    fn arbitrary(input: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let bytes = input.bytes(input.len())?;
        Ok(Stream::decode(bytes))
    }
}

/// The solvers that answer the boards of streams, and what programs print for boards alone.
pub struct Streams<P: Problem> {
    check: Check<P>,
    panel: Panel,
    /// By the index of the program. A fuzzer changes a board or two of a stream, and programs take longest.
    alone: [HashMap<Board<P>, String>; 2],
}

impl<P: Problem> Streams<P> {
    /// Checks the stream, without the boards on which the programs are slow.
    ///
    /// # Panics
    /// On any failure.
    pub fn check(&mut self, stream: &Stream<P>) {
        let mut boards = stream.boards.clone();
        if let Some(witnesses) = P::WITNESSES {
            boards.retain(|&board| (witnesses.is_quick)(board));
        }
        check_reader(&boards);
        if let Some(witnesses) = P::WITNESSES {
            self.check_programs(witnesses, stream, &boards);
        }
        let positions = boards.iter().filter_map(|&board| P::legal(board).ok());
        self.check_batch(&positions.collect::<Vec<_>>());
    }

    /// Checks that each program answers each board alike, whatever came before it, and legal boards like `fast`.
    fn check_programs(
        &mut self,
        witnesses: &Witnesses<P>,
        stream: &Stream<P>,
        boards: &[Board<P>],
    ) {
        let mut order: Vec<usize> = (0..boards.len()).collect();
        for (program, remembered) in witnesses.programs.iter().zip(&mut self.alone) {
            let name = program.name;
            let alone = boards
                .iter()
                .map(|&board| answer_alone(program, board, remembered));
            let alone: Vec<_> = alone.collect();
            for (&board, alone) in boards.iter().zip(&alone) {
                if let Ok(position) = P::legal(board) {
                    let expected = fast::<P>(position);
                    assert_eq!(*alone, expected, "{name} and fast on {board:?}");
                }
            }
            for _ in 0..2 {
                let ordered: Vec<_> = order.iter().map(|&nth| boards[nth]).collect();
                let printed = program_answers(program, &ordered);
                for (index, &nth) in order.iter().enumerate() {
                    let (board, alone) = (boards[nth], &alone[nth]);
                    let leak = |leak: &&Leak<P>| leak.program == name && (leak.applies)(board);
                    let leak = witnesses.leaks.iter().find(leak);
                    let expected =
                        leak.map_or(alone.clone(), |leak| (leak.answer)(&printed[..index]));
                    assert!(
                        printed[index] == expected,
                        "{stream:?}{name} on board {index} of {ordered:?}: {}, expected {expected}; alone {alone}",
                        printed[index]
                    );
                }
                order.reverse();
            }
        }
    }

    /// Checks that each solver answers the positions that are cheap for it in a batch, and in reverse with each twice,
    /// as it answers them one by one.
    fn check_batch(&mut self, positions: &[Position<P>]) {
        for (index, entry) in P::SOLVERS.iter().enumerate() {
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
                let numbers = batch
                    .iter()
                    .map(|&position| P::domain().index(position).into());
                let numbers: Vec<u128> = numbers.collect();
                if let Some(found) = self.check.leak(&mut self.panel, index, &numbers) {
                    panic!("{}", self.check.report(&found));
                }
            }
        }
    }
}

impl<P: Problem> Default for Streams<P> {
    /// All solvers of the problem.
    fn default() -> Self {
        let check = all_solvers::<P>();
        Streams {
            panel: check.panel(),
            check,
            alone: Default::default(),
        }
    }
}

/// Checks that the reader finds the boards before the first illegal one, and names that one.
fn check_reader<P: Problem>(boards: &[Board<P>]) {
    let text = text(boards);
    let mut cases = P::read(&text[..]);
    for (case, &board) in (1..).zip(boards) {
        match (cases.next(), P::legal(board)) {
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

/// What the program prints for the board alone.
fn answer_alone<P: Problem>(
    program: &Transliteration,
    board: Board<P>,
    remembered: &mut HashMap<Board<P>, String>,
) -> String {
    if remembered.len() == REMEMBERED_ANSWERS {
        remembered.clear();
    }
    let answer = remembered.entry(board);
    let answer = answer.or_insert_with(|| program_answers(program, &[board]).remove(0));
    answer.clone()
}

fn fast<P: Problem>(position: Position<P>) -> String {
    (P::FAST.new)().solve(position).to_string()
}
