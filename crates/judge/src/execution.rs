//! One run of a program: its input is written and its output is read at the same time, within limits.
//!
//! One thread waits for whatever is ready, so that nothing blocks however the program buffers, reads or
//! does not read, and memory is bounded whatever it prints. A run ends when the program has ended and
//! its output has been read; not when its output ends, which a child of it may hold open.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;

use crate::process::{Pipes, Process, Program};
use crate::usage::{self, Meter};
use crate::{Excerpt, JudgeError};

/// What a run may use at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunLimits {
    /// Time of computing.
    pub(crate) cpu: Duration,
    /// Time of its own, computing or not: for programs that wait.
    pub(crate) time: Duration,
    /// Time of its own without reading or answering anything.
    pub(crate) stall: Duration,
    /// When nobody wants to know any longer, unless it may hang: it has done nothing since then.
    pub(crate) deadline: Option<Instant>,
    /// After what time of its own nobody wants to know any longer.
    pub(crate) budget: Duration,
    /// Memory of the largest process, in bytes.
    pub(crate) memory: u64,
    /// Bytes of the standard output.
    pub(crate) stdout: u64,
    /// Bytes of the standard error.
    pub(crate) stderr: u64,
}

/// The judge's side of a run: it writes the program's input and reads its output.
pub(crate) trait Interactor {
    /// Appends the next part of the input; nothing at its end.
    fn input(&mut self, text: &mut Vec<u8>);

    /// Takes output of the program. Returns whether an answer is complete.
    fn output(&mut self, bytes: &[u8]) -> bool;
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The program ended by itself, or by a signal.
    Exited(ExitStatus),
    /// It took too long, and was killed.
    TimeLimit(TimeLimitKind),
    /// It took too much memory.
    MemoryLimit,
    /// It printed too much.
    OutputLimit,
    /// The judge stopped it because its own time was up. That says nothing about the program.
    CutOff,
}

/// How a program can take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimitKind {
    /// It computed for too long.
    Cpu,
    /// It did nothing for too long.
    Elapsed,
    /// It neither read nor answered anything.
    Stall,
}

/// By what factor a program may take longer than it is allowed to wait if it seems to be at work, but is not
/// known to be: it may start others all the time, which nobody sees waiting for a processor.
const BACKSTOP: u32 = 20;

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it ended.
    pub termination: Termination,
    /// How long it computed.
    pub cpu: Duration,
    /// How long it did nothing although it could have computed.
    pub idle: Duration,
    /// The memory of its largest process, in bytes, if that could be measured.
    pub memory: Option<u64>,
    /// Whether it has read something of its input, if that is known.
    pub has_read: bool,
    /// What it printed to the standard error.
    pub stderr: Excerpt,
    /// What it might have used.
    pub(crate) run_limits: RunLimits,
}

impl Execution {
    /// The time that the program is answerable for.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.cpu + self.idle
    }
}

/// Runs the program.
///
/// # Errors
/// If that is not possible; or if somebody does not want to know any longer.
pub(crate) fn execute(
    program: &Program,
    run_limits: &RunLimits,
    interactor: &mut impl Interactor,
    interrupt: &AtomicBool,
) -> Result<Execution, JudgeError> {
    let (process, pipes) = Process::start(program)?;
    let mut run = RunMonitor::new(process, pipes, run_limits);
    let termination = run.until_its_end(interactor, interrupt)?;
    run.result(termination)
}

/// How often is looked at what a program uses.
const LOOK: Duration = Duration::from_millis(10);

/// How long output may still come after the program has ended, and again after its children were killed.
const AFTERWARDS: Duration = Duration::from_millis(40);

/// How many bytes are read at once, and how many a pipe should hold.
const BUFFER: usize = 1 << 16;
const PIPE: usize = 1 << 20;

struct RunMonitor<'a> {
    process: Process,
    limits: &'a RunLimits,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// The other end of the standard input, which tells what has not been read yet.
    drain: Option<File>,
    /// What is to be written, and how much of it has been.
    pending: Vec<u8>,
    written: usize,
    /// How many bytes have been written in all, and how many the program was seen to have read.
    sent: u64,
    read: Option<u64>,
    printed: u64,
    errors: Excerpt,
    meter: Meter,
    /// When it last read or answered something, and the time it had used then.
    last_progress: Instant,
    used_then: Duration,
    /// The time used when the program was seen to have ended, and when what it had left behind was killed.
    exited: Option<Duration>,
    killed: Option<Instant>,
    buffer: Vec<u8>,
}

impl<'a> RunMonitor<'a> {
    fn new(process: Process, pipes: Pipes, limits: &'a RunLimits) -> Self {
        let Pipes {
            stdin,
            stdout,
            stderr,
        } = pipes;
        #[cfg(target_os = "linux")]
        for pipe in [stdin.as_fd(), stdout.as_fd()] {
            // It is quicker so, and works with less.
            let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE);
        }
        let now = Instant::now();
        RunMonitor {
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
            errors: Excerpt::default(),
            meter: Meter::new(),
            last_progress: now,
            used_then: Duration::ZERO,
            exited: None,
            killed: None,
            buffer: vec![0; BUFFER],
        }
    }

    fn until_its_end(
        &mut self,
        interactor: &mut impl Interactor,
        interrupt: &AtomicBool,
    ) -> Result<Termination, JudgeError> {
        for pipe in [
            self.stdin.as_ref().map(AsFd::as_fd),
            self.stdout.as_ref().map(AsFd::as_fd),
            self.stderr.as_ref().map(AsFd::as_fd),
        ] {
            let pipe = pipe.expect("all are open");
            let flags = rustix::fs::fcntl_getfl(pipe).map_err(io::Error::from)?;
            rustix::fs::fcntl_setfl(pipe, flags | OFlags::NONBLOCK).map_err(io::Error::from)?;
        }
        // Where nothing tells that the program has ended, it is asked more and more rarely.
        let mut patience = Duration::from_micros(50);
        let mut closed = false;
        loop {
            self.wait(if closed { patience } else { LOOK })?;
            if closed {
                patience = (patience * 2).min(LOOK);
            }
            self.write(interactor)?;
            self.read(interactor)?;
            closed = self.stdout.is_none() && self.stderr.is_none();
            if self.printed > self.limits.stdout || self.errors.bytes() > self.limits.stderr {
                return Ok(Termination::OutputLimit);
            }
            if self.exited.is_none() && self.process.has_exited() {
                self.stdin = None;
                self.meter.look(&self.process);
                self.exited = Some(self.meter.used().time());
            }
            if let Some(exited) = self.exited {
                // The true end is read when it is reaped.
                let ended = Ok(Termination::Exited(ExitStatus::default()));
                if closed
                    || self
                        .killed
                        .is_some_and(|killed| killed.elapsed() > AFTERWARDS)
                {
                    return ended;
                }
                // A child may have something left to print, but must not hold the output open for long.
                if self.killed.is_none() && self.has_used(exited + AFTERWARDS) {
                    self.process.kill();
                    self.process.kill_descendants();
                    self.killed = Some(Instant::now());
                }
                continue;
            }
            if interrupt.load(Ordering::Relaxed) {
                return Err(JudgeError::Interrupted);
            }
            if let Some(termination) = self.look() {
                return Ok(termination);
            }
        }
    }

    /// Waits until something can be read or written, but not for long.
    fn wait(&self, at_most: Duration) -> Result<(), JudgeError> {
        let mut ready = Vec::with_capacity(3);
        if let Some(stdin) = &self.stdin {
            ready.push(PollFd::new(stdin, PollFlags::OUT));
        }
        if let Some(stdout) = &self.stdout {
            ready.push(PollFd::new(stdout, PollFlags::IN));
        }
        if let Some(stderr) = &self.stderr {
            ready.push(PollFd::new(stderr, PollFlags::IN));
        }
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: at_most.subsec_nanos().into(),
        };
        match poll(&mut ready, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(io::Error::from(error).into()),
        }
    }

    /// Writes as much as the program takes.
    fn write(&mut self, interactor: &mut impl Interactor) -> Result<(), JudgeError> {
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
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // It need not read everything, and may have ended.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.stdin = None,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads what there is to read, but not for ever.
    fn read(&mut self, interactor: &mut impl Interactor) -> Result<(), JudgeError> {
        for _ in 0..16 {
            let Some(bytes) = read_some(&mut self.stdout, &mut self.buffer)? else {
                break;
            };
            self.printed += bytes as u64;
            if self.printed > self.limits.stdout {
                break;
            }
            if interactor.output(&self.buffer[..bytes]) {
                self.progress();
            }
        }
        for _ in 0..16 {
            let Some(bytes) = read_some(&mut self.stderr, &mut self.buffer)? else {
                break;
            };
            self.errors.append(&self.buffer[..bytes]);
        }
        Ok(())
    }

    /// Whether it has used so much time.
    fn has_used(&mut self, time: Duration) -> bool {
        if self.meter.age() >= LOOK {
            self.meter.look(&self.process);
        }
        self.meter.used().time() > time
    }

    /// Notes how much it has read.
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

    /// It reads or answers something.
    fn progress(&mut self) {
        self.last_progress = Instant::now();
        self.used_then = self.meter.used().time();
    }

    /// Which limit is exceeded, if one is.
    fn look(&mut self) -> Option<Termination> {
        if self.meter.age() >= LOOK {
            self.meter.look(&self.process);
            self.follow_reading();
        }
        let used = self.meter.used();
        let limits = self.limits;
        let is_late = limits.deadline.is_some_and(|end| self.last_progress >= end);
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
        if used.time().saturating_sub(self.used_then) > limits.stall {
            return Some(Termination::TimeLimit(TimeLimitKind::Stall));
        }
        (is_late || used.time() > limits.budget).then_some(Termination::CutOff)
    }

    fn result(mut self, termination: Termination) -> Result<Execution, JudgeError> {
        self.follow_reading();
        let seen = self.meter.used();
        let used = self.process.end()?;
        let in_the_end = used.rusage.maxrss;
        // More than we have ever had ourselves can only be the program's.
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
            has_read: self.read.is_none_or(|bytes| bytes > 0),
            stderr: self.errors,
            run_limits: *self.limits,
        })
    }
}

/// The end of a pipe that is read from. It is not read from, and does not keep the pipe from ending.
#[cfg(target_os = "linux")]
fn other_end(pipe: &ChildStdin) -> Option<File> {
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;

    let path = format!("/proc/self/fd/{}", pipe.as_raw_fd());
    let mut options = File::options();
    let nonblocking = OFlags::NONBLOCK.bits() as i32;
    options.read(true).custom_flags(nonblocking).open(path).ok()
}

#[cfg(not(target_os = "linux"))]
fn other_end(_: &ChildStdin) -> Option<File> {
    None
}

/// Reads what is at hand. Nothing if nothing is, or if it has ended: then the pipe is closed.
fn read_some(pipe: &mut Option<impl Read>, buffer: &mut [u8]) -> Result<Option<usize>, JudgeError> {
    while let Some(open) = pipe {
        match open.read(buffer) {
            Ok(0) => *pipe = None,
            Ok(bytes) => return Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(None)
}
