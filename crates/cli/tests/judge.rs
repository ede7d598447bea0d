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
    for (problem, all) in [
        ("ccf201803-4", "2,739 of 2,739"),
        ("poj1568", "4,656,402 of 4,656,402"),
    ] {
        // Built for tests, it takes about as much as the statement of poj1568 allows.
        let options = format!("{problem} --exhaustive --memory-limit 64MiB");
        let (code, output, _) = run(judge_ours(&options, &format!("solve {problem}")));
        assert_eq!(code, 0, "{output}");
        let expected = format!("AC: accepted\n\nJudged: {all} boards, in ");
        assert!(output.starts_with(&expected), "{output}");
    }
}

#[test]
fn every_way_to_choose_boards_chooses_some() {
    for (options, boards) in [
        ("--empties 1", "390 of 2,739 boards"),
        ("--cases 77 --seed 5", "77 boards drawn at random (seed 5)"),
        ("--killing", "11 of 11 boards"),
        ("--board 7 --board 10..20", "11 of 11 boards"),
        ("--board 0..=3 --board 2730..", "13 of 13 boards"),
        (
            "",
            "the samples, the largest input, the boards that expose most mistakes, 200 in random order, some alone, ",
        ),
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
    let (code, output, _) = run(judge_shell("ccf201803-4 --exhaustive", DRAW));
    assert_eq!(code, 1);
    for said in [
        "WA: wrong answer\n\nccf201803-4: the answer to board 0 (empties: 1) is wrong\n",
        "\nIt is the simplest: program is right about all boards before it.\n",
        "\nIt answers all 2,739 boards as if nobody could ever win.\n",
    ] {
        assert!(output.contains(said), "{output}");
    }
    // The command that the report suggests shows the same board, and no other.
    let again = "To reproduce:   crossply judge ccf201803-4 --board XXO/XXO/OO. -- sh -c ";
    assert!(output.contains(again), "{output}");
    for board in ["XXO/XXO/OO.", "XXO/XXO/O.O"] {
        let (code, output, _) = run(judge_shell(&format!("ccf201803-4 --board {board}"), DRAW));
        assert_eq!(code, 1);
        let drawn = format!("\n    {}\n", board.replace('/', "\n    "));
        assert!(output.contains(&drawn), "{output}");
    }
}

#[test]
fn an_answer_that_depends_on_other_boards_is_shown_with_them() {
    let second = DRAW.replace("do echo 0", "do [ $n -gt 1 ] && echo 1 || echo 9");
    let options = "ccf201803-4 --board XXO/XXO/OO. --board XXO/XXO/OO. --board XXO/XXO/OO.";
    let third = second.replace("read n", "read n; [ $n = 1 ] && echo 1 && exit");
    let (code, output, _) = run(judge_shell(options, &third));
    assert_eq!(code, 1, "{output}");
    let batch = "The fault shows if one call\nanswers these boards:\n\n    ccf201803-4:XXO/XXO/OO.\n    ccf201803-4:XXO/XXO/OO.\n\n";
    assert!(output.contains(batch), "{output}");
}

#[test]
fn illegal_boards_are_bad_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("input.txt");
    fs::write(
        &input,
        "?\no...\n.ox.\n.xxx\nxooo\n?\nxxxx\n.oo.\n.oo.\n....\n$\n",
    )
    .expect("written");
    let options = format!("poj1568 --input {}", input.display());
    let (code, _, error) = run(judge_ours(&options, "solve poj1568"));
    assert_eq!(code, 2);
    assert!(error.contains("case 2: x already has a line"), "{error}");
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
    assert!(
        error.contains("no verdict: nothing was compared"),
        "{error}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("none.txt");
    fs::write(&input, "0\n").expect("written");
    let options = format!("ccf201803-4 --input {}", input.display());
    let (code, _, error) = run(judge_shell(&options, "true"));
    assert_eq!(code, 2);
    assert!(error.contains("no boards to judge"), "{error}");
}

#[test]
fn json_is_the_document_of_a_check_with_a_verdict_on_top() {
    let (code, output, _) = run(judge_shell("ccf201803-4 --exhaustive --format json", DRAW));
    assert_eq!(code, 1);
    let document: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(
        (&document["format"], &document["verdict"]),
        (&4.into(), &"WA".into())
    );
    let (check, found) = (&document["check"], &document["check"]["simplest"][0]);
    assert_eq!(check["check"], "ccf201803-4");
    assert_eq!((&found["index"], &found["right"]), (&0.into(), &"1".into()));
    assert_eq!(found["answers"][0]["answer"], "0");
    assert_eq!(check["compared"]["in_order"], 2739);
    let wrong = &check["solvers"][0]["wrong"];
    assert!(wrong.as_u64().expect("a number") > 1000, "{wrong}");
    assert_eq!(document["post_mortem"]["boards"][0], "XXO/XXO/OO.");
}

#[test]
fn limits_are_those_that_are_given() {
    let options = "ccf201803-4 --board XOX/OXO/OX.";
    let right = DRAW.replace("echo 0", "echo 1");
    let (code, output, _) = run(judge_shell(&format!("{options} --time-limit 7m"), &right));
    assert_eq!(code, 0, "{output}");
    let waits = "exec sleep 3600";
    let (code, output, _) = run(judge_shell(&format!("{options} --time-limit 100ms"), waits));
    assert_eq!(code, 1);
    let said = "program   time limit: more than 0.2 s, of which less than 0.1 s were CPU time";
    assert!(
        output.starts_with("TLE") && output.contains(said),
        "{output}"
    );
    assert!(
        output.contains(" --time-limit 100ms --board XOX/OXO/OX. -- "),
        "{output}"
    );
    for (wrong, why) in [
        ("--time-limit 0s", "it must be at least 1ms"),
        ("--memory-limit 64", "expected a number with a unit, such"),
        ("--memory-limit 5x", "expected a number with a unit, such"),
        (
            "--memory-limit 64KiB",
            "it must be at least 1MiB: a program",
        ),
    ] {
        let (code, _, error) = run(judge_shell(&format!("ccf201803-4 {wrong}"), "true"));
        assert_eq!(code, 2, "{wrong}");
        assert!(error.starts_with("error: invalid value"), "{error}");
        assert!(error.contains(&format!(">': {why}")), "{error}");
    }
}

/// What it says there is no verdict, and no reason to wait.
#[test]
fn a_program_may_talk_on_standard_error() {
    let talks = DRAW.replace("echo 0", "head -c 100000 /dev/zero >&2; echo 1");
    let (code, output, _) = run(judge_shell("ccf201803-4 --board XOX/OXO/OX.", &talks));
    assert_eq!(code, 0, "{output}");
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
    assert!(output.contains("390 of"), "{output}");
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
