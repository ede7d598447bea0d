//! What tests do with processes that run beside them: wait for them, look for them, end them.

#[cfg(feature = "processes")]
use std::fs;
#[cfg(feature = "processes")]
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long what takes a moment may take on a busy machine.
#[cfg(feature = "processes")]
pub(crate) const SOON: Duration = Duration::from_secs(30);

/// Waits until the condition holds, and panics if it does not come true within this time.
pub(crate) fn wait_until(within: Duration, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < within, "the condition does not come true");
        sleep(Duration::from_millis(10));
    }
}

/// Whether a process other than this child has the mark in its command line.
#[cfg(feature = "processes")]
pub(crate) fn is_running(mark: &str, but: Option<&Child>) -> bool {
    let but = but.map(|child| child.id().to_string());
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut others = processes.filter(|folder| folder.file_name().to_str() != but.as_deref());
    others.any(|folder| {
        let line = fs::read(folder.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(mark)
    })
}

/// Interrupts crossply, which has to end with the exit code of Ctrl-C.
#[cfg(feature = "processes")]
pub(crate) fn interrupt(crossply: &mut Child) {
    // If a shell runs the tests in the background, they ignore SIGINT.
    let kill = Command::new("kill")
        .args(["-TERM", &crossply.id().to_string()])
        .status();
    assert!(kill.expect("there is a kill").success());
    wait_until(SOON, || crossply.try_wait().expect("ours").is_some());
    assert_eq!(crossply.wait().expect("ours").code(), Some(130));
}
