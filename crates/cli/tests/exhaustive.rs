//! Exhaustive runs of the real binary: split into parts, killed, interrupted, and resumed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use snapbox::cmd::cargo_bin;
use tempfile::TempDir;

/// How long a run may take to cover something on a busy machine.
const LATE: Duration = Duration::from_mins(10);

/// A run that takes much longer than a test waits before it ends it.
const LONG: &str = "check poj1568 --exhaustive --solvers alpha-beta,fast --empties 10.. --jobs 1";

/// A run that writes its journal a few times before it ends.
const SHORTER: &str = "--exhaustive --empties 12.. --shard 1/3";

#[test]
fn a_run_that_is_killed_again_and_again_goes_on_where_it_was() {
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let shorter = format!("check poj1568 {SHORTER} --solvers alpha-beta,fast");
    let on_one_core = format!("{shorter} --jobs 1");
    let mut covered = 0;
    let mut is_killed = || {
        let mut child = start(&on_one_core, &journal);
        wait_until(LATE, || {
            positions_in(&journal) > covered || child.try_wait().expect("ours").is_some()
        });
        child.kill().expect("ours");
        let status = child.wait().expect("ours");
        assert!(positions_in(&journal) >= covered, "nothing is lost");
        covered = positions_in(&journal);
        !status.success()
    };
    assert!(is_killed(), "the run ended before it was killed");
    // A fast machine may end it before it is killed for the third time.
    let _ = is_killed() && is_killed();
    let resumed = start(&shorter, &journal).wait_with_output().expect("ours");
    assert!(resumed.status.success());
    let rows = digests(&resumed);
    assert_eq!(rows.len(), 1, "one number of empties");
    let quick = format!("check poj1568 {SHORTER} --solvers memo,fast");
    let whole = crossply(&quick).output().expect("the binary runs");
    assert_eq!(rows, digests(&whole));
    // Resuming a complete run reports it again and asks no solver.
    let again = start(&shorter, &journal).wait_with_output().expect("ours");
    assert_eq!(digests(&again), rows);
}

#[test]
fn an_interrupted_run_says_what_it_covered() {
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let child = start(LONG, &journal);
    wait_until(LATE, || positions_in(&journal) > 0);
    signal(ctrl_c(), &child);
    let output = child.wait_with_output().expect("ours");
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).expect("ASCII");
    assert!(text.contains("until it was interrupted"), "{text}");
    assert!(text.contains("  part"), "{text}");
}

#[test]
fn a_run_that_compared_nothing_is_no_success() {
    let folder = TempDir::new().expect("a temporary folder");
    let run = "check ccf201803-4 --exhaustive --time 0s";
    for part in ["", " --shard 1/2", " --shard 2/2"] {
        let run = |format: &str| {
            let output = crossply(&format!("{run}{part} --format {format}")).output();
            let output = output.expect("the binary runs");
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{part}: {error}");
            assert!(
                error.contains("nothing was compared: the time was up"),
                "{error}"
            );
            String::from_utf8(output.stdout).expect("text")
        };
        let text = run("text");
        assert!(
            text.contains("Nothing was compared.") && !text.contains("agree."),
            "{text}"
        );
        assert!(run("json").contains("\"agree\": false"));
        // The run leaves an earlier page as it is.
        let page = folder.path().join("page.html");
        fs::write(&page, "an earlier page").expect("ours");
        run(&format!("text --report {}", page.display()));
        assert_eq!(fs::read_to_string(&page).expect("there"), "an earlier page");
    }
}

#[test]
fn a_journal_of_another_run_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let run = "check ccf201803-4 --exhaustive --solvers";
    let first = start(&format!("{run} memo,fast"), &journal);
    assert!(first.wait_with_output().expect("ours").status.success());
    let refused = |arguments: &str, reason: &str| {
        let output = start(arguments, &journal).wait_with_output().expect("ours");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(reason), "{message}");
    };
    refused(
        &format!("{run} memo,naive"),
        "its selection of solvers is memo,fast, expected naive,memo",
    );
    let text = fs::read_to_string(&journal).expect("written");
    fs::write(&journal, &text[..text.len() / 2]).expect("ours");
    refused(&format!("{run} memo,fast"), "is not the journal of a run");
    refused(
        &format!("{run} memo,fast"),
        "tip: to start afresh, name another file or remove this one",
    );
    let nowhere = folder.path().join("nowhere/journal");
    let output = start(&format!("{run} memo,fast"), &nowhere)
        .wait_with_output()
        .expect("ours");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_journal_that_cannot_be_written_is_told_at_once_and_loses_nothing() {
    let folder = TempDir::new().expect("a temporary folder");
    let (there, away) = (folder.path().join("there"), folder.path().join("away"));
    fs::create_dir(&there).expect("ours");
    let journal = there.join("journal");
    let mut run = start(LONG, &journal);
    wait_until(LATE, || positions_in(&journal) > 0);
    fs::rename(&there, &away).expect("ours");
    let messages = BufReader::new(run.stderr.take().expect("it is piped"));
    let mut messages = messages.lines().map(|line| line.expect("text"));
    let warning = messages.find(|line| line.starts_with("warning: cannot write the journal"));
    let warning = warning.expect("the run warns");
    assert!(
        warning.ends_with("the run goes on, and tries again"),
        "{warning}"
    );
    assert!(
        run.try_wait().expect("ours").is_none(),
        "it warns before it ends"
    );
    signal(ctrl_c(), &run);
    let error = messages.find(|line| line.starts_with("error: cannot write the journal"));
    assert!(error.is_some());
    let output = run.wait_with_output().expect("ours");
    assert_eq!(output.status.code(), Some(2));
    assert!(!digests(&output).is_empty());
    // The last version that was written is complete.
    let resumed = start(&format!("{LONG} --time 0s"), &away.join("journal"));
    let resumed = resumed.wait_with_output().expect("ours");
    assert!(resumed.status.success());
    assert_eq!(fs::read_dir(away).expect("ours").count(), 1);
}

#[test]
fn of_two_runs_on_one_journal_the_second_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let mut first = start(LONG, &journal);
    for covered in [0, 1] {
        wait_until(LATE, || {
            positions_in(&journal) >= covered && journal.exists()
        });
        let second = start(LONG, &journal).wait_with_output().expect("ours");
        let message = String::from_utf8_lossy(&second.stderr);
        assert_eq!(second.status.code(), Some(2), "{message}");
        assert!(message.contains("another run"), "{message}");
    }
    assert!(first.try_wait().expect("ours").is_none(), "it goes on");
    first.kill().expect("it runs");
    first.wait().expect("ours");
    let covered = positions_in(&journal);
    let mut third = start(LONG, &journal);
    wait_until(LATE, || positions_in(&journal) > covered);
    third.kill().expect("it runs");
    third.wait().expect("ours");
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
    assert_eq!(digests(&output).len(), 1);
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
        let mut run = Command::new("sh");
        run.current_dir(folder.path())
            .args(["-c", script])
            .arg(cargo_bin!("crossply"))
            .arg(more)
            .args("check ccf201803-4 --exhaustive --solvers memo,fast --resume journal".split(' '));
        run.output().expect("there is a shell")
    };
    assert_eq!(run("").status.code(), Some(0));
    assert_eq!(run("").status.code(), Some(0));
    let other = run("another program");
    let message = String::from_utf8_lossy(&other.stderr);
    assert_eq!(other.status.code(), Some(2), "{message}");
    assert!(message.contains("its program is"), "{message}");
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

fn crossply(arguments: &str) -> Command {
    crossply_games::assert_fast_is_right();
    let mut command = Command::new(cargo_bin!("crossply"));
    command
        .args(arguments.split_whitespace())
        .env_remove("CROSSPLY_SOLVERS");
    command
}

fn start(arguments: &str, journal: &Path) -> Child {
    crossply(arguments)
        .arg("--resume")
        .arg(journal)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

/// How many positions are done according to the journal: 0 if there is no journal yet.
fn positions_in(journal: &Path) -> u64 {
    let Ok(text) = fs::read(journal) else {
        return 0;
    };
    let record: serde_json::Value =
        serde_json::from_slice(&text).expect("the journal is always complete");
    record["counts"]["compared"]["in_order"]
        .as_u64()
        .expect("a number")
}

/// The rows of the table of digests.
fn digests(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text
        .lines()
        .skip_while(|line| !line.contains("digest of the answers"));
    lines.skip(1).map(str::to_owned).collect()
}
