//! Nothing is left of a program that is judged: not when it ends, and not after Ctrl-C.

use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use snapbox::cmd::cargo_bin;

use crate::judge::{judge_shell, run};
use crate::processes::{SOON, interrupt, is_running, wait_until};

/// The child has a session of its own and an empty environment, so nothing tells that the program started it. It gets a
/// moment to leave the program's group, with which it would be killed anyway.
#[test]
fn what_a_program_leaves_behind_without_a_mark_is_killed() {
    let mark = format!("{}.{}", 1_000_000 + std::process::id(), 5);
    let program = format!(
        "env -i setsid sleep {mark} </dev/null >/dev/null 2>&1 & read n; sleep 0.3; echo 1"
    );
    let (code, output, _) = run(judge_shell("ccf201803-4 --board XOX/OXO/OX.", &program));
    assert_eq!(code, 0, "{output}");
    assert!(!is_running(&mark, None), "{mark}");
}

#[test]
fn ctrl_c_ends_the_program_too() {
    let output = interrupted(
        "ccf201803-4",
        "trap '' INT TERM; while :; do sleep 0.05; done",
    );
    assert!(output.starts_with("No verdict"), "{output}");
}

#[test]
fn ctrl_c_while_a_failure_is_looked_into_is_no_verdict_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let failed = folder.path().join("failed");
    let failed = failed.display();
    let program =
        format!("[ -e {failed} ] && while :; do sleep 0.05; done; touch {failed}; exit 1");
    let output = interrupted("ccf201803-4 --board 0", &program);
    assert!(!output.contains("It fails"), "{output}");
}

/// Interrupts the judge while the program hangs, and returns what the judge prints. Its exit code must be that of
/// Ctrl-C, and the program must be gone.
fn interrupted(options: &str, program: &str) -> String {
    let mark = format!("# {:?}", Instant::now());
    let program = format!("{program} {mark}");
    let mut judge = std::process::Command::new(cargo_bin!("crossply"))
        .arg("judge")
        .args(options.split_whitespace())
        .args(["--time-limit", "1h", "--", "sh", "-c", &program])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    // A moment after its start the program hangs.
    wait_until(SOON, || is_running(&mark, Some(&judge)));
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&mut judge);
    assert!(
        !is_running(&mark, Some(&judge)),
        "the program is still there"
    );
    let mut output = String::new();
    let stdout = judge.stdout.as_mut().expect("a pipe");
    stdout.read_to_string(&mut output).expect("text");
    output
}
