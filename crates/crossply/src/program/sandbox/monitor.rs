//! Executes one run of a program within limits.
//!
//! One thread polls all pipes, so a program can buffer or leave input unread without blocking us, and memory is bounded. A
//! run ends when the program has ended and its output has been read, even if a child holds the pipe open.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::error::SandboxError;
use super::excerpt::Excerpt;
use super::execution::{Execution, Interactor, Invocation, RunLimits, Termination, TimeLimitKind};
use super::process::{Pipes, Process};
use super::usage::{self, Meter};

/// Runs the program in this folder, or in the current one.
///
/// # Errors
/// If the program cannot be run, or the user interrupts it.
pub fn execute(
    folder: Option<&Path>,
    program: &Invocation,
    run_limits: &RunLimits,
    interactor: &mut impl Interactor,
    interrupt: &AtomicBool,
) -> Result<Execution, SandboxError> {
    let (process, pipes) = Process::start(program, folder)?;
    let mut run = RunMonitor::new(process, pipes, run_limits)?;
    let termination = run.until_its_end(interactor, interrupt)?;
    run.result(termination)
}

/// Unaccounted time may be this many times the limit of elapsed time. It is large because the time that short-lived
/// processes wait for a processor goes unseen.
const BACKSTOP: u32 = 20;

/// The interval at which the use of time and memory is sampled.
const SAMPLING_INTERVAL: Duration = Duration::from_millis(10);

/// How long to wait for output after the program has ended, and again after its children were killed.
const GRACE: Duration = Duration::from_millis(40);

/// A round that moves fewer bytes is a trickle.
const TRICKLE: u64 = 1 << 15;

/// After this many trickles in a row, each further round starts with a pause. Pipes do not fill up meanwhile.
const TRICKLES: u32 = 16;
const PAUSE: Duration = Duration::from_micros(300);

/// The bytes to read at once.
const BUFFER: usize = 1 << 16;

/// A run in progress.
struct RunMonitor<'a> {
    process: Process,
    limits: &'a RunLimits,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// The read end of standard input, for asking how many bytes are unread.
    drain: Option<File>,
    /// The next part of the input.
    pending: Vec<u8>,
    /// The written bytes of `pending`.
    written: usize,
    /// All bytes written to the program.
    sent: u64,
    /// The bytes that the program has read, if known.
    read: Option<u64>,
    printed: u64,
    /// The bytes printed on both streams at the last sample.
    printed_before: u64,
    errors: Excerpt,
    meter: Meter,
    /// When the program last read or answered something, and the time that it had used by then.
    last_progress: (Instant, Duration),
    buffer: Vec<u8>,
}

impl<'a> RunMonitor<'a> {
    fn new(process: Process, pipes: Pipes, limits: &'a RunLimits) -> io::Result<Self> {
        let (stdin, stdout, stderr) = pipes;
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        #[cfg(target_os = "linux")]
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            // A larger pipe is faster; if this fails, a smaller one works too.
            let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
        }
        Ok(RunMonitor {
            process,
            limits,
            drain: other_end(&stdin),
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            pending: Vec::new(),
            written: 0,
            sent: 0,
            read: None,
            printed: 0,
            printed_before: 0,
            errors: Excerpt::default(),
            meter: Meter::new(),
            last_progress: (Instant::now(), Duration::ZERO),
            buffer: vec![0; BUFFER],
        })
    }

    fn until_its_end(
        &mut self,
        interactor: &mut impl Interactor,
        interrupt: &AtomicBool,
    ) -> Result<Termination, SandboxError> {
        // With both pipes closed, poll does not report the program's end, so look at growing intervals.
        let mut patience = Duration::from_micros(50);
        let mut closed = false;
        let mut trickles = 0;
        // The time that the program had used when it ended, and when its leftover processes were killed.
        let (mut ended, mut killed) = (None, None::<Instant>);
        loop {
            // A program that flushes each answer would wake us for each.
            if trickles > TRICKLES {
                thread::sleep(PAUSE);
            }
            let moved = self.sent + self.printed;
            self.wait(if closed { patience } else { SAMPLING_INTERVAL })?;
            if closed {
                patience = (patience * 2).min(SAMPLING_INTERVAL);
            }
            self.write(interactor)?;
            self.read(interactor)?;
            closed = self.stdout.is_none() && self.stderr.is_none();
            let is_trickle = self.sent + self.printed - moved < TRICKLE;
            trickles = if is_trickle { trickles + 1 } else { 0 };
            if self.printed > self.limits.stdout || self.errors.bytes > self.limits.stderr {
                return Ok(Termination::OutputLimit);
            }
            if ended.is_none() && self.process.has_exited() {
                self.stdin = None;
                self.sample_usage();
                ended = Some(self.meter.used().time());
            }
            if let Some(at_its_end) = ended {
                if closed || killed.is_some_and(|killed| killed.elapsed() > GRACE) {
                    // `result` replaces the status when the program is reaped.
                    return Ok(Termination::Exited(ExitStatus::default()));
                }
                if self.meter.age() >= SAMPLING_INTERVAL {
                    self.sample_usage();
                }
                // A child may still print, but must not hold the output open for long.
                if killed.is_none() && self.meter.used().time() > at_its_end + GRACE {
                    self.process.kill();
                    self.process.kill_descendants();
                    killed = Some(Instant::now());
                }
                continue;
            }
            if interrupt.load(Ordering::Relaxed) {
                return Err(SandboxError::Interrupted);
            }
            if let Some(termination) = self.sample() {
                return Ok(termination);
            }
        }
    }

    /// Waits until something can be read or written, for at most this time.
    fn wait(&self, at_most: Duration) -> Result<(), SandboxError> {
        let stdin = self
            .stdin
            .iter()
            .map(|pipe| PollFd::new(pipe, PollFlags::OUT));
        let stdout = self
            .stdout
            .iter()
            .map(|pipe| PollFd::new(pipe, PollFlags::IN));
        let stderr = self
            .stderr
            .iter()
            .map(|pipe| PollFd::new(pipe, PollFlags::IN));
        let mut ready: Vec<_> = stdin.chain(stdout).chain(stderr).collect();
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: at_most.subsec_nanos().into(),
        };
        match poll(&mut ready, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(io::Error::from(error).into()),
        }
    }

    /// Writes input until the pipe is full.
    fn write(&mut self, interactor: &mut impl Interactor) -> Result<(), SandboxError> {
        loop {
            if self.stdin.is_some() && self.written == self.pending.len() {
                self.pending.clear();
                self.written = 0;
                interactor.input(&mut self.pending);
                if self.pending.is_empty() {
                    self.stdin = None;
                }
            }
            let Some(stdin) = &mut self.stdin else {
                return Ok(());
            };
            match stdin.write(&self.pending[self.written..]) {
                Ok(bytes) => {
                    self.written += bytes;
                    self.sent += bytes as u64;
                    if self.drain.is_none() {
                        self.progress();
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                // The program may leave input unread.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.stdin = None,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads available output, but not endlessly.
    fn read(&mut self, interactor: &mut impl Interactor) -> Result<(), SandboxError> {
        for _ in 0..16 {
            let bytes = read_some(&mut self.stdout, &mut self.buffer)?;
            self.printed += bytes as u64;
            if bytes == 0 || self.printed > self.limits.stdout {
                break;
            }
            if interactor.output(&self.buffer[..bytes]) {
                self.progress();
            }
        }
        for _ in 0..16 {
            let bytes = read_some(&mut self.stderr, &mut self.buffer)?;
            if bytes == 0 {
                break;
            }
            self.errors.append(&self.buffer[..bytes]);
        }
        Ok(())
    }

    /// Records how much input the program has read.
    fn follow_reading(&mut self) {
        let Some(drain) = &self.drain else {
            return;
        };
        let unread = rustix::io::ioctl_fionread(drain).unwrap_or(0);
        let read = self.sent.saturating_sub(unread);
        if self.read != Some(read) {
            self.read = Some(read);
            self.progress();
        }
    }

    /// Whether the program has read some of its input; true if that is unknown.
    fn has_read(&self) -> bool {
        self.read.is_none_or(|bytes| bytes > 0)
    }

    /// Takes a sample. The program may have waited for us if it has printed since the last one or has input to come.
    fn sample_usage(&mut self) {
        let printed = self.printed + self.errors.bytes;
        let waits = self.stdin.is_some() || printed > self.printed_before;
        self.printed_before = printed;
        self.meter.sample(&self.process, waits);
    }

    /// Records that the program has read or answered something.
    fn progress(&mut self) {
        self.last_progress = (Instant::now(), self.meter.used().time());
    }

    /// Samples the usage. Returns a termination if a limit is exceeded.
    fn sample(&mut self) -> Option<Termination> {
        if self.meter.age() >= SAMPLING_INTERVAL {
            self.sample_usage();
            self.follow_reading();
        }
        let used = self.meter.used();
        let limits = self.limits;
        let (last_progress, used_by_then) = self.last_progress;
        let is_late = limits.deadline.is_some_and(|end| last_progress >= end);
        if used.memory > limits.memory {
            return Some(Termination::MemoryLimit);
        }
        if used.cpu > limits.cpu {
            return Some(Termination::TimeLimit(TimeLimitKind::Cpu));
        }
        let backstop = limits.time.saturating_mul(BACKSTOP);
        if used.time() > limits.time || self.meter.unaccounted() > backstop {
            return Some(Termination::TimeLimit(TimeLimitKind::Elapsed));
        }
        if used.time().saturating_sub(used_by_then) > limits.stall {
            return Some(Termination::TimeLimit(TimeLimitKind::Stall));
        }
        is_late.then_some(Termination::CutOff)
    }

    fn result(mut self, termination: Termination) -> Result<Execution, SandboxError> {
        self.follow_reading();
        let seen = self.meter.used();
        let has_read = self.has_read();
        let used = self.process.end()?;
        let in_the_end = used.rusage.maxrss;
        // A peak up to our own may be that of the copy with which the child started.
        let memory = if in_the_end > usage::own_peak() {
            Some(in_the_end.max(seen.memory))
        } else {
            (seen.memory > 0).then_some(seen.memory)
        };
        let cpu = seen.cpu.max(used.rusage.utime + used.rusage.stime);
        let termination = match termination {
            Termination::Exited(_) if memory.is_some_and(|bytes| bytes > self.limits.memory) => {
                Termination::MemoryLimit
            }
            Termination::Exited(_) if cpu > self.limits.cpu => {
                Termination::TimeLimit(TimeLimitKind::Cpu)
            }
            Termination::Exited(_) => Termination::Exited(used.status),
            stopped => stopped,
        };
        Ok(Execution {
            termination,
            cpu,
            idle: seen.idle,
            memory,
            has_read,
            stderr: self.errors,
        })
    }
}

/// The read end of a pipe, for asking how full it is. The program still sees the end of its input.
#[cfg(target_os = "linux")]
fn other_end(pipe: &ChildStdin) -> Option<File> {
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let path = format!("/proc/self/fd/{}", pipe.as_raw_fd());
    let mut options = File::options();
    let nonblocking = OFlags::NONBLOCK.bits() as i32;
    options.read(true).custom_flags(nonblocking).open(path).ok()
}

#[cfg(not(target_os = "linux"))]
fn other_end(_: &ChildStdin) -> Option<File> {
    None
}

/// Reads available bytes. Returns their number, and closes the pipe at its end.
fn read_some(pipe: &mut Option<impl Read>, buffer: &mut [u8]) -> io::Result<usize> {
    let Some(open) = pipe else { return Ok(0) };
    match open.read(buffer) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
        read => {
            if let Ok(0) = read {
                *pipe = None;
            }
            read
        }
    }
}
