//! Compiles a source file.
//!
//! An online judge takes one file, so the compiler gets a copy of the source in a folder of its own. The source is not
//! trusted, so the compiler runs in the sandbox, too.

mod java;
mod languages;

use std::env;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use tempfile::TempDir;

use self::java::{demanded_file_name, main_class};
use self::languages::Language;
use crate::JudgeError;
use crate::tool::run_tool;
use crossply::program::{Execution, Invocation, Termination};

/// The limits of the compiler. A minute is enough for the slowest one on a slow machine.
const COMPILE_TIME: Duration = Duration::from_mins(1);
const COMPILE_MEMORY: u64 = 4 << 30;

/// A source as a program that can be run.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Invocation,
    /// The folder of the compiled program. Dropping the last reference removes it. `None` if the source runs as it is.
    pub folder: Option<Arc<TempDir>>,
}

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

/// Compiles a source, or returns why the compiler rejects it. `memory` is the memory limit in bytes, which some
/// commands contain.
///
/// # Errors
/// If the language is unknown or not installed, a file cannot be read or written, or the user interrupts it.
pub fn compile(
    source: &Path,
    memory: u64,
    interrupt: &AtomicBool,
) -> Result<Result<Compiled, CompileError>, JudgeError> {
    compile_as(Language::of(source)?, source, memory, interrupt)
}

fn compile_as(
    language: &Language,
    source: &Path,
    memory: u64,
    interrupt: &AtomicBool,
) -> Result<Result<Compiled, CompileError>, JudgeError> {
    let text = fs::read(source).map_err(JudgeError::cannot("read", source))?;
    let mut placeholders = Placeholders {
        source: source.to_string_lossy().into_owned(),
        class: String::new(),
        memory: (memory >> 20).max(1),
    };
    let Some(command) = language.compile else {
        let program = placeholders.fill(language.run, ".");
        language.require(&program)?;
        return Ok(Ok(Compiled {
            program,
            folder: None,
        }));
    };
    let file_name = source.file_name().unwrap_or_default().to_string_lossy();
    placeholders.source = language.file.unwrap_or(&file_name).into();
    // The compiler would take such a name for an option.
    if placeholders.source.starts_with('-') {
        placeholders.source.insert_str(0, "./");
    }
    let compilation = Compilation {
        language,
        text: &text,
        interrupt,
    };
    let result = compilation.compile(command, placeholders)?;
    if result.is_err() {
        compilation.require_that_it_works()?;
    }
    Ok(result)
}

/// The values of the placeholders in a command.
#[derive(Clone)]
struct Placeholders {
    source: String,
    class: String,
    /// In MiB.
    memory: u64,
}

impl Placeholders {
    /// Fills in the placeholders of a command.
    fn fill(&self, command: &str, folder: &str) -> Invocation {
        Invocation::of(split_command(command).into_iter().map(|word| {
            // `{folder}` and `{source}` come last, because these names may contain text that looks like a placeholder.
            let almost_filled = word
                .replace("{program}", "{folder}/program")
                .replace("{class}", &self.class)
                .replace("{memory}", &self.memory.to_string());
            let parts = almost_filled
                .split("{folder}")
                .map(|part| part.replace("{source}", &self.source));
            parts.collect::<Vec<_>>().join(folder)
        }))
    }
}

/// A source that is being compiled.
struct Compilation<'a> {
    language: &'a Language,
    text: &'a [u8],
    interrupt: &'a AtomicBool,
}

impl Compilation<'_> {
    /// Compiles the source with this command, and again if the compiler demands another file name.
    fn compile(
        &self,
        command: &str,
        mut placeholders: Placeholders,
    ) -> Result<Result<Compiled, CompileError>, JudgeError> {
        let mut result = self.build(command, &placeholders)?;
        if let Err(error) = &result
            && let Some(file_name) = demanded_file_name(&error.message)
        {
            placeholders.source = file_name;
            result = self.build(command, &placeholders)?;
        }
        let folder = match result {
            Ok(folder) => folder,
            Err(error) => return Ok(Err(error)),
        };
        placeholders.class = main_class(folder.path());
        let program = placeholders.fill(self.language.run, &folder.path().to_string_lossy());
        self.language.require(&program)?;
        Ok(Ok(Compiled {
            program,
            folder: Some(Arc::new(folder)),
        }))
    }

    /// Compiles the source in a new folder.
    fn build(
        &self,
        command: &str,
        placeholders: &Placeholders,
    ) -> Result<Result<TempDir, CompileError>, JudgeError> {
        let folder = tempfile::tempdir().map_err(JudgeError::cannot("write", &env::temp_dir()))?;
        let copy = folder.path().join(&placeholders.source);
        fs::write(&copy, self.text).map_err(JudgeError::cannot("write", &copy))?;
        let compiler = placeholders.fill(command, ".");
        let (execution, message) = self.run(&compiler, folder.path())?;
        if execution.termination.is_success() {
            return Ok(Ok(folder));
        }
        Ok(Err(CompileError {
            command: compiler.words(),
            ended: ending_in_words(execution.termination),
            message,
        }))
    }

    /// Runs a command of the compiler, if it is installed.
    fn run(&self, program: &Invocation, folder: &Path) -> Result<(Execution, String), JudgeError> {
        self.language.require(program)?;
        let program = Invocation {
            folder: Some(folder.to_owned()),
            ..program.clone()
        };
        run_tool(&program, COMPILE_TIME, COMPILE_MEMORY, self.interrupt)
    }

    /// Fails if the compiler cannot even print its version, because then the source is not at fault.
    fn require_that_it_works(&self) -> Result<(), JudgeError> {
        let program = Invocation::of(split_command(self.language.version));
        let (execution, printed) = self.run(&program, &env::temp_dir())?;
        if execution.termination.is_success() {
            return Ok(());
        }
        let fault = format!("which does not work: {}", printed.trim());
        Err(self.language.no_compiler(&program, fault))
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
