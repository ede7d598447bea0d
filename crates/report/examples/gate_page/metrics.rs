//! What the gate measured, read from the file that it leaves.
//!
//! The file has a JSON object on each line. Each step of the gate appends its own; of several about the same step or
//! target the last one counts. Mutants of a package may be tried in several parts.
//!
//! A line names the commit that those after it measured. The files of several commits, one after the other, are a
//! series: charts show all commits, and tables the last one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use maud::{Markup, html};
use serde::Deserialize;

use crate::series::{Commits, Quantity};
use crossply_report::page::{number, table};

/// What the gate measured.
#[derive(Debug)]
pub(crate) struct GateMetrics {
    path: PathBuf,
    commits: Commits,
    steps: Vec<Step>,
    mutants: Vec<Mutants>,
    fuzzing: Vec<Fuzzing>,
    instructions: Vec<Instructions>,
    faults: Vec<Faults>,
}

/// Why a file has no metrics.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MetricsError {
    /// It cannot be read.
    #[error("cannot read the metrics in {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// A line is no metric.
    #[error("{path}, line {line}: {found}; expected a line that a step of .ci/run writes")]
    Broken {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        found: String,
    },
    /// It has no line.
    #[error("{} has no metrics: .ci/run writes them", .0.display())]
    Empty(PathBuf),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Metric {
    Commit { id: String, date: String },
    Step(Step),
    Mutants(Mutants),
    Fuzzing(Fuzzing),
    Instructions(Instructions),
    PlantedFaults { problem: String, file: PathBuf },
}

#[derive(Debug, Deserialize)]
struct Step {
    name: String,
    result: String,
    seconds: u64,
}

#[derive(Debug, Deserialize)]
struct Mutants {
    package: String,
    caught: u64,
    missed: u64,
    unviable: u64,
    timeouts: u64,
}

#[derive(Debug, Deserialize)]
struct Fuzzing {
    target: String,
    executions: u64,
    per_second: u64,
}

#[derive(Debug, Deserialize)]
struct Instructions {
    benchmark: String,
    count: u64,
}

/// How many cases each layer needed to catch each fault.
#[derive(Debug)]
struct Faults {
    problem: String,
    file: PathBuf,
    layers: Vec<String>,
    /// A name, what each layer needed, and what the fault is.
    rows: Vec<(String, Vec<String>, String)>,
}

impl GateMetrics {
    /// Reads the file. It names other files relative to the current folder.
    pub(crate) fn read(path: &Path) -> Result<Self, MetricsError> {
        let text = read(path)?;
        let mut metrics = GateMetrics {
            path: path.to_owned(),
            commits: Commits::default(),
            steps: Vec::new(),
            mutants: Vec::new(),
            fuzzing: Vec::new(),
            instructions: Vec::new(),
            faults: Vec::new(),
        };
        for (line, text) in (1..).zip(text.lines()) {
            let broken = |found: String| MetricsError::Broken {
                path: path.to_owned(),
                line,
                found,
            };
            match serde_json::from_str(text).map_err(|error| broken(error.to_string()))? {
                Metric::Commit { id, date } => {
                    if metrics.commits.enter(id, date) {
                        metrics.forget_the_commit_before();
                    }
                }
                Metric::Step(step) => {
                    let seconds = step.seconds as f64;
                    metrics.commits.add(Quantity::Seconds, &step.name, seconds);
                    metrics.steps.retain(|earlier| earlier.name != step.name);
                    metrics.steps.push(step);
                }
                Metric::Mutants(mutants) => metrics.mutants.push(mutants),
                Metric::Fuzzing(fuzzing) => {
                    let (target, rate) = (&fuzzing.target, fuzzing.per_second as f64);
                    metrics.commits.add(Quantity::Executions, target, rate);
                    let all = &mut metrics.fuzzing;
                    all.retain(|earlier| earlier.target != fuzzing.target);
                    all.push(fuzzing);
                }
                Metric::Instructions(counted) => {
                    let (name, count) = (&counted.benchmark, counted.count as f64);
                    metrics.commits.add(Quantity::Instructions, name, count);
                    let all = &mut metrics.instructions;
                    all.retain(|earlier| earlier.benchmark != counted.benchmark);
                    all.push(counted);
                }
                Metric::PlantedFaults { problem, file } => {
                    metrics.faults.retain(|earlier| earlier.problem != problem);
                    let faults = Faults::parse(problem, &file, &read(&file)?);
                    let no_table = || broken(format!("{} has no table of faults", file.display()));
                    metrics.faults.push(faults.ok_or_else(no_table)?);
                }
            }
        }
        if text.is_empty() {
            return Err(MetricsError::Empty(path.to_owned()));
        }
        Ok(metrics)
    }

    /// Tables are of one commit. Those of faults are read from files that are there now.
    fn forget_the_commit_before(&mut self) {
        self.steps.clear();
        self.mutants.clear();
        self.fuzzing.clear();
        self.instructions.clear();
    }

    /// Whether every step passed, and no mutant lives.
    pub(crate) fn is_well(&self) -> bool {
        self.steps.iter().all(|step| step.result == "ok")
            && self.mutants.iter().all(|mutants| mutants.missed == 0)
    }

    /// The content of the page.
    pub(crate) fn section(&self) -> Markup {
        html! {
            section {
                p {
                    "Read from " code { (self.path.display()) } "."
                    @if let Some(commit) = self.commits.last() { " The commit is " (commit) "." }
                }
                @if !self.steps.is_empty() { h2 { "Steps" } (self.steps_table()) }
                @for faults in &self.faults { (faults.section()) }
                @if !self.mutants.is_empty() { h2 { "Mutants" } (self.mutants_table()) }
                @if !self.fuzzing.is_empty() { h2 { "Fuzzing" } (self.fuzzing_table()) }
                @if !self.instructions.is_empty() { h2 { "Instructions" } (self.instructions_table()) }
                (self.commits.section())
            }
        }
    }

    fn steps_table(&self) -> Markup {
        let rows = self.steps.iter().map(|step| {
            let is_well = step.result == "ok";
            vec![
                html! { (step.name) },
                html! { span.right[is_well].wrong[!is_well] { (step.result) } },
                number(step.seconds),
            ]
        });
        table(
            "Steps of the gate",
            &["step", "result", "seconds"],
            &rows.collect::<Vec<_>>(),
        )
    }

    fn mutants_table(&self) -> Markup {
        let rows = self.mutants.iter().map(|mutants| {
            vec![
                html! { (mutants.package) },
                number(mutants.caught),
                number(mutants.timeouts),
                html! { span.wrong[mutants.missed > 0] { (number(mutants.missed)) } },
                number(mutants.unviable),
            ]
        });
        let header = [
            "package",
            "caught",
            "caught by a hang",
            "missed",
            "do not compile",
        ];
        table(
            "Mutants that were tried",
            &header,
            &rows.collect::<Vec<_>>(),
        )
    }

    fn fuzzing_table(&self) -> Markup {
        let rows = self.fuzzing.iter().map(|fuzzing| {
            vec![
                html! { (fuzzing.target) },
                number(fuzzing.executions),
                number(fuzzing.per_second),
            ]
        });
        let header = ["target", "executions", "a second"];
        table("Fuzz targets", &header, &rows.collect::<Vec<_>>())
    }

    fn instructions_table(&self) -> Markup {
        let rows = self.instructions.iter();
        let rows = rows.map(|counted| vec![html! { (counted.benchmark) }, number(counted.count)]);
        table(
            "Instructions of the benchmarks",
            &["benchmark", "instructions"],
            &rows.collect::<Vec<_>>(),
        )
    }
}

impl Faults {
    /// The table of a snapshot. None if there is none.
    fn parse(problem: String, file: &Path, text: &str) -> Option<Self> {
        let mut lines = text.lines().skip_while(|line| !line.starts_with("fault "));
        let layers: Vec<String> = lines
            .next()?
            .split_whitespace()
            .skip(1)
            .map(str::to_owned)
            .collect();
        let faults = lines.filter(|line| !line.is_empty()).map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next()?.to_owned();
            let needed: Vec<_> = words
                .by_ref()
                .take(layers.len())
                .map(str::to_owned)
                .collect();
            let what: Vec<_> = words.collect();
            (needed.len() == layers.len()).then(|| (name, needed, what.join(" ")))
        });
        let faults: Option<Vec<_>> = faults.collect();
        Some(Faults {
            problem,
            file: file.to_owned(),
            rows: faults.filter(|rows| !rows.is_empty())?,
            layers,
        })
    }

    fn section(&self) -> Markup {
        let layers = self.layers.iter().map(String::as_str);
        let header: Vec<_> = ["fault"]
            .into_iter()
            .chain(layers)
            .chain(["what it is"])
            .collect();
        let rows = self.rows.iter().map(|(name, needed, what)| {
            let mut row = vec![html! { (name) }];
            row.extend(needed.iter().map(|needed| match &**needed {
                "-" => html! { span aria-label="not caught by this layer" { "\u{2013}" } },
                cases => html! { (cases) },
            }));
            row.push(html! { span.words { (what) } });
            row
        });
        let rows: Vec<_> = rows.collect();
        html! {
            h2 { "Planted faults: " (self.problem) }
            p { "How many cases each layer needed until it caught the fault, from " code { (self.file.display()) } "." }
            (table("Planted faults by layer", &header, &rows))
        }
    }
}

fn read(path: &Path) -> Result<String, MetricsError> {
    fs::read_to_string(path).map_err(|source| MetricsError::Io {
        path: path.to_owned(),
        source,
    })
}
