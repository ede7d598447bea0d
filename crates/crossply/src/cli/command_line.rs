//! The running program, as reports name it.

use std::env;
use std::path::Path;
use std::time::SystemTime;

use super::journal_file::program;
use crate::check::Check;
use crate::check::again::cargo_run;
use crate::content::Fact;
use crate::finding::Finding;
use crate::report::{CheckDocument, CheckReport, Checked, FORMAT, Presentation};

/// The name and version of a program.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// The name by which users call the program.
    pub name: String,
    /// The version of the program, which all shards of a run must share.
    pub version: String,
}

impl CommandLine {
    /// The program that this process runs.
    pub(super) fn current() -> Self {
        let name = env::args_os().next().and_then(|path| {
            let name = Path::new(&path).file_stem()?;
            Some(name.to_string_lossy().into_owned())
        });
        CommandLine {
            name: name.unwrap_or_else(|| "checks".to_owned()),
            version: program()
                .map_or_else(|_| "unknown".to_owned(), |hash| format!("build {hash}")),
        }
    }

    /// How to present the simplest wrong input of a check. The command that reproduces it calls this program: by cargo if
    /// that runs it, because such a program is rarely in `PATH`.
    pub(crate) fn presentation(&self, check: &Check, simplest: Option<&Finding>) -> Presentation {
        let Some(finding) = simplest else {
            return Presentation::default();
        };
        let mut presentation = check.presentation(finding);
        let by_cargo = env::var_os("CARGO").is_some_and(|cargo| !cargo.is_empty());
        if presentation.command.is_none() || !by_cargo {
            let program = env::current_exe().ok().filter(|_| by_cargo);
            let command = match program.and_then(|program| cargo_run(&program)) {
                Some(command) => format!("{command} -- show"),
                None => format!("{} show", self.name),
            };
            presentation.command = finding.command(&command, check.name());
        }
        presentation
    }

    /// The report of a command on these results.
    pub(super) fn report(&self, results: Vec<(&Check, Checked)>) -> CheckReport {
        let presentations = results
            .iter()
            .map(|(check, checked)| self.presentation(check, checked.simplest.first()));
        CheckReport {
            title: format!("{} check", self.name),
            presentations: presentations.collect(),
            document: CheckDocument {
                format: FORMAT,
                version: self.version.clone(),
                checks: results.into_iter().map(|(_, checked)| checked).collect(),
            },
        }
    }

    /// What a page that is written now says about its origin.
    pub(super) fn origin(&self) -> [Fact; 3] {
        let arguments = env::args_os().skip(1);
        let mut words = vec![self.name.clone()];
        words.extend(arguments.map(|word| word.to_string_lossy().into_owned()));
        // Quoting fails only for NUL, which no argument contains.
        let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        let now = humantime::format_rfc3339_seconds(SystemTime::now());
        [
            Fact::new("command", command),
            Fact::new("version", &self.version),
            Fact::new("written", now.to_string()),
        ]
    }
}
