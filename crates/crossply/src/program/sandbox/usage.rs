//! Measures the time and memory that a running program uses.
//!
//! Limits should not depend on how busy the machine is. So two times are measured: the CPU time of all processes, and idle
//! time, in which the program slept or waited for something. Time in which a thread waits for a processor is neither; the
//! kernel counts it (`/proc/PID/task/TID/schedstat`). Time in which our own thread at the pipes waits for a processor does
//! not count either.
//!
//! Outside Linux, CPU time is known only at the end, and all wall-clock time counts as idle.

use std::time::{Duration, Instant};

use super::process::Process;

/// The time and memory that a program has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// The peak memory of its largest process, in bytes.
    pub(crate) memory: u64,
    /// The CPU time of its processes, including children that they have reaped.
    pub(crate) cpu: Duration,
    /// The time in which none of its processes computed or waited for a processor.
    pub(crate) idle: Duration,
}

impl Usage {
    /// The time that counts against the program.
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
    /// The time in which its threads computed or waited for a processor, as far as samples show.
    accounted: Duration,
    /// Time of the next interval that is accounted for already, because it passed during a sample.
    #[cfg(target_os = "linux")]
    early: Duration,
    #[cfg(target_os = "linux")]
    threads: linux::Threads,
}

impl Meter {
    /// A meter that starts now.
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

    /// The usage at the last sample.
    pub(crate) fn used(&self) -> Usage {
        self.used
    }

    /// The wall-clock time up to the last sample that is not accounted for: idle time, and the time of processes that start
    /// and end between two samples.
    pub(crate) fn unaccounted(&self) -> Duration {
        (self.last - self.start).saturating_sub(self.accounted)
    }

    /// The time since the last sample.
    pub(crate) fn age(&self) -> Duration {
        self.last.elapsed()
    }

    /// Takes a sample. `waits` says that the program may have waited for our thread.
    #[cfg(target_os = "linux")]
    pub(crate) fn sample(&mut self, process: &Process, waits: bool) {
        let passed = self.pass();
        let sample = self.threads.sample(process, waits);
        let duration = self.last.elapsed();
        self.used.memory = self.used.memory.max(sample.memory);
        self.accounted += sample.accounted;
        // The CPU time of a process that its parent does not reap disappears with it.
        self.used.cpu = self.used.cpu.max(sample.cpu);
        let idle = self.idle(passed, &sample, duration);
        self.used.idle += idle;
    }

    /// The idle time in an interval of length `passed` before a sample that took `duration`.
    ///
    /// The kernel's counters run on during a sample. So a sample may account for time of the next interval.
    #[cfg(target_os = "linux")]
    fn idle(&mut self, passed: Duration, sample: &linux::Sample, duration: Duration) -> Duration {
        let accounted = self.early + sample.accounted;
        self.early = accounted.saturating_sub(passed).min(duration);
        if sample.is_busy {
            return Duration::ZERO;
        }
        passed.saturating_sub(accounted)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn sample(&mut self, _: &Process, _: bool) {
        let passed = self.pass();
        self.used.idle += passed;
    }

    /// Ends the interval since the last sample, and returns its length.
    fn pass(&mut self) -> Duration {
        let now = Instant::now();
        let passed = now - self.last;
        self.last = now;
        passed
    }
}

/// The peak memory of this process, in bytes. The system counts it for each child too, which starts as a copy.
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

    /// The counters of a program's threads at the last sample.
    #[derive(Debug)]
    pub(super) struct Threads {
        /// For each thread, the nanoseconds that it had computed or waited for a processor.
        accounted: HashMap<i32, u64>,
        /// The nanoseconds that this thread had waited for a processor.
        delayed: u64,
    }

    #[derive(Debug, Default)]
    pub(super) struct Sample {
        pub(super) memory: u64,
        pub(super) cpu: Duration,
        /// The time since the last sample in which a thread of the program computed or waited for a processor, or our
        /// thread waited for one.
        pub(super) accounted: Duration,
        /// Whether a thread is runnable, or threads have started or ended, so that their waiting time is unknown.
        pub(super) is_busy: bool,
    }

    impl Threads {
        pub(super) fn new() -> Self {
            Threads {
                accounted: HashMap::new(),
                delayed: own_delay(),
            }
        }

        pub(super) fn sample(
            &mut self,
            program: &super::super::process::Process,
            waits: bool,
        ) -> Sample {
            let mut sample = Sample::default();
            let mut ticks = 0;
            let mut accounted = HashMap::new();
            let mut new = 0;
            let mut family = program.processes();
            while let Some(process) = family.pop() {
                let Ok(stat) = process.stat() else {
                    continue;
                };
                // An ended process outside of the group has lost its mark. It counts only for the run that has seen it
                // alive.
                let has_left = stat.pgrp != program.leader() && stat.state == 'Z';
                if has_left && !self.accounted.contains_key(&process.pid) {
                    continue;
                }
                let waited_for = u64::try_from(stat.cutime + stat.cstime).unwrap_or(0);
                ticks += stat.utime + stat.stime + waited_for;
                let peak = process.status().ok().and_then(|status| status.vmhwm);
                sample.memory = sample.memory.max(peak.unwrap_or(0) * 1024);
                for task in process.tasks().into_iter().flatten().flatten() {
                    sample.is_busy |= task.stat().is_ok_and(|stat| stat.state == 'R');
                    let time = task
                        .schedstat()
                        .map_or(0, |time: Schedstat| time.sum_exec_runtime + time.run_delay);
                    let before = self.accounted.remove(&task.tid);
                    new += time.saturating_sub(before.unwrap_or(0));
                    sample.is_busy |= before.is_none();
                    accounted.insert(task.tid, time);
                    let children = task.children().unwrap_or_default();
                    family.extend(children.into_iter().filter_map(of_number));
                }
            }
            sample.is_busy |= !self.accounted.is_empty();
            self.accounted = accounted;
            let delayed = own_delay();
            if waits {
                new += delayed.saturating_sub(self.delayed);
            }
            self.delayed = delayed;
            sample.accounted = Duration::from_nanos(new);
            sample.cpu = Duration::from_millis(ticks * 1000 / procfs::ticks_per_second());
            sample
        }
    }

    fn of_number(pid: u32) -> Option<Process> {
        Process::new(i32::try_from(pid).ok()?).ok()
    }

    /// The nanoseconds that this thread has waited for a processor.
    fn own_delay() -> u64 {
        let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let delay = text.split_whitespace().nth(1);
        delay.and_then(|delay| delay.parse().ok()).unwrap_or(0)
    }
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::thread::sleep;

    use super::*;
    use crate::program::sandbox::Invocation;

    fn shell(script: &str) -> (Process, super::super::process::Pipes) {
        let program = Invocation::of(["sh", "-c", script]);
        Process::start(&program, None).expect("there is a shell")
    }

    #[test]
    fn what_a_process_used_that_has_left_its_group_counts_for_its_own_run() {
        let (idle, _pipes) = shell("exec sleep 1000");
        let computes = "n=0; while [ $n -lt 300000 ]; do n=$((n + 1)); done; echo done";
        let leaves = format!("(setsid sh -c '{computes}' &); exec sleep 1000");
        let (other, (_stdin, stdout, _stderr)) = shell(&leaves);
        let mut meters = [Meter::new(), Meter::new()];
        std::thread::scope(|scope| {
            let ended = scope.spawn(|| BufReader::new(stdout).read_line(&mut String::new()));
            while !ended.is_finished() {
                sleep(milliseconds(1));
                meters[1].sample(&other, true);
            }
        });
        // The process ends now, and its parent does not reap it.
        for _ in 0..20 {
            sleep(milliseconds(5));
            meters[0].sample(&idle, true);
            meters[1].sample(&other, true);
        }
        let [idle, other] = meters.map(|meter| meter.used().cpu);
        assert!(other >= milliseconds(100), "{other:?}");
        assert!(idle < other / 2, "{idle:?} of {other:?}");
    }

    fn milliseconds(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// The idle time after these samples. Of each: the time since the one before, the time accounted for, whether
    /// the program is busy, and how long the sample takes.
    fn idle(samples: &[(u64, u64, bool, u64)]) -> Duration {
        let mut meter = Meter::new();
        let mut idle = Duration::ZERO;
        for &(passed, accounted, is_busy, duration) in samples {
            let sample = linux::Sample {
                accounted: milliseconds(accounted),
                is_busy,
                ..linux::Sample::default()
            };
            idle += meter.idle(milliseconds(passed), &sample, milliseconds(duration));
        }
        idle
    }

    #[test]
    fn time_that_passes_during_a_sample_is_accounted_for_once() {
        // The program sleeps. During the first sample this thread waits for a processor.
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
