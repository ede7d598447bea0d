//! `crossply judge` with real programs: exit codes and formats.
//!
//! The tests of `crossply-judge` cover the verdicts, on programs that are wrong in many ways.

use std::fs;
use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};

use crate::binary::{crossply, printed, run};

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
fn every_way_to_choose_boards_chooses_some() {
    for (options, boards) in [
        (
            "poj1568 --empties 2 --exhaustive",
            "270,304 of 4,656,402 boards",
        ),
        ("ccf201803-4 --empties 1", "390 of 2,739 boards"),
        (
            "ccf201803-4 --cases 77 --seed 5",
            "77 boards drawn at random (seed 5)",
        ),
        ("ccf201803-4 --killing", "11 boards"),
        ("ccf201803-4 --board 7 --board 10..20", "11 boards"),
        ("ccf201803-4 --board 0..=3 --board 2730..", "13 boards"),
    ] {
        let (problem, _) = options.split_once(' ').expect("options");
        // Built for tests, it takes about as much as the statement of poj1568 allows.
        let options = format!("{options} --memory-limit 64MiB");
        let judged = run(judge_ours(&options, &format!("solve {problem}"))).exits(0);
        judged.begins(&format!("AC: accepted\n\nJudged: {boards}"));
    }
    // A group whose run was given up has not been judged.
    let given_up = "Judged: the samples, some alone, ";
    let usual = "Judged: the samples, the largest input, the boards that expose most mistakes, 200 in random order, some alone, ";
    for (program, judged) in [("exit 1", given_up), (DRAW, usual)] {
        let ran = run(judge_shell("ccf201803-4", program)).exits(1);
        ran.prints([judged]);
    }
}

/// The answer to one board is wrong, and on the other one the program fails.
#[test]
fn the_verdict_is_that_of_the_board_shown() {
    let [wrong, fails] = [("WA", "wrong answer"), ("RE", "runtime error")];
    for (third_row, (shown, words), (other, other_words)) in
        [("2 2 0", fails, wrong), ("2 0 2", wrong, fails)]
    {
        let program = format!(
            "read n; read a; read b; read c; [ $n = 1 -a \"$c\" != '{third_row}' ] && echo 9 || exit 1"
        );
        let options = "ccf201803-4 --board 0..2 --format";
        let judged = run(judge_shell(&format!("{options} text"), &program)).exits(1);
        judged.begins(&format!(
            "{shown}: {words}\n\nOther boards get {other}: {other_words}.\n\nccf201803-4: the answer to board 0 (empties: 1)"
        ));
        let document = run(judge_shell(&format!("{options} json"), &program)).json();
        assert_eq!(document["verdict"], shown);
        assert_eq!(document["other_verdicts"], serde_json::json!([other]));
    }
}

/// They have the numbers that all commands know, and the first need not be the simplest.
#[test]
fn boards_of_a_list_are_numbered_as_everywhere() {
    let program = "echo 9; echo 9";
    let options = "ccf201803-4 --board 700 --board 600";
    let judged = run(judge_shell(options, program)).exits(1);
    let judged = judged.prints(["to board 700 (empties: 3)", "\nSome wrong boards found:\n"]);
    assert!(!judged.output.contains("simplest"), "{judged:?}");
    let shown = printed(crossply("show ccf201803-4:700"));
    judged.prints([shown.split("\n\n").nth(1).expect("a drawing")]);
}

/// What it printed is kept, so that the explanation is about these answers, and a search runs it little.
#[test]
fn a_program_runs_once_for_each_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = folder.path().join("runs");
    let program = format!("echo >> {}; {DRAW}", runs.display());
    let options = "ccf201803-4 --empties 1 --format json";
    let document = run(judge_shell(options, &program)).exits(1).json();
    let check = &document["check"];
    let wrong = [&check["solvers"][0]["wrong"], &check["faults"][0]["wrong"]];
    assert_eq!(wrong, [310; 2]);
    // One for each five boards, and then a search for a simpler one, and batches in random order.
    let runs = fs::read(&runs).expect("ours").len();
    assert!((78..300).contains(&runs), "{runs}");
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
    for name in ["no-first-line", "no-interpreter"] {
        use std::os::unix::fs::PermissionsExt;
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(path(name), executable).expect("ours");
    }
    for (program, hint) in [
        (path("missing"), "No such file"),
        (path("plain"), "chmod +x"),
        (path("no-first-line"), "#!/bin/sh"),
        (path("no-interpreter"), "interpreter"),
        (folder.path().to_owned(), "it is a folder"),
        ("no-such-command-anywhere".into(), "./NAME"),
    ] {
        run(judge("ccf201803-4").arg("--").arg(&program)).refuses(["error: cannot run", hint]);
    }
}

#[test]
fn nothing_judged_is_no_success() {
    let judged = run(judge_shell("ccf201803-4 --exhaustive --time 0s", "true"));
    judged.refuses(["no verdict: nothing was compared"]);
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("none.txt");
    fs::write(&input, "0\n").expect("written");
    let options = format!("ccf201803-4 --input {}", input.display());
    run(judge_shell(&options, "true")).refuses(["no boards to judge"]);
}

#[test]
fn json_is_the_document_of_a_check_with_a_verdict_on_top() {
    let judged = run(judge_shell("ccf201803-4 --empties 1 --format json", DRAW));
    let document = judged.exits(1).json();
    assert_eq!(
        (&document["format"], &document["verdict"]),
        (&6.into(), &"WA".into())
    );
    let (check, found) = (&document["check"], &document["check"]["simplest"][0]);
    assert_eq!(check["check"], "ccf201803-4");
    assert_eq!(
        (&found["index"], &found["right"]),
        (&"0".into(), &"1".into())
    );
    assert_eq!(found["answers"][0]["answer"], "0");
    assert_eq!(check["compared"]["in_order"], 390);
    let boards = printed(crossply("gen ccf201803-4 --all --empties 1"));
    let answers = printed(crossply("solve ccf201803-4").stdin(boards));
    let decided = answers.lines().filter(|answer| *answer != "0").count();
    assert_eq!(check["solvers"][0]["wrong"], decided);
}

/// A shell command that answers boards of poj1568 through a filter. It writes a line to a file when it starts.
fn filtered(filter: &str, log: &Path) -> String {
    let (solve, log) = (cargo_bin!("crossply").display(), log.display());
    format!("echo start >>{log}; {solve} solve poj1568 | {filter}")
}

/// Limits are those of one board, although the program gets many at once.
#[test]
fn what_boards_take_together_is_no_failure() {
    let slow = "while read a; do sleep 0.05; echo $a; done";
    let keeps = r#"awk '{ for (i = 0; i < 13; i++) kept[NR, i] = sprintf("%8000s", ""); print; fflush() }'"#;
    for (filter, options, starts) in [
        (slow, "--time-limit 100ms --board 0..30", 1..=1),
        (keeps, "--memory-limit 64MiB --board 0..1000", 2..=20),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let options = format!("poj1568 --jobs 1 {options}");
        run(judge_shell(&options, &filtered(filter, &log))).exits(0);
        let log = fs::read_to_string(log).expect("it starts");
        assert!(starts.contains(&log.lines().count()), "{filter}: {log}");
    }
}

#[test]
fn a_hang_lasts_as_long_as_the_limit_of_one_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let hangs = format!("while :; do echo >>{}; sleep 0.1; done", log.display());
    let filter = format!("while read a; do n=$((n+1)); [ $n = 9 ] && {hangs}; echo $a; done");
    let options = "poj1568 --jobs 1 --time-limit 100ms --board 0..20";
    // Smaller inputs have no ninth board.
    run(judge_shell(options, &filtered(&filter, &log))).exits(0);
    let steps = fs::read_to_string(log).expect("it hangs").lines().count();
    assert!(steps < 30, "{steps}");
}

/// Whether it is too slow or not: once it is wrong, a session ends soon after its time, although a group of boards would take
/// longer.
#[test]
fn a_slow_program_gets_a_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    for (sleep, verdict, most) in [("0.4", "TLE: ", 12), ("0.02", "WA: ", 60)] {
        let wrong = format!(
            "echo >>{}; {}",
            log.display(),
            DRAW.replace("echo", &format!("sleep {sleep}; echo"))
        );
        let options = "ccf201803-4 --jobs 1 --time-limit 200ms --time 1s";
        let judged = run(judge_shell(options, &wrong)).exits(1);
        judged.begins(verdict);
        let starts = fs::read_to_string(&log).expect("it starts").lines().count();
        assert!(starts < most, "{verdict}{starts}");
        fs::remove_file(&log).expect("ours");
    }
}

#[test]
fn limits_are_those_that_are_given() {
    let options = "ccf201803-4 --board XOX/OXO/OX.";
    let right = DRAW.replace("echo 0", "echo 1");
    run(judge_shell(&format!("{options} --time-limit 7m"), &right)).exits(0);
    for wrong in ["64", "5x", "64KiB"] {
        let wrong = format!("ccf201803-4 --memory-limit {wrong}");
        run(judge_shell(&wrong, "true")).refuses(["error: invalid value"]);
    }
}

/// In a container, which is a namespace of processes, the leader of the session is outside, and its number is 0.
#[test]
#[cfg(target_os = "linux")]
fn programs_are_judged_in_a_container_as_well() {
    let container = || "--user --map-root-user --pid --fork --mount-proc".split(' ');
    let possible = std::process::Command::new("unshare")
        .args(container())
        .arg("true")
        .status();
    if !possible.is_ok_and(|status| status.success()) {
        return crate::needed::not_tested("this system does not let users make namespaces");
    }
    let binary = cargo_bin!("crossply");
    let judge = "judge ccf201803-4 --empties 1 --jobs 2 --".split(' ');
    let command = Command::new("unshare").args(container()).arg(binary);
    let command = command.args(judge).arg(binary);
    let judged = run(command.args(["solve", "ccf201803-4"]));
    judged.exits(0).prints(["390 of"]);
}
