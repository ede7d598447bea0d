//! What every report is: data for programs, and a list of blocks for people.

use crossply::report::Detail;
use crossply::report::content::Block;
use serde::Serialize;

use crate::formats::junit::TestSuite;

/// A report. Each [format](crate::formats) makes of it what its readers want, and knows no more of it than this.
pub trait Report: Serialize {
    /// The command that made it, and what about.
    fn title(&self) -> String;

    /// Whether all is well, and that in a sentence.
    fn conclusion(&self) -> (Banner, String);

    /// What is said to people.
    fn content(&self, detail: Detail) -> Vec<Block>;

    /// What a CI system shows as tests.
    fn suites(&self) -> Vec<TestSuite>;
}

/// Whether all is well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner {
    /// All is well.
    Right,
    /// Something is wrong.
    Wrong,
    /// There is no verdict, because the run did not finish.
    Open,
}
