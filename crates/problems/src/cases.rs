//! The cases of an input text, one by one or in blocks as they arrive.

use crate::ReadError;

/// The cases of an input text, up to its end or the first error. [`Problem::read`](crate::Problem::read) returns it.
pub struct Cases<'a, T> {
    read_block: Box<ReadBlock<'a, T>>,
    /// The cases that were read last.
    block: Vec<T>,
    /// The index in the block of the next case to return.
    next: usize,
    at_end: bool,
}

/// Appends the next cases to an empty vector. Appends none at the end of the text.
type ReadBlock<'a, T> = dyn FnMut(&mut Vec<T>) -> Result<(), ReadError> + 'a;

impl<'a, T: Copy> Cases<'a, T> {
    pub(crate) fn new(read_block: impl FnMut(&mut Vec<T>) -> Result<(), ReadError> + 'a) -> Self {
        Cases {
            read_block: Box::new(read_block),
            block: Vec::new(),
            next: 0,
            at_end: false,
        }
    }

    /// The next cases: at least one, and as many as are available without waiting for more input. `None` at the end,
    /// and after an error.
    ///
    /// # Errors
    /// If the next case cannot be read.
    pub fn next_block(&mut self) -> Result<Option<&[T]>, ReadError> {
        self.fill()?;
        let rest = &self.block[self.next..];
        self.next = self.block.len();
        Ok((!rest.is_empty()).then_some(rest))
    }

    /// Reads the next block if all cases of this one have been returned.
    #[inline]
    fn fill(&mut self) -> Result<(), ReadError> {
        if self.next < self.block.len() || self.at_end {
            return Ok(());
        }
        self.block.clear();
        self.next = 0;
        let result = (self.read_block)(&mut self.block);
        self.at_end = result.is_err() || self.block.is_empty();
        result
    }
}

impl<T: Copy> Iterator for Cases<'_, T> {
    type Item = Result<T, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.fill() {
            return Some(Err(error));
        }
        let case = *self.block.get(self.next)?;
        self.next += 1;
        Some(Ok(case))
    }
}
