//! Exhaustive runs of the real binary: in parts, killed, interrupted, and gone on with.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use snapbox::cmd::cargo_bin;
use tempfile::TempDir;

/// Long enough to be killed in the middle.
const LONG: &str =
    "check poj1568 --exhaustive --solvers memo,alpha-beta,fast --empties 10.. --jobs 1";

#[test]
fn a_run_that_is_killed_again_and_again_goes_on_where_it_was() {
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let whole = crossply(LONG)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut covered = 0;
    for _ in 0..3 {
        let mut child = start(LONG, &journal);
        wait_until(|| positions_in(&journal) > covered);
        child.kill().expect("it runs");
        let status = child.wait().expect("ours");
        // If it was too quick to be killed, nothing is shown.
        assert!(!status.success(), "it ended before it was killed");
        assert!(positions_in(&journal) > covered);
        covered = positions_in(&journal);
    }
    let resumed = start(LONG, &journal).wait_with_output().expect("ours");
    let whole = whole.wait_with_output().expect("ours");
    assert!(resumed.status.success() && whole.status.success());
    assert_eq!(digests(&resumed), digests(&whole));
    assert_eq!(
        digests(&whole).len(),
        3,
        "two numbers of empties, and the sum"
    );
    // A run that was complete is told again without asking anybody.
    let again = start(LONG, &journal).wait_with_output().expect("ours");
    assert_eq!(digests(&again), digests(&whole));
}

#[test]
fn an_interrupted_run_says_what_it_covered() {
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let child = start(LONG, &journal);
    wait_until(|| positions_in(&journal) > 0);
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("there is such a command").success());
    let output = child.wait_with_output().expect("ours");
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).expect("ASCII");
    assert!(text.contains("until it was interrupted"), "{text}");
    assert!(text.contains("of a part"), "{text}");
}

#[test]
fn the_parts_of_a_run_make_up_the_whole() {
    let run = "check poj1568 --exhaustive --solvers memo,fast --empties 8..";
    let whole = crossply(run).output().expect("the binary runs");
    let (mut positions, mut sum) = (0, 0_u64);
    for shard in ["1/3", "2/3", "3/3"] {
        let part = crossply(run)
            .args(["--shard", shard])
            .output()
            .expect("the binary runs");
        assert!(part.status.success());
        let (of_part, digest) = total(&part);
        assert!(of_part < total(&whole).0);
        positions += of_part;
        sum = sum.wrapping_add(digest);
    }
    assert_eq!((positions, sum), total(&whole));
}

#[test]
fn a_part_without_blocks_says_so() {
    let run = crossply("check ccf201803-4 --exhaustive --shard 999/999")
        .output()
        .expect("the binary runs");
    let text = String::from_utf8(run.stdout).expect("ASCII");
    assert!(
        text.contains("There is nothing to compare: this part has no positions."),
        "{text}"
    );
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn a_run_that_compared_nothing_is_no_success() {
    let run = "check ccf201803-4 --exhaustive --time 0s";
    for part in ["", " --shard 1/2", " --shard 2/2 --classes"] {
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
        assert!(run("junit").contains("<failure"));
    }
}

#[test]
fn a_limit_of_time_says_what_was_covered() {
    let run = crossply(LONG)
        .args(["--time", "100ms"])
        .output()
        .expect("the binary runs");
    let text = String::from_utf8(run.stdout).expect("ASCII");
    assert!(text.contains("until the time was up"), "{text}");
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
    refused(&format!("{run} memo,fast --empties 3"), "its plan is");
    refused(
        &format!("{run} memo,fast --shard 1/2"),
        "its shard is 1/1, expected 1/2",
    );
    let text = fs::read_to_string(&journal).expect("written");
    let other = text.replacen("\"panics\": 0", "\"panics\": 1", 1);
    assert_ne!(other, text);
    fs::write(&journal, other).expect("ours");
    refused(&format!("{run} memo,fast"), "its checksum is wrong");
    fs::write(&journal, &text[..text.len() / 2]).expect("ours");
    refused(&format!("{run} memo,fast"), "is no journal of a run");
    let nowhere = folder.path().join("nowhere/journal");
    let output = start(&format!("{run} memo,fast"), &nowhere)
        .wait_with_output()
        .expect("ours");
    assert_eq!(output.status.code(), Some(2));
}

fn crossply(arguments: &str) -> Command {
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

fn wait_until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_mins(1), "in vain");
        sleep(Duration::from_millis(10));
    }
}

/// How many positions the journal says are done. None before it is written.
fn positions_in(journal: &Path) -> u64 {
    let Ok(text) = fs::read(journal) else {
        return 0;
    };
    let record: serde_json::Value = serde_json::from_slice(&text).expect("whole at any time");
    record["compared"]["in_order"].as_u64().expect("a number")
}

/// The lines of the table of digests.
fn digests(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text
        .lines()
        .skip_while(|line| !line.contains("digest of the answers"));
    lines.skip(1).map(str::to_owned).collect()
}

/// The positions and the digest of the last line.
fn total(output: &Output) -> (u64, u64) {
    let digests = digests(output);
    let words: Vec<_> = digests
        .last()
        .expect("a table")
        .split_whitespace()
        .collect();
    let positions = words[1].replace(',', "").parse().expect("a number");
    (
        positions,
        u64::from_str_radix(words[2], 16).expect("a digest"),
    )
}
