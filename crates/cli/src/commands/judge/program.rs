//! Builds the program that the arguments name: a source file, or a command as it is.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow};
use crossply::report;
use crossply_judge::report::compile_error_blocks;
use crossply_judge::{CompileError, Invocation, Submission, is_source};
use crossply_problems::Problem;

use super::Arguments;

/// Builds the program that the arguments name, or returns why the compiler rejects it.
pub(super) fn build<P: Problem>(
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Result<Submission, CompileError>> {
    match &arguments.source {
        Some(source) => build_source::<P>(source, arguments, interrupt),
        None => submission::<P>(Invocation::of(&arguments.command), arguments, interrupt).map(Ok),
    }
}

/// Builds the program that `--reference` names: a source file, recognised by its extension, or a command.
pub(super) fn build_reference<P: Problem>(
    text: &OsStr,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Submission> {
    let path = Path::new(text);
    // A command such as `python3 slow.py` may have the extension of a source file.
    let is_one_word = !text.as_encoded_bytes().contains(&b' ');
    if is_source(path) && (is_one_word || path.is_file()) {
        let result = build_source::<P>(path, arguments, interrupt)?;
        return result.map_err(|error| {
            let message = report::text(&compile_error_blocks(&error), usize::MAX);
            anyhow!("{} does not compile\n\n{message}", path.display())
        });
    }
    let words = text.to_str().and_then(shlex::split);
    let words = words.filter(|words| !words.is_empty()).with_context(|| {
        format!(
            "--reference {}: no command, or a quote is not closed",
            path.display()
        )
    })?;
    submission::<P>(Invocation::of(words), arguments, interrupt)
}

fn build_source<P: Problem>(
    source: &Path,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Result<Submission, CompileError>> {
    let memory = arguments.memory_limit.unwrap_or(P::LIMITS.memory);
    let compiled = Submission::compile::<P>(source, memory, interrupt)?;
    Ok(compiled.map(|submission| limited(submission, arguments)))
}

fn submission<P: Problem>(
    program: Invocation,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Submission> {
    let submission = Submission::new::<P>(program, interrupt)?;
    Ok(limited(submission, arguments))
}

/// The submission with the limits of the arguments.
fn limited(mut submission: Submission, arguments: &Arguments) -> Submission {
    let limits = &mut submission.limits;
    limits.time = arguments.time_limit.unwrap_or(limits.time);
    limits.memory = arguments.memory_limit.unwrap_or(limits.memory);
    submission
}
