//! The text that a program reads, written block by block: all boards at once would take too much memory.

use crossply_problems::Problem;

use crate::Boards;

/// How the input is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputForm {
    /// As the statement describes it.
    Usual,
    /// Lines end with CR and LF.
    CrLf,
    /// The last line has no end.
    NoLastLineEnd,
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
        let is_last = end == count;
        if is_last && self.form != InputForm::NoEnd {
            P::append_end(text);
        }
        match self.form {
            InputForm::CrLf => {
                let lines = text.split_inclusive(|&byte| byte == b'\n');
                let ended = lines.flat_map(|line| [&line[..line.len() - 1], b"\r\n"].concat());
                *text = ended.collect();
            }
            InputForm::NoLastLineEnd if is_last => {
                text.pop();
            }
            _ => {}
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
