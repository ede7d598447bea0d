//! Reports on checked solvers and judged programs, for people and for programs.
//!
//! A report has one path. The result of a run becomes a *document*: plain data, which is the JSON. From the document alone
//! follow the *blocks* that people read, and a [format](formats) draws them: text on a terminal, or a page. So all formats
//! say the same, and a program can read all that people see.
//!
//! The field `format` of a document is the version of its format. A version may gain fields; it never loses one or changes
//! the meaning of one. `crossply schema` prints what to expect.

pub mod check;
pub mod explain;
pub mod formats;
pub mod judge;
mod report;

use crossply::report::count as grouped;

pub use crossply::report::Detail;
pub use formats::Format;
pub use formats::page::{PageMetadata, page};
pub use report::{Banner, Report};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// A number and a noun, in the plural unless the number is one.
fn count(number: u64, name: &str) -> String {
    match number {
        1 => format!("1 {name}"),
        _ => format!("{} {name}s", grouped(number)),
    }
}
