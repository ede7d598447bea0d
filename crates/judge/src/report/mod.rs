//! What people and programs read about a verdict: plain functions from data to text.

mod document;
mod junit;
mod text;

pub use document::{CauseName, Document, FORMAT, Found, Met, RuntimeUse, Stage};
pub use junit::{junit, junit_text};
pub use text::{coverage, finding, replay, tolerances, verdict};
