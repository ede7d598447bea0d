//! Formats of reports: what every report is, and what its readers get. A new format is a file, and a line in each function
//! here.

mod map;
pub mod page;

use std::io;

use serde::Serialize;

use super::{Detail, text};
use crate::content::Block;

/// A report: data for programs, and a list of blocks for people. Each format makes of it what its readers want, and knows no
/// more of it than this.
pub trait Report: Serialize {
    /// The command that made it, and what about.
    fn title(&self) -> String;

    /// Whether all is well, and that in a sentence.
    fn conclusion(&self) -> (Banner, String);

    /// What is said to people.
    fn content(&self, detail: Detail) -> Vec<Block>;
}

/// Whether all is well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner {
    /// All is well.
    Right,
    /// Something is wrong.
    Wrong,
    /// There is no verdict, because the run did not finish.
    Open,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl Format {
    /// Writes the report, with a line end. Text has lines of at most `width` characters where tables can be made to fit, and
    /// as much as `detail` says; other formats are always complete.
    ///
    /// # Errors
    /// Never for our own reports: they have names for keys.
    pub fn write(self, report: &impl Report, detail: Detail, width: usize) -> io::Result<String> {
        Ok(match self {
            Format::Text => text(&report.content(detail), width),
            Format::Json => serde_json::to_string_pretty(report)? + "\n",
        })
    }
}
