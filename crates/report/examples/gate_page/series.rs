//! What several commits measured, as charts by commit.

use std::collections::BTreeMap;

use indicatif::HumanCount;
use maud::{Markup, html};

use crossply_report::chart::{Series, chart};
use crossply_report::page::table;

/// The most commits that a chart shows: the last ones.
const MOST: usize = 40;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Quantity {
    /// Of a benchmark.
    Instructions,
    /// Executions of a fuzz target in a second.
    Executions,
    /// Of a step.
    Seconds,
}

impl Quantity {
    /// The title of the chart, and the unit.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Quantity::Instructions => ("Instructions of the benchmarks by commit", "instructions"),
            Quantity::Executions => ("Speed of the fuzz targets by commit", "executions a second"),
            Quantity::Seconds => ("Seconds that steps took by commit", "seconds"),
        }
    }
}

/// The commits in the order in which they were measured.
#[derive(Debug, Default)]
pub(crate) struct Commits {
    commits: Vec<Commit>,
    /// The index of the commit to which what follows belongs.
    current: usize,
}

#[derive(Debug)]
struct Commit {
    id: String,
    date: String,
    values: BTreeMap<(Quantity, String), f64>,
}

impl Commits {
    /// What follows belongs to this commit. Returns whether it is another one than before.
    pub(crate) fn enter(&mut self, id: String, date: String) -> bool {
        let before = self
            .commits
            .get(self.current)
            .map(|commit| commit.id.clone());
        let known = self.commits.iter().position(|commit| commit.id == id);
        self.current = known.unwrap_or(self.commits.len());
        let is_new = before.as_ref() != Some(&id);
        if known.is_none() {
            let values = BTreeMap::new();
            self.commits.push(Commit { id, date, values });
        }
        is_new
    }

    /// Adds a value to the commit. Of several of one name the last one counts.
    pub(crate) fn add(&mut self, quantity: Quantity, name: &str, value: f64) {
        if let Some(commit) = self.commits.get_mut(self.current) {
            commit.values.insert((quantity, name.to_owned()), value);
        }
    }

    /// The commit that was measured last.
    pub(crate) fn last(&self) -> Option<Markup> {
        let commit = self.commits.get(self.current)?;
        Some(html! { code { (commit.id) } " of " (commit.date) })
    }

    /// A chart and a table for each quantity; nothing if there is only one commit.
    pub(crate) fn section(&self) -> Markup {
        let shown = &self.commits[self.commits.len().saturating_sub(MOST)..];
        let quantities = [
            Quantity::Instructions,
            Quantity::Executions,
            Quantity::Seconds,
        ];
        html! {
            @if shown.len() > 1 {
                h2 { "The last " (shown.len()) " commits" }
                @for quantity in quantities { (by_commit(quantity, shown)) }
            }
        }
    }
}

fn by_commit(quantity: Quantity, commits: &[Commit]) -> Markup {
    let mut series: BTreeMap<&str, Vec<(u32, f64)>> = BTreeMap::new();
    for (number, commit) in (1..).zip(commits) {
        let of_quantity = commit.values.iter().filter(|((of, _), _)| *of == quantity);
        for ((_, name), &value) in of_quantity {
            series.entry(name).or_default().push((number, value));
        }
    }
    let lines = series.iter().map(|(&name, values)| Series {
        name,
        values: values.clone(),
    });
    let lines: Vec<_> = lines.collect();
    let (title, unit) = quantity.words();
    let names = lines.iter().map(|line| line.name);
    let header: Vec<_> = ["number", "commit", "date"]
        .into_iter()
        .chain(names)
        .collect();
    let rows = (1_u32..).zip(commits).map(|(number, commit)| {
        let mut row = vec![
            html! { (number) },
            html! { code { (commit.id) } },
            html! { (commit.date) },
        ];
        row.extend(lines.iter().map(|line| {
            let value = commit.values.get(&(quantity, line.name.to_owned()));
            html! { @if let Some(&value) = value { (in_words(value)) } }
        }));
        row
    });
    let mut rows: Vec<_> = rows.collect();
    // The newest first: people look for what changed.
    rows.reverse();
    html! {
        @if !lines.is_empty() {
            (chart(title, "commit", unit, &lines, in_words))
            (table(title, &header, &rows))
        }
    }
}

fn in_words(value: f64) -> String {
    HumanCount(value as u64).to_string()
}
