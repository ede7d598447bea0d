//! The running program, as reports name it.

use std::env;
use std::path::Path;
use std::time::SystemTime;

use super::journal_file::program;
use crate::check::Check;
use crate::check::again::cargo_run;
use crate::finding::Finding;
use crate::report::Presentation;
use crate::report::formats::page::PageMetadata;

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

    /// How to present a check's findings. The commands for reproducing them call this program.
    pub(crate) fn presentation<'a>(&self, check: &'a Check) -> Presentation<'a> {
        let mut presentation = check.presentation();
        let by_cargo = env::var_os("CARGO").is_some_and(|cargo| !cargo.is_empty());
        if presentation.command.is_none() || !by_cargo {
            let command = self.start_command(by_cargo);
            let name = check.name().to_owned();
            presentation.command = Some(Box::new(move |finding: &Finding| {
                finding.command(&format!("{command} show"), &name)
            }));
        }
        presentation
    }

    /// The command that starts the program. If cargo runs it, this is a `cargo` command, because such a program is
    /// rarely in `PATH`.
    fn start_command(&self, by_cargo: bool) -> String {
        let program = if by_cargo {
            env::current_exe().ok()
        } else {
            None
        };
        match program.and_then(|program| cargo_run(&program)) {
            Some(command) => format!("{command} --"),
            None => self.name.clone(),
        }
    }

    /// The metadata for a page that is written now.
    pub fn metadata(&self) -> PageMetadata {
        let arguments = env::args_os().skip(1);
        let mut words = vec![self.name.clone()];
        words.extend(arguments.map(|word| word.to_string_lossy().into_owned()));
        PageMetadata {
            version: self.version.clone(),
            // Quoting fails only for NUL, which no argument contains.
            command: shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default(),
            when: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        }
    }
}
