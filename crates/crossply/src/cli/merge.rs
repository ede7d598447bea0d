//! The command `merge`: merges the results of shards into the result of the whole run.

use std::path::{Path, PathBuf};

use super::arguments::read_file;
use super::command_line::CommandLine;
use super::interrupt::stop_on_ctrl_c;
use super::report_file::{ReportFile, publish};
use super::status::{Status, status_of};
use super::terminal::notice;
use crate::check::Check;
use crate::check::settings::threads;
use crate::report::formats::Format;
use crate::report::{CheckDocument, Checked, FORMAT};
use crate::run::Run;
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

/// Carries out the command.
///
/// # Errors
/// If a file is not a result, if the results are not of the same run of one of the checks, or if shards are missing.
pub fn merge(
    program: &CommandLine,
    checks: &[Check],
    arguments: &MergeArguments,
) -> anyhow::Result<Status> {
    let page_file = ReportFile::begin(arguments.report.as_deref(), &arguments.files)?;
    let mut results = Vec::new();
    for file in &arguments.files {
        let result = read(file)?;
        if result.version != program.version {
            notice(format_args!(
                "warning: {}: written by version {}, expected {}",
                file.display(),
                result.version,
                program.version
            ));
        }
        results.extend(result.checks);
    }
    let interrupt = stop_on_ctrl_c()?;
    let run = Run {
        interrupt: Some(interrupt),
        ..Run::on(threads(None))
    };
    let mut merged = Vec::new();
    for check in checks {
        let parts: Vec<Checked> = results
            .extract_if(.., |result| result.check == check.name())
            .collect();
        if !parts.is_empty() {
            merged.push((check, check.merge(parts, &run)?));
        }
    }
    if let Some(other) = results.first() {
        let names: Vec<_> = checks.iter().map(Check::name).collect();
        let names = names.join(", ");
        bail!(
            "no check is called `{}`; the checks are {names}",
            other.check
        );
    }
    let merged = program.report(merged);
    publish(program, &merged, arguments.format, page_file)?;
    status_of(&merged.document.checks)
}

/// Reads the result of a shard.
fn read(file: &Path) -> anyhow::Result<CheckDocument> {
    let bytes = read_file(file)?;
    let file = file.display();
    let document: CheckDocument = serde_json::from_slice(&bytes)
        .with_context(|| format!("{file} is not a result of `check --format json`"))?;
    let format = document.format;
    if format != FORMAT {
        bail!("{file}: its format is {format}, expected {FORMAT}");
    }
    Ok(document)
}
