//! Compiles a source file.
//!
//! As an online judge takes one file, the compiler gets only a copy in a new folder. It processes untrusted text, so it runs
//! in the sandbox, too.

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

use self::java::{file_demanded, main_class};
use self::languages::{Language, words};
use crate::JudgeError;
use crate::tool::run_tool;
use crossply::program::{Execution, Invocation, Termination};

pub use languages::Languages;

/// The limits of the compiler. A minute is enough for the slowest, on a slow machine.
const COMPILE_TIME: Duration = Duration::from_mins(1);
const COMPILE_MEMORY: u64 = 4 << 30;

/// The program of a source.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Invocation,
    /// The folder of the compiled program, removed with the last reference; `None` if the source runs as it is.
    pub folder: Option<Arc<TempDir>>,
    /// The command that compiled it, if only the one for an older standard did.
    pub older: Option<String>,
}

/// The refusal of a compiler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompileError {
    /// The command of the compiler.
    pub command: Vec<String>,
    /// How the compiler ended.
    pub ended: String,
    /// The beginning and the end of its output.
    pub message: String,
}

/// Compiles a source, or returns the refusal of the compiler. `memory` is the memory limit in bytes, which some commands
/// contain.
///
/// # Errors
/// If the language is unknown or not installed, a file cannot be read or written, or the user interrupts it.
pub fn compile(
    source: &Path,
    languages: &Languages,
    memory: u64,
    interrupt: &AtomicBool,
) -> Result<Result<Compiled, CompileError>, JudgeError> {
    let language = languages.of(source)?;
    let text = fs::read(source).map_err(JudgeError::cannot("read", source))?;
    let mut names = Names {
        source: source.to_string_lossy().into_owned(),
        class: String::new(),
        memory: (memory >> 20).max(1),
    };
    let Some(command) = &language.compile else {
        let program = names.program(&language.run, ".");
        language.require(&program)?;
        return Ok(Ok(Compiled {
            program,
            folder: None,
            older: None,
        }));
    };
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    names.source = language.file.clone().unwrap_or(name.into_owned());
    // Otherwise the compiler would take the name for an option.
    if names.source.starts_with('-') {
        names.source.insert_str(0, "./");
    }
    let compiler = Compiler {
        language,
        text: &text,
        interrupt,
    };
    let refused = match compiler.compile(command, names.clone())? {
        Err(refused) => refused,
        done => return Ok(done),
    };
    compiler.require_that_it_works()?;
    if let Some(older) = &language.older
        && let Ok(compiled) = compiler.compile(older, names)?
    {
        let older = Some(older.clone());
        return Ok(Ok(Compiled { older, ..compiled }));
    }
    Ok(Err(refused))
}

/// The values of the placeholders in a command.
#[derive(Clone)]
struct Names {
    source: String,
    class: String,
    memory: u64,
}

impl Names {
    /// Fills in the placeholders of a command.
    fn program(&self, command: &str, folder: &str) -> Invocation {
        Invocation::of(words(command).into_iter().map(|word| {
            let word = word.replace("{program}", "{folder}/program");
            let word = word.replace("{class}", &self.class);
            let word = word.replace("{memory}", &self.memory.to_string());
            // `{folder}` comes last, because the path may contain text that looks like a placeholder.
            let parts = word
                .split("{folder}")
                .map(|part| part.replace("{source}", &self.source));
            parts.collect::<Vec<_>>().join(folder)
        }))
    }
}

/// A compiler, and the text of a source.
struct Compiler<'a> {
    language: &'a Language,
    text: &'a [u8],
    interrupt: &'a AtomicBool,
}

impl Compiler<'_> {
    /// Compiles the source with this command, and again if the compiler demands another name of the file.
    fn compile(
        &self,
        command: &str,
        mut names: Names,
    ) -> Result<Result<Compiled, CompileError>, JudgeError> {
        let mut built = self.build(command, &names)?;
        let message = built.as_ref().err().map(|refused| &*refused.message);
        if let Some(file) = message.and_then(file_demanded) {
            names.source = file;
            built = self.build(command, &names)?;
        }
        let folder = match built {
            Ok(folder) => folder,
            Err(refused) => return Ok(Err(refused)),
        };
        names.class = main_class(folder.path());
        let program = names.program(&self.language.run, &folder.path().to_string_lossy());
        self.language.require(&program)?;
        Ok(Ok(Compiled {
            program,
            folder: Some(Arc::new(folder)),
            older: None,
        }))
    }

    /// Compiles the source in a new folder.
    fn build(
        &self,
        command: &str,
        names: &Names,
    ) -> Result<Result<TempDir, CompileError>, JudgeError> {
        let folder = tempfile::tempdir().map_err(JudgeError::cannot("write", &env::temp_dir()))?;
        let copy = folder.path().join(&names.source);
        fs::write(&copy, self.text).map_err(JudgeError::cannot("write", &copy))?;
        let compiler = names.program(command, ".");
        let (ran, message) = self.run(&compiler, folder.path())?;
        if ran.termination.is_success() {
            return Ok(Ok(folder));
        }
        Ok(Err(CompileError {
            command: compiler.words(),
            ended: failure(ran.termination),
            message,
        }))
    }

    /// Runs a program of the compiler, if it is installed.
    fn run(&self, program: &Invocation, folder: &Path) -> Result<(Execution, String), JudgeError> {
        self.language.require(program)?;
        let folder = Some(folder);
        run_tool(
            folder,
            program,
            COMPILE_TIME,
            COMPILE_MEMORY,
            self.interrupt,
        )
    }

    /// Fails if the compiler cannot even print its version, because then the source is not at fault.
    fn require_that_it_works(&self) -> Result<(), JudgeError> {
        let Some(command) = &self.language.version else {
            return Ok(());
        };
        let program = Invocation::of(words(command));
        let (ran, printed) = self.run(&program, &env::temp_dir())?;
        if ran.termination.is_success() {
            return Ok(());
        }
        let fault = format!("which does not work: {}", printed.trim());
        Err(self.language.lacks(&program, fault))
    }
}

/// How a failed compiler ended, in words.
fn failure(termination: Termination) -> String {
    const MEMORY: u64 = COMPILE_MEMORY >> 30;
    match termination {
        Termination::Exited(status) => format!("with {status}"),
        Termination::MemoryLimit => {
            format!("by the judge: it took more than {MEMORY} GiB of memory")
        }
        Termination::OutputLimit => "by the judge: it printed too much".to_owned(),
        _ => format!("by the judge: it took more than {COMPILE_TIME:?}"),
    }
}

#[cfg(test)]
mod tests;
