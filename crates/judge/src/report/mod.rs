//! What people and programs read about a verdict: plain functions from data to text.

mod document;
mod junit;
mod text;

pub use document::{Document, FORMAT};
pub use junit::junit;
pub use text::{coverage, finding, replay, tolerances, verdict};
