//! The page that `--report` asks for.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context;
use crossply_report::Made;

use crate::terminal::notice;

/// A file that can be written. It is opened before a run, so that a run does not end in nothing; what it
/// holds is lost only when there is a page to take its place.
pub(crate) struct ReportFile {
    path: PathBuf,
    file: File,
}

impl ReportFile {
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path);
        Ok(ReportFile {
            file: file.with_context(|| format!("cannot write the report {}", path.display()))?,
            path: path.to_owned(),
        })
    }

    pub(crate) fn write(mut self, page: &str) -> anyhow::Result<()> {
        let written = self.file.set_len(0);
        let written = written.and_then(|()| self.file.write_all(page.as_bytes()));
        let path = self.path.display();
        written.with_context(|| format!("cannot write the report {path}"))?;
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
