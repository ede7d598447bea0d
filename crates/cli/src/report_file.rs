//! The page that `--report` asks for.

use std::env;
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};
use crossply::{WholeFile, real_path};
use crossply_report::{Detail, Format, PageMetadata, Report, page};

use crate::terminal::{Verbosity, in_colours, is_at_least, notice, width};

/// A page to be. It is begun before a run, so that a run does not end in nothing. Until it is written, an
/// earlier page stays what it is.
pub(crate) struct ReportFile {
    path: PathBuf,
    file: WholeFile,
}

impl ReportFile {
    pub(crate) fn begin(path: &Path) -> anyhow::Result<Self> {
        Ok(ReportFile {
            path: path.to_owned(),
            file: WholeFile::begin(path).with_context(|| cannot_write(path))?,
        })
    }

    /// Refuses to take the place of a file that the run needs, which an option names.
    pub(crate) fn keep_off(&self, option: &str, path: Option<&Path>) -> anyhow::Result<()> {
        // A file that is not there, and cannot be, is told of where it is opened.
        if let Some(path) = path
            && real_path(path).is_ok_and(|path| path == self.file.path())
        {
            bail!(
                "--report and {option} name the same file, {}",
                path.display()
            );
        }
        Ok(())
    }

    pub(crate) fn write(self, page: &str) -> anyhow::Result<()> {
        let ReportFile { path, mut file } = self;
        let written = file.write_all(page.as_bytes());
        let replaced = written.and_then(|()| file.replace());
        replaced.with_context(|| cannot_write(&path))?;
        notice(format_args!("report written to {}", path.display()));
        Ok(())
    }
}

/// Prints a document in this format, and writes its page. If one of the two fails, the other one is there all the same.
pub(crate) fn publish(
    document: &impl Report,
    format: Format,
    report: Option<ReportFile>,
) -> anyhow::Result<()> {
    let page = || page(document, &metadata());
    let written = report.map_or(Ok(()), |report| report.write(&page()));
    let detail = if is_at_least(Verbosity::Usual) {
        Detail::Everything
    } else {
        Detail::Failures
    };
    let text = format.write(document, detail, width())?;
    let text = match format {
        Format::Text => in_colours(&text),
        _ => text,
    };
    write!(anstream::stdout(), "{text}")?;
    written
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write the report {}", path.display())
}

/// What a page that is written now says about itself.
pub(crate) fn metadata() -> PageMetadata {
    let arguments = env::args_os().skip(1);
    let arguments = arguments.map(|word| word.to_string_lossy().into_owned());
    let words: Vec<_> = iter::once("crossply".to_owned()).chain(arguments).collect();
    PageMetadata {
        version: crate::VERSION.to_owned(),
        // A NUL is the only thing that cannot be quoted, and no argument has one.
        command: shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default(),
        when: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
    }
}
