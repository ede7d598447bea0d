//! Runs a program once, within limits.
//!
//! One thread polls all pipes. So a program that buffers its output or leaves input unread cannot block us, and memory
//! is bounded. A run ends when the program has exited and its output has been read, even if a child keeps the pipe
//! open.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::excerpt::Excerpt;
use super::execution::{Execution, Invocation, RunLimits, Termination};
use super::process::Process;
use super::usage::{self, Meter, SAMPLING_INTERVAL};

/// Runs the program on this input. `output` takes what the program prints, and returns whether that completes an answer.
///
/// # Errors
/// If the program cannot be run. The error says why, perhaps with a tip.
pub fn execute(
    program: &Invocation,
    run_limits: &RunLimits,
    input: &[u8],
    output: &mut dyn FnMut(&[u8]) -> bool,
    interrupt: &AtomicBool,
) -> io::Result<Execution> {
    let (process, (stdin, stdout, stderr)) = Process::start(program)?;
    for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
        rustix::io::ioctl_fionbio(pipe, true)?;
        // A larger pipe is faster. If the system refuses it, a smaller one is enough.
        #[cfg(target_os = "linux")]
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
    }
    let mut run = RunMonitor {
        process,
        limits: run_limits,
        stdin: Some(stdin),
        stdout: Some(stdout),
        stderr: Some(stderr),
        input,
        output,
        printed: 0,
        stderr_excerpt: Excerpt::default(),
        meter: Meter::new(),
        last_progress: (Instant::now(), Duration::ZERO),
        buffer: vec![0; BUFFER],
    };
    let termination = run.wait_for_end(interrupt)?;
    run.finish(termination)
}

/// A run may take this many times the limit of CPU time and idle time in wall-clock time, because a busy machine leaves the
/// program little of each processor. Samples do not see a process that starts and exits between two of them.
const WALL_FACTOR: u32 = 20;

/// How long to wait for output after the program has exited, and again after its children have been killed.
const GRACE: Duration = Duration::from_millis(40);

/// How often to look whether a program that has closed its output has exited, because no pipe reports that.
const EXIT_WAIT: Duration = Duration::from_micros(200);

/// The bytes to read at once.
const BUFFER: usize = 1 << 16;

/// A run in progress. A pipe is `None` once it is closed.
struct RunMonitor<'a> {
    process: Process,
    limits: &'a RunLimits,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// The input that has not been written.
    input: &'a [u8],
    output: &'a mut dyn FnMut(&[u8]) -> bool,
    /// The bytes that the program has printed on standard output.
    printed: u64,
    stderr_excerpt: Excerpt,
    meter: Meter,
    /// When the program last took input or answered something, and the time that it had used by then.
    last_progress: (Instant, Duration),
    buffer: Vec<u8>,
}

impl RunMonitor<'_> {
    /// Runs the program until it has exited and its output has been read, or until it exceeds a limit. Returns a
    /// placeholder for an exit status, which is known only when the program is reaped.
    fn wait_for_end(&mut self, interrupt: &AtomicBool) -> io::Result<Termination> {
        loop {
            if self.exchange()? {
                return Ok(Termination::OutputLimit);
            }
            if self.process.has_exited() {
                break;
            }
            if interrupt.load(Ordering::Relaxed) {
                return Ok(Termination::CutOff);
            }
            if let Some(termination) = self.check_limits() {
                return Ok(termination);
            }
        }
        self.stdin = None;
        // A child may still print, but must not keep the output open for long.
        let time_at_exit = self.meter.used.time();
        let mut killed: Option<Instant> = None;
        while !self.is_closed() && killed.is_none_or(|killed| killed.elapsed() <= GRACE) {
            self.meter.sample(&self.process);
            if killed.is_none() && self.meter.used.time() > time_at_exit + GRACE {
                self.process.kill();
                self.process.kill_descendants();
                killed = Some(Instant::now());
            }
            if self.exchange()? {
                return Ok(Termination::OutputLimit);
            }
        }
        Ok(Termination::Exited(ExitStatus::default()))
    }

    /// Waits for the pipes, then writes input and reads output. Returns whether the program has printed too much.
    fn exchange(&mut self) -> io::Result<bool> {
        self.poll(if self.is_closed() {
            EXIT_WAIT
        } else {
            SAMPLING_INTERVAL
        })?;
        self.write()?;
        self.read()?;
        Ok(self.printed > self.limits.stdout)
    }

    /// Whether the program has closed its output.
    fn is_closed(&self) -> bool {
        self.stdout.is_none() && self.stderr.is_none()
    }

    /// Waits until a pipe can be read or written, but not longer than `at_most`, which is less than a second.
    fn poll(&self, at_most: Duration) -> io::Result<()> {
        let stdin = self.stdin.as_ref().map(AsFd::as_fd);
        let stdout = self.stdout.as_ref().map(AsFd::as_fd);
        let stderr = self.stderr.as_ref().map(AsFd::as_fd);
        let output = stdout.iter().chain(&stderr);
        let mut pipes: Vec<_> = output
            .map(|pipe| PollFd::new(pipe, PollFlags::IN))
            .collect();
        pipes.extend(stdin.iter().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: at_most.subsec_nanos().into(),
        };
        match poll(&mut pipes, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes input until the pipe is full.
    fn write(&mut self) -> io::Result<()> {
        while let Some(stdin) = &mut self.stdin {
            if self.input.is_empty() {
                self.stdin = None;
                break;
            }
            match stdin.write(self.input) {
                Ok(bytes) => {
                    self.input = &self.input[bytes..];
                    self.record_progress();
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // The program may leave input unread.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.stdin = None,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads available output. A program that prints without end must not keep us here, so the number of reads is
    /// limited.
    fn read(&mut self) -> io::Result<()> {
        for _ in 0..16 {
            let bytes = read_some(&mut self.stdout, &mut self.buffer)?;
            self.printed += bytes as u64;
            if bytes == 0 || self.printed > self.limits.stdout {
                break;
            }
            if (self.output)(&self.buffer[..bytes]) {
                self.record_progress();
            }
        }
        for _ in 0..16 {
            let bytes = read_some(&mut self.stderr, &mut self.buffer)?;
            if bytes == 0 {
                break;
            }
            self.stderr_excerpt.append(&self.buffer[..bytes]);
        }
        Ok(())
    }

    fn record_progress(&mut self) {
        self.last_progress = (Instant::now(), self.meter.used.time());
    }

    /// Samples the usage. Returns a termination if the run must end.
    fn check_limits(&mut self) -> Option<Termination> {
        self.meter.sample(&self.process);
        let used = self.meter.used;
        let limits = self.limits;
        let (last_progress, used_by_then) = self.last_progress;
        if used.memory > limits.memory {
            return Some(Termination::MemoryLimit);
        }
        if used.processes > limits.processes {
            return Some(Termination::ProcessLimit);
        }
        if used.cpu > limits.cpu
            || used.time() > limits.time
            || self.meter.elapsed() > limits.time.saturating_mul(WALL_FACTOR)
        {
            return Some(Termination::TimeLimit);
        }
        if used.time().saturating_sub(used_by_then) > limits.stall {
            return Some(Termination::Stall);
        }
        let is_late = limits.deadline.is_some_and(|end| last_progress >= end);
        is_late.then_some(Termination::CutOff)
    }

    /// Kills and reaps the program. Completes the termination with the exit status and the usage that is known only
    /// then.
    fn finish(self, termination: Termination) -> io::Result<Execution> {
        let mut used = self.meter.used;
        let total = self.process.end()?;
        let peak = total.rusage.maxrss;
        // A peak up to our own may be that of the copy of this process as which the child started.
        if peak > usage::own_peak() {
            used.memory = used.memory.max(peak);
        }
        used.cpu = used.cpu.max(total.rusage.utime + total.rusage.stime);
        let termination = match termination {
            Termination::Exited(_) if used.memory > self.limits.memory => Termination::MemoryLimit,
            Termination::Exited(_) if used.cpu > self.limits.cpu => Termination::TimeLimit,
            Termination::Exited(_) => Termination::Exited(total.status),
            killed => killed,
        };
        Ok(Execution {
            termination,
            used,
            stderr: self.stderr_excerpt,
        })
    }
}

/// Reads available bytes into the buffer. Returns their number, and closes the pipe at its end.
fn read_some(pipe: &mut Option<impl Read>, buffer: &mut [u8]) -> io::Result<usize> {
    let Some(open_pipe) = pipe else { return Ok(0) };
    match open_pipe.read(buffer) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
        Ok(0) => {
            *pipe = None;
            Ok(0)
        }
        result => result,
    }
}
