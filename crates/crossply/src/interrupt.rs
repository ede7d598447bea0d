//! Ctrl-C: what has been found so far is told before the end.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// A flag that is set when somebody types Ctrl-C; the second time the process ends at once, and the
/// programs that it runs with it. SIGTERM and SIGHUP are the same.
pub(crate) fn stop_on_ctrl_c() -> anyhow::Result<&'static AtomicBool> {
    static INTERRUPT: AtomicBool = AtomicBool::new(false);
    let handler = || {
        if INTERRUPT.swap(true, Ordering::Relaxed) {
            crossply_judge::kill_all_and_exit(130);
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")?;
    Ok(&INTERRUPT)
}
