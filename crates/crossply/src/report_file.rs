//! The page that `--report` asks for.

use std::env;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};
use crossply_report::Made;
use tempfile::NamedTempFile;

use crate::terminal::notice;

/// A page to be. It is begun beside its place before a run, so that a run does not end in nothing; it takes its
/// place when it is whole. Until then an earlier page stays what it is.
pub(crate) struct ReportFile {
    path: PathBuf,
    beside: NamedTempFile,
}

impl ReportFile {
    pub(crate) fn begin(path: &Path) -> anyhow::Result<Self> {
        let place = || format!("cannot write the report {}", path.display());
        // What a link leads to takes the page, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path.exists() && !path.is_file() {
            bail!("{}: it is there, and no file", place());
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        fs::metadata(folder).with_context(place)?;
        let mut builder = tempfile::Builder::new();
        // As any new file: the system takes away what users do not want.
        let builder = builder.permissions(Permissions::from_mode(0o666));
        let beside = builder.tempfile_in(folder).with_context(place)?;
        Ok(ReportFile { path, beside })
    }

    pub(crate) fn write(mut self, page: &str) -> anyhow::Result<()> {
        let written = self.beside.write_all(page.as_bytes());
        let path = self.path.display();
        let placed = written.and_then(|()| Ok(self.beside.persist(&self.path)?));
        placed.with_context(|| format!("cannot write the report {path}"))?;
        notice(format_args!("report written to {path}"));
        Ok(())
    }
}

/// What makes the page, now.
pub(crate) fn made() -> Made {
    let words = env::args_os().map(|word| word.to_string_lossy().into_owned());
    let words = words.enumerate().map(|(place, word)| match place {
        0 => "crossply".to_owned(),
        _ => word,
    });
    let words: Vec<_> = words.collect();
    Made {
        version: crate::VERSION.to_owned(),
        // A NUL is the only thing that cannot be quoted, and no argument has one.
        command: shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default(),
        when: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
    }
}
