//! Executes one run of a program within limits, writing its input and reading its output at the same time.
//!
//! One thread polls all pipes. So no way of buffering, and no input that the program leaves unread, can block the
//! judge; and memory is bounded whatever the program prints. A run ends when the program has ended and its output
//! has been read. It does not wait for the end of the output, because a child may hold the pipe open.

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

/// The factor by which unaccounted time may exceed the limit of elapsed time. A program may start processes
/// all the time that end between two samples: their waiting for a processor goes unseen.
const BACKSTOP: u32 = 20;

/// The interval at which the use of time and memory is sampled.
const SAMPLING_INTERVAL: Duration = Duration::from_millis(10);

/// How long the judge waits for output after the program has ended, and again after its children were killed.
const GRACE: Duration = Duration::from_millis(40);

/// After how many rounds in a row in which few bytes move the judge pauses before each further one, and how long. A pipe does
/// not fill up meanwhile.
const TRICKLES: u32 = 16;
const TRICKLE: u64 = 1 << 15;
const PAUSE: Duration = Duration::from_micros(300);

/// How many bytes are read at once.
const BUFFER: usize = 1 << 16;

/// A run in progress.
struct RunMonitor<'a> {
    process: Process,
    limits: &'a RunLimits,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// The read end of standard input, which tells how much the program has not read yet.
    drain: Option<File>,
    /// The input that is to be written next.
    pending: Vec<u8>,
    /// How much of `pending` has been written.
    written: usize,
    /// How many bytes have been written in all.
    sent: u64,
    /// How many bytes the program has read, as far as that is known.
    read: Option<u64>,
    printed: u64,
    /// How much it had printed at the last sample.
    printed_before: u64,
    errors: Excerpt,
    meter: Meter,
    /// When it last read or answered something, and how much time it had used by then.
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
            // A pipe of a mebibyte is quicker; a smaller one works, too.
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
        // With both pipes closed nothing signals the program's end: poll at growing intervals.
        let mut patience = Duration::from_micros(50);
        let mut closed = false;
        let mut trickles = 0;
        // The time that the program had used when it ended, and when the processes that it left behind were killed.
        let (mut ended, mut killed) = (None, None::<Instant>);
        loop {
            // A program that flushes each answer would wake the judge for each.
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
                    // The exit status is read when the program is reaped.
                    return Ok(Termination::Exited(ExitStatus::default()));
                }
                if self.meter.age() >= SAMPLING_INTERVAL {
                    self.sample_usage();
                }
                // A child may still print something, but must not hold the output open for long.
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
                // The program need not read all of its input.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.stdin = None,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads available output, but gives way to other work after some blocks.
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

    /// Notes how much input the program has read.
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

    /// Takes a sample. If the program has printed something since the last one, or has input to come, it may have waited for
    /// the judge.
    fn sample_usage(&mut self) {
        let printed = self.printed + self.errors.bytes;
        let waits = self.stdin.is_some() || printed > self.printed_before;
        self.printed_before = printed;
        self.meter.sample(&self.process, waits);
    }

    /// It reads or answers something.
    fn progress(&mut self) {
        self.last_progress = (Instant::now(), self.meter.used().time());
    }

    /// Samples what the program uses. Returns a termination if a limit is exceeded.
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
        // Only a peak above our own is certainly the program's.
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

/// The read end of a pipe, for asking how full it is. Holding it does not delay the end of the input.
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
