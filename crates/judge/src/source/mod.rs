//! Compiles a source file.
//!
//! An online judge takes one file, so the compiler gets a copy of the source in a folder of its own. The source is not
//! trusted, so the compiler runs in the sandbox, too.

mod languages;

use std::env;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use crossply::program::{Invocation, Termination};
use crossply_problems::JudgeLimits;
use serde::Serialize;
use tempfile::TempDir;

use self::languages::Language;
use crate::Submission;
use crate::tool::run_tool;

/// The limits of the compiler. A minute is enough for the slowest one on a slow machine.
const COMPILE_TIME: Duration = Duration::from_mins(1);
const COMPILE_MEMORY: u64 = 4 << 30;

/// A compiler's rejection of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompileError {
    /// The command of the compiler.
    pub command: Vec<String>,
    /// How the compiler ended.
    pub ended: String,
    /// The beginning and the end of its output.
    pub message: String,
}

/// Whether a file has the ending of a language.
pub fn is_source(path: &Path) -> bool {
    Language::of(path).is_ok()
}

impl Submission {
    /// Compiles a source, or returns why the compiler rejects it. Some commands contain the memory limit.
    ///
    /// # Errors
    /// If the language is unknown or not installed, a file cannot be read or written, or the user interrupts it.
    pub fn compile(
        source: &Path,
        limits: JudgeLimits,
        interrupt: &'static AtomicBool,
    ) -> anyhow::Result<Result<Self, CompileError>> {
        let language = Language::of(source)?;
        let (program, build) = match compile_as(language, source, limits.memory, interrupt)? {
            Ok(compiled) => compiled,
            Err(error) => return Ok(Err(error)),
        };
        Ok(Ok(Submission {
            source: Some(source.to_owned()),
            build: build.map(Arc::new),
            ..Submission::new(program, limits, interrupt)?
        }))
    }
}

/// A program, and the folder that it was compiled in, unless its source runs as it is.
type Compiled = (Invocation, Option<TempDir>);

fn compile_as(
    language: &Language,
    source: &Path,
    memory: u64,
    interrupt: &AtomicBool,
) -> anyhow::Result<Result<Compiled, CompileError>> {
    let text = fs::read(source).with_context(|| format!("cannot read {}", source.display()))?;
    let mut compilation = Compilation {
        language,
        source: source.to_string_lossy().into_owned(),
        memory: (memory >> 20).max(1),
        interrupt,
    };
    let Some(command) = language.compile else {
        let program = compilation.command(language.run, ".");
        language.require(&program)?;
        return Ok(Ok((program, None)));
    };
    let file_name = source.file_name().unwrap_or_default().to_string_lossy();
    compilation.source = language.file.unwrap_or(&file_name).into();
    // The compiler would take such a name for an option.
    if compilation.source.starts_with('-') {
        compilation.source.insert_str(0, "./");
    }
    let mut result = compilation.compile(command, &text)?;
    if let Err(error) = &result
        && let Some(file_name) = demanded_file_name(&error.message)
    {
        compilation.source = file_name;
        result = compilation.compile(command, &text)?;
    }
    let folder = match result {
        Ok(folder) => folder,
        Err(error) => return Ok(Err(error)),
    };
    let program = compilation.command(language.run, &folder.path().to_string_lossy());
    language.require(&program)?;
    Ok(Ok((program, Some(folder))))
}

/// The file name that Java's compiler demands, because a source has the name of its public class.
fn demanded_file_name(message: &str) -> Option<String> {
    let (_, rest) = message.split_once("should be declared in a file named ")?;
    rest.split_whitespace().next().map(str::to_owned)
}

/// A source that is being compiled, with the values of the placeholders in commands.
struct Compilation<'a> {
    language: &'a Language,
    source: String,
    /// In MiB.
    memory: u64,
    interrupt: &'a AtomicBool,
}

impl Compilation<'_> {
    /// Fills in the placeholders of a command.
    fn command(&self, command: &str, folder: &str) -> Invocation {
        let class = Path::new(&self.source).file_stem().unwrap_or_default();
        let class = class.to_string_lossy();
        Invocation::of(split_command(command).into_iter().map(|word| {
            // The others come last, because their values may contain text that looks like a placeholder.
            let almost_filled = word
                .replace("{program}", "{folder}/program")
                .replace("{memory}", &self.memory.to_string());
            let parts = almost_filled.split("{folder}").map(|part| {
                part.replace("{source}", &self.source)
                    .replace("{class}", &class)
            });
            parts.collect::<Vec<_>>().join(folder)
        }))
    }

    /// Compiles the source in a new folder.
    fn compile(&self, command: &str, text: &[u8]) -> anyhow::Result<Result<TempDir, CompileError>> {
        let cannot_write = |path: &Path| format!("cannot write {}", path.display());
        let folder = tempfile::tempdir().with_context(|| cannot_write(&env::temp_dir()))?;
        let copy = folder.path().join(&self.source);
        fs::write(&copy, text).with_context(|| cannot_write(&copy))?;
        let mut compiler = self.command(command, ".");
        self.language.require(&compiler)?;
        compiler.folder = Some(folder.path().to_owned());
        let (execution, message) =
            run_tool(&compiler, COMPILE_TIME, COMPILE_MEMORY, self.interrupt)?;
        if execution.termination.is_success() {
            return Ok(Ok(folder));
        }
        Ok(Err(CompileError {
            command: compiler.words(),
            ended: ending_in_words(execution.termination),
            message,
        }))
    }
}

/// The words of a command of the table, some of which are quoted.
fn split_command(command: &str) -> Vec<String> {
    shlex::split(command).expect("a test reads them all")
}

/// How a failed compiler ended, in words.
fn ending_in_words(termination: Termination) -> String {
    const MEMORY: u64 = COMPILE_MEMORY >> 30;
    match termination {
        Termination::Exited(status) => format!("with {status}"),
        Termination::MemoryLimit => {
            format!("by the judge: it took more than {MEMORY} GiB of memory")
        }
        Termination::ProcessLimit => "by the judge: it started too many processes".to_owned(),
        Termination::OutputLimit => "by the judge: it printed too much".to_owned(),
        _ => format!("by the judge: it took more than {COMPILE_TIME:?}"),
    }
}

#[cfg(test)]
mod tests;
