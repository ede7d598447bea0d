//! Runs a program once, within limits.
//!
//! One thread polls all pipes. So a program that buffers its output or leaves input unread cannot block us, and memory
//! is bounded. A run ends when the program has exited and its output has been read, even if a child keeps the pipe
//! open.

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
use super::usage::{self, Meter, SAMPLING_INTERVAL};

/// Runs the program in `folder`, or in the current folder if that is `None`.
///
/// # Errors
/// If the program cannot be run, or `interrupt` becomes true.
pub fn execute(
    folder: Option<&Path>,
    program: &Invocation,
    run_limits: &RunLimits,
    interactor: &mut impl Interactor,
    interrupt: &AtomicBool,
) -> Result<Execution, SandboxError> {
    let (process, pipes) = Process::start(program, folder)?;
    let mut run = RunMonitor::new(process, pipes, run_limits)?;
    let termination = run.wait_for_end(interactor, interrupt)?;
    run.finish(termination)
}

/// A run may take this many times the limit of CPU time and idle time in wall-clock time, because a busy machine leaves the
/// program little of each processor. Samples do not see a process that starts and exits between two of them.
const WALL_FACTOR: u32 = 20;

/// How long to wait for output after the program has exited, and again after its children have been killed.
const GRACE: Duration = Duration::from_millis(40);

/// A round that moves fewer bytes than this is a trickle.
const TRICKLE: u64 = 1 << 15;

/// After this many trickles in a row, each further round starts with a pause, because a program that flushes every
/// answer would wake us for each. The pause is too short for a pipe to fill up.
const MAX_TRICKLES: u32 = 16;
const PAUSE: Duration = Duration::from_micros(300);

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
    /// The program's end of standard input. It shows how many bytes have not been read.
    stdin_reader: Option<File>,
    /// A part of the input, of which `written` bytes have been written.
    pending: Vec<u8>,
    written: usize,
    /// The bytes written to the program.
    sent: u64,
    /// The bytes that the program has read, if known.
    read: Option<u64>,
    /// The bytes that the program has printed on standard output.
    printed: u64,
    stderr_excerpt: Excerpt,
    meter: Meter,
    /// When the program last read or answered something, and the time that it had used by then.
    last_progress: (Instant, Duration),
    /// The number of trickles in a row.
    trickles: u32,
    buffer: Vec<u8>,
}

impl<'a> RunMonitor<'a> {
    fn new(process: Process, pipes: Pipes, limits: &'a RunLimits) -> io::Result<Self> {
        let (stdin, stdout, stderr) = pipes;
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            rustix::io::ioctl_fionbio(pipe, true)?;
            // A larger pipe is faster. If the system refuses it, a smaller one is enough.
            #[cfg(target_os = "linux")]
            let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
        }
        Ok(RunMonitor {
            process,
            limits,
            stdin_reader: open_reader(&stdin),
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            pending: Vec::new(),
            written: 0,
            sent: 0,
            read: None,
            printed: 0,
            stderr_excerpt: Excerpt::default(),
            meter: Meter::new(),
            last_progress: (Instant::now(), Duration::ZERO),
            trickles: 0,
            buffer: vec![0; BUFFER],
        })
    }

    /// Runs the program until it has exited and its output has been read, or until it exceeds a limit. Returns a
    /// placeholder for an exit status, which is known only when the program is reaped.
    fn wait_for_end(
        &mut self,
        interactor: &mut impl Interactor,
        interrupt: &AtomicBool,
    ) -> Result<Termination, SandboxError> {
        loop {
            if self.exchange(interactor)? {
                return Ok(Termination::OutputLimit);
            }
            if self.process.has_exited() {
                break;
            }
            if interrupt.load(Ordering::Relaxed) {
                return Err(SandboxError::Interrupted);
            }
            if let Some(termination) = self.check_limits() {
                return Ok(termination);
            }
        }
        self.stdin = None;
        // A child may still print, but must not keep the output open for long.
        let time_at_exit = self.meter.used().time();
        let mut killed: Option<Instant> = None;
        while !self.is_closed() && killed.is_none_or(|killed| killed.elapsed() <= GRACE) {
            self.meter.sample(&self.process);
            if killed.is_none() && self.meter.used().time() > time_at_exit + GRACE {
                self.process.kill();
                self.process.kill_descendants();
                killed = Some(Instant::now());
            }
            if self.exchange(interactor)? {
                return Ok(Termination::OutputLimit);
            }
        }
        Ok(Termination::Exited(ExitStatus::default()))
    }

    /// Waits for the pipes, then writes input and reads output. Returns whether the program has printed too much.
    fn exchange(&mut self, interactor: &mut impl Interactor) -> Result<bool, SandboxError> {
        if self.trickles > MAX_TRICKLES {
            thread::sleep(PAUSE);
        }
        let moved_before = self.sent + self.printed;
        self.poll(if self.is_closed() {
            EXIT_WAIT
        } else {
            SAMPLING_INTERVAL
        })?;
        self.write(interactor)?;
        self.read(interactor)?;
        let is_trickle = self.sent + self.printed - moved_before < TRICKLE;
        self.trickles = if is_trickle { self.trickles + 1 } else { 0 };
        Ok(self.printed > self.limits.stdout || self.stderr_excerpt.bytes > self.limits.stderr)
    }

    /// Whether the program has closed its output.
    fn is_closed(&self) -> bool {
        self.stdout.is_none() && self.stderr.is_none()
    }

    /// Waits until a pipe can be read or written, but not longer than `at_most`, which is less than a second.
    fn poll(&self, at_most: Duration) -> Result<(), SandboxError> {
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
                    if self.stdin_reader.is_none() {
                        self.record_progress();
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                // The program may leave input unread.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.stdin = None,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads available output. A program that prints without end must not keep us here, so the number of reads is
    /// limited.
    fn read(&mut self, interactor: &mut impl Interactor) -> Result<(), SandboxError> {
        for _ in 0..16 {
            let bytes = read_some(&mut self.stdout, &mut self.buffer)?;
            self.printed += bytes as u64;
            if bytes == 0 || self.printed > self.limits.stdout {
                break;
            }
            if interactor.output(&self.buffer[..bytes]) {
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

    /// Updates how much input the program has read.
    fn update_read(&mut self) {
        let Some(reader) = &self.stdin_reader else {
            return;
        };
        let unread = rustix::io::ioctl_fionread(reader).unwrap_or(0);
        let read = self.sent.saturating_sub(unread);
        if self.read != Some(read) {
            self.read = Some(read);
            self.record_progress();
        }
    }

    fn record_progress(&mut self) {
        self.last_progress = (Instant::now(), self.meter.used().time());
    }

    /// Samples the usage. Returns a termination if the run must end.
    fn check_limits(&mut self) -> Option<Termination> {
        self.meter.sample(&self.process);
        self.update_read();
        let used = self.meter.used();
        let limits = self.limits;
        let (last_progress, used_by_then) = self.last_progress;
        if used.memory > limits.memory {
            return Some(Termination::MemoryLimit);
        }
        if used.processes > limits.processes {
            return Some(Termination::ProcessLimit);
        }
        if used.cpu > limits.cpu {
            return Some(Termination::TimeLimit(TimeLimitKind::Cpu));
        }
        let max_wall = limits.time.saturating_mul(WALL_FACTOR);
        if used.time() > limits.time || self.meter.elapsed() > max_wall {
            return Some(Termination::TimeLimit(TimeLimitKind::Elapsed));
        }
        if used.time().saturating_sub(used_by_then) > limits.stall {
            return Some(Termination::TimeLimit(TimeLimitKind::Stall));
        }
        let is_late = limits.deadline.is_some_and(|end| last_progress >= end);
        is_late.then_some(Termination::CutOff)
    }

    /// Kills and reaps the program. Completes the termination with the exit status and the usage that is known only
    /// then.
    fn finish(mut self, termination: Termination) -> Result<Execution, SandboxError> {
        self.update_read();
        let sampled = self.meter.used();
        let total = self.process.end()?;
        let peak = total.rusage.maxrss;
        // A peak up to our own may be that of the copy of this process as which the child started.
        let memory = if peak > usage::own_peak() {
            Some(peak.max(sampled.memory))
        } else {
            (sampled.memory > 0).then_some(sampled.memory)
        };
        let cpu = sampled.cpu.max(total.rusage.utime + total.rusage.stime);
        let termination = match termination {
            Termination::Exited(_) if memory.is_some_and(|bytes| bytes > self.limits.memory) => {
                Termination::MemoryLimit
            }
            Termination::Exited(_) if cpu > self.limits.cpu => {
                Termination::TimeLimit(TimeLimitKind::Cpu)
            }
            Termination::Exited(_) => Termination::Exited(total.status),
            killed => killed,
        };
        Ok(Execution {
            termination,
            cpu,
            idle: sampled.idle,
            memory,
            has_read: self.read.is_none_or(|bytes| bytes > 0),
            stderr: self.stderr_excerpt,
        })
    }
}

/// Opens the read end of a pipe, which shows how many bytes are in the pipe. The program still sees the end of its
/// input.
#[cfg(target_os = "linux")]
fn open_reader(pipe: &ChildStdin) -> Option<File> {
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let path = format!("/proc/self/fd/{}", pipe.as_raw_fd());
    let mut options = File::options();
    let nonblocking = OFlags::NONBLOCK.bits() as i32;
    options.read(true).custom_flags(nonblocking).open(path).ok()
}

#[cfg(not(target_os = "linux"))]
fn open_reader(_: &ChildStdin) -> Option<File> {
    None
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
