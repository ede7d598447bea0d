//! Exhaustive runs of the real binary: interrupted, and resumed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use snapbox::cmd::cargo_bin;
use tempfile::TempDir;

use crate::binary::process;

/// How long a run may take to cover something on a busy machine.
const LATE: Duration = Duration::from_mins(10);

/// A run that takes much longer than a test waits before it ends it.
const LONG: &str = "check poj1568 --exhaustive --solvers alpha-beta,fast --empties 10.. --jobs 1";

#[test]
fn a_journal_that_cannot_be_written_is_told_at_once_and_loses_nothing() {
    let folder = TempDir::new().expect("a temporary folder");
    let (there, away) = (folder.path().join("there"), folder.path().join("away"));
    fs::create_dir(&there).expect("ours");
    let journal = there.join("journal");
    let mut run = start(&journal);
    wait_until(LATE, || has_progress(&journal));
    fs::rename(&there, &away).expect("ours");
    let messages = BufReader::new(run.stderr.take().expect("it is piped"));
    let mut messages = messages.lines().map(|line| line.expect("text"));
    let warning = messages.find(|line| line.starts_with("warning: cannot write the journal"));
    let goes_on = "the run goes on, and tries again";
    assert!(warning.is_some_and(|warning| warning.ends_with(goes_on)));
    signal(ctrl_c(), &run);
    let error = messages.find(|line| line.starts_with("error: cannot write the journal"));
    assert!(error.is_some());
    let output = run.wait_with_output().expect("ours");
    assert_eq!(output.status.code(), Some(2));
    // The last version that was written is complete, and alone.
    assert!(has_progress(&away.join("journal")));
    assert_eq!(fs::read_dir(away).expect("ours").count(), 1);
}

/// Elsewhere crossply does not know which signals are ignored.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_is_ignored_at_the_start_stays_ignored() {
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    // `nohup` ignores signals in this way, and so do shells for background commands.
    let mut run = Command::new("sh");
    run.args(["-c", "trap '' HUP INT; exec \"$@\"", "sh"])
        .arg(cargo_bin!("crossply"))
        .args("check poj1568 --exhaustive --solvers alpha-beta,fast --empties 12".split(' '))
        .args(["--shard", "1/16", "--jobs", "1", "--resume"])
        .arg(&journal)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let run = run.spawn().expect("there is a shell");
    wait_until(LATE, || journal.exists());
    signal("-HUP", &run);
    signal("-INT", &run);
    let output = run.wait_with_output().expect("ours");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("digest of the answers"), "{text}");
}

/// Elsewhere nothing serves the file of a program that runs.
#[test]
#[cfg(target_os = "linux")]
fn a_program_is_known_by_what_it_is_even_if_its_file_is_gone() {
    let folder = TempDir::new().expect("a temporary folder");
    let run = |more: &str| {
        // The shell makes the copy. If this process made it, a child that another test starts meanwhile could hold
        // it open for writing, and then it could not be run.
        let script = "cp \"$0\" program && printf '%s' \"$1\" >> program && exec 3< program && rm program \
                      && shift && exec /proc/self/fd/3 \"$@\"";
        let run = snapbox::cmd::Command::new("sh")
            .current_dir(folder.path())
            .args(["-c", script])
            .arg(cargo_bin!("crossply"))
            .arg(more)
            .args("check ccf201803-4 --exhaustive --solvers memo,fast --resume journal".split(' '));
        crate::binary::run(run)
    };
    run("").exits(0);
    run("").exits(0);
    let tip = "; to start afresh, name another file or remove this one";
    run("another program").refuses(["its program is", tip]);
}

/// A signal that stops a run: that of Ctrl-C, if possible. A shell that runs the tests in the background makes them,
/// and all that they start, ignore that signal; then the answer is another one.
fn ctrl_c() -> &'static str {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let ignored = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    if ignored.is_some_and(|mask| mask >> 1 & 1 == 1) {
        "-TERM"
    } else {
        "-INT"
    }
}

/// Waits until the condition holds, and panics if it does not come true within this time.
pub(crate) fn wait_until(within: Duration, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < within, "the condition does not come true");
        sleep(Duration::from_millis(10));
    }
}

pub(crate) fn signal(name: &str, process: &Child) {
    let process = process.id().to_string();
    let kill = Command::new("kill").args([name, &process]).status();
    assert!(kill.expect("there is such a command").success());
}

/// A long run.
fn start(journal: &Path) -> Child {
    process(LONG)
        .arg("--resume")
        .arg(journal)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

/// Whether some positions are compared according to the journal, which is complete as soon as it is there.
fn has_progress(journal: &Path) -> bool {
    let text = fs::read(journal).unwrap_or_default();
    if text.is_empty() {
        return false;
    }
    let record: serde_json::Value = serde_json::from_slice(&text).expect("complete");
    record[1]["counts"]["compared"]["in_order"] != 0
}
