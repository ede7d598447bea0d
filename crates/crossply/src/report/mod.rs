//! Reports on runs, for people and for programs.
//!
//! All reports take one path. The result of a run becomes [`Checked`]: plain data, which is the JSON. From the data, and
//! from how the check presents its inputs, follow the [blocks](crate::content) that people read. Text or a page draws the blocks.
//! So all forms say the same, and a program can read all that people see.

mod checked;
#[cfg(feature = "cli")]
mod document;
#[cfg(feature = "cli")]
pub mod formats;
pub(crate) mod map;
mod merge;
mod misses;
mod shortened;
mod summary;
mod text;
mod wrong;

pub use crate::wide::count;
pub use checked::Checked;
#[cfg(feature = "cli")]
pub use document::{CheckDocument, CheckReport, FORMAT};
pub use misses::Draws;
pub use text::text;
pub use wrong::Presentation;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What is wrong, and nothing if all is well.
    Failures,
    /// Also what was done.
    Everything,
}
