//! What a running program uses, read from `/proc`. Elsewhere than on Linux, only what it has used in
//! the end is known.

use std::time::Duration;

use rustix::process::Pid;

/// What a program has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// The largest amount of memory that one of its processes has had, in bytes.
    pub(crate) memory: u64,
    /// The time that its first process, and those that it has waited for, were computing.
    pub(crate) cpu: Duration,
}

/// What the program has used so far; nothing if that is not known.
#[cfg(target_os = "linux")]
pub(crate) fn of(leader: Pid) -> Usage {
    use procfs::process::Process;

    let Ok(process) = Process::new(leader.as_raw_nonzero().get()) else {
        return Usage::default();
    };
    let ticks = process.stat().map_or(0, |stat| {
        let waited_for = stat.cutime + stat.cstime;
        stat.utime + stat.stime + u64::try_from(waited_for).unwrap_or(0)
    });
    let cpu = Duration::from_secs(ticks) / procfs::ticks_per_second() as u32;
    let mut memory = 0;
    let mut family = vec![process];
    while let Some(process) = family.pop() {
        let peak = process.status().ok().and_then(|status| status.vmhwm);
        memory = memory.max(peak.unwrap_or(0) * 1024);
        let tasks = process.tasks().into_iter().flatten().flatten();
        let children = tasks.filter_map(|task| task.children().ok()).flatten();
        family.extend(children.filter_map(|pid| Process::new(pid as i32).ok()));
    }
    Usage { memory, cpu }
}

/// The largest amount of memory that this process itself has had, in bytes.
///
/// A child begins as a copy of its parent, and the system counts the parent's memory as the child's.
#[cfg(target_os = "linux")]
pub(crate) fn own_peak() -> u64 {
    let status = procfs::process::Process::myself().and_then(|myself| myself.status());
    let peak = status.ok().and_then(|status| status.vmhwm);
    peak.map_or(u64::MAX, |kibibytes| kibibytes * 1024)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn of(_: Pid) -> Usage {
    Usage::default()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn own_peak() -> u64 {
    0
}
