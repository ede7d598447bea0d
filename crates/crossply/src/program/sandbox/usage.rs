//! Measures the time and memory that a running program uses.
//!
//! Limits should not depend on how busy the machine is. So wall-clock time counts only as far as samples find the program
//! idle: no thread of it computes or waits for a processor. CPU time always counts.
//!
//! Outside Linux, CPU time is known only after the exit, and all wall-clock time counts as idle.

use std::time::{Duration, Instant};

use super::execution::Usage;
use super::process::Process;

/// The interval at which samples are taken.
pub(crate) const SAMPLING_INTERVAL: Duration = Duration::from_millis(10);

/// Measures a program while it runs.
#[derive(Debug)]
pub(crate) struct Meter {
    /// The usage at the last sample.
    pub(crate) used: Usage,
    start: Instant,
    last_sample: Instant,
}

impl Meter {
    /// A meter that starts now.
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Meter {
            used: Usage::default(),
            start: now,
            last_sample: now,
        }
    }

    /// The wall-clock time up to the last sample.
    pub(crate) fn elapsed(&self) -> Duration {
        self.last_sample - self.start
    }

    /// Takes a sample, unless the last one is new.
    pub(crate) fn sample(&mut self, process: &Process) {
        let interval = self.last_sample.elapsed();
        if interval < SAMPLING_INTERVAL {
            return;
        }
        self.last_sample += interval;
        if self.is_idle(process) {
            // Nobody knows how long it was idle if a busy machine delayed this sample.
            self.used.idle += interval.min(2 * SAMPLING_INTERVAL);
        }
    }

    /// Updates the usage except for idle time. Returns whether no thread of the program computes or waits for a processor.
    #[cfg(target_os = "linux")]
    fn is_idle(&mut self, program: &Process) -> bool {
        let mut is_idle = true;
        let mut ticks = 0;
        let mut processes = program.processes();
        let mut count = 0;
        while let Some(process) = processes.pop() {
            let Ok(stat) = process.stat() else {
                continue;
            };
            // An exited process has lost its mark, so outside the group it is unknown whose it was.
            if stat.pgrp != program.leader() && stat.state == 'Z' {
                continue;
            }
            count += 1;
            ticks += stat.utime + stat.stime + (stat.cutime + stat.cstime).max(0) as u64;
            let peak = process.status().ok().and_then(|status| status.vmhwm);
            self.used.memory = self.used.memory.max(peak.unwrap_or(0) * 1024);
            for task in process.tasks().into_iter().flatten().flatten() {
                is_idle &= task.stat().is_ok_and(|stat| stat.state != 'R');
                let children = task.children().unwrap_or_default().into_iter();
                processes.extend(
                    children.filter_map(|pid| procfs::process::Process::new(pid as i32).ok()),
                );
            }
        }
        self.used.processes = self.used.processes.max(count);
        let cpu = Duration::from_millis(ticks * 1000 / procfs::ticks_per_second());
        // A process that is not reaped by its parent takes its CPU time with it, so the sum can decrease.
        self.used.cpu = self.used.cpu.max(cpu);
        is_idle
    }

    #[cfg(not(target_os = "linux"))]
    fn is_idle(&mut self, _: &Process) -> bool {
        true
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
#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::thread::sleep;

    use super::*;
    use crate::program::sandbox::Invocation;

    fn shell(script: &str) -> (Process, super::super::process::Pipes) {
        let program = Invocation::of(["sh", "-c", script]);
        Process::start(&program).expect("there is a shell")
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
                sleep(SAMPLING_INTERVAL);
                busy_meter.sample(&busy_process);
            }
        });
        // The computing process exits now, and its parent does not reap it.
        for _ in 0..20 {
            sleep(SAMPLING_INTERVAL);
            idle_meter.sample(&idle_process);
            busy_meter.sample(&busy_process);
        }
        let [idle, busy] = [idle_meter, busy_meter].map(|meter| meter.used);
        let least = Duration::from_millis(100);
        assert!(busy.cpu >= least, "{busy:?}");
        assert!(idle.cpu < busy.cpu / 2, "{idle:?} {busy:?}");
        assert!(idle.idle >= least, "{idle:?}");
    }
}
