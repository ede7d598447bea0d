//! What `crossply check` tells programs.

mod document;
mod junit;

pub use document::*;
pub use junit::junit;
