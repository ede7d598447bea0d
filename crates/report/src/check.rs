//! The report on a run of solvers.

use crossply::report::content::Block;
use crossply::report::{Checked, MergeError, count, text};
use crossply::{Ended, Finding, Statistics};
use crossply_games::fault::Fault;
use crossply_games::report::Wrong;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::formats::junit::{TestCase, TestSuite};
use crate::{Banner, Detail, Report};

/// The version of [`CheckDocument`].
pub const FORMAT: u32 = 3;

/// The results of a run.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "crossply check --format json")]
pub struct CheckDocument {
    /// The version of this format: 3.
    pub format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The results for each problem.
    pub problems: Vec<CheckedProblem>,
}

/// The results for one problem.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckedProblem {
    /// What any check has.
    #[serde(flatten)]
    pub checked: Checked<Wrong>,
    /// What is wrong with each solver that gave wrong answers, judged by all positions up to some number of empties.
    pub faults: Vec<Fault>,
}

impl CheckDocument {
    /// The results of runs whose shards have these documents.
    ///
    /// # Errors
    /// If they are not shards of the same runs.
    pub fn merge(documents: Vec<Self>) -> Result<Self, MergeError> {
        let mut documents = documents.into_iter().peekable();
        let (format, version) = match documents.peek() {
            Some(first) => (first.format, first.version.clone()),
            None => (FORMAT, String::new()),
        };
        let mut problems: Vec<Vec<CheckedProblem>> = Vec::new();
        for problem in documents.flat_map(|document| document.problems) {
            let name = &problem.checked.check;
            match problems
                .iter_mut()
                .find(|parts| parts[0].checked.check == *name)
            {
                Some(parts) => parts.push(problem),
                None => problems.push(vec![problem]),
            }
        }
        let problems = problems.into_iter().map(CheckedProblem::merge);
        Ok(CheckDocument {
            format,
            version,
            problems: problems.collect::<Result<_, _>>()?,
        })
    }
}

impl CheckedProblem {
    fn merge(parts: Vec<Self>) -> Result<Self, MergeError> {
        // A solver is asked for all positions to say what is wrong, whatever its shard.
        let mut faults: Vec<Fault> = Vec::new();
        for fault in parts.iter().flat_map(|part| &part.faults) {
            if !faults.iter().any(|known| known.solver == fault.solver) {
                faults.push(fault.clone());
            }
        }
        let checked = Checked::merge(parts.into_iter().map(|part| part.checked))?;
        Ok(CheckedProblem { checked, faults })
    }

    /// The report on this problem.
    #[must_use]
    pub fn content(&self, detail: Detail) -> Vec<Block> {
        let mut blocks = Vec::new();
        if detail == Detail::Everything {
            blocks.extend(self.checked.summary_blocks());
        }
        blocks.extend(self.failures());
        blocks
    }

    /// What is wrong; empty if nothing is.
    fn failures(&self) -> Vec<Block> {
        let checked = &self.checked;
        let Some(first) = checked.simplest.first() else {
            let changes = checked.changes();
            return Some(Block::Text(changes.trim_end().to_owned()))
                .filter(|_| !changes.is_empty())
                .into_iter()
                .collect();
        };
        let mut blocks = first.content();
        let faults = self.faults.iter();
        blocks.extend(faults.map(|fault| Block::Text(fault.to_string())));
        blocks.extend(checked.list_of_wrong(|found: &Finding| found.input.clone()));
        blocks
    }

    /// A test case for each solver, and one for the problem as a whole.
    fn suite(&self) -> TestSuite {
        let checked = &self.checked;
        let report = text(&self.failures(), usize::MAX);
        let case = |solver: &Statistics| match (solver.inputs(), solver.wrong) {
            (0, _) => TestCase::skipped(&solver.solver, "it was not asked"),
            (_, 0) => TestCase::passed(&solver.solver),
            (_, wrong) => {
                TestCase::failed(&solver.solver, &format!("{wrong} wrong answers"), &report)
            }
        };
        let name = "all answers";
        let whole = match (checked.agree, checked.ended) {
            (false, _) => {
                let text = checked.counts.trouble.as_ref().unwrap_or(&report);
                TestCase::failed(name, "something is wrong", text)
            }
            (true, Ended::Interrupted) => TestCase::skipped(name, "it was interrupted"),
            (true, _) => TestCase::passed(name),
        };
        let cases = checked.counts.solvers.iter().map(case).chain([whole]);
        let name = format!("crossply check {}", checked.check);
        TestSuite::new(&name, cases.collect(), checked.counts.seconds)
    }
}

impl Report for CheckDocument {
    fn title(&self) -> String {
        "crossply check".to_owned()
    }

    fn conclusion(&self) -> (Banner, String) {
        let problems = || self.problems.iter().map(|problem| &problem.checked);
        let wrong: u64 = problems().map(|one| one.counts.disagreements).sum();
        let (banner, text) = if let Some(trouble) =
            problems().find_map(|one| one.counts.trouble.as_ref())
        {
            return (Banner::Wrong, format!("No result: {trouble}."));
        } else if wrong > 1 {
            return (
                Banner::Wrong,
                format!("{} answers are wrong.", count(wrong)),
            );
        } else if problems().any(|one| !one.simplest.is_empty()) {
            (Banner::Wrong, "An answer is wrong.")
        } else if problems().any(|one| !one.agree) {
            (Banner::Wrong, "The answers are not those on record.")
        } else if self.problems.is_empty() {
            (Banner::Open, "Nothing was checked.")
        } else if problems().any(|one| !one.missing.is_empty()) {
            let text = "Parts are missing. The solvers agree on all positions that were compared.";
            (Banner::Open, text)
        } else if problems().any(|one| one.ended == Ended::Interrupted) {
            let text =
                "Interrupted. Until then the solvers agree on all positions that were compared.";
            (Banner::Open, text)
        } else {
            (
                Banner::Right,
                "The solvers agree on all positions that were compared.",
            )
        };
        (banner, text.to_owned())
    }

    fn content(&self, detail: Detail) -> Vec<Block> {
        let problems = self.problems.iter();
        problems
            .flat_map(|problem| problem.content(detail))
            .collect()
    }

    fn suites(&self) -> Vec<TestSuite> {
        self.problems.iter().map(CheckedProblem::suite).collect()
    }
}
