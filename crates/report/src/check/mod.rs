//! The results of `crossply check` in formats for programs.

mod document;
mod junit;
mod markdown;

pub use document::*;
pub use junit::junit;
pub use markdown::markdown;
