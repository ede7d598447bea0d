//! The cases of an input text: one by one, or in blocks as they arrive.

use crate::ReadError;

/// The cases of an input text, up to its end or the first error: what [`Problem::read`](crate::Problem::read) returns.
pub struct Cases<'a, T> {
    read: Box<Read<'a, T>>,
    /// The cases read last.
    block: Vec<T>,
    /// How many of them the iterator has returned.
    given: usize,
    ended: bool,
}

/// Appends the next cases to an empty list; none at the end.
type Read<'a, T> = dyn FnMut(&mut Vec<T>) -> Result<(), ReadError> + 'a;

impl<'a, T: Copy> Cases<'a, T> {
    /// `read` appends the next cases to an empty list; none at the end.
    pub(crate) fn new(read: impl FnMut(&mut Vec<T>) -> Result<(), ReadError> + 'a) -> Self {
        Cases {
            read: Box::new(read),
            block: Vec::new(),
            given: 0,
            ended: false,
        }
    }

    /// The next cases: at least one, and as many as are available without waiting for more input. None at the end, and
    /// after an error.
    ///
    /// # Errors
    /// If the next case cannot be read.
    pub fn next_block(&mut self) -> Result<Option<&[T]>, ReadError> {
        self.fill()?;
        let block = &self.block[self.given..];
        self.given = self.block.len();
        Ok((!block.is_empty()).then_some(block))
    }

    /// Reads the next block if no case is left to return.
    #[inline]
    fn fill(&mut self) -> Result<(), ReadError> {
        if self.given < self.block.len() || self.ended {
            return Ok(());
        }
        self.block.clear();
        self.given = 0;
        let read = (self.read)(&mut self.block);
        self.ended = read.is_err() || self.block.is_empty();
        read
    }
}

impl<T: Copy> Iterator for Cases<'_, T> {
    type Item = Result<T, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.fill() {
            return Some(Err(error));
        }
        let case = *self.block.get(self.given)?;
        self.given += 1;
        Some(Ok(case))
    }
}
