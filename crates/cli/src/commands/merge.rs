//! `crossply merge`: the results of shards as the result of one run.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use crossply::Ended;
use crossply_report::check::{CheckDocument, FORMAT};
use crossply_report::{Detail, Format, Report};

use crate::Status;
use crate::arguments::format_parser;
use crate::input::read_file;
use crate::report_file::{ReportFile, publish};

/// Puts the results of all shards of a run together
///
/// Each file is what `check --shard I/N --format json` printed. The digests add up; it names the shards that are
/// missing, and then ends with exit code 2.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The results of shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format_parser())]
    format: Format,

    /// Writes a page about the run: one self-contained HTML file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let report = arguments.report.as_deref().map(ReportFile::begin);
    let report = report.transpose()?;
    for file in &arguments.files {
        if let Some(report) = &report {
            report.keep_off("a result", Some(file))?;
        }
    }
    let documents = arguments.files.iter().map(|file| read(file));
    let documents: Vec<_> = documents.collect::<Result<_, _>>()?;
    if let [first, others @ ..] = &documents[..] {
        for (other, file) in others.iter().zip(&arguments.files[1..]) {
            if other.version != first.version {
                let (file, first_file) = (file.display(), arguments.files[0].display());
                let (found, expected) = (&other.version, &first.version);
                bail!(
                    "{file}: written by version {found}, expected {expected} as for {first_file}"
                );
            }
        }
    }
    let document = CheckDocument::merge(documents)?;
    publish(&document, arguments.format, report)?;
    let problems = || document.problems.iter().map(|problem| &problem.checked);
    if let Some((name, trouble)) =
        problems().find_map(|one| Some((&one.check, one.counts.trouble.as_ref()?)))
    {
        bail!("{name}: {trouble}");
    }
    if !document.content(Detail::Failures).is_empty() {
        return Ok(Status::Wrong);
    }
    if problems().any(|one| one.ended == Ended::Interrupted) {
        return Ok(Status::Interrupted);
    }
    for one in problems() {
        if !one.missing.is_empty() {
            bail!(
                "{}: shards are missing: {}",
                one.check,
                one.missing.join(", ")
            );
        }
    }
    Ok(Status::Right)
}

/// Reads a result.
fn read(file: &Path) -> anyhow::Result<CheckDocument> {
    let bytes = read_file(file)?;
    let no_result = || format!("{} is no result of `check --format json`", file.display());
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
