//! From the arguments to the program that is judged: a command as it is, or a source file.

use std::env;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossply_judge::{
    CompileError, Compiled, JudgeError, Languages, Program, SourceError, Submission, compile,
};
use crossply_problems::Problem;

use super::Arguments;
use crate::terminal::detail;

/// The name of the file with languages of the user's own, in the current folder or that of the user's configuration.
const CONFIGURATION: &str = "crossply.toml";

/// What is to be judged.
pub(super) struct Judged<P: Problem> {
    pub(super) submission: Submission<P>,
    /// Why it cannot be: the compiler refuses the source. And how long that took.
    pub(super) refused: Option<(CompileError, Duration)>,
}

/// The program that the arguments name, compiled if it is a source.
pub(super) fn judged<P: Problem>(
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Judged<P>> {
    let Some(source) = &arguments.source else {
        let (name, rest) = arguments.command.split_first().context("no command")?;
        let program = Program {
            name: name.clone(),
            arguments: rest.to_vec(),
        };
        let submission = Submission::new(program, interrupt);
        return Ok(Judged {
            submission,
            refused: None,
        });
    };
    let start = Instant::now();
    let memory = arguments.memory_limit.unwrap_or(P::LIMITS.memory);
    let builds = cache_folder().join("builds");
    let languages = languages()?;
    let compiled = compile(source, &languages, memory, &builds, interrupt);
    let compiled = compiled.map_err(|error| match error {
        SourceError::Judge(JudgeError::Interrupted) => JudgeError::Interrupted.into(),
        error => anyhow::Error::from(error),
    })?;
    let (program, refused) = match compiled {
        Compiled::Program(program) => (program, None),
        Compiled::CompileError(error) => {
            let nothing = Program {
                name: source.into(),
                arguments: Vec::new(),
            };
            (nothing, Some((error, start.elapsed())))
        }
    };
    let mut submission = Submission::new(program, interrupt);
    submission.source = Some(source.clone());
    Ok(Judged {
        submission,
        refused,
    })
}

/// Crossply's languages, and those of the user: files in the current folder come first, then those of the user.
pub(super) fn languages() -> anyhow::Result<Languages> {
    let mut languages = Languages::built_in();
    let users = config_folder().map(|folder| folder.join(CONFIGURATION));
    for path in users.into_iter().chain([PathBuf::from(CONFIGURATION)]) {
        if languages.add_file(&path)? {
            detail(format_args!("languages of {}", path.display()));
        }
    }
    Ok(languages)
}

/// Where what is compiled is kept.
fn cache_folder() -> PathBuf {
    let [_, folder] = users_folders();
    // Somebody without a home folder compiles more often.
    folder.unwrap_or_else(|| env::temp_dir().join("crossply"))
}

/// Where the user's configuration is, if the user has a home folder.
fn config_folder() -> Option<PathBuf> {
    let [folder, _] = users_folders();
    folder
}

/// The user's folders of configuration and of what can be made again. Elsewhere than on Unix no program is judged.
fn users_folders() -> [Option<PathBuf>; 2] {
    #[cfg(unix)]
    {
        let folders = xdg::BaseDirectories::with_prefix("crossply");
        [folders.get_config_home(), folders.get_cache_home()]
    }
    #[cfg(not(unix))]
    [None, None]
}
