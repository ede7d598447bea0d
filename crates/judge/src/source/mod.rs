//! From a source file to a program that can be run.
//!
//! An online judge takes one file, so the compiler gets one: a copy in a folder of its own. Its output is kept there,
//! and used again while the source, the command and the version of the compiler stay the same. A compiler runs
//! untrusted text, so it runs as programs do: within limits, leaving nothing behind.

mod error;
mod java;
mod languages;

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use tempfile::Builder;
use xxhash_rust::xxh3::xxh3_128;

use self::java::{file_demanded, main_class};
use self::languages::{Language, words};
use crate::JudgeError;
use crate::tool::run_tool;
use crossply::program::{Invocation, Termination, find};

pub use error::SourceError;
pub use languages::Languages;

/// What the compiler may take. A minute is enough for the slowest, on a slow machine.
const COMPILE_TIME: Duration = Duration::from_mins(1);
const COMPILE_MEMORY: u64 = 4 << 30;

/// How many builds are kept; those used in the last hour are not counted.
const MOST_BUILDS: usize = 50;
const RECENT: Duration = Duration::from_hours(1);

/// What becomes of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// The program; and the command that compiled it, if the usual one refuses the source.
    Invocation(Invocation, Option<String>),
    /// The compiler refuses the source.
    CompileError(CompileError),
}

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompileError {
    /// The command that compiles.
    pub command: Vec<String>,
    /// How the compiler ended.
    pub ended: String,
    /// The beginning and the end of what it printed.
    pub message: String,
}

/// Makes a program of a source, and keeps what the compiler makes in a folder below `builds`. `memory` is the memory
/// limit in bytes, which some runtimes have to be told.
///
/// # Errors
/// If the language is not known or not installed, a file cannot be read or written, or the user interrupts it.
pub fn compile(
    source: &Path,
    languages: &Languages,
    memory: u64,
    builds: &Path,
    interrupt: &AtomicBool,
) -> Result<Compiled, SourceError> {
    let language = languages.of(source)?;
    let text = fs::read(source).map_err(JudgeError::cannot("read", source))?;
    let mut names = Names {
        source: source.to_string_lossy().into_owned(),
        class: String::new(),
        memory: (memory >> 20).max(1),
    };
    let run = language.run.as_str();
    let Some(command) = &language.compile else {
        require(language, &words(run)[0])?;
        return Ok(Compiled::Invocation(names.program(run, "."), None));
    };
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    names.source = language.file.clone().unwrap_or(name.into_owned());
    // A file that is named like an option stays a file.
    if names.source.starts_with('-') {
        names.source.insert_str(0, "./");
    }
    fs::create_dir_all(builds).map_err(JudgeError::cannot("write", builds))?;
    let version = version(language, command, builds, interrupt)?;
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let copy = names.source.clone();
    let mut compiled = |command: &str| -> Result<Compiled, SourceError> {
        names.source.clone_from(&copy);
        let key = (&text, &names.source, command, &version);
        let key = xxh3_128(format!("{key:?}").as_bytes());
        let folder = builds.join(format!("{stem}-{key:032x}"));
        let in_folder = folder.to_string_lossy();
        if !is_built(&folder, &names.program(run, &in_folder)) {
            remove_old(builds);
            if let Some(error) = names.build(command, &text, &folder, interrupt)? {
                return Ok(Compiled::CompileError(error));
            }
        }
        names.class = main_class(&folder);
        let program = names.program(run, &in_folder);
        require(language, &program.name.to_string_lossy())?;
        Ok(Compiled::Invocation(program, None))
    };
    match (compiled(command)?, &language.older) {
        (Compiled::CompileError(error), Some(older)) if !error.ended.starts_with(STOPPED) => {
            Ok(match compiled(older)? {
                Compiled::Invocation(program, _) => {
                    Compiled::Invocation(program, Some(older.clone()))
                }
                Compiled::CompileError(_) => Compiled::CompileError(error),
            })
        }
        (compiled, _) => Ok(compiled),
    }
}

/// What stands in for the names in a command.
struct Names {
    source: String,
    class: String,
    memory: u64,
}

impl Names {
    /// The program that a command of the table runs, whose `{folder}` is this one.
    fn program(&self, command: &str, folder: &str) -> Invocation {
        Invocation::of(words(command).into_iter().map(|word| {
            let word = word.replace("{program}", "{folder}/program");
            let word = word.replace("{class}", &self.class);
            let word = word.replace("{memory}", &self.memory.to_string());
            // Whatever a path contains is no name.
            let parts = word
                .split("{folder}")
                .map(|part| part.replace("{source}", &self.source));
            parts.collect::<Vec<_>>().join(folder)
        }))
    }

    /// Compiles the source with this command, and again if the compiler demands another name of the file.
    fn build(
        &mut self,
        command: &str,
        text: &[u8],
        folder: &Path,
        interrupt: &AtomicBool,
    ) -> Result<Option<CompileError>, SourceError> {
        let in_new_folder = |names: &Names| {
            let compiler = names.program(command, ".");
            build(&compiler, &names.source, text, folder, interrupt)
        };
        let refused = in_new_folder(self)?;
        let message = refused.as_ref().map(|error| &*error.message);
        match message.and_then(file_demanded) {
            Some(file) if file != self.source => {
                self.source = file;
                in_new_folder(self)
            }
            _ => Ok(refused),
        }
    }
}

/// The number of the first line that is not UTF-8, from 1. A compiler or an interpreter may refuse the source because of it.
///
/// # Errors
/// If the file cannot be read.
pub fn foreign_line(source: &Path) -> Result<Option<usize>, SourceError> {
    let text = fs::read(source).map_err(JudgeError::cannot("read", source))?;
    let mut lines = text.split(|&byte| byte == b'\n');
    let line = lines.position(|line| str::from_utf8(line).is_err());
    Ok(line.map(|line| line + 1))
}

/// Makes sure that the command is there.
fn require(language: &Language, command: &str) -> Result<(), SourceError> {
    match find(command.as_ref()) {
        Some(_) => Ok(()),
        None => Err(language.lacks(command, "which is not installed".to_owned())),
    }
}

/// What the compiler says about its version; nothing if the table has no command for that.
///
/// It is asked in the folder `builds`, near to where it will compile: a folder may choose the version.
fn version(
    language: &Language,
    compile: &str,
    builds: &Path,
    interrupt: &AtomicBool,
) -> Result<String, SourceError> {
    require(language, &words(compile)[0])?;
    let Some(command) = &language.version else {
        return Ok(String::new());
    };
    let program = Invocation::of(words(command));
    let name = program.name.to_string_lossy();
    require(language, &name)?;
    let (ran, printed) = run_tool(
        Some(builds),
        &program,
        COMPILE_TIME,
        COMPILE_MEMORY,
        interrupt,
    )?;
    if ran.termination.is_success() {
        return Ok(printed);
    }
    let fault = format!("which does not work: {}", printed.trim());
    Err(language.lacks(&name, fault))
}

/// Whether the program of a build is there. If so, it stays for a while.
fn is_built(folder: &Path, program: &Invocation) -> bool {
    let name = Path::new(&program.name);
    if name.starts_with(folder) && !name.is_file() {
        // Somebody has removed a part.
        let _ = fs::remove_dir_all(folder);
    }
    fs::File::open(folder).is_ok_and(|folder| {
        // If the time cannot be set, the folder is removed sooner.
        let _ = folder.set_modified(SystemTime::now());
        true
    })
}

/// Compiles the source in a new folder, which takes its name only if that succeeds. Returns why it does not.
fn build(
    compiler: &Invocation,
    name: &str,
    text: &[u8],
    folder: &Path,
    interrupt: &AtomicBool,
) -> Result<Option<CompileError>, SourceError> {
    let builds = folder.parent().unwrap_or(folder);
    let new = Builder::new().prefix(".new-").tempdir_in(builds);
    let new = new.map_err(JudgeError::cannot("write", builds))?;
    let copy = new.path().join(name);
    fs::write(&copy, text).map_err(JudgeError::cannot("write", &copy))?;
    let (ran, message) = run_tool(
        Some(new.path()),
        compiler,
        COMPILE_TIME,
        COMPILE_MEMORY,
        interrupt,
    )?;
    if ran.termination.is_success() {
        return match fs::rename(new.path(), folder) {
            Ok(()) => {
                let _ = new.keep();
                Ok(None)
            }
            // Another process was quicker.
            Err(_) if folder.is_dir() => Ok(None),
            Err(error) => Err(JudgeError::cannot("write", folder)(error).into()),
        };
    }
    Ok(Some(CompileError {
        command: compiler.words(),
        ended: failure(ran.termination),
        message,
    }))
}

/// How a compiler ended that was stopped.
const STOPPED: &str = "by the judge";

/// How a compiler ended that did not end well.
fn failure(termination: Termination) -> String {
    const MEMORY: u64 = COMPILE_MEMORY >> 30;
    match termination {
        Termination::Exited(status) => format!("with {status}"),
        Termination::MemoryLimit => {
            format!("{STOPPED}: it took more than {MEMORY} GiB of memory")
        }
        Termination::OutputLimit => format!("{STOPPED}: it printed too much"),
        _ => format!("{STOPPED}: it took more than {COMPILE_TIME:?}"),
    }
}

/// Removes builds that have not been used for long. That is no promise, so errors do not matter.
fn remove_old(builds: &Path) {
    let folders = fs::read_dir(builds).into_iter().flatten().flatten();
    let mut folders: Vec<_> = folders
        .filter_map(|folder| {
            let used = folder.metadata().ok()?.modified().ok()?;
            Some((used, folder.path()))
        })
        .collect();
    folders.sort_by(|one, other| other.cmp(one));
    for (used, folder) in folders.iter().skip(MOST_BUILDS) {
        let unused = used.elapsed().unwrap_or_default();
        if unused.checked_sub(RECENT).is_some() {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

#[cfg(test)]
mod tests;
