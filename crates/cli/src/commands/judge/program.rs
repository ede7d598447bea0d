//! Builds the program that the arguments name: a source file, or a command as it is.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow};
use crossply::report;
use crossply_judge::report::compile_error_blocks;
use crossply_judge::{CompileError, Invocation, Submission, is_source};
use crossply_problems::{JudgeLimits, Problem};

use super::Arguments;

/// Builds the program that the arguments name, or returns why the compiler rejects it.
pub(super) fn build<P: Problem>(
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Result<Submission, CompileError>> {
    let limits = limits::<P>(arguments);
    match &arguments.source {
        Some(source) => Submission::compile(source, limits, interrupt),
        None => Submission::new(Invocation::of(&arguments.command), limits, interrupt).map(Ok),
    }
}

/// Builds the program that `--reference` names: a source file, recognised by its extension, or a command.
pub(super) fn build_reference<P: Problem>(
    text: &OsStr,
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Submission> {
    let path = Path::new(text);
    let limits = limits::<P>(arguments);
    // A command such as `python3 slow.py` may have the extension of a source file.
    let is_one_word = !text.as_encoded_bytes().contains(&b' ');
    if is_source(path) && (is_one_word || path.is_file()) {
        let result = Submission::compile(path, limits, interrupt)?;
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
    Submission::new(Invocation::of(words), limits, interrupt)
}

/// The limits of the arguments, or else of the statement.
fn limits<P: Problem>(arguments: &Arguments) -> JudgeLimits {
    JudgeLimits {
        time: arguments.time_limit.unwrap_or(P::LIMITS.time),
        memory: arguments.memory_limit.unwrap_or(P::LIMITS.memory),
        ..P::LIMITS
    }
}
