//! Measures the time and memory that a language runtime takes by itself.
//!
//! A virtual machine may need more memory than the statement allows before it runs any code, and online judges make
//! allowance for that. So an empty program is measured first.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;

use crate::tool::run_tool;
use crate::{JudgeError, in_seconds};
use crossply::program::Invocation;

/// A language runtime, and the resources that an empty program takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Runtime {
    /// The name of its command.
    pub name: String,
    /// The memory to allow for it, in bytes: the measured memory, plus a margin if an option limits the heap, because
    /// then only the runtime itself can exceed the memory limit.
    pub memory: u64,
    /// The CPU time; serialised in seconds.
    #[serde(serialize_with = "in_seconds")]
    pub cpu: Duration,
}

/// The names of runtimes, without a version, and the arguments for an empty program.
const RUNTIMES: [(&str, &[&str]); 13] = [
    ("java", &["-version"]),
    ("node", &["-e", ""]),
    ("nodejs", &["-e", ""]),
    ("bun", &["-e", ""]),
    ("deno", &["eval", ""]),
    ("dotnet", &["--version"]),
    ("julia", &["-e", ""]),
    ("lua", &["-e", ""]),
    ("perl", &["-e", ""]),
    ("php", &["-r", ""]),
    ("pypy", &["-c", ""]),
    ("python", &["-c", ""]),
    ("ruby", &["-e", ""]),
];

/// The prefixes of options that set a runtime's memory. The empty program gets them, too.
const MEMORY_OPTIONS: [&str; 2] = ["-X", "--max"];

/// The option that limits the heap.
const HEAP_OPTION: &str = "-Xmx";
/// The margin for memory outside the heap, which varies: Java's compiler and classes take some 25 MiB.
const OUTSIDE_HEAP: u64 = 64 << 20;

/// How often a runtime is measured, and how long each measurement may take.
const MEASUREMENTS: u32 = 2;
const MEASUREMENT_TIME: Duration = Duration::from_secs(10);

/// Measures the program's runtime, if it is known.
///
/// # Errors
/// If the user interrupts it.
pub fn measure(
    program: &Invocation,
    interrupt: &AtomicBool,
) -> Result<Option<Runtime>, JudgeError> {
    let Some((name, empty_program)) = empty_program(program) else {
        return Ok(None);
    };
    let mut runtime = Runtime {
        name,
        memory: 0,
        cpu: Duration::ZERO,
    };
    for _ in 0..MEASUREMENTS {
        match run_tool(&empty_program, MEASUREMENT_TIME, u64::MAX, interrupt) {
            Ok((run, _)) if run.termination.is_success() => {
                runtime.memory = runtime.memory.max(run.memory.unwrap_or(0));
                runtime.cpu = runtime.cpu.max(run.cpu);
            }
            Err(JudgeError::Interrupted) => return Err(JudgeError::Interrupted),
            // If the runtime does not work, the run of the program itself will show why.
            _ => return Ok(None),
        }
    }
    if limits_heap(&empty_program) {
        runtime.memory += OUTSIDE_HEAP;
    }
    Ok(Some(runtime))
}

/// Whether an option of the command limits the heap.
fn limits_heap(command: &Invocation) -> bool {
    command
        .arguments
        .iter()
        .any(|option| option.to_string_lossy().starts_with(HEAP_OPTION))
}

/// The name of the program's runtime, and its command for an empty program.
fn empty_program(program: &Invocation) -> Option<(String, Invocation)> {
    let arguments = empty_program_arguments(&program.name)?.iter();
    let options = program
        .arguments
        .iter()
        .take_while(|argument| argument.as_encoded_bytes().starts_with(b"-"));
    let memory_options = options.filter(|option| {
        let option = option.to_string_lossy();
        MEMORY_OPTIONS
            .iter()
            .any(|prefix| option.starts_with(prefix))
    });
    let name = Path::new(&program.name)
        .file_name()?
        .to_string_lossy()
        .into();
    let mut words = vec![program.name.clone()];
    words.extend(memory_options.cloned());
    words.extend(arguments.map(OsString::from));
    Some((name, Invocation::of(words)))
}

/// The arguments for an empty program of this runtime, if it is known.
fn empty_program_arguments(name: &OsStr) -> Option<&'static [&'static str]> {
    let name = Path::new(name).file_name()?.to_str()?;
    let name = name.trim_end_matches(|char: char| char.is_ascii_digit() || char == '.');
    let (_, arguments) = RUNTIMES.iter().find(|(runtime, _)| *runtime == name)?;
    Some(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty_program_of(words: &[&str]) -> Option<String> {
        let (_, program) = empty_program(&Invocation::of(words))?;
        Some(program.words().join(" "))
    }

    #[test]
    fn runtimes_are_recognised_by_their_names() {
        for (words, expected) in [
            (&["python3", "a.py"][..], Some("python3 -c ")),
            (&["/opt/python3.12", "a.py"], Some("/opt/python3.12 -c ")),
            (
                &["java", "-Xmx16m", "-cp", ".", "Main", "-Xfor-main"],
                Some("java -Xmx16m -version"),
            ),
            (&["./javac"], None),
            (&["true"], None),
        ] {
            assert_eq!(empty_program_of(words).as_deref(), expected, "{words:?}");
        }
    }
}
