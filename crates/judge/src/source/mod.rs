//! From a source file to a program that can be run.
//!
//! An online judge takes one file, so the compiler gets one: a copy in a folder of its own. What it makes is kept there,
//! and used again while the source, the command and the version of the compiler stay the same. A compiler runs untrusted
//! text, so it runs as programs do: within limits, and nothing of it is left behind.

mod java;
mod languages;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use schemars::JsonSchema;
use serde::Serialize;
use tempfile::Builder;
use xxhash_rust::xxh3::xxh3_128;

use self::java::{file_demanded, main_class};
use self::languages::{Language, words};
use crate::execution::{Execution, Interactor, Program, RunLimits, Termination};
use crate::processes::execute_in;
use crate::runtime::find;
use crate::{Excerpt, JudgeError};

pub use languages::Languages;

/// What the compiler may take. A minute is enough for the slowest, on a slow machine.
const COMPILE_TIME: Duration = Duration::from_mins(1);
const COMPILE_TIME_WITH_WAITING: Duration = Duration::from_mins(2);
const COMPILE_GIBIBYTES: u64 = 4;
const COMPILE_OUTPUT: u64 = 1 << 20;

/// How many builds are kept; those used in the last hour are not counted.
const MOST_BUILDS: usize = 50;
const RECENT: Duration = Duration::from_hours(1);

/// What becomes of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// The program.
    Program(Program),
    /// The compiler refuses the source.
    CompileError(CompileError),
}

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CompileError {
    /// The command that compiles.
    pub command: Vec<String>,
    /// How the compiler ended.
    pub ended: String,
    /// The beginning and the end of what it printed.
    pub message: String,
}

/// Why a source is not judged. The source is not at fault.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The source or a file of languages cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// No language has this ending.
    #[error(
        "{} has no ending that says its language; known are {known}", path.display()
    )]
    UnknownEnding {
        /// The source.
        path: PathBuf,
        /// The known endings.
        known: String,
    },
    /// A file of languages is faulty.
    #[error("{}: {message}", path.display())]
    Configuration {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
    /// The compiler or interpreter is not installed, or does not work.
    #[error("{language} needs `{command}`, {fault}")]
    NoCompiler {
        /// The language.
        language: String,
        /// The compiler or interpreter.
        command: String,
        /// What is wrong with it.
        fault: String,
        /// How to install it.
        install: Option<String>,
    },
    /// What was compiled cannot be kept.
    #[error("cannot write {}", path.display())]
    CannotKeep {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The compiler cannot be run.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

impl SourceError {
    fn unreadable(path: &Path, source: io::Error) -> Self {
        SourceError::Unreadable {
            path: path.to_owned(),
            source,
        }
    }

    fn cannot_keep(path: &Path, source: io::Error) -> Self {
        SourceError::CannotKeep {
            path: path.to_owned(),
            source,
        }
    }
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
    let text = fs::read(source).map_err(|error| SourceError::unreadable(source, error))?;
    let mut names = Names {
        source: source.to_string_lossy().into_owned(),
        class: String::new(),
        memory: (memory >> 20).max(1),
    };
    let run = language.run.as_str();
    let Some(command) = &language.compile else {
        require(language, &words(run)[0])?;
        return Ok(Compiled::Program(names.program(run, ".")));
    };
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    names.source = language.file.clone().unwrap_or(name.into_owned());
    // A file that is named like an option stays a file.
    if names.source.starts_with('-') {
        names.source.insert_str(0, "./");
    }
    fs::create_dir_all(builds).map_err(|error| SourceError::cannot_keep(builds, error))?;
    let version = version(language, command, builds, interrupt)?;
    let key = (&text, &names.source, command, &version);
    let key = xxh3_128(format!("{key:?}").as_bytes());
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
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
    Ok(Compiled::Program(program))
}

/// What stands in for the names in a command.
struct Names {
    source: String,
    class: String,
    memory: u64,
}

impl Names {
    /// The program that a command of the table runs, whose `{folder}` is this one.
    fn program(&self, command: &str, folder: &str) -> Program {
        let mut words = words(command).into_iter().map(|word| {
            let word = word.replace("{program}", "{folder}/program");
            let word = word.replace("{class}", &self.class);
            let word = word.replace("{memory}", &self.memory.to_string());
            // Whatever a path contains is no name.
            let parts = word
                .split("{folder}")
                .map(|part| part.replace("{source}", &self.source));
            parts.collect::<Vec<_>>().join(folder)
        });
        Program {
            name: words.next().unwrap_or_default().into(),
            arguments: words.map(Into::into).collect(),
        }
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
        match refused
            .as_ref()
            .and_then(|error| file_demanded(&error.message))
        {
            Some(file) if file != self.source => {
                self.source = file;
                in_new_folder(self)
            }
            _ => Ok(refused),
        }
    }
}

/// Makes sure that the command is there.
fn require(language: &Language, command: &str) -> Result<(), SourceError> {
    if find(command.as_ref()).is_some() {
        return Ok(());
    }
    Err(no_compiler(
        language,
        command,
        "which is not installed".to_owned(),
    ))
}

fn no_compiler(language: &Language, command: &str, fault: String) -> SourceError {
    SourceError::NoCompiler {
        language: language.name.clone(),
        command: command.to_owned(),
        fault,
        install: language.install.clone(),
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
    let words = words(command);
    require(language, &words[0])?;
    let mut words = words.into_iter();
    let name = words.next().unwrap_or_default();
    let program = Program {
        name: name.clone().into(),
        arguments: words.map(Into::into).collect(),
    };
    let (ran, printed) = run(&program, builds, interrupt)?;
    if failure(ran.termination).is_none() {
        return Ok(printed);
    }
    let fault = format!("which does not work: {}", printed.trim());
    Err(no_compiler(language, &name, fault))
}

/// Whether the program of a build is there. If so, it stays for a while.
fn is_built(folder: &Path, program: &Program) -> bool {
    let name = Path::new(&program.name);
    if name.starts_with(folder) && !name.is_file() {
        // Somebody has removed a part.
        let _ = fs::remove_dir_all(folder);
    }
    let now = fs::FileTimes::new().set_modified(SystemTime::now());
    fs::File::open(folder).is_ok_and(|folder| {
        // If the time cannot be set, the folder is removed sooner.
        let _ = folder.set_times(now);
        true
    })
}

/// Compiles the source in a new folder, which takes its name only if that succeeds. Returns why it does not.
fn build(
    compiler: &Program,
    name: &str,
    text: &[u8],
    folder: &Path,
    interrupt: &AtomicBool,
) -> Result<Option<CompileError>, SourceError> {
    let builds = folder.parent().unwrap_or(folder);
    let new = Builder::new().prefix(".new-").tempdir_in(builds);
    let new = new.map_err(|error| SourceError::cannot_keep(builds, error))?;
    let copy = new.path().join(name);
    fs::write(&copy, text).map_err(|error| SourceError::cannot_keep(&copy, error))?;
    let (ran, message) = run(compiler, new.path(), interrupt)?;
    let Some(ended) = failure(ran.termination) else {
        return match fs::rename(new.path(), folder) {
            Ok(()) => {
                let _ = new.keep();
                Ok(None)
            }
            // Another process was quicker.
            Err(_) if folder.is_dir() => Ok(None),
            Err(error) => Err(SourceError::cannot_keep(folder, error)),
        };
    };
    let words = std::iter::once(&compiler.name).chain(&compiler.arguments);
    Ok(Some(CompileError {
        command: words
            .map(|word| word.to_string_lossy().into_owned())
            .collect(),
        ended,
        message,
    }))
}

/// How a compiler ended, if it did not end well.
fn failure(termination: Termination) -> Option<String> {
    let ended = match termination {
        Termination::Exited(status) if status.success() => return None,
        Termination::Exited(status) => format!("with {status}"),
        Termination::TimeLimit(_) | Termination::CutOff => {
            format!("by the judge: it took more than {COMPILE_TIME:?}")
        }
        Termination::MemoryLimit => {
            format!("by the judge: it took more than {COMPILE_GIBIBYTES} GiB of memory")
        }
        Termination::OutputLimit => "by the judge: it printed too much".to_owned(),
        Termination::Gone => "before it began".to_owned(),
    };
    Some(ended)
}

/// Runs a compiler, and returns what it printed.
fn run(
    program: &Program,
    folder: &Path,
    interrupt: &AtomicBool,
) -> Result<(Execution, String), JudgeError> {
    let run_limits = RunLimits {
        cpu: COMPILE_TIME,
        time: COMPILE_TIME_WITH_WAITING,
        stall: Duration::MAX,
        deadline: None,
        budget: Duration::MAX,
        memory: COMPILE_GIBIBYTES << 30,
        stdout: COMPILE_OUTPUT,
        stderr: COMPILE_OUTPUT,
    };
    let mut listener = Listener(Excerpt::default());
    let ran = execute_in(Some(folder), program, &run_limits, &mut listener, interrupt)?;
    let printed = format!("{}{}", ran.stderr.text(), listener.0.text());
    Ok((ran, printed))
}

/// Writes no input and keeps the output.
struct Listener(Excerpt);

impl Interactor for Listener {
    fn input(&mut self, _: &mut Vec<u8>) {}

    fn output(&mut self, bytes: &[u8]) -> bool {
        self.0.append(bytes);
        true
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
