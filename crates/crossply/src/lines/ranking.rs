//! Which regions tell wrong inputs from right ones.
//!
//! They are ranked by Ochiai's coefficient (Abreu, Zoeteweij and van Gemund, "On the Accuracy of Spectrum-based Fault
//! Localization", 2007), in which all wrong inputs here have as much weight as all right ones.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use super::coverage::{Counts, Region};
use crate::explain::{CodePlace, Excerpt, RunBy};
use crate::failure::source;

/// How many places are named.
const NAMED: usize = 5;
/// A region that wrong inputs and right ones run tells them apart if the shares differ by this much.
const LEAST_DIFFERENCE: f64 = 0.25;
/// How many lines an excerpt shows before and after a place.
const AROUND: u32 = 3;

/// What inputs run.
pub(super) struct Evidence {
    /// The counts of wrong inputs together, and of right ones.
    pub(super) wrong: Counts,
    pub(super) right: Counts,
    /// The counts of some wrong inputs, and of some right ones, one by one.
    pub(super) wrong_alone: Vec<Counts>,
    pub(super) right_alone: Vec<Counts>,
}

/// What the counts say about a region.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Told {
    run_by: Option<RunBy>,
    wrong: u64,
    right: u64,
}

impl Evidence {
    fn of(&self, region: &Region) -> Told {
        let together = |counts: &Counts| counts.get(region).is_some_and(|count| *count > 0);
        let alone = |inputs: &[Counts]| inputs.iter().filter(|one| together(one)).count() as u64;
        let wrong = alone(&self.wrong_alone);
        let right = alone(&self.right_alone);
        let difference = share(wrong, &self.wrong_alone) - share(right, &self.right_alone);
        let run_by = match (together(&self.wrong), together(&self.right)) {
            (true, false) => Some(RunBy::OnlyWrong),
            (true, true) if difference >= LEAST_DIFFERENCE => Some(RunBy::MoreWrong),
            (false, true) if right == self.right_alone.len() as u64 => Some(RunBy::OnlyRight),
            _ => None,
        };
        Told {
            run_by,
            wrong,
            right,
        }
    }

    /// Ochiai's coefficient for a place that wrong inputs run, and for one that right inputs run.
    fn coefficient(&self, place: &CodePlace) -> f64 {
        let wrong = share(place.wrong, &self.wrong_alone);
        let right = share(place.right, &self.right_alone);
        let runs = match place.run_by {
            RunBy::OnlyRight => right,
            RunBy::OnlyWrong | RunBy::MoreWrong => wrong,
        };
        runs / (wrong + right).max(f64::MIN_POSITIVE).sqrt()
    }
}

fn share(some: u64, all: &[Counts]) -> f64 {
    some as f64 / all.len().max(1) as f64
}

/// The places that tell wrong inputs from right ones, best first. Their files have full paths.
pub(super) fn places(evidence: &Evidence) -> Vec<CodePlace> {
    let regions: BTreeSet<&Region> = evidence.wrong.keys().chain(evidence.right.keys()).collect();
    let told: Vec<_> = regions
        .into_iter()
        .map(|region| (region, evidence.of(region)))
        .collect();
    let runs: Vec<_> = told
        .chunk_by(|(a, of_a), (b, of_b)| a.file == b.file && of_a == of_b)
        .collect();
    let mut places = Vec::new();
    for (n, run) in runs.iter().enumerate() {
        let (first, told) = run[0];
        let (last, _) = run[run.len() - 1];
        let Some(run_by) = told.run_by else {
            continue;
        };
        let before = n.checked_sub(1).and_then(|n| runs[n].last());
        let after = runs.get(n + 1).map(|run| run[0]);
        let is_line_begun = before.is_some_and(|(before, _)| before.shares_line(first));
        let after = after.filter(|(after, _)| last.shares_line(after));
        places.push(CodePlace {
            file: first.file.to_string(),
            line: first.start.line,
            column: if is_line_begun { first.start.column } else { 1 },
            last_line: last.end.line,
            end_column: after.map(|_| last.end.column),
            run_by,
            times: evidence.wrong.get(first).copied().unwrap_or(0),
            wrong: told.wrong,
            right: told.right,
        });
    }
    places.sort_by(|one, other| {
        let [one, other] = [one, other].map(|place| evidence.coefficient(place));
        other.total_cmp(&one)
    });
    if places.iter().any(|place| place.run_by == RunBy::OnlyWrong) {
        // They are often the other branch.
        places.retain(|place| place.run_by != RunBy::OnlyRight);
    }
    places.truncate(NAMED);
    places
}

/// The source around the places. Gives the files of the places and excerpts the paths that a report shows.
pub(super) fn excerpts(places: &mut [CodePlace]) -> Vec<Excerpt> {
    let mut excerpts = Vec::new();
    let files: BTreeSet<String> = places.iter().map(|place| place.file.clone()).collect();
    for file in files {
        let source = fs::read_to_string(&file).unwrap_or_default();
        let source: Vec<&str> = source.lines().collect();
        let mut shown_lines = BTreeSet::new();
        for place in places.iter_mut().filter(|place| place.file == file) {
            leave_out_braces(place, &source);
            place.file = shown(&file);
            let first = place.line.saturating_sub(AROUND).max(1);
            shown_lines.extend(first..=place.last_line + AROUND);
        }
        let shown_lines: Vec<u32> = shown_lines.into_iter().collect();
        for lines in shown_lines.chunk_by(|a, b| a + 1 == *b) {
            let text = source.iter().skip(lines[0] as usize - 1).take(lines.len());
            excerpts.push(Excerpt {
                file: shown(&file),
                first: lines[0],
                lines: text.map(|line| (*line).to_owned()).collect(),
            });
        }
    }
    excerpts
}

/// Braces at the beginning and at the end of a place say nothing.
fn leave_out_braces(place: &mut CodePlace, source: &[&str]) {
    let line = |number: u32| source.get(number as usize - 1).copied().unwrap_or_default();
    while place.line < place.last_line
        && let Some(code) = line(place.line).get(place.column as usize - 1..)
        && ["{", "}"].contains(&code.trim())
    {
        place.line += 1;
        place.column = 1;
    }
    while place.line < place.last_line && line(place.last_line).trim_start().starts_with('}') {
        place.last_line -= 1;
        place.end_column = None;
    }
}

/// The path of a source file, as a report shows it: from the current folder, or beginning with the name of a package.
fn shown(file: &str) -> String {
    let here = env::current_dir().unwrap_or_default();
    let path = Path::new(file).strip_prefix(here);
    path.map_or_else(
        |_| source(file).to_owned(),
        |path| path.display().to_string(),
    )
}
