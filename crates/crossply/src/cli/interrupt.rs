//! Handles signals, so that an interrupted run still reports what it found.

use std::sync::atomic::AtomicBool;

use anyhow::Context;

/// Returns a flag that Ctrl-C, SIGTERM and SIGHUP set. A second signal ends this process and any running programs at
/// once.
///
/// A signal that was ignored when the process started stays ignored. `nohup` and background jobs rely on this.
///
/// # Errors
/// If the signal handlers cannot be installed.
#[cfg(unix)]
pub fn stop_on_ctrl_c() -> anyhow::Result<&'static AtomicBool> {
    use std::sync::atomic::Ordering;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use crate::program::kill_all_and_exit;

    static INTERRUPT: AtomicBool = AtomicBool::new(false);
    let mut wanted = vec![SIGINT, SIGTERM, SIGHUP];
    wanted.retain(|&signal| !is_ignored(signal));
    let mut signals = Signals::new(wanted).context("cannot listen for Ctrl-C")?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if INTERRUPT.swap(true, Ordering::Relaxed) {
                // As in shells, 128 plus the number of SIGINT.
                kill_all_and_exit(130);
            }
        }
    });
    Ok(&INTERRUPT)
}

/// Returns a flag that Ctrl-C sets. A second Ctrl-C ends the process at once.
///
/// # Errors
/// If the signal handlers cannot be installed.
#[cfg(not(unix))]
pub fn stop_on_ctrl_c() -> anyhow::Result<&'static AtomicBool> {
    use std::sync::Arc;

    use signal_hook::consts::SIGINT;
    use signal_hook::flag;

    let interrupt: &'static Arc<AtomicBool> = Box::leak(Box::default());
    // The order matters: the handler that ends the process must run before the one that sets the flag.
    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(interrupt))
        .and_then(|_| flag::register(SIGINT, Arc::clone(interrupt)))
        .context("cannot listen for Ctrl-C")?;
    Ok(interrupt)
}

/// Whether this process ignores the signal. `false` if that is unknown.
#[cfg(target_os = "linux")]
fn is_ignored(signal: i32) -> bool {
    let process = procfs::process::Process::myself();
    let status = process.and_then(|process| process.status());
    status.is_ok_and(|status| status.sigign >> (signal - 1) & 1 == 1)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn is_ignored(_: i32) -> bool {
    false
}
