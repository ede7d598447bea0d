//! The positions of an input text: one by one, or as many at once as are at hand.

use std::fmt;

use crate::{Position, Problem, ReadError};

/// The positions of an input text, up to its end or to the first error.
///
/// Obtained from [`Problem::read`].
pub struct Cases<'a, P> {
    read: Box<Read<'a, P>>,
    /// What was read last.
    block: Vec<Position<P>>,
    /// How many of them have been given out.
    given: usize,
    ended: bool,
}

/// Appends the next positions to an empty list, and none at the end.
type Read<'a, P> = dyn FnMut(&mut Vec<Position<P>>) -> Result<(), ReadError> + 'a;

impl<'a, P: Problem> Cases<'a, P> {
    /// `read` appends the next positions to an empty list, and none at the end.
    pub(crate) fn new(
        read: impl FnMut(&mut Vec<Position<P>>) -> Result<(), ReadError> + 'a,
    ) -> Self {
        Cases {
            read: Box::new(read),
            block: Vec::new(),
            given: 0,
            ended: false,
        }
    }

    /// The next positions: at least one, and all that can be had without waiting for more input.
    /// None at the end, and after an error.
    ///
    /// # Errors
    /// That of the next case.
    pub fn next_block(&mut self) -> Result<Option<&[Position<P>]>, ReadError> {
        self.fill()?;
        let block = &self.block[self.given..];
        self.given = self.block.len();
        Ok((!block.is_empty()).then_some(block))
    }

    /// Makes sure that a position is left to give out, if there is one.
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

impl<P: Problem> Iterator for Cases<'_, P> {
    type Item = Result<Position<P>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.fill() {
            return Some(Err(error));
        }
        let position = *self.block.get(self.given)?;
        self.given += 1;
        Some(Ok(position))
    }
}

impl<P> fmt::Debug for Cases<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cases")
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}
