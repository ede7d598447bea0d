//! Processes, and the processor time that they and all their descendants take.
//!
//! The system counts what a process used once somebody has waited for it. AFL++ need not wait for the server that forks its
//! targets. So another process stands between: orphans become its children, and it waits for them. It is this program
//! again, with [`ALL_OF`] as its first argument.

use std::env;
use std::io::Read;
use std::process::{Command, Stdio};

use anyhow::Context;
use rustix::process::{WaitOptions, wait};
use wait4::Wait4;

/// The first argument of this program if it stands between. The command follows.
const ALL_OF: &str = "--all-of";

/// What a command printed to the standard error, and what it used.
pub(crate) struct Ended {
    pub(crate) errors: String,
    /// User and system time, with that of all descendants.
    pub(crate) seconds: f64,
}

/// Runs the command, and waits for all its descendants.
pub(crate) fn run(command: &Command) -> anyhow::Result<Ended> {
    let mut between = Command::new(env::current_exe()?);
    between.arg(ALL_OF).arg(command.get_program());
    between.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => between.env(name, value),
            None => between.env_remove(name),
        };
    }
    between.stdin(Stdio::null()).stdout(Stdio::null());
    let mut between = between.stderr(Stdio::piped()).spawn()?;
    let mut errors = Vec::new();
    let mut pipe = between.stderr.take().context("a pipe")?;
    pipe.read_to_end(&mut errors)?;
    let used = between.wait4()?.rusage;
    Ok(Ended {
        errors: String::from_utf8_lossy(&errors).into_owned(),
        seconds: (used.utime + used.stime).as_secs_f64(),
    })
}

/// Does what this process is there for if it stands between, and says whether it does.
pub(crate) fn stands_between() -> anyhow::Result<bool> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != ALL_OF) {
        return Ok(false);
    }
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let program = arguments.next().context("a command")?;
    let mut command = Command::new(&program);
    // How it ended does not matter: a session ends with a crash.
    let ended = command.args(arguments).status();
    ended.with_context(|| program.display().to_string())?;
    while wait(WaitOptions::empty()).is_ok() {}
    Ok(true)
}
