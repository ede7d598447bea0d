//! Measures the time and memory that a language runtime takes by itself.
//!
//! A virtual machine may need more memory than the statement allows before it runs any code, and online judges allow for
//! that. So it is measured once with an empty program.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;

use crate::tool::run_tool;
use crate::{JudgeError, in_seconds};
use crossply::program::{Invocation, find};

/// A language runtime, and its use of resources on an empty program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Runtime {
    /// The name of its command.
    pub name: String,
    /// The memory allowed for it, in bytes: the measured memory, and some more if an option limits the heap, because then only
    /// the runtime itself can exceed the limit.
    pub memory: u64,
    /// CPU time, in seconds.
    #[serde(serialize_with = "in_seconds")]
    pub cpu: Duration,
}

/// Names of runtimes without a version, and arguments for an empty program.
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

/// Prefixes of options that set the memory of a runtime. The measurement uses them too.
const OPTIONS: [&str; 2] = ["-X", "--max"];

/// The memory of a virtual machine beyond the heap varies: Java's compiler and classes take some 25 MiB.
const HEAP_OPTION: &str = "-Xmx";
const SLACK: u64 = 64 << 20;

/// The measurements of a runtime, and the most time for each.
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
    let Some((name, nothing)) = empty_program(program) else {
        return Ok(None);
    };
    let mut runtime = Runtime {
        name,
        memory: 0,
        cpu: Duration::ZERO,
    };
    for _ in 0..MEASUREMENTS {
        match run_tool(None, &nothing, MEASUREMENT_TIME, u64::MAX, interrupt) {
            Ok((run, _)) if run.termination.is_success() => {
                runtime.memory = runtime.memory.max(run.memory.unwrap_or(0));
                runtime.cpu = runtime.cpu.max(run.cpu);
            }
            Err(JudgeError::Interrupted) => return Err(JudgeError::Interrupted),
            // The run of the program itself will show the cause.
            _ => return Ok(None),
        }
    }
    if limits_heap(&nothing) {
        runtime.memory += SLACK;
    }
    Ok(Some(runtime))
}

/// Whether an option of the command limits the heap.
fn limits_heap(command: &Invocation) -> bool {
    let mut options = command.arguments.iter();
    options.any(|option| option.to_string_lossy().starts_with(HEAP_OPTION))
}

/// The name of the program's runtime, and its command for an empty program.
fn empty_program(program: &Invocation) -> Option<(String, Invocation)> {
    let name = match known(&program.name) {
        Some(_) => program.name.clone(),
        None => interpreter(&find(&program.name)?)?,
    };
    let nothing = known(&name)?.iter().map(OsString::from);
    let given = program.arguments.iter();
    let options = given.take_while(|argument| argument.as_encoded_bytes().starts_with(b"-"));
    let kept = options.filter(|option| {
        let option = option.to_string_lossy();
        OPTIONS.iter().any(|known| option.starts_with(known))
    });
    let shown = Path::new(&name).file_name()?.to_string_lossy().into_owned();
    let arguments: Vec<_> = kept.cloned().chain(nothing).collect();
    let words = [name].into_iter().chain(arguments);
    Some((shown, Invocation::of(words)))
}

/// The arguments for an empty program of this runtime, if it is known.
fn known(name: &OsStr) -> Option<&'static [&'static str]> {
    let name = Path::new(name).file_name()?.to_str()?;
    let name = name.trim_end_matches(|char: char| char.is_ascii_digit() || char == '.');
    let mut runtimes = RUNTIMES.iter();
    let (_, arguments) = runtimes.find(|(known, _)| *known == name)?;
    Some(arguments)
}

/// The interpreter in a script's first line; behind `env`, the command that it runs.
fn interpreter(script: &Path) -> Option<OsString> {
    let mut beginning = Vec::new();
    let script = File::open(script).ok()?;
    script.take(256).read_to_end(&mut beginning).ok()?;
    let line = beginning.strip_prefix(b"#!")?;
    let line = line.split(|&byte| byte == b'\n').next()?;
    let mut words = str::from_utf8(line).ok()?.split_ascii_whitespace();
    let first = words.next()?;
    let is_env = Path::new(first).file_name() == Some(OsStr::new("env"));
    let named = if is_env {
        words.find(|word| !word.starts_with('-') && !word.contains('='))?
    } else {
        first
    };
    Some(named.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(words: &[&str]) -> Option<String> {
        let (_, program) = empty_program(&Invocation::of(words))?;
        Some(program.words().join(" "))
    }

    #[test]
    fn runtimes_are_known_by_their_names() {
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
            assert_eq!(nothing(words).as_deref(), expected, "{words:?}");
        }
    }

    #[test]
    fn scripts_name_theirs_in_the_first_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("script");
        let script = path.to_str().expect("text");
        for (line, expected) in [
            ("#!/usr/bin/env python3\n", Some("python3 -c ")),
            ("#!/usr/bin/env -S node --no-warnings\n", Some("node -e ")),
            ("#! /usr/bin/perl -w\n", Some("/usr/bin/perl -e ")),
            ("#!/bin/sh\n", None),
            ("\u{7f}ELF", None),
        ] {
            std::fs::write(&path, line).expect("written");
            assert_eq!(nothing(&[script]).as_deref(), expected, "{line}");
        }
    }
}
