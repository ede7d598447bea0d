//! The formats of reports. A new format takes a file, and a line in each function here.

mod map;
pub mod page;

use std::io;

use serde::Serialize;

use super::{Canvas, Detail};
use crate::content::Block;

/// A report: data for programs, and a list of blocks for people. Formats use nothing but this trait.
pub trait Report: Serialize {
    /// The command that made the report, and its subject.
    fn title(&self) -> String;

    /// Whether all is well, and lines that say so. A page links a line to the last heading that begins with the same name
    /// and colon.
    fn conclusion(&self) -> (Banner, String);

    /// The blocks that people read.
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
    /// Writes the report, with a newline at the end. Only text depends on `detail` and is drawn on a canvas: other formats are
    /// always complete.
    ///
    /// # Errors
    /// If the report cannot be written as JSON. The reports of this library always can, because their keys are strings.
    pub fn write(
        self,
        report: &impl Report,
        detail: Detail,
        canvas: &Canvas,
    ) -> io::Result<String> {
        Ok(match self {
            Format::Text => canvas.draw(&report.content(detail)),
            Format::Json => serde_json::to_string_pretty(report)? + "\n",
        })
    }
}
