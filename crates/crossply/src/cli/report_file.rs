//! The page that `--report` writes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::AnsiColor;
use anyhow::{Context, bail};

use super::command_line::CommandLine;
use super::terminal::{canvas, in_colour, notice, wanted_detail};
use super::whole_file::{is_replaceable, replace};
use crate::report::formats::page::page;
use crate::report::formats::{Banner, Format, Report};

/// A page that is written after the run. [`begin`](Self::begin) tests before the run whether writing will work.
pub struct ReportFile {
    path: PathBuf,
}

impl ReportFile {
    /// Prepares a page at `path`, if given. The command also uses the `others`.
    ///
    /// # Errors
    /// If the page cannot be written, or would replace another file of the command.
    pub fn begin<'a>(
        path: Option<&Path>,
        others: impl IntoIterator<Item = &'a PathBuf>,
    ) -> anyhow::Result<Option<Self>> {
        let Some(path) = path else {
            return Ok(None);
        };
        is_replaceable(path).with_context(|| cannot_write(path))?;
        // A file that does not exist has no other name.
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut others = others.into_iter();
        if let Some(other) = others.find(|other| real(other) == real(path)) {
            bail!(
                "the report would replace {}, which the command also uses",
                other.display()
            );
        }
        let path = path.to_owned();
        Ok(Some(ReportFile { path }))
    }

    /// Writes the page.
    ///
    /// # Errors
    /// If the page cannot be written.
    pub(super) fn write(self, program: &CommandLine, report: &impl Report) -> anyhow::Result<()> {
        let path = &self.path;
        let page = page(report, &program.origin());
        replace(path, page.as_bytes()).with_context(|| cannot_write(path))?;
        notice(format_args!("report written to {}", path.display()));
        Ok(())
    }
}

/// Prints a document in the given format and writes its page. If the page cannot be written, the document is still
/// printed.
///
/// # Errors
/// If the document or the page cannot be written.
pub fn publish(
    program: &CommandLine,
    document: &impl Report,
    format: Format,
    report: Option<ReportFile>,
) -> anyhow::Result<()> {
    let written = report.map_or(Ok(()), |report| report.write(program, document));
    let text = format.write(document, wanted_detail(), &canvas())?;
    let text = match format {
        Format::Text => {
            let (banner, conclusion) = document.conclusion();
            let colour = match banner {
                Banner::Right => AnsiColor::Green,
                Banner::Wrong => AnsiColor::Red,
                Banner::Open => AnsiColor::Yellow,
            };
            match text.strip_prefix(&conclusion) {
                Some(rest) => in_colour(&conclusion, colour) + rest,
                None => text,
            }
        }
        Format::Json => text,
    };
    write!(anstream::stdout(), "{text}")?;
    written
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write the report {}", path.display())
}
