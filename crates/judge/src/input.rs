//! The text that a program reads, written block by block: all boards at once would take too much memory.

use crossply_problems::Problem;

use crate::Boards;

/// How the input is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputForm {
    /// As the statement describes it.
    Usual,
    /// Nothing follows the last board.
    NoEnd,
}

/// How many boards a block has.
const BLOCK: u64 = 4096;

/// The input of a run, block by block.
pub(crate) struct Input<'a, P: Problem> {
    form: InputForm,
    boards: &'a Boards<P>,
    written: u64,
}

impl<'a, P: Problem> Input<'a, P> {
    pub(crate) fn new(boards: &'a Boards<P>, form: InputForm) -> Self {
        Input {
            form,
            boards,
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
        let end = count.min(self.written + BLOCK);
        let block = self.boards.part(self.written..end);
        block.for_each(|board| P::append_case(board, text));
        self.written = end;
        if end == count && self.form != InputForm::NoEnd {
            P::append_end(text);
        }
    }
}

/// The whole input for the boards.
pub(crate) fn input_text<P: Problem>(boards: &Boards<P>) -> Vec<u8> {
    let mut input = Input::new(boards, InputForm::Usual);
    let mut text = Vec::new();
    while input.written < boards.len() {
        input.append(&mut text);
    }
    text
}
