//! Differential and metamorphic: many boards in one text.
//!
//! The reader finds them. The programs answer like `fast`, and no answer depends on the boards before: the boards in
//! reverse order get the same answers. Solvers have no leaks either: they answer the boards in a batch as they do one by
//! one.

use crossply::Panel;
use crossply_problems::{Board, Position, Problem};

use crate::check::{Check, all_solvers};
use crate::generators::codec::decode;

/// The most boards in a stream. More take time and show nothing new.
const MOST_BOARDS: usize = 8;

/// The most empties with which every solver answers in about a microsecond. More would make sessions slow.
const CHEAP_EMPTIES: u32 = 4;

/// Decodes the boards of a byte string, one after the other, cell by cell as for a single board.
pub(super) fn decode_all<P: Problem>(bytes: &[u8]) -> Vec<Position<P>> {
    let mut cells = bytes.to_vec();
    cells.retain(|byte| !b"\n\r\t /".contains(byte));
    let boards = cells.chunks(Board::<P>::CELLS as usize).take(MOST_BOARDS);
    boards.map(decode).collect()
}

/// The solvers that answer the boards of streams.
pub struct Streams<P: Problem> {
    check: Check<P>,
    panel: Panel,
}

impl<P: Problem> Streams<P> {
    /// Checks the boards that the bytes encode, without those on which the programs are slow.
    ///
    /// # Panics
    /// On any failure.
    pub fn check(&mut self, bytes: &[u8]) {
        let mut boards = decode_all::<P>(bytes);
        // The programs are slow on boards with many empties, except with at most four stones, where they do not search.
        boards.retain(|board| !(9..12).contains(&board.empties()));
        self.check_batch(&boards);
        for _ in 0..2 {
            let mut text = Vec::new();
            P::write(&mut text, boards.len() as u64, boards.iter().copied())
                .expect("writing to a vector succeeds");
            let read: Result<Vec<_>, _> = P::read(&text[..]).collect();
            assert_eq!(read.expect("they are legal"), boards);
            let answer = |&board| (P::FAST.new)().solve(board).to_string();
            let expected: Vec<_> = boards.iter().map(answer).collect();
            for program in P::PROGRAMS {
                let mut output = Vec::new();
                let stopped = (program.run)(&mut &text[..], &mut output).err();
                let text = String::from_utf8_lossy(&output);
                let printed: Vec<_> = text.lines().collect();
                assert!(
                    printed == expected && stopped.is_none(),
                    "{} prints {printed:?} for {boards:?}, expected {expected:?}; {stopped:?}",
                    program.name
                );
            }
            boards.reverse();
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
            let positions = positions.iter();
            let cheap = positions.filter(|position| position.empties() <= cheap_empties);
            let indices = cheap.map(|&position| P::domain().index(position).into());
            let batch: Vec<u128> = indices.collect();
            let twice = batch.iter().rev().flat_map(|&index| [index; 2]).collect();
            for batch in [batch, twice] {
                if let Some(found) = self.check.leak(&mut self.panel, index, &batch) {
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
        }
    }
}
