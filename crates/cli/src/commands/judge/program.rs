//! Builds the program that the arguments name: a command as it is, or a source file.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow};
use crossply::report::text;
use crossply_judge::report::compile_error;
use crossply_judge::{CompileError, Invocation, Languages, Submission, compile, measure};
use crossply_problems::Problem;

use super::Arguments;
use crossply::cli::{notice, read_file};

/// The file with the user's languages, in the current folder or the user's configuration folder.
const CONFIGURATION: &str = "crossply.toml";

/// The program that the arguments name, or the refusal of the compiler.
pub(super) fn built<P: Problem>(
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Result<Submission, CompileError>> {
    match &arguments.source {
        Some(source) => from_source::<P>(source, &languages()?, arguments, interrupt),
        None => submission::<P>(Invocation::of(&arguments.command), arguments, interrupt).map(Ok),
    }
}

/// The program that `--reference` names: a source file, recognised by its ending, or a command.
pub(super) fn reference<P: Problem>(
    named: &OsStr,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Submission> {
    let path = Path::new(named);
    let languages = languages()?;
    // A command such as `python3 slow.py` may end like a source file.
    let is_one_word = !named.as_encoded_bytes().contains(&b' ');
    if languages.knows(path) && (is_one_word || path.is_file()) {
        let built = from_source::<P>(path, &languages, arguments, interrupt)?;
        return built.map_err(|error| {
            let message = text(&compile_error(&error), usize::MAX);
            anyhow!("{} does not compile\n\n{message}", path.display())
        });
    }
    let split = named.to_str().and_then(shlex::split);
    let words = split.filter(|words| !words.is_empty()).with_context(|| {
        format!(
            "--reference {}: no command, or a quote is not closed",
            path.display()
        )
    })?;
    submission::<P>(Invocation::of(words), arguments, interrupt)
}

/// A submission with the limits of the arguments.
fn submission<P: Problem>(
    program: Invocation,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Submission> {
    let mut submission = Submission::new::<P>(program, interrupt);
    let limits = &mut submission.limits;
    limits.time = arguments.time_limit.unwrap_or(limits.time);
    limits.memory = arguments.memory_limit.unwrap_or(limits.memory);
    submission.runtime = measure(&submission.program, interrupt)?;
    Ok(submission)
}

fn from_source<P: Problem>(
    source: &Path,
    languages: &Languages,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Result<Submission, CompileError>> {
    let memory = arguments.memory_limit.unwrap_or(P::LIMITS.memory);
    let compiled = compile(source, languages, memory, interrupt)?;
    if let Some(line) = first_foreign_line(&read_file(source)?) {
        let source = source.display();
        notice(format_args!(
            "{source}, line {line} is not UTF-8: if it is refused, that may be why; save it as UTF-8"
        ));
    }
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(refused) => return Ok(Err(refused)),
    };
    if let Some(command) = compiled.older {
        let source = source.display();
        notice(format_args!(
            "{source} compiles only under an older standard: {command}"
        ));
    }
    let submission = submission::<P>(compiled.program, arguments, interrupt)?;
    Ok(Ok(Submission {
        source: Some(source.to_owned()),
        build: compiled.folder,
        ..submission
    }))
}

/// The number of the first line that is not UTF-8, from 1.
fn first_foreign_line(source: &[u8]) -> Option<usize> {
    let mut lines = source.split(|&byte| byte == b'\n');
    Some(lines.position(|line| str::from_utf8(line).is_err())? + 1)
}

/// All languages: the current folder's file goes before the user's, and that before crossply's own.
pub(super) fn languages() -> anyhow::Result<Languages> {
    let mut languages = Languages::built_in();
    // The XDG base directory specification: this variable, or else `.config` in the home folder.
    let named = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    let users = named
        .filter(|folder| folder.is_absolute())
        .or_else(|| Some(env::home_dir()?.join(".config")))
        .map(|folder| folder.join("crossply").join(CONFIGURATION));
    for path in users.into_iter().chain([PathBuf::from(CONFIGURATION)]) {
        languages.add_file(&path)?;
    }
    Ok(languages)
}
