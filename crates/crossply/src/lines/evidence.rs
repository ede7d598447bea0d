//! Which regions of code inputs run, and how well that tells wrong inputs from right ones.
//!
//! The measure is Ochiai's coefficient (Abreu, Zoeteweij and van Gemund, "On the Accuracy of Spectrum-based Fault
//! Localization", 2007), in which all wrong inputs here have as much weight as all right ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::explain::{CodePlace, RunBy};

/// A region that wrong inputs and right ones run tells them apart if the shares differ by this much.
const LEAST_DIFFERENCE: f64 = 0.25;

/// How often each region was run.
pub type Counts = BTreeMap<Region, u64>;

/// A region of code, up to the next one or its own end. It is run as a whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Region {
    /// The path of the source file.
    pub file: Arc<str>,
    /// Where the region begins.
    pub start: Position,
    /// The position after its end.
    pub end: Position,
}

impl Region {
    /// A whole line, for counters that know no more.
    pub fn line(file: &Arc<str>, line: u32) -> Self {
        Region {
            file: Arc::clone(file),
            start: Position { line, column: 1 },
            end: Position {
                line,
                column: u32::MAX,
            },
        }
    }

    /// Whether the region ends in the line in which the next one begins.
    pub(super) fn shares_line(&self, next: &Self) -> bool {
        self.file == next.file && self.end.line == next.start.line
    }
}

/// A position in a file. Lines and columns count from 1, and columns count bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// What inputs run.
#[derive(Debug, Default)]
pub struct Evidence {
    /// The counts of wrong inputs together.
    pub wrong: Counts,
    /// The counts of right inputs together.
    pub right: Counts,
    /// The counts of some wrong inputs, one by one.
    pub wrong_alone: Vec<Counts>,
    /// The counts of some right inputs, one by one.
    pub right_alone: Vec<Counts>,
}

/// What the counts say about a region.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) run_by: Option<RunBy>,
    /// How many of the inputs that were counted one by one run it.
    pub(super) wrong: u64,
    pub(super) right: u64,
}

impl Evidence {
    /// What inputs run that were all counted one by one.
    pub fn of_alone(wrong_alone: Vec<Counts>, right_alone: Vec<Counts>) -> Self {
        Evidence {
            wrong: sum(&wrong_alone),
            right: sum(&right_alone),
            wrong_alone,
            right_alone,
        }
    }

    pub(super) fn of(&self, region: &Region) -> Told {
        let wrong = how_many_run(&self.wrong_alone, region);
        let right = how_many_run(&self.right_alone, region);
        let difference = share(wrong, &self.wrong_alone) - share(right, &self.right_alone);
        let run_by = match (runs(&self.wrong, region), runs(&self.right, region)) {
            // Those that were counted one by one need not be among those that were counted together.
            (true, false) if right == 0 => Some(RunBy::OnlyWrong),
            (true, true) if difference >= LEAST_DIFFERENCE => Some(RunBy::MoreWrong),
            (false, true) if wrong == 0 && right > 0 && right == self.right_alone.len() as u64 => {
                Some(RunBy::OnlyRight)
            }
            _ => None,
        };
        Told {
            run_by,
            wrong,
            right,
        }
    }

    /// Ochiai's coefficient for a place that wrong inputs run, and for one that right inputs run.
    pub(super) fn coefficient(&self, place: &CodePlace) -> f64 {
        let wrong = share(place.wrong, &self.wrong_alone);
        let right = share(place.right, &self.right_alone);
        let runs = match place.run_by {
            RunBy::OnlyRight => right,
            RunBy::OnlyWrong | RunBy::MoreWrong => wrong,
        };
        runs / (wrong + right).max(f64::MIN_POSITIVE).sqrt()
    }
}

fn sum(all: &[Counts]) -> Counts {
    let mut sum = Counts::new();
    for (region, count) in all.iter().flatten() {
        *sum.entry(region.clone()).or_default() += count;
    }
    sum
}

fn how_many_run(inputs: &[Counts], region: &Region) -> u64 {
    inputs.iter().filter(|counts| runs(counts, region)).count() as u64
}

fn runs(counts: &Counts, region: &Region) -> bool {
    counts.get(region).is_some_and(|count| *count > 0)
}

fn share(some: u64, all: &[Counts]) -> f64 {
    some as f64 / all.len().max(1) as f64
}
