//! The command `merge`: merges the results of shards into the result of the whole run.

use std::path::{Path, PathBuf};

use super::arguments::read_file;
use super::command_line::{BUILD, CommandLine};
use super::interrupt::stop_on_ctrl_c;
use super::report_file::{ReportFile, publish};
use super::status::Status;
use super::terminal::notice;
use crate::check::Check;
use crate::check::settings::threads;
use crate::report::formats::Format;
use crate::report::{CheckDocument, CheckReport, Checked, FORMAT, Presentation};
use crate::run::{Ended, Run};
use anyhow::{Context, bail};

/// Puts the results of all shards of a run together
///
/// Each file is what `check --shard I/N --format json` printed. The digests add up; it names the shards that are
/// missing, and then ends with exit code 2.
#[derive(Debug, clap::Args)]
pub struct MergeArguments {
    /// The results of shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Writes a page about the run: one self-contained HTML file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Carries out the command. Inputs of checks that are not among `checks` are shown as text.
///
/// # Errors
/// If a file is not a result, if the results are not of the same run, or if shards are missing.
pub fn merge(
    program: &CommandLine,
    checks: &[Check],
    arguments: &MergeArguments,
) -> anyhow::Result<Status> {
    let report = ReportFile::begin(arguments.report.as_deref())?;
    let documents = arguments.files.iter().map(|file| read(file));
    let documents: Vec<_> = documents.collect::<Result<_, _>>()?;
    if let [first, others @ ..] = &documents[..] {
        for (other, file) in others.iter().zip(&arguments.files[1..]) {
            if other.version != first.version {
                let file = file.display();
                let first_file = arguments.files[0].display();
                let found = &other.version;
                let expected = &first.version;
                let text = format!(
                    "{file}: written by version {found}, expected {expected} as for {first_file}"
                );
                if !found.starts_with(BUILD) || !expected.starts_with(BUILD) {
                    bail!(text);
                }
                notice(format_args!("warning: {text}"));
            }
        }
    }
    let mut document = CheckDocument::merge(documents)?;
    let interrupt = stop_on_ctrl_c()?;
    for merged in &mut document.checks {
        if let Some(check) = checks.iter().find(|check| check.name() == merged.check) {
            let run = Run {
                interrupt: Some(interrupt),
                ..Run::on(threads(None))
            };
            check.conclude_merged(merged, &run);
        }
    }
    let presentations = document.checks.iter().map(|checked| {
        let check = checks.iter().find(|check| check.name() == checked.check);
        check.map_or_else(Presentation::default, |check| program.presentation(check))
    });
    let full = CheckReport {
        title: format!("{} check", program.name),
        presentations: presentations.collect(),
        document: &document,
    };
    publish(program, &full, arguments.format, report)?;
    for one in &document.checks {
        if let Some(trouble) = &one.scope.counts.trouble {
            bail!("{}: {trouble}", one.check);
        }
    }
    let checks = &document.checks;
    if checks.iter().any(Checked::has_failures) {
        return Ok(Status::Wrong);
    }
    if checks.iter().any(|one| one.ended == Ended::Interrupted) {
        return Ok(Status::Interrupted);
    }
    for one in checks {
        if !one.scope.missing.is_empty() {
            bail!(
                "{}: shards are missing: {}",
                one.check,
                one.scope.missing.join(", ")
            );
        }
    }
    Ok(Status::Right)
}

/// Reads the result of a shard.
fn read(file: &Path) -> anyhow::Result<CheckDocument> {
    let bytes = read_file(file)?;
    let no_result = || {
        format!(
            "{} is not a result of `check --format json`",
            file.display()
        )
    };
    let value: serde_json::Value = serde_json::from_slice(&bytes).with_context(no_result)?;
    if let Some(format) = value["format"]
        .as_u64()
        .filter(|&format| format != u64::from(FORMAT))
    {
        bail!(
            "{}: its format is {format}, expected {FORMAT}",
            file.display()
        );
    }
    serde_json::from_value(value).with_context(no_result)
}
