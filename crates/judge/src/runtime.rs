//! Measures the time and memory that a language runtime takes by itself.
//!
//! A virtual machine may need more memory than the statement allows before it runs any code, and online judges make
//! allowance for that. So an empty program is measured first.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crossply::program::Invocation;
use serde::{Serialize, Serializer};

use crate::tool::run_tool;

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

/// The option that limits the heap.
const HEAP_OPTION: &[u8] = b"-Xmx";
/// The margin for memory outside the heap, which varies: Java's compiler and classes take some 25 MiB.
const OUTSIDE_HEAP: u64 = 64 << 20;

/// How often a runtime is measured, and how long each measurement may take.
const MEASUREMENTS: u32 = 2;
const MEASUREMENT_TIME: Duration = Duration::from_secs(10);

impl Runtime {
    /// Measures the program's runtime, if it is known.
    ///
    /// # Errors
    /// If the user interrupts it, or a runtime cannot be run.
    pub(crate) fn measure(
        program: &Invocation,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Option<Self>> {
        let Some((name, empty_program)) = empty_program(program) else {
            return Ok(None);
        };
        let mut runtime = Runtime {
            name: name.to_owned(),
            memory: 0,
            cpu: Duration::ZERO,
        };
        for _ in 0..MEASUREMENTS {
            let (run, _) = run_tool(&empty_program, MEASUREMENT_TIME, u64::MAX, interrupt)?;
            if !run.termination.is_success() {
                // The run of the program itself will show why.
                return Ok(None);
            }
            runtime.memory = runtime.memory.max(run.used.memory);
            runtime.cpu = runtime.cpu.max(run.used.cpu);
        }
        let mut options = empty_program.arguments.iter();
        if options.any(|option| begins_with(option, HEAP_OPTION)) {
            runtime.memory += OUTSIDE_HEAP;
        }
        Ok(Some(runtime))
    }
}

/// The name of the program's runtime, and the command that runs an empty program in it.
fn empty_program(program: &Invocation) -> Option<(&str, Invocation)> {
    let name = Path::new(&program.name).file_name()?.to_str()?;
    let without_version = name.trim_end_matches(|char: char| char.is_ascii_digit() || char == '.');
    let nothing: &[&str] = match without_version {
        "java" => &["-version"],
        "dotnet" => &["--version"],
        "deno" => &["eval", ""],
        "php" => &["-r", ""],
        "python" | "pypy" => &["-c", ""],
        "node" | "nodejs" | "bun" | "julia" | "lua" | "perl" | "ruby" => &["-e", ""],
        _ => return None,
    };
    // The empty program gets the options that set a runtime's memory, too.
    let options = program
        .arguments
        .iter()
        .take_while(|word| begins_with(word, b"-"))
        .filter(|word| begins_with(word, b"-X") || begins_with(word, b"--max"));
    let mut words = vec![program.name.clone()];
    words.extend(options.cloned());
    words.extend(nothing.iter().map(OsString::from));
    Some((name, Invocation::of(words)))
}

fn begins_with(word: &OsStr, prefix: &[u8]) -> bool {
    word.as_encoded_bytes().starts_with(prefix)
}

/// Serialises a time as a number of seconds.
fn in_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let program = Invocation::of(words);
            let empty = empty_program(&program).map(|(_, empty)| empty.words().join(" "));
            assert_eq!(empty.as_deref(), expected, "{words:?}");
        }
    }
}
