//! What a run found, for others to look at: JSON for programs, `JUnit`'s XML for CI systems, and HTML for
//! people.
//!
//! There is one source: a document, [`check::Document`] or the judge's. The HTML is made of it, and of the
//! gate's [`Figures`] if a file has them: what a page shows but for the command and the time, a program can
//! read.
//!
//! A page is one file. It needs no network, which its content security policy forbids; without its script
//! it shows everything at once.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "charts and shares show a few digits of numbers that are not negative"
)]

mod board;
mod chart;
pub mod check;
mod check_page;
mod figures;
mod judge_page;
mod page;

pub use check_page::check_page;
pub use figures::{Figures, FiguresError};
pub use judge_page::judge_page;
pub use page::Made;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
