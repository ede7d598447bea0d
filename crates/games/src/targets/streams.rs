//! Differential and metamorphic: many boards in one text.
//!
//! The reader finds them. The programs answer like `fast`, and no answer depends on the boards before: the boards in
//! reverse order, and each alone, get the same answers. Solvers have no leaks either: they answer the boards in a batch as
//! they do one by one.

use std::collections::HashMap;
use std::fmt;

use arbitrary::{Arbitrary, Unstructured};
use crossply::Panel;
use crossply_problems::program::Transliteration;
use crossply_problems::{Board, Position, Problem};

use super::programs::{is_quick, program_answers, text};
use crate::check::{Check, all_solvers};
use crate::generators::codec::{decode, encode};

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
    pub boards: Vec<Position<P>>,
}

impl<P: Problem> Stream<P> {
    /// Decodes the boards of a byte string, one after the other, cell by cell as for a single board.
    pub fn decode(bytes: &[u8]) -> Self {
        let mut cells = bytes.to_vec();
        cells.retain(|byte| !b"\n\r\t /".contains(byte));
        let boards = cells.chunks(Board::<P>::CELLS as usize).take(MOST_BOARDS);
        Stream {
            boards: boards.map(decode).collect(),
        }
    }

    /// Encodes the boards: their drawings.
    pub fn encode(&self) -> Vec<u8> {
        let drawn = self.boards.iter().map(|&board| encode(board));
        drawn.collect::<Vec<_>>().join(&b'\n')
    }
}

/// Draws the boards as their encoding does.
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
    alone: [HashMap<Position<P>, String>; 2],
}

impl<P: Problem> Streams<P> {
    /// Checks the stream, without the boards on which the programs are slow.
    ///
    /// # Panics
    /// On any failure.
    pub fn check(&mut self, stream: &Stream<P>) {
        let mut boards = stream.boards.clone();
        boards.retain(|&board| is_quick(board));
        let text = text(&boards);
        let read: Result<Vec<_>, _> = P::read(&text[..]).collect();
        assert_eq!(read.expect("they are legal"), boards);
        self.check_programs(stream, &boards);
        self.check_batch(&boards);
    }

    /// Checks that each program answers each board like `fast`, whatever came before it.
    fn check_programs(&mut self, stream: &Stream<P>, boards: &[Position<P>]) {
        for (program, remembered) in P::PROGRAMS.iter().zip(&mut self.alone) {
            let name = program.name;
            let mut boards = boards.to_vec();
            for _ in 0..2 {
                let printed = program_answers(program, &boards);
                for (&board, printed) in boards.iter().zip(printed) {
                    let alone = answer_alone(program, board, remembered);
                    let expected = fast::<P>(board);
                    assert_eq!(alone, expected, "{name} and fast on {board:?}");
                    assert_eq!(
                        printed, alone,
                        "{stream:?}{name} on {board:?} of {boards:?}"
                    );
                }
                boards.reverse();
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

/// What the program prints for the board alone.
fn answer_alone<P: Problem>(
    program: &Transliteration,
    board: Position<P>,
    remembered: &mut HashMap<Position<P>, String>,
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
