//! What only Linux has: a limit of the address space, a device that is full, and file names that are not text.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::process::{Output, Stdio};

use snapbox::cmd::{Command, cargo_bin};

use crate::binary::{crossply, printed, process, run};
use crate::needed::is_there;

#[test]
fn memory_does_not_grow_with_the_input() {
    // The line has 64 MiB, and the shell limits the address space to less.
    let binary = cargo_bin!("crossply");
    let script = format!(
        "ulimit -v 60000; (head -c 67108864 /dev/zero | tr '\\0' ' '; echo x) | {}",
        binary.display()
    );
    for command in ["solve poj1568", "solve ccf201803-4"] {
        let shell = Command::new("sh").arg("-c");
        let solved = run(shell.arg(format!("{script} {command}")));
        solved.refuses(["more than 120 bytes"]);
    }
}

/// On a terminal a bar shows how far a run has come, in whole numbers, and is gone in the end.
#[test]
fn a_bar_is_for_the_time_of_a_run() {
    if !is_there("script") {
        return;
    }
    let binary = cargo_bin!("crossply");
    let run = format!(
        "{} check poj1568 --exhaustive --solvers fast,memo",
        binary.display()
    );
    let terminal = Command::new("script").args(["-qec", &run, "/dev/null"]);
    let text = printed(terminal.env("TERM", "xterm"));
    let bars: Vec<_> = text.split("/4,656,402 positions, ").skip(1).collect();
    assert!(!bars.is_empty(), "{text}");
    for bar in bars {
        let (rate, _) = bar.split_once("/s").expect("a rate");
        assert!(!rate.contains('.'), "{rate}");
        assert!(bar.contains("\r\u{1b}[2K"), "{bar}");
    }
}

/// A device that always reports that no space is left.
fn full() -> Stdio {
    let device = File::options().write(true).open("/dev/full");
    device.expect("this system has such a device").into()
}

#[test]
fn a_standard_error_that_cannot_be_written_changes_nothing() {
    for (arguments, code) in [
        ("check ccf201803-4 --cases 10", 0),
        ("gen poj1568 --cases 3", 0),
        ("show poj1568:no-such-board", 2),
        ("no-such-command", 2),
    ] {
        let run = |stderr: Stdio| {
            let output = process(arguments).stderr(stderr).output();
            output.expect("the binary runs")
        };
        let output = run(full());
        assert_eq!(output.status.code(), Some(code), "{arguments}");
        let lines = |output: Output| output.stdout.split(|&byte| byte == b'\n').count();
        assert_eq!(lines(output), lines(run(Stdio::piped())), "{arguments}");
    }
}

#[test]
fn a_standard_output_that_is_full_is_no_success() {
    for arguments in [
        "--help",
        "--version",
        "help",
        "check --help",
        "help check",
        "check ccf201803-4",
        "completions bash",
        "gen poj1568 --cases 3",
        "judge ccf201803-4 --board 0 -- echo 0",
        "show ccf201803-4:0",
    ] {
        if arguments.starts_with("judge") && !cfg!(feature = "processes") {
            continue;
        }
        let output = process(arguments).stdout(full()).output();
        let output = output.expect("the binary runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        let full = "error: cannot write to standard output: No space left";
        assert!(message.contains(full), "{arguments}: {message}");
    }
}

#[test]
fn any_name_of_a_file_will_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = OsStr::from_bytes(b"not-utf-8-\xff");
    fs::write(folder.path().join(name), "?\no...\n.ox.\n.xxx\nxooo\n$\n").expect("ours");
    for (command, expected) in [
        ("show", "2242571"),
        ("solve poj1568", "(0,1)"),
        ("explain poj1568", "(0,1)"),
    ] {
        let command = crossply(command).arg(name).current_dir(folder.path());
        run(command).exits(0).prints([expected]);
    }
    let missing = crossply("show").arg(OsStr::from_bytes(b"\xff"));
    run(missing).refuses(["neither a file nor"]);
}
