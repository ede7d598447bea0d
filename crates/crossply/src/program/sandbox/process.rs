//! Runs a program as a process group, and kills all its processes at the end.
//!
//! The group is killed before its leader is reaped, because until then no other process can get its ID. A child that
//! leaves the group becomes our child when its parent exits, because we are a *subreaper*. An environment variable
//! marks it.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};
use wait4::{ResUse, Wait4};

use super::execution::Invocation;

/// The environment variable that says which run a process belongs to.
const MARK: &str = "CROSSPLY_JUDGE_RUN";

/// A running program. Dropping it kills all its processes.
#[derive(Debug)]
pub(crate) struct Process {
    child: Option<Child>,
    group: Pid,
    /// The value of the environment variable.
    mark: String,
}

/// Our ends of a program's standard streams.
pub(crate) type Pipes = (ChildStdin, ChildStdout, ChildStderr);

impl Process {
    /// Starts the program.
    pub(crate) fn start(program: &Invocation) -> io::Result<(Self, Pipes)> {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        // If this fails, children that leave their group are not killed.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}{run}-", mark_prefix());
        // Held until the group is listed. Otherwise `kill_all_and_exit` could miss it.
        let mut groups = groups();
        let mut command = Command::new(&program.name);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let mut child = command
            .args(&program.arguments)
            .envs(program.variables.iter().map(|(name, value)| (name, value)))
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| spawn_error(program, &error))?;
        let group = Pid::from_child(&child);
        groups.push(group);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            unreachable!("all three are pipes")
        };
        let child = Some(child);
        let process = Process { child, group, mark };
        Ok((process, (stdin, stdout, stderr)))
    }

    /// The leader of the group, and the program's descendants that have become our children.
    #[cfg(target_os = "linux")]
    pub(crate) fn processes(&self) -> Vec<procfs::process::Process> {
        let mut processes = descendants::of(self.group, &self.mark);
        processes.extend(procfs::process::Process::new(self.leader()));
        processes
    }

    /// The process ID of the leader.
    #[cfg(target_os = "linux")]
    pub(crate) fn leader(&self) -> i32 {
        self.group.as_raw_pid()
    }

    /// Whether the leader has exited. Does not reap it.
    pub(crate) fn has_exited(&self) -> bool {
        has_exited(self.group, WaitIdOptions::NOHANG)
    }

    /// Kills the group.
    pub(crate) fn kill(&self) {
        // Fails only if the group has exited.
        let _ = rustix::process::kill_process_group(self.group, Signal::KILL);
    }

    /// Kills and reaps all processes. Returns the exit status and resource usage of the leader.
    pub(crate) fn end(mut self) -> io::Result<ResUse> {
        self.finish().expect("only `end` and `drop` finish it")
    }

    /// Kills and reaps the program's descendants that have become our children.
    pub(crate) fn kill_descendants(&self) {
        let is_only = groups().len() == 1;
        descendants::kill(Some(self.group), &self.mark, is_only);
    }

    fn finish(&mut self) -> Option<io::Result<ResUse>> {
        let child = self.child.take()?;
        self.kill();
        // The children of the leader become ours only when it has exited.
        has_exited(self.group, WaitIdOptions::empty());
        self.kill_descendants();
        // Holds the lock until the leader is reaped and no longer listed. Otherwise another thread could reap the
        // leader as a leftover, or kill another process that has got its ID.
        let mut groups = groups();
        let usage = child.wait4();
        groups.retain(|&group| group != self.group);
        Some(usage)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

/// Kills all running programs and exits. No other program can start meanwhile.
pub fn kill_all_and_exit(code: i32) -> ! {
    let groups = groups();
    for &group in groups.iter() {
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
    }
    for &group in groups.iter() {
        has_exited(group, WaitIdOptions::empty());
    }
    descendants::kill(None, &mark_prefix(), true);
    std::process::exit(code)
}

/// Kills and reaps the children that earlier programs have left behind. Does nothing while a program is running.
pub fn reap_leftovers() {
    let groups = groups();
    if groups.is_empty() {
        descendants::kill(None, &mark_prefix(), true);
    }
}

/// Whether the leader has exited. Without `NOHANG`, waits until it has. Does not reap it.
fn has_exited(leader: Pid, options: WaitIdOptions) -> bool {
    let options = options | WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    let status = rustix::process::waitid(WaitId::Pid(leader), options);
    // The only possible error is that there is no such child.
    !matches!(status, Ok(None))
}

/// The prefix of the marks of all programs that this process runs.
fn mark_prefix() -> String {
    format!("{}-", std::process::id())
}

/// The process groups of all programs that have not been reaped.
fn groups() -> MutexGuard<'static, Vec<Pid>> {
    static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn_error(program: &Invocation, error: &io::Error) -> io::Error {
    let name = program.name.to_string_lossy();
    let hint = match error.kind() {
        io::ErrorKind::NotFound if !name.contains('/') => {
            ": a program in the current folder is called ./NAME"
        }
        io::ErrorKind::NotFound if Path::new(&program.name).exists() => {
            ": it exists, but the interpreter named in its first line does not"
        }
        io::ErrorKind::PermissionDenied if Path::new(&program.name).is_dir() => {
            ": it is a folder; expected a program"
        }
        io::ErrorKind::PermissionDenied => ": if it is a program, try `chmod +x`",
        // ENOEXEC has no kind.
        _ if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            ": a script needs a first line such as #!/bin/sh"
        }
        _ => "",
    };
    io::Error::new(error.kind(), format!("cannot run `{name}`: {error}{hint}"))
}

#[cfg(target_os = "linux")]
mod descendants {
    use std::ffi::OsStr;

    use procfs::process::Process;
    use rustix::process::{Pid, Signal, WaitOptions};

    use super::MARK;

    /// The most rounds of killing. The children of a killed process become ours, and are killed in the next round.
    const MAX_ROUNDS: u32 = 100;

    /// Kills and reaps our children that are in this group, except its leader, or whose mark has this prefix. If no
    /// other program is running, also those that have removed their mark.
    pub(super) fn kill(group: Option<Pid>, mark_prefix: &str, is_only: bool) {
        let leader = group.map(Pid::as_raw_pid);
        for _ in 0..MAX_ROUNDS {
            let mut any_found = false;
            for child in children() {
                if Some(child.pid) != leader && belongs(&child, leader, mark_prefix, is_only) {
                    // Even if another thread has reaped it, its children have become ours.
                    any_found = true;
                    kill_and_reap(child.pid);
                }
            }
            if !any_found {
                return;
            }
        }
    }

    /// Our children that are in this group or have this mark, except leaders of groups.
    pub(super) fn of(group: Pid, mark: &str) -> Vec<Process> {
        let leaders: Vec<_> = super::groups()
            .iter()
            .map(|group| group.as_raw_pid())
            .collect();
        let mut children = children();
        children.retain(|child| {
            !leaders.contains(&child.pid) && belongs(child, Some(group.as_raw_pid()), mark, false)
        });
        children
    }

    /// Whether a child belongs to the program with this leader, or to any of our programs if that is `None`.
    fn belongs(child: &Process, leader: Option<i32>, mark_prefix: &str, is_only: bool) -> bool {
        let Ok(stat) = child.stat() else {
            return false;
        };
        if Some(stat.pgrp) == leader {
            return true;
        }
        let environment = child.environ().unwrap_or_default();
        if let Some(mark) = environment.get(OsStr::new(MARK)) {
            return mark.as_encoded_bytes().starts_with(mark_prefix.as_bytes());
        }
        // Only programs start sessions. An exited process has no environment any more. `procfs` reads our session,
        // because the session ID can be 0 in a container, which rustix does not allow.
        let own = Process::myself().and_then(|myself| myself.stat());
        let is_in_other_session = own.is_ok_and(|own| own.session != stat.session);
        is_in_other_session && (is_only || stat.state == 'Z')
    }

    fn kill_and_reap(pid: i32) {
        let Some(pid) = Pid::from_raw(pid) else {
            return;
        };
        // No other process can have this ID, because a child keeps its ID until it is reaped.
        if rustix::process::kill_process(pid, Signal::KILL).is_ok() {
            let _ = rustix::process::waitpid(Some(pid), WaitOptions::empty());
        }
    }

    fn children() -> Vec<Process> {
        let tasks = Process::myself().and_then(|myself| myself.tasks());
        let pids = tasks
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|task| task.children().ok())
            .flatten();
        pids.filter_map(|pid| Process::new(pid as i32).ok())
            .collect()
    }
}

/// Only Linux has subreapers, so elsewhere a descendant never becomes our child.
#[cfg(not(target_os = "linux"))]
mod descendants {
    pub(super) fn kill(_: Option<rustix::process::Pid>, _: &str, _: bool) {}
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn an_exited_program_is_not_reaped_as_a_leftover() {
        let program = Invocation::of(["true"]);
        let is_done = AtomicBool::new(false);
        let failed = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    reap_leftovers();
                    std::thread::sleep(std::time::Duration::from_micros(50));
                }
            });
            let mut runs = 0..200;
            let failed = runs.find_map(|_| run(&program).err());
            is_done.store(true, Ordering::Relaxed);
            failed
        });
        assert!(failed.is_none(), "{failed:?}");
    }

    fn run(program: &Invocation) -> io::Result<ResUse> {
        let (process, _pipes) = Process::start(program)?;
        process.end()
    }
}
