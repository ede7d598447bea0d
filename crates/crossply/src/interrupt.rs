//! Signals: what has been found so far is told before the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::Context;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

/// A flag that is set when somebody types Ctrl-C; the second time the process ends at once, and the
/// programs that it runs with it. SIGTERM and SIGHUP are the same.
///
/// A signal that was ignored when the process started stays ignored: that is what `nohup` asks for, and a
/// shell for what it runs in the background.
pub(crate) fn stop_on_ctrl_c() -> anyhow::Result<&'static AtomicBool> {
    static INTERRUPT: AtomicBool = AtomicBool::new(false);
    let signals = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let signals = Signals::new(signals.filter(|&signal| !is_ignored(signal)));
    let mut signals = signals.context("cannot listen for Ctrl-C")?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if INTERRUPT.swap(true, Ordering::Relaxed) {
                crossply_judge::kill_all_and_exit(130);
            }
        }
    });
    Ok(&INTERRUPT)
}

/// Makes a file that may grow no more an error of what writes it, as a full disk is: by default it would be
/// the end of the process, and of what it has found.
pub(crate) fn outlive_limits_of_files() -> anyhow::Result<()> {
    let listening = flag::register(SIGXFSZ, Arc::default());
    listening.map(drop).context("cannot listen for SIGXFSZ")
}

/// Whether this process ignores the signal, as far as the system says.
#[cfg(target_os = "linux")]
fn is_ignored(signal: i32) -> bool {
    let process = procfs::process::Process::myself();
    let status = process.and_then(|process| process.status());
    status.is_ok_and(|status| status.sigign >> (signal - 1) & 1 == 1)
}

#[cfg(not(target_os = "linux"))]
fn is_ignored(_: i32) -> bool {
    false
}
