//! Formats of reports. A new one is a file, and a line in each function here.

pub mod junit;
pub mod page;

use std::io;

use crossply::report::text;

use crate::{Detail, Report};

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// XML that CI systems read.
    Junit,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Format::Text, Format::Json, Format::Junit];

    /// Its name, and whom it is for.
    #[must_use]
    pub fn name(self) -> (&'static str, &'static str) {
        match self {
            Format::Text => ("text", "For people"),
            Format::Json => ("json", "For programs"),
            Format::Junit => ("junit", "XML for CI systems"),
        }
    }

    /// Writes the report, with a line end. Text has lines of at most `width` characters where tables can be made to fit, and
    /// as much as `detail` says; other formats are always complete.
    ///
    /// # Errors
    /// Never for our own reports: they have names for keys.
    pub fn write(self, report: &impl Report, detail: Detail, width: usize) -> io::Result<String> {
        Ok(match self {
            Format::Text => text(&report.content(detail), width),
            Format::Json => serde_json::to_string_pretty(report)? + "\n",
            Format::Junit => junit::write(report),
        })
    }
}
