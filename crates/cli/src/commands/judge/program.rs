//! From the arguments to the program that is built: a command as it is, or a source file.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow, bail};
use crossply::report::text;
use crossply_judge::report::compile_error;
use crossply_judge::{
    CompileError, Compiled, Invocation, JudgeError, Languages, SourceError, Submission, compile,
    foreign_line,
};
use crossply_problems::Problem;

use super::Arguments;
use crossply::cli::{detail, notice};

/// The name of the file with languages of the user's own, in the current folder or that of the user's configuration.
const CONFIGURATION: &str = "crossply.toml";

/// The program that the arguments name, compiled if it is a source; or why the compiler refuses it.
pub(super) fn built<P: Problem>(
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Result<Submission, CompileError>> {
    match &arguments.source {
        Some(source) => from_source::<P>(source, &languages()?, arguments, interrupt),
        None => Ok(Ok(from_command::<P>(&arguments.command, interrupt)?)),
    }
}

/// The program that `--reference` names: a source, by its ending, or else a command in one word.
pub(super) fn reference<P: Problem>(
    named: &OsStr,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Submission> {
    let path = Path::new(named);
    let languages = languages()?;
    // A command may end like a source, as `python3 slow.py` does.
    let is_one_word = !named.as_encoded_bytes().contains(&b' ');
    if languages.knows(path) && (is_one_word || path.is_file()) {
        let built = from_source::<P>(path, &languages, arguments, interrupt)?;
        return built.map_err(|error| {
            let message = text(&compile_error(&error), usize::MAX);
            anyhow!("{} does not compile\n\n{message}", path.display())
        });
    }
    let words = || {
        let text = named.to_str().context("the command is not UTF-8")?;
        shlex::split(text).context("a quote is not closed, or nothing follows the last backslash")
    };
    let command = words().and_then(|words| {
        let words: Vec<_> = words.into_iter().map(OsString::from).collect();
        from_command::<P>(&words, interrupt)
    });
    command.with_context(|| format!("--reference {}", path.display()))
}

fn from_command<P: Problem>(
    words: &[OsString],
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Submission> {
    if words.is_empty() {
        bail!("no command");
    }
    Ok(Submission::new::<P>(Invocation::of(words), interrupt))
}

fn from_source<P: Problem>(
    source: &Path,
    languages: &Languages,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Result<Submission, CompileError>> {
    let memory = arguments.memory_limit.unwrap_or(P::LIMITS.memory);
    // A user without a home folder compiles more often.
    let cache = users_folder("XDG_CACHE_HOME", ".cache");
    let builds = cache
        .unwrap_or_else(|| env::temp_dir().join("crossply"))
        .join("builds");
    let compiled = compile(source, languages, memory, &builds, interrupt);
    let compiled = compiled.map_err(|error| match error {
        SourceError::Judge(JudgeError::Interrupted) => JudgeError::Interrupted.into(),
        error => anyhow::Error::from(error),
    })?;
    if let Some(line) = foreign_line(source)? {
        let source = source.display();
        notice(format_args!(
            "{source}, line {line} is not UTF-8: if it is refused, that may be why; save it as UTF-8"
        ));
    }
    let (program, older) = match compiled {
        Compiled::Invocation(program, older) => (program, older),
        Compiled::CompileError(error) => return Ok(Err(error)),
    };
    if let Some(command) = older {
        let source = source.display();
        notice(format_args!(
            "{source} compiles only under an older standard: {command}"
        ));
    }
    let mut submission = Submission::new::<P>(program, interrupt);
    submission.source = Some(source.to_owned());
    Ok(Ok(submission))
}

/// Crossply's languages, and those of the user: files in the current folder come first, then those of the user.
pub(super) fn languages() -> anyhow::Result<Languages> {
    let mut languages = Languages::built_in();
    let users = users_folder("XDG_CONFIG_HOME", ".config");
    let users = users.map(|folder| folder.join(CONFIGURATION));
    for path in users.into_iter().chain([PathBuf::from(CONFIGURATION)]) {
        if languages.add_file(&path)? {
            detail(format_args!("languages of {}", path.display()));
        }
    }
    Ok(languages)
}

/// A folder of the user, as the XDG base directories name it: by this variable, or else below the home folder, if there is one.
/// Elsewhere than on Unix no program is judged.
fn users_folder(variable: &str, below: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).map(PathBuf::from);
    let home = || Some(env::home_dir()?.join(below));
    let is_absolute = |folder: &PathBuf| folder.is_absolute();
    let folder = named
        .filter(is_absolute)
        .or_else(|| home().filter(is_absolute))?;
    Some(folder.join("crossply"))
}
