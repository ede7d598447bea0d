//! The text that a program reads, written block by block: all boards at once would take too much memory.

use crossply_problems::Problem;

use crate::Boards;

/// How many boards a block has.
const INPUT_BLOCK: u64 = 4096;

/// The input of a run, block by block.
pub(crate) struct Input<'a, P: Problem> {
    boards: &'a Boards<P>,
    /// Whether nothing follows the last board, although the statement says so.
    lacks_end: bool,
    written: u64,
}

impl<'a, P: Problem> Input<'a, P> {
    pub(crate) fn new(boards: &'a Boards<P>, lacks_end: bool) -> Self {
        Input {
            boards,
            lacks_end,
            written: 0,
        }
    }

    /// Appends the next block, and nothing after the last.
    pub(crate) fn append(&mut self, text: &mut Vec<u8>) {
        let count = self.boards.len();
        if self.written == count {
            return;
        }
        if self.written == 0 {
            P::append_beginning(count, text);
        }
        let end = count.min(self.written + INPUT_BLOCK);
        let block = self.boards.part(self.written..end);
        block.iter().for_each(|board| P::append_case(board, text));
        self.written = end;
        if end == count && !self.lacks_end {
            P::append_end(text);
        }
    }
}
