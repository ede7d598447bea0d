//! Measures the time and memory that a running program uses.
//!
//! Limits should not depend on how busy the machine is. So two times are measured: the CPU time of all processes, and
//! idle time, in which the program sleeps or waits for something. Time in which a thread waits for a processor is
//! neither. The kernel counts it in `/proc/PID/task/TID/schedstat`. Time in which our own thread, at the other end of
//! the pipes, waits for a processor does not count either.
//!
//! Outside Linux, CPU time is known only after the exit, and all wall-clock time counts as idle.

use std::time::{Duration, Instant};

use super::process::Process;

/// The time and memory that a program has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// The peak memory of its largest process, in bytes.
    pub(crate) memory: u64,
    /// The most processes that it had at once.
    pub(crate) processes: usize,
    /// The CPU time of its processes, including children that they have reaped.
    pub(crate) cpu: Duration,
    /// The time in which none of its processes computed or waited for a processor.
    pub(crate) idle: Duration,
}

impl Usage {
    /// The time that counts towards limits.
    pub(crate) fn time(&self) -> Duration {
        self.cpu + self.idle
    }
}

/// Measures a program while it runs.
#[derive(Debug)]
pub(crate) struct Meter {
    used: Usage,
    start: Instant,
    last_sample: Instant,
    /// The sum of the time in which its threads computed or waited for a processor, as far as samples show it.
    accounted: Duration,
    /// The part of the next interval that a sample has accounted for already, because it passed during the sample.
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
            last_sample: now,
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

    /// The wall-clock time up to the last sample that is not accounted for. That is idle time, and the time of
    /// processes that start and exit between two samples.
    pub(crate) fn unaccounted(&self) -> Duration {
        (self.last_sample - self.start).saturating_sub(self.accounted)
    }

    /// The time since the last sample.
    pub(crate) fn age(&self) -> Duration {
        self.last_sample.elapsed()
    }

    /// Takes a sample. `may_have_waited` says whether the program may have waited for our thread.
    #[cfg(target_os = "linux")]
    pub(crate) fn sample(&mut self, process: &Process, may_have_waited: bool) {
        let interval = self.end_interval();
        let sample = self.threads.sample(process, may_have_waited);
        let sampling_time = self.last_sample.elapsed();
        self.used.memory = self.used.memory.max(sample.memory);
        self.used.processes = self.used.processes.max(sample.processes);
        self.accounted += sample.accounted;
        // A process that is not reaped by its parent takes its CPU time with it, so the sum can decrease.
        self.used.cpu = self.used.cpu.max(sample.cpu);
        let idle = self.idle(interval, &sample, sampling_time);
        self.used.idle += idle;
    }

    /// The idle time in the interval before a sample.
    ///
    /// The kernel's counters advance during a sample. So a sample may account for a part of the next interval.
    #[cfg(target_os = "linux")]
    fn idle(
        &mut self,
        interval: Duration,
        sample: &linux::Sample,
        sampling_time: Duration,
    ) -> Duration {
        let accounted = self.early + sample.accounted;
        self.early = accounted.saturating_sub(interval).min(sampling_time);
        if sample.is_busy {
            return Duration::ZERO;
        }
        interval.saturating_sub(accounted)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn sample(&mut self, _: &Process, _: bool) {
        let interval = self.end_interval();
        self.used.idle += interval;
    }

    /// Ends the interval since the last sample. Returns its length.
    fn end_interval(&mut self) -> Duration {
        let now = Instant::now();
        let interval = now - self.last_sample;
        self.last_sample = now;
        interval
    }
}

/// The peak memory of this process, in bytes. A child starts as a copy of this process, so the system counts it for the
/// child, too.
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

    /// The counters of the threads at the last sample, in nanoseconds.
    #[derive(Debug)]
    pub(super) struct Threads {
        /// How long each thread of the program had computed or waited for a processor.
        accounted: HashMap<i32, u64>,
        /// How long our own thread had waited for a processor.
        own_delay: u64,
    }

    #[derive(Debug, Default)]
    pub(super) struct Sample {
        pub(super) memory: u64,
        pub(super) processes: usize,
        pub(super) cpu: Duration,
        /// The time since the last sample in which threads of the program computed or waited for a processor, or our
        /// thread waited for one.
        pub(super) accounted: Duration,
        /// Whether a thread is runnable, or threads have started or exited, so that their waiting time is unknown.
        pub(super) is_busy: bool,
    }

    impl Threads {
        pub(super) fn new() -> Self {
            Threads {
                accounted: HashMap::new(),
                own_delay: own_delay(),
            }
        }

        pub(super) fn sample(
            &mut self,
            program: &super::super::process::Process,
            may_have_waited: bool,
        ) -> Sample {
            let mut sample = Sample::default();
            let mut ticks = 0;
            let mut accounted = HashMap::new();
            let mut nanoseconds = 0;
            let mut processes = program.processes();
            while let Some(process) = processes.pop() {
                let Ok(stat) = process.stat() else {
                    continue;
                };
                // An exited process outside the group has lost its mark. It counts only for the run that has seen it
                // alive.
                let has_lost_mark = stat.pgrp != program.leader() && stat.state == 'Z';
                if has_lost_mark && !self.accounted.contains_key(&process.pid) {
                    continue;
                }
                sample.processes += 1;
                let ticks_of_reaped = u64::try_from(stat.cutime + stat.cstime).unwrap_or(0);
                ticks += stat.utime + stat.stime + ticks_of_reaped;
                let peak = process.status().ok().and_then(|status| status.vmhwm);
                sample.memory = sample.memory.max(peak.unwrap_or(0) * 1024);
                for task in process.tasks().into_iter().flatten().flatten() {
                    sample.is_busy |= task.stat().is_ok_and(|stat| stat.state == 'R');
                    let time = task
                        .schedstat()
                        .map_or(0, |time: Schedstat| time.sum_exec_runtime + time.run_delay);
                    let time_before = self.accounted.remove(&task.tid);
                    nanoseconds += time.saturating_sub(time_before.unwrap_or(0));
                    sample.is_busy |= time_before.is_none();
                    accounted.insert(task.tid, time);
                    let children = task.children().unwrap_or_default();
                    processes.extend(children.into_iter().filter_map(process_with_id));
                }
            }
            // Threads that were not seen again have exited.
            sample.is_busy |= !self.accounted.is_empty();
            self.accounted = accounted;
            let own_delay = own_delay();
            if may_have_waited {
                nanoseconds += own_delay.saturating_sub(self.own_delay);
            }
            self.own_delay = own_delay;
            sample.accounted = Duration::from_nanos(nanoseconds);
            sample.cpu = Duration::from_millis(ticks * 1000 / procfs::ticks_per_second());
            sample
        }
    }

    fn process_with_id(pid: u32) -> Option<Process> {
        Process::new(i32::try_from(pid).ok()?).ok()
    }

    /// How long our own thread has waited for a processor, in nanoseconds.
    fn own_delay() -> u64 {
        let schedstat = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let delay = schedstat.split_whitespace().nth(1);
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
    fn a_process_that_has_left_its_group_counts_for_its_own_run() {
        let (idle_process, _pipes) = shell("exec sleep 1000");
        let computes = "n=0; while [ $n -lt 300000 ]; do n=$((n + 1)); done; echo done";
        let leaves = format!("(setsid sh -c '{computes}' &); exec sleep 1000");
        let (busy_process, (_stdin, stdout, _stderr)) = shell(&leaves);
        let mut idle_meter = Meter::new();
        let mut busy_meter = Meter::new();
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| BufReader::new(stdout).read_line(&mut String::new()));
            while !reader.is_finished() {
                sleep(milliseconds(1));
                busy_meter.sample(&busy_process, true);
            }
        });
        // The computing process exits now, and its parent does not reap it.
        for _ in 0..20 {
            sleep(milliseconds(5));
            idle_meter.sample(&idle_process, true);
            busy_meter.sample(&busy_process, true);
        }
        let [idle, busy] = [idle_meter, busy_meter].map(|meter| meter.used().cpu);
        assert!(busy >= milliseconds(100), "{busy:?}");
        assert!(idle < busy / 2, "{idle:?} of {busy:?}");
    }

    fn milliseconds(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// The idle time, in milliseconds, after these samples: the interval before each, the time accounted for, whether
    /// the program is busy, and the time that the sample takes.
    fn idle(samples: &[(u64, u64, bool, u64)]) -> u128 {
        let mut meter = Meter::new();
        let mut idle = Duration::ZERO;
        for &(interval, accounted, is_busy, sampling_time) in samples {
            let sample = linux::Sample {
                accounted: milliseconds(accounted),
                is_busy,
                ..linux::Sample::default()
            };
            let [interval, sampling_time] = [interval, sampling_time].map(milliseconds);
            idle += meter.idle(interval, &sample, sampling_time);
        }
        idle.as_millis()
    }

    #[test]
    fn time_that_passes_during_a_sample_is_accounted_for_once() {
        // The program sleeps. Our thread waits for a processor during the first sample.
        assert_eq!(idle(&[(10, 50, false, 50), (60, 0, false, 0)]), 20);
        assert_eq!(idle(&[(10, 50, true, 50), (60, 0, false, 0)]), 20);
        // Two threads compute at the same time, which says nothing about the time after that.
        assert_eq!(idle(&[(10, 20, false, 0), (10, 0, false, 0)]), 10);
        assert_eq!(idle(&[(10, 3, false, 0), (10, 4, true, 0)]), 7);
    }
}
