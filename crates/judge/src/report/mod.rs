//! Reports about a session, for people and programs: plain functions from data to text.

mod document;
mod junit;
pub mod junit_document;
mod text;

pub use document::{
    CauseName, FORMAT, FailureSummary, FindingSummary, JudgeDocument, LimitName, RuntimeSummary,
    SlowestRunSummary, StageSummary, UsageSummary,
};
pub use junit::junit;
pub use text::{
    allowance, coverage, finding, mebibytes, replay, slowest, tolerances, used, verdict,
};
