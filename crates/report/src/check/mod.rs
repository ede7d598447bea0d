//! What `crossply check` tells programs.

mod document;
mod junit;
mod markdown;

pub use document::*;
pub use junit::junit;
pub use markdown::markdown;
