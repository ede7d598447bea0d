//! The figures of the gate: what it measured, read from the file that it leaves.
//!
//! The file has a JSON object on each line. Each step of the gate appends its own, and of several about the
//! same step or target the last one counts. Mutants of a package may be tried in several parts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use maud::{Markup, html};
use serde::Deserialize;

use crate::page::{number, table};

/// What the gate measured.
#[derive(Debug)]
pub struct Figures {
    path: PathBuf,
    steps: Vec<Step>,
    mutants: Vec<Mutants>,
    fuzzing: Vec<Fuzzing>,
    faults: Vec<Faults>,
}

/// Why a file has no figures.
#[derive(Debug, thiserror::Error)]
pub enum FiguresError {
    /// It cannot be read.
    #[error("cannot read the figures in {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// A line is no figure.
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
    #[error("{} has no figures: .ci/run writes them", .0.display())]
    Empty(PathBuf),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Figure {
    Step(Step),
    Mutants(Mutants),
    Fuzzing(Fuzzing),
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

/// How many cases each layer needed to catch each fault.
#[derive(Debug)]
struct Faults {
    problem: String,
    file: PathBuf,
    layers: Vec<String>,
    /// A name, what each layer needed, and what the fault is.
    rows: Vec<(String, Vec<String>, String)>,
}

impl Figures {
    /// Reads them. Files that are named in it are found from the current folder.
    ///
    /// # Errors
    /// If it cannot be read, or holds something else.
    pub fn read(path: &Path) -> Result<Self, FiguresError> {
        let text = read(path)?;
        let mut figures = Figures {
            path: path.to_owned(),
            steps: Vec::new(),
            mutants: Vec::new(),
            fuzzing: Vec::new(),
            faults: Vec::new(),
        };
        for (line, text) in (1..).zip(text.lines()) {
            let broken = |found: String| FiguresError::Broken {
                path: path.to_owned(),
                line,
                found,
            };
            match serde_json::from_str(text).map_err(|error| broken(error.to_string()))? {
                Figure::Step(step) => {
                    figures.steps.retain(|earlier| earlier.name != step.name);
                    figures.steps.push(step);
                }
                Figure::Mutants(mutants) => figures.mutants.push(mutants),
                Figure::Fuzzing(fuzzing) => {
                    let all = &mut figures.fuzzing;
                    all.retain(|earlier| earlier.target != fuzzing.target);
                    all.push(fuzzing);
                }
                Figure::PlantedFaults { problem, file } => {
                    let faults = Faults::parse(problem, &file, &read(&file)?);
                    let no_table = || broken(format!("{} has no table of faults", file.display()));
                    figures.faults.push(faults.ok_or_else(no_table)?);
                }
            }
        }
        if text.is_empty() {
            return Err(FiguresError::Empty(path.to_owned()));
        }
        Ok(figures)
    }

    pub(crate) fn section(&self) -> Markup {
        html! {
            section {
                h2 { "The gate" }
                p { "Read from " code { (self.path.display()) } ": not measured in this run." }
                @if !self.steps.is_empty() { h3 { "Steps" } (self.steps_table()) }
                @for faults in &self.faults { (faults.section()) }
                @if !self.mutants.is_empty() { h3 { "Mutants" } (self.mutants_table()) }
                @if !self.fuzzing.is_empty() { h3 { "Fuzzing" } (self.fuzzing_table()) }
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
            h3 { "Planted faults: " (self.problem) }
            p { "How many cases each layer needed until it caught the fault, from " code { (self.file.display()) } "." }
            (table("Planted faults by layer", &header, &rows))
        }
    }
}

fn read(path: &Path) -> Result<String, FiguresError> {
    fs::read_to_string(path).map_err(|source| FiguresError::Io {
        path: path.to_owned(),
        source,
    })
}
