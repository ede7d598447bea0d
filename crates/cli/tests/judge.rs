//! `crossply judge` with real programs: exit codes and formats.
//!
//! The tests of `crossply-judge` cover the verdicts, on programs that are wrong in many ways.

use std::fs;

use snapbox::cmd::{Command, cargo_bin};

use crate::binary::{crossply, run};
use crate::needed::is_there;

/// A program that answers every board with a draw.
pub(crate) const DRAW: &str = "read n; while [ $n -gt 0 ]; do echo 0; n=$((n-1)); done";

fn judge(options: &str) -> Command {
    crossply("judge").args(options.split_whitespace())
}

/// Judges a shell command.
pub(crate) fn judge_shell(options: &str, program: &str) -> Command {
    judge(options).args(["--", "sh", "-c", program])
}

/// Judges one of crossply's own commands.
fn judge_ours(options: &str, arguments: &str) -> Command {
    let binary = cargo_bin!("crossply");
    let command = judge(options).arg("--").arg(binary);
    command.args(arguments.split_whitespace())
}

#[test]
fn a_right_program_is_accepted_on_all_boards() {
    for problem in ["ccf201803-4", "poj1568"] {
        // Built for tests, it takes about as much as the statement of poj1568 allows.
        let options = format!("{problem} --exhaustive --batch 100000 --memory-limit 64MiB");
        let (code, output, _) = run(judge_ours(&options, &format!("solve {problem}")));
        assert_eq!(code, 0, "{output}");
        assert!(output.starts_with("AC: accepted"), "{output}");
        let all = ["(all 2,739)", "(all 4,656,402)"];
        assert!(all.iter().any(|all| output.contains(all)), "{output}");
    }
}

#[test]
fn every_way_to_choose_boards_chooses_some() {
    for (options, boards) in [
        ("--empties 1", "the legal boards (all 390)"),
        ("--cases 77 --seed 5", "boards drawn at random (all 77)"),
        ("--killing", "boards that expose most mistakes (all 11)"),
        ("--board 7 --board 10..20", "the boards named (all 11)"),
        ("--board 0..=3 --board 2730..", "the boards named (all 13)"),
    ] {
        let options = format!("ccf201803-4 {options}");
        let (code, output, _) = run(judge_ours(&options, "solve ccf201803-4"));
        assert_eq!(code, 0, "{output}");
        let only = format!("Judged: {boards}");
        assert!(output.contains(&only), "{options}: {output}");
    }
}

#[test]
fn a_wrong_program_is_shown_the_simplest_board() {
    let (code, output, _) = run(judge_shell("ccf201803-4 --time 0s", DRAW));
    assert_eq!(code, 1);
    let expected = "ccf201803-4: WA on position 0 (1 empty cell)";
    assert!(output.contains(expected), "{output}");
    assert!(
        output.contains("and no simpler one got this verdict"),
        "{output}"
    );
    // The command that the report suggests shows the same board.
    let command = output
        .lines()
        .find(|line| line.starts_with("    crossply judge "));
    let command = command.expect("a command").trim();
    let board = command.split_whitespace().nth(4).expect("--board BOARD");
    let (code, again, _) = run(judge_shell(&format!("ccf201803-4 --board {board}"), DRAW));
    assert_eq!(code, 1);
    assert!(again.contains(expected), "{again}");
}

#[test]
fn state_that_leaks_is_found_on_boards_that_are_not_legal() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("input.txt");
    let boards = [
        "o...\n.ox.\n.xxx\nxooo",
        ".oo.\nx.xx\noxo.\n..xo",
        "xxxx\n.oo.\n.oo.\n....",
        "....\n.xo.\n.ox.\n....",
    ];
    fs::write(&input, format!("?\n{}\n$\n", boards.join("\n?\n"))).expect("written");
    let options = format!("poj1568 --allow-illegal --input {}", input.display());
    let (code, output, _) = run(judge_ours(&options, "reference ref-line-sums -"));
    assert_eq!(code, 1, "{output}");
    let leak = ".oo./x.xx/oxo./..xo\n    xxxx/.oo./.oo./....   <- here";
    assert!(output.contains(leak), "{output}");
    let drawn = "an illegal board\n\n    xxxx\n    .oo.\n    .oo.\n    ....\n";
    assert!(output.contains(drawn), "{output}");
    let again = "--board xxxx/.oo./.oo./.... --allow-illegal -- ";
    assert!(output.contains(again), "{output}");
    let (code, output, _) = run(judge_ours(&options, "reference ref-last-move -"));
    assert_eq!(code, 0, "{output}");
    // Without the option, illegal boards are bad input.
    let options = format!("poj1568 --input {}", input.display());
    let (code, _, error) = run(judge_ours(&options, "solve poj1568"));
    assert_eq!(code, 2);
    assert!(error.contains("case 3: x already has a line"), "{error}");
}

/// Elsewhere a shell may run a file that does not name its interpreter.
#[test]
#[cfg(target_os = "linux")]
fn trouble_is_not_blamed_on_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("plain"), "no program\n").expect("written");
    fs::write(path("no-first-line"), "echo 0\n").expect("written");
    fs::write(path("no-interpreter"), "#!/no/such/thing\n").expect("written");
    fs::write(path("windows.exe"), "MZ\u{0}\u{1}\u{2}").expect("written");
    for name in ["no-first-line", "no-interpreter", "windows.exe"] {
        use std::os::unix::fs::PermissionsExt;
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(path(name), executable).expect("ours");
    }
    for (program, hint) in [
        (path("missing"), "No such file"),
        (path("plain"), "chmod +x"),
        (path("no-first-line"), "#!/bin/sh"),
        (path("no-interpreter"), "interpreter"),
        (path("windows.exe"), "for Windows"),
        (folder.path().to_owned(), "it is a folder"),
        ("no-such-command-anywhere".into(), "./NAME"),
    ] {
        let (code, output, error) = run(judge("ccf201803-4").arg("--").arg(&program));
        assert_eq!((code, &*output), (2, ""), "{}", program.display());
        assert!(
            error.contains("cannot run") && error.contains(hint),
            "{error}"
        );
    }
    let (code, ..) = run(judge("ccf201803-4"));
    assert_eq!(code, 2, "the command is missing");
}

#[test]
fn nothing_judged_is_no_success() {
    let (code, output, error) = run(judge_shell("ccf201803-4 --exhaustive --time 0s", "true"));
    assert_eq!(code, 2, "{output}");
    assert!(error.contains("nothing was judged"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("none.txt");
    fs::write(&input, "0\n").expect("written");
    let options = format!("ccf201803-4 --input {}", input.display());
    let (code, _, error) = run(judge_shell(&options, "true"));
    assert_eq!(code, 2);
    assert!(error.contains("no boards to judge"), "{error}");
}

#[test]
fn json_says_what_the_text_says() {
    let options = "ccf201803-4 --format json";
    let (code, output, _) = run(judge_shell(options, DRAW));
    assert_eq!(code, 1);
    let document: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(document["format"], 3);
    assert_eq!(document["verdict"], "WA");
    assert_eq!(document["finding"]["index"], 0);
    assert_eq!(document["finding"]["boards"][0], "XXO/XXO/OO.");
    assert_eq!(document["finding"]["expected"], "1");
    assert_eq!(document["finding"]["given"], "0");
    assert_eq!(document["finding"]["cause"], "alone");
    let stages = document["stages"].as_array().expect("stages");
    let boards: u64 = stages
        .iter()
        .filter_map(|stage| stage["judged"].as_u64())
        .sum();
    assert_eq!(document["judged"], boards);
    for stage in stages {
        let verdicts = stage["verdicts"].as_object().expect("counts").values();
        let sum: u64 = verdicts.filter_map(serde_json::Value::as_u64).sum();
        assert_eq!(stage["judged"], sum, "{stage}");
    }
    let wrong = &document["verdicts"]["WA"];
    assert!(wrong.as_u64().expect("a number") > 1000, "{wrong}");
}

#[test]
fn limits_are_those_that_are_given() {
    let options = "ccf201803-4 --board XOX/OXO/OX.";
    let right = DRAW.replace("echo 0", "echo 1");
    let (code, output, _) = run(judge_shell(&format!("{options} --time-limit 7m"), &right));
    assert_eq!(code, 0, "{output}");
    let limits = [
        " s of CPU time (limit 420 s), on 1 board",
        " s of CPU time and waiting (limit 840 s), on 1 board",
    ];
    assert!(
        limits.iter().any(|limit| output.contains(limit)),
        "{output}"
    );
    let waits = "exec sleep 3600";
    let (code, output, _) = run(judge_shell(&format!("{options} --time-limit 100ms"), waits));
    assert_eq!(code, 1);
    assert!(output.starts_with("TLE"), "{output}");
    assert!(
        output.contains(" s of CPU time (limit 0.1 s), "),
        "{output}"
    );
    let printing = "head -c 5000 /dev/zero";
    let (_, output, _) = run(judge_shell(
        &format!("{options} --output-limit 4KiB"),
        printing,
    ));
    assert!(output.starts_with("OLE"), "{output}");
    let (_, output, _) = run(judge_shell(
        &format!("{options} --output-limit 8KiB"),
        printing,
    ));
    assert!(output.starts_with("WA"), "{output}");
    for (wrong, why) in [
        ("--time-limit 0s", "it must be at least 1ms"),
        ("--memory-limit 64", "expected a number with a unit, such"),
        ("--memory-limit 5x", "expected a number with a unit, such"),
        (
            "--memory-limit 64KiB",
            "it must be at least 1MiB: a program",
        ),
        ("--output-limit 0B", "it must be at least one byte"),
        ("--batch 0", "expected a whole number from 1 to 2^64 - 1"),
    ] {
        let (code, _, error) = run(judge_shell(&format!("ccf201803-4 {wrong}"), "true"));
        assert_eq!(code, 2, "{wrong}");
        assert!(error.starts_with("error: invalid value"), "{error}");
        assert!(error.contains(&format!(">': {why}")), "{error}");
    }
}

#[test]
fn what_adds_up_is_not_kept_in_memory() {
    // It is right about this board.
    let blanks = DRAW.replace("echo 0", "printf '1%40000s\\n' ''");
    let twice = "--board XXO/XXO/OO. --board XXO/XXO/OO. --batch 2";
    let options = format!("ccf201803-4 {twice} --output-limit 50KB");
    let (code, output, _) = run(judge_shell(&options, &blanks));
    assert_eq!(code, 1, "{output}");
    let why = "It fails only together with 1 other board: the limit covers all its output.";
    assert!(
        output.starts_with("OLE") && output.contains(why),
        "{output}"
    );
}

#[test]
fn samples_and_a_few_more_boards_are_named() {
    let (code, output, _) = run(judge_shell("ccf201803-4 --time 0s", DRAW));
    assert_eq!(code, 1);
    let (before, after) = output.split_once("\n\n").expect("a finding");
    let sample = "\nIt fails on a sample of the statement: WA on ";
    assert!(before.contains(sample), "{output}");
    let (_, also) = after
        .split_once("It also failed on\n\n")
        .expect("other boards");
    let also: Vec<_> = also
        .lines()
        .map_while(|line| line.strip_prefix("    "))
        .collect();
    assert_eq!(also.len(), 3, "{output}");
    for board in also {
        let (_, output, _) = run(judge_shell(&format!("ccf201803-4 --board {board}"), DRAW));
        assert!(output.starts_with("WA"), "{board}: {output}");
        assert!(!output.contains("sample of the statement"), "{output}");
    }
    // Boards that fail only after others are no help.
    let second = DRAW.replace("do echo 0", "do [ $n -gt 1 ] && echo 1 || echo 9");
    let options = "ccf201803-4 --board XXO/XXO/OO. --board XXO/XXO/OO.";
    let (_, output, _) = run(judge_shell(options, &second));
    assert!(!output.contains("also failed"), "{output}");
}

/// In a container, which is a namespace of processes, the leader of the session is outside, and its number is 0.
#[test]
#[cfg(target_os = "linux")]
fn programs_are_judged_in_a_container_as_well() {
    let container = [
        "--user",
        "--map-root-user",
        "--pid",
        "--fork",
        "--mount-proc",
    ];
    let unshare = || Command::new("unshare").args(container);
    let possible = std::process::Command::new("unshare")
        .args(container)
        .arg("true")
        .status();
    if !possible.is_ok_and(|status| status.success()) {
        return crate::needed::not_tested("this system does not let users make namespaces");
    }
    let binary = cargo_bin!("crossply");
    let judge = [
        "judge",
        "ccf201803-4",
        "--empties",
        "1",
        "--jobs",
        "2",
        "--",
    ];
    let command = unshare().arg(binary).args(judge).arg(binary);
    let (code, output, error) = run(command.args(["solve", "ccf201803-4"]));
    assert_eq!(code, 0, "{error}");
    assert!(output.contains("(all 390)"), "{output}");
}

#[test]
fn a_runtime_is_allowed_for() {
    let options = "ccf201803-4 --board XOX/OXO/OX. --memory-limit 6MiB --";
    let command = judge(options).args(["python3", "-c", "import time; time.sleep(0.1); print(1)"]);
    if !is_there("python3") {
        return;
    }
    let (code, output, _) = run(command);
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("python3 itself takes"), "{output}");
}
