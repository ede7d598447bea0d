//! The report on the runs of several checks, for people and for programs.

use serde::{Deserialize, Serialize, Serializer};

use super::formats::{Banner, Report};
use super::wrong::Presentation;
use super::{Checked, Detail, count};
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
        let wrong: Vec<_> = checks.iter().filter_map(Checked::what_is_wrong).collect();
        let (banner, text) = if !wrong.is_empty() {
            (Banner::Wrong, &*wrong.join("\n"))
        } else if checks.is_empty() {
            (Banner::Open, "Nothing was checked.")
        } else if checks.iter().any(|one| !one.scope.missing.is_empty()) {
            (Banner::Open, "Parts are missing. So far nothing is wrong.")
        } else if checks.iter().any(|one| one.ended == Ended::Interrupted) {
            (Banner::Open, "Interrupted. Until then nothing is wrong.")
        } else {
            (Banner::Right, "Nothing that was compared is wrong.")
        };
        (banner, text.to_owned())
    }

    fn content(&self, detail: Detail) -> Vec<Block> {
        let checks = self.document.checks.iter().zip(&self.presentations);
        let contents = checks.map(|(checked, presentation)| checked.content(detail, presentation));
        contents.flatten().collect()
    }
}

impl Checked {
    /// What is wrong, in a line that begins with the name of the check. `None` if nothing is.
    fn what_is_wrong(&self) -> Option<String> {
        let counts = &self.scope.counts;
        let [_, nouns] = &self.scope.inputs_are;
        let [wrong, all] = [counts.wrong(), counts.compared.total()].map(count);
        let what = match &counts.trouble {
            Some(trouble) => format!("no result: {trouble}"),
            None if counts.wrong() > 0 => format!("an answer is wrong on {wrong} of {all} {nouns}"),
            // A kept input, a batch or a relation showed it.
            None if !self.simplest.is_empty() => "an answer is wrong".to_owned(),
            None if !self.agree => "the answers are not those on record".to_owned(),
            None => return None,
        };
        Some(format!("{}: {what}.", self.check))
    }
}
