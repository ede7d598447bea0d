//! The report on the runs of several checks, for people and for programs.

use serde::{Deserialize, Serialize, Serializer};

use super::formats::{Banner, Report};
use super::wrong::Presentation;
use super::{Checked, Detail};
use crate::content::Block;
use crate::run::Ended;

/// The version of [`CheckDocument`]. New fields do not change it. A change in meaning or the loss of a field does.
pub const FORMAT: u32 = 9;

/// The results of runs.
#[derive(Debug, Serialize, Deserialize)]
pub struct CheckDocument {
    /// The version of this format: 9.
    pub format: u32,
    /// The version of the program that wrote the document.
    pub version: String,
    /// The results of each check.
    pub checks: Vec<Checked>,
}

/// A report on runs: their results, and how to present them.
pub struct CheckReport {
    /// The name of the command, such as `crossply check`.
    pub title: String,
    /// The results.
    pub document: CheckDocument,
    /// What to add about the simplest wrong input of each check, in the order of the document.
    pub presentations: Vec<Presentation>,
}

impl Serialize for CheckReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document.serialize(serializer)
    }
}

impl Report for CheckReport {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn conclusion(&self) -> (Banner, String) {
        let checks = &self.document.checks;
        let mut troubles = checks
            .iter()
            .filter_map(|one| one.scope.counts.trouble.as_ref());
        if let Some(trouble) = troubles.next() {
            return (Banner::Wrong, format!("No result: {trouble}."));
        }
        let (banner, text) = if checks.iter().any(|one| !one.simplest.is_empty()) {
            (Banner::Wrong, "At least one answer is wrong.")
        } else if checks.iter().any(|one| !one.agree) {
            (Banner::Wrong, "The answers are not those on record.")
        } else if checks.is_empty() {
            (Banner::Open, "Nothing was checked.")
        } else if checks.iter().any(|one| !one.scope.missing.is_empty()) {
            let text = "Parts are missing. Nothing is wrong about the others.";
            (Banner::Open, text)
        } else if checks.iter().any(|one| one.ended == Ended::Interrupted) {
            (Banner::Open, "Interrupted. Until then nothing is wrong.")
        } else {
            let text = "Nothing is wrong about the inputs that were compared.";
            (Banner::Right, text)
        };
        (banner, text.to_owned())
    }

    fn content(&self, detail: Detail) -> Vec<Block> {
        let checks = self.document.checks.iter().zip(&self.presentations);
        let contents = checks.map(|(checked, presentation)| checked.content(detail, presentation));
        contents.flatten().collect()
    }
}
