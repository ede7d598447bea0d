//! What a running program uses: the time that is its own, and memory.
//!
//! A judge limits what a program does, not what the machine does to it. So two times are measured: that
//! of computing, of all its processes; and that in which it could have computed and did not, because it
//! slept or waited for something. The time in which it waited for a processor is in neither: the kernel
//! counts that for each thread (`/proc/PID/task/TID/schedstat`). Nor is the time in which this thread, which
//! writes the input and reads the output, waited for a processor itself.
//!
//! Elsewhere than on Linux, what has been used is known in the end only, and all time counts as idle.

use std::time::{Duration, Instant};

use crate::process::Process;

/// What a program has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// The largest amount of memory that one of its processes has had, in bytes.
    pub(crate) memory: u64,
    /// The time that its processes were computing, and those that they have waited for.
    pub(crate) cpu: Duration,
    /// The time that none of them was computing or waited for a processor.
    pub(crate) idle: Duration,
}

impl Usage {
    /// The time that the program is answerable for.
    pub(crate) fn time(&self) -> Duration {
        self.cpu + self.idle
    }
}

/// Measures a program while it runs.
#[derive(Debug)]
pub(crate) struct Meter {
    used: Usage,
    start: Instant,
    last: Instant,
    /// For how long its threads are known to have computed or waited for a processor.
    accounted: Duration,
    /// What has been accounted for too early: it passed while this thread was looking.
    #[cfg(target_os = "linux")]
    early: Duration,
    #[cfg(target_os = "linux")]
    threads: linux::Threads,
}

impl Meter {
    /// Begins now.
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Meter {
            used: Usage::default(),
            start: now,
            last: now,
            accounted: Duration::ZERO,
            #[cfg(target_os = "linux")]
            early: Duration::ZERO,
            #[cfg(target_os = "linux")]
            threads: linux::Threads::new(),
        }
    }

    /// What has been used until the last look.
    pub(crate) fn used(&self) -> Usage {
        self.used
    }

    /// How much of the time on the clock is not accounted for, up to that look.
    ///
    /// It grows with the time in which a program is idle, and with that of processes that come and go
    /// between looks.
    pub(crate) fn unaccounted(&self) -> Duration {
        (self.last - self.start).saturating_sub(self.accounted)
    }

    /// How long ago that was.
    pub(crate) fn age(&self) -> Duration {
        self.last.elapsed()
    }

    /// Looks at what has been used.
    #[cfg(target_os = "linux")]
    pub(crate) fn look(&mut self, process: &Process) {
        let passed = self.pass();
        let seen = self.threads.look(process);
        let looking = self.last.elapsed();
        self.used.memory = self.used.memory.max(seen.memory);
        self.accounted += seen.accounted;
        // A process that nobody waits for takes its time with it.
        self.used.cpu = self.used.cpu.max(seen.cpu);
        let idle = self.idle(passed, &seen, looking);
        self.used.idle += idle;
    }

    /// How much of the time that passed before a look, which took so long itself, the program was idle.
    ///
    /// What is seen is accounted for up to the end of the look. So a look in whose middle this thread had to wait
    /// for a processor has accounted for time that passes before the next.
    #[cfg(target_os = "linux")]
    fn idle(&mut self, passed: Duration, seen: &linux::Seen, looking: Duration) -> Duration {
        let accounted = self.early + seen.accounted;
        self.early = accounted.saturating_sub(passed).min(looking);
        if seen.is_busy {
            return Duration::ZERO;
        }
        passed.saturating_sub(accounted)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn look(&mut self, _: &Process) {
        self.used.idle += self.pass();
    }

    /// The time since the last look.
    fn pass(&mut self) -> Duration {
        let now = Instant::now();
        let passed = now - self.last;
        self.last = now;
        passed
    }
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
pub(crate) fn own_peak() -> u64 {
    0
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::HashMap;
    use std::fs;
    use std::time::Duration;

    use procfs::process::{Process, Schedstat};

    /// What is known of the threads of a program, to see what has changed.
    #[derive(Debug)]
    pub(super) struct Threads {
        /// For how many nanoseconds each had computed, or waited for a processor.
        accounted: HashMap<i32, u64>,
        /// How long this thread had waited for a processor.
        delayed: u64,
    }

    /// What there is to see at a look.
    #[derive(Debug, Default)]
    pub(super) struct Seen {
        pub(super) memory: u64,
        pub(super) cpu: Duration,
        /// For how long, since the last look, a thread is known to have computed or to have waited for a
        /// processor, or this one to have done so.
        pub(super) accounted: Duration,
        /// Whether a thread wants to compute, or threads have come and gone: how long those waited is not
        /// known.
        pub(super) is_busy: bool,
    }

    impl Threads {
        pub(super) fn new() -> Self {
            Threads {
                accounted: HashMap::new(),
                delayed: own_delay(),
            }
        }

        pub(super) fn look(&mut self, program: &crate::process::Process) -> Seen {
            let mut seen = Seen::default();
            let mut ticks = 0;
            let mut accounted = HashMap::new();
            let mut new = 0;
            let mut family = program.processes();
            while let Some(process) = family.pop() {
                let Ok(stat) = process.stat() else {
                    continue;
                };
                let waited_for = u64::try_from(stat.cutime + stat.cstime).unwrap_or(0);
                ticks += stat.utime + stat.stime + waited_for;
                let peak = process.status().ok().and_then(|status| status.vmhwm);
                seen.memory = seen.memory.max(peak.unwrap_or(0) * 1024);
                for task in process.tasks().into_iter().flatten().flatten() {
                    seen.is_busy |= task.stat().is_ok_and(|stat| stat.state == 'R');
                    let time = task
                        .schedstat()
                        .map_or(0, |time: Schedstat| time.sum_exec_runtime + time.run_delay);
                    let before = self.accounted.remove(&task.tid);
                    new += time.saturating_sub(before.unwrap_or(0));
                    seen.is_busy |= before.is_none();
                    accounted.insert(task.tid, time);
                    let children = task.children().unwrap_or_default();
                    family.extend(children.into_iter().filter_map(of_number));
                }
            }
            seen.is_busy |= !self.accounted.is_empty();
            self.accounted = accounted;
            let delayed = own_delay();
            new += delayed.saturating_sub(self.delayed);
            self.delayed = delayed;
            seen.accounted = Duration::from_nanos(new);
            seen.cpu = Duration::from_millis(ticks * 1000 / procfs::ticks_per_second());
            seen
        }
    }

    fn of_number(pid: u32) -> Option<Process> {
        Process::new(i32::try_from(pid).ok()?).ok()
    }

    /// For how many nanoseconds this thread has waited for a processor.
    fn own_delay() -> u64 {
        let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let delay = text.split_whitespace().nth(1);
        delay.and_then(|delay| delay.parse().ok()).unwrap_or(0)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn milliseconds(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// How long a program was idle, by looks: how long before them the last was, what they account for, whether
    /// the program is busy, and how long they take.
    fn idle(looks: &[(u64, u64, bool, u64)]) -> Duration {
        let mut meter = Meter::new();
        let mut idle = Duration::ZERO;
        for &(passed, accounted, is_busy, looking) in looks {
            let seen = linux::Seen {
                accounted: milliseconds(accounted),
                is_busy,
                ..linux::Seen::default()
            };
            idle += meter.idle(milliseconds(passed), &seen, milliseconds(looking));
        }
        idle
    }

    #[test]
    fn what_passes_during_a_look_is_accounted_for_once() {
        // The program sleeps. In the first look this thread waits for a processor.
        assert_eq!(
            idle(&[(10, 50, false, 50), (60, 0, false, 0)]),
            milliseconds(20)
        );
        assert_eq!(
            idle(&[(10, 50, true, 50), (60, 0, false, 0)]),
            milliseconds(20)
        );
        // Two threads compute at the same time, which says nothing about the time after that.
        assert_eq!(
            idle(&[(10, 20, false, 0), (10, 0, false, 0)]),
            milliseconds(10)
        );
        assert_eq!(
            idle(&[(10, 3, false, 0), (10, 4, true, 0)]),
            milliseconds(7)
        );
    }
}
