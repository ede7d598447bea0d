//! Prints as much of the text as the user wants.

use std::io::{self, Write};

use crate::arguments::Format;

/// How much of the text to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Detail {
    /// A program reads the output, in another format.
    Nothing,
    /// Even a quiet run prints failures.
    Failures,
    Everything,
}

impl Detail {
    pub(super) fn with(format: Format, is_usual: bool) -> Self {
        match format {
            Format::Text if is_usual => Detail::Everything,
            Format::Text => Detail::Failures,
            Format::Json | Format::Junit | Format::Markdown => Detail::Nothing,
        }
    }
}

/// The text output.
pub(super) struct Output<W> {
    pub(super) writer: W,
    pub(super) detail: Detail,
}

impl<W: Write> Output<W> {
    /// The writer for a part of this detail, which swallows the part if it is too much.
    pub(super) fn at(&mut self, part: Detail) -> Box<dyn Write + '_> {
        if part <= self.detail {
            Box::new(&mut self.writer)
        } else {
            Box::new(io::sink())
        }
    }
}
