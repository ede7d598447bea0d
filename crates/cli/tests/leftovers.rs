//! Nothing is left of a program that is judged: not when it ends, and not after Ctrl-C.

use std::fs;
use std::io::Read;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::binary::{process, run};
use crate::exhaustive::{signal, wait_until};
use crate::judge::judge_shell;
use crate::sources::Project;

/// How long what takes a moment may take on a busy machine.
const SOON: Duration = Duration::from_secs(30);

/// A command that starts a child with a session of its own and an empty environment, so that nothing tells who started it.
fn leaves(mark: &str) -> String {
    format!("env -i setsid sleep {mark} </dev/null >/dev/null 2>&1 &")
}

/// A mark that no other process has in its command line.
fn mark(number: u32) -> String {
    format!("{}.{number}", 1_000_000 + std::process::id())
}

/// The child gets a moment to leave the program's group, with which it would be killed anyway.
#[test]
fn what_a_program_leaves_behind_without_a_mark_is_killed() {
    let mark = mark(5);
    let leaves = leaves(&mark);
    let options = "ccf201803-4 --board XOX/OXO/OX. --time-limit 150ms";
    for (program, verdict) in [
        (format!("{leaves} read n; sleep 0.1; echo 1"), "AC"),
        (
            format!("{leaves} sleep 0.1; kill -STOP $! $$; # {mark}"),
            "TLE",
        ),
    ] {
        run(judge_shell(options, &program)).begins(verdict);
        assert!(!is_running(&mark), "{program}");
    }
}

#[test]
fn folders_that_a_program_deletes_do_no_harm() {
    for deletes in ["$TMPDIR", "\"$PWD\""] {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["work", "tmp"] {
            fs::create_dir(folder.path().join(name)).expect("ours");
        }
        let program = format!("rm -rf {deletes}; read n; echo 0");
        let command = judge_shell("ccf201803-4 --board 0", &program)
            .current_dir(folder.path().join("work"))
            .env("TMPDIR", folder.path().join("tmp"));
        run(command).exits(1).begins("WA: wrong answer\n");
        let temporary = fs::read_dir(folder.path().join("tmp"));
        assert_eq!(temporary.map_or(0, Iterator::count), 0, "{deletes}");
    }
}

#[test]
fn ctrl_c_ends_the_program_too() {
    let hangs = "trap '' INT TERM; touch hangs; while :; do sleep 0.05; done";
    let output = interrupted("ccf201803-4", hangs);
    assert!(output.starts_with("No verdict"), "{output}");
}

#[test]
fn ctrl_c_while_a_failure_is_looked_into_is_no_verdict_either() {
    let hangs =
        "[ -e failed ] && touch hangs && while :; do sleep 0.05; done; touch failed; exit 1";
    let output = interrupted("ccf201803-4 --board 0", hangs);
    assert!(output.contains("The session was interrupted"), "{output}");
}

/// Interrupts the judge when the program says that it hangs, and returns what the judge prints. Its exit code must be that
/// of Ctrl-C, and the program must be gone.
fn interrupted(options: &str, program: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = format!("# {}", folder.path().display());
    let program = format!("{program} {mark}");
    let mut judge = process(&format!("judge {options} --time-limit 1h -- sh -c"))
        .arg(&program)
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    wait_until(SOON, || folder.path().join("hangs").exists());
    interrupt(&mut judge);
    assert!(!is_running(&mark), "the program is still there");
    let mut output = String::new();
    let stdout = judge.stdout.as_mut().expect("a pipe");
    stdout.read_to_string(&mut output).expect("text");
    output
}

#[test]
fn ctrl_c_ends_the_compiler_and_leaves_no_build() {
    let project = Project::new();
    let mark = mark(9);
    project.replace("gcc", &format!("sleep {mark}"));
    project.write("project/script.c", "");
    let builds = project.path("builds");
    fs::create_dir(&builds).expect("ours");
    let mut judge = process("judge")
        .args(["ccf201803-4", "script.c"])
        .current_dir(project.path("project"))
        .env("TMPDIR", &builds)
        .env("PATH", project.search_path())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    wait_until(SOON, || is_running(&mark));
    interrupt(&mut judge);
    assert!(!is_running(&mark));
    assert_eq!(fs::read_dir(builds).expect("ours").count(), 0);
}

/// Whether a process has the mark in its command line.
fn is_running(mark: &str) -> bool {
    let mut processes = fs::read_dir("/proc").expect("this is Linux").flatten();
    processes.any(|folder| {
        let line = fs::read(folder.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(mark)
    })
}

/// Interrupts crossply, which has to end with the exit code of Ctrl-C.
fn interrupt(crossply: &mut Child) {
    // If a shell runs the tests in the background, they ignore SIGINT.
    signal("-TERM", crossply);
    wait_until(SOON, || crossply.try_wait().expect("ours").is_some());
    assert_eq!(crossply.wait().expect("ours").code(), Some(130));
}
