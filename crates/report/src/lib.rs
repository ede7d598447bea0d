//! The findings of a run as JSON for programs, `JUnit`'s XML for CI systems, and text, Markdown and HTML for people.
//!
//! The source of a page is a document of [`documents`]. A page shows nothing that is not in the document, except the
//! command and the time, so programs can read everything that people see. A file, or a folder, holds one format.
//!
//! A page is one file. Its content security policy forbids every request. Without its script it shows everything at
//! once.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "charts and shares show a few digits of numbers that are not negative"
)]

mod board;
pub mod chart;
mod check_markdown;
mod check_page;
pub mod documents;
mod judge_page;
pub mod judge_text;
mod judge_words;
mod junit;
mod markdown;
pub mod page;
mod reference_text;

pub use check_markdown::check_markdown;
pub use check_page::check_page;
pub use judge_page::judge_page;
pub use junit::{check_junit, judge_junit};
pub use markdown::code_block;
pub use page::PageMetadata;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
