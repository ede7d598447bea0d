//! The real binary with its standard streams: pipes, whole domains, and readers that go away.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Output, Stdio};
use std::sync::mpsc::channel;
use std::thread::spawn;
use std::time::Duration;

use snapbox::cmd::{Command, cargo_bin};

fn crossply(arguments: &str) -> Command {
    crossply_games::assert_fast_is_right();
    Command::new(cargo_bin!("crossply"))
        .args(arguments.split_whitespace())
        .env_remove("CROSSPLY_SOLVERS")
}

/// Returns the standard output of a command, which must succeed.
fn printed(command: Command) -> String {
    let output = command.output().expect("the binary runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("ASCII")
}

#[test]
fn the_whole_small_domain_is_generated_once_and_solved_alike() {
    let boards = printed(crossply("gen ccf201803-4 --all"));
    let lines: Vec<&str> = boards.lines().collect();
    assert_eq!(lines[0], "2739");
    let distinct: HashSet<&[&str]> = lines[1..].chunks(3).collect();
    assert_eq!(distinct.len(), 2739);
    // Other tests compare the solvers, and report the board on which they differ. This one calls one solver in two
    // ways.
    let solved = printed(crossply("solve ccf201803-4 --solver ref-decimal-map").stdin(&boards));
    assert_eq!(solved.lines().count(), 2739);
    let program = printed(crossply("reference ref-decimal-map -").stdin(&boards));
    assert_eq!(solved, program);
}

#[test]
fn a_new_seed_is_announced_and_repeats_the_run() {
    let output = crossply("gen poj1568 --cases 5")
        .output()
        .expect("the binary runs");
    let message = String::from_utf8(output.stderr).expect("ASCII");
    let seed = message.split_whitespace().nth(1).expect("seed N");
    let again = printed(crossply(&format!("gen poj1568 --cases 5 --seed {seed}")));
    assert_eq!(again.as_bytes(), output.stdout);
}

#[test]
fn an_unknown_solver_in_the_environment_is_an_error() {
    let misspelt = crossply("check ccf201803-4").env("CROSSPLY_SOLVERS", "fats");
    let message = misspelt.assert().code(2).get_output().stderr.clone();
    let message = String::from_utf8(message).expect("ASCII");
    assert!(
        message.contains("`fats`") && message.contains("ref-decimal-map"),
        "{message}"
    );
    let selected = crossply("show ccf201803-4:0").env("CROSSPLY_SOLVERS", "memo,fast");
    assert!(!printed(selected).contains("naive"));
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    for (arguments, read) in [
        ("gen poj1568 --all", 100),
        (
            "check ccf201803-4 --solvers fast,memo --oracles agreement",
            0,
        ),
        ("show ccf201803-4:0", 0),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        // A command that prints little might be done before a reader could go away, so it gets none.
        let reader = (read > 0).then_some(reader);
        let mut child = std::process::Command::new(cargo_bin!("crossply"))
            .args(arguments.split_whitespace())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        if let Some(mut reader) = reader {
            let read = reader.read_exact(&mut vec![0; read]);
            read.expect("there is more");
        }
        let mut message = String::new();
        let mut stderr = child.stderr.take().expect("piped");
        stderr.read_to_string(&mut message).expect("ASCII");
        assert_eq!(message, "", "{arguments}");
        assert_eq!(
            child.wait().expect("it ends").code(),
            Some(2),
            "{arguments}"
        );
    }
}

#[test]
fn an_answer_is_there_before_the_next_board() {
    let mut child = std::process::Command::new(cargo_bin!("crossply"))
        .args(["solve", "poj1568"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut boards = child.stdin.take().expect("piped");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    let (told, heard) = channel();
    let reader = spawn(move || {
        while let Some(Ok(answer)) = answers.next() {
            told.send(answer).expect("somebody listens");
        }
    });
    for (board, answer) in [
        ("....\n.xo.\n.ox.\n....\n", "#####"),
        ("o...\n.ox.\n.xxx\nxooo\n", "(0,1)"),
    ] {
        boards
            .write_all(format!("?\n{board}").as_bytes())
            .expect("it listens");
        // Wait for the answer before sending the next board.
        assert_eq!(
            heard.recv_timeout(Duration::from_mins(1)).as_deref(),
            Ok(answer)
        );
    }
    boards.write_all(b"$\n").expect("it listens");
    drop(boards);
    assert!(child.wait().expect("it ends").success());
    reader.join().expect("no panic");
}

#[test]
fn memory_does_not_grow_with_the_input() {
    // The line has 64 MiB, and the shell limits the address space to less.
    let mut script = String::new();
    let binary = cargo_bin!("crossply");
    let _ = write!(
        script,
        "ulimit -v 60000; (head -c 67108864 /dev/zero | tr '\\0' ' '; echo x) | {}",
        binary.display()
    );
    for command in ["solve poj1568", "solve ccf201803-4"] {
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("{script} {command}"))
            .output()
            .expect("there is a shell");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("more than 120 bytes"), "{message}");
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
        ("check ccf201803-4 --cases 10 --verbose", 0),
        ("gen poj1568 --cases 3", 0),
        ("judge ccf201803-4 --cases 3 --seed 1 -- echo 0", 1),
        ("solve poj1568 no-such-file", 2),
        ("show poj1568:no-such-board", 2),
        ("promote no-such-file name", 2),
        ("no-such-command", 2),
    ] {
        if arguments.starts_with("judge") && !cfg!(feature = "processes") {
            continue;
        }
        let run = |stderr: Stdio| {
            let mut command = std::process::Command::new(cargo_bin!("crossply"));
            let command = command.args(arguments.split_whitespace()).stderr(stderr);
            command.output().expect("the binary runs")
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
        "schema check",
        "show ccf201803-4:0",
    ] {
        let mut command = std::process::Command::new(cargo_bin!("crossply"));
        if arguments.starts_with("judge") && !cfg!(feature = "processes") {
            continue;
        }
        let command = command.args(arguments.split_whitespace()).stdout(full());
        let output = command.output().expect("the binary runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        assert!(message.contains("No space left"), "{arguments}: {message}");
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
        let printed = printed(command);
        assert!(printed.contains(expected), "{printed}");
    }
    let missing = crossply("show").arg(OsStr::from_bytes(b"\xff"));
    let output = missing.output().expect("the binary runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("neither a file nor"), "{message}");
}
