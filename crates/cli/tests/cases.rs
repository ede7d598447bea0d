//! Cases: failures that `judge --save` keeps beside a program, and that later sessions ask about first.

use std::fs;
use std::path::Path;

use snapbox::cmd::{Command, cargo_bin};

/// A program that is wrong about the first board, which is answered by 1, if it comes after so many others.
const WRONG: &str = "#!/bin/sh\nread n; k=0; while [ $k -lt $n ]; do\n\
                     [ $k -ge AFTER ] && echo 0 || echo 1; k=$((k+1)); done\n";

/// Runs crossply in a folder. Returns the exit code, the standard output and the standard error.
fn crossply(folder: &Path, line: &str) -> (i32, String, String) {
    let command = Command::new(cargo_bin!("crossply")).args(line.split(' '));
    let output = command
        .current_dir(folder)
        .output()
        .expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let code = output.status.code().expect("an exit code");
    (code, text(output.stdout), text(output.stderr))
}

/// A folder with such a program, `project/program.sh`.
fn project(after: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("project")).expect("ours");
    let program = folder.path().join("project/program.sh");
    fs::write(program, WRONG.replace("AFTER", after)).expect("ours");
    folder
}

const SAVED: &str = "project/crossply-cases/ccf201803-4-WA-position-0";

#[test]
fn a_failure_is_kept_and_asked_about_first_until_it_is_forgotten() {
    let folder = project("0");
    let folder = folder.path();
    let judge = "judge ccf201803-4 --fail-fast --empties 9";
    // Without a case: the only board with nine empties is answered by 0, as the program does.
    let (code, output, _) = crossply(folder, &format!("{judge} -- sh project/program.sh"));
    assert_eq!(code, 0, "{output}");
    let save = "judge ccf201803-4 --board XXO/XXO/OO. --save -- sh project/program.sh";
    let (code, _, error) = crossply(folder, save);
    assert_eq!(code, 1);
    assert!(error.contains(&format!("saved in {SAVED}")), "{error}");
    assert!(
        crossply(folder, save)
            .2
            .contains(&format!("this case is known: {SAVED}"))
    );
    let (code, output, _) = crossply(folder, &format!("{judge} -- sh project/program.sh"));
    assert_eq!(code, 1);
    assert!(
        output.contains("Judged: the cases (all 1), in "),
        "{output}"
    );
    // Those of another problem are not asked about, and neither are cases where boards are named.
    for options in [
        "poj1568 --empties 2 --time 0s",
        "ccf201803-4 --board .../.../...",
    ] {
        let line = format!("judge {options} -- sh project/program.sh");
        let (_, output, error) = crossply(folder, &line);
        assert!(!output.contains("cases"), "{output}");
        // The format of one problem is bad input for the other.
        assert!(!error.contains("input.txt"), "{error}");
    }
    let cases = "cases --folder project/crossply-cases";
    let (code, output, _) = crossply(folder, &format!("{cases} list"));
    let expected = "ccf201803-4-WA-position-0\n\n    1\n    1 1 2\n    1 1 2\n    2 2 0\n\n    expected   1\n\n";
    assert_eq!((code, &*output), (0, expected));
    // What the user has put there stays.
    fs::write(folder.join(SAVED).join("note"), "mine").expect("ours");
    let forget = format!("{cases} forget ccf201803-4-WA-position-0");
    assert_eq!(
        crossply(folder, &format!("{forget} ccf201803-4-WA-position-1")).0,
        2
    );
    assert!(
        folder.join(SAVED).join("input.txt").exists(),
        "all are there, or none is forgotten"
    );
    assert_eq!(crossply(folder, &forget).0, 0);
    let left: Vec<_> = fs::read_dir(folder.join(SAVED))
        .expect("it stays")
        .flatten()
        .collect();
    assert_eq!(left.len(), 1);
    assert_eq!(
        crossply(folder, &format!("{judge} -- sh project/program.sh")).0,
        0
    );
    let (code, _, error) = crossply(folder, &forget);
    assert_eq!(code, 2);
    assert!(
        error.contains("has no case ccf201803-4-WA-position-0"),
        "{error}"
    );
    fs::remove_file(folder.join(SAVED).join("note")).expect("ours");
    let none = "there are no cases in project/crossply-cases\n";
    assert_eq!(
        crossply(folder, &format!("{cases} list")),
        (0, String::new(), none.to_owned())
    );
}

#[test]
fn a_case_of_several_boards_is_asked_in_its_order() {
    let folder = project("1");
    let folder = folder.path();
    let twice = "--board XXO/XXO/OO. --board XXO/XXO/OO.";
    let (code, output, _) = crossply(
        folder,
        &format!("judge ccf201803-4 {twice} --save -- sh project/program.sh"),
    );
    assert_eq!(code, 1, "{output}");
    let input = fs::read_to_string(folder.join(SAVED).join("input.txt")).expect("saved");
    assert_eq!(input.lines().next(), Some("2"));
    let judge = "judge ccf201803-4 --fail-fast --empties 9 -- sh project/program.sh";
    let (code, output, _) = crossply(folder, judge);
    assert_eq!(code, 1);
    assert!(
        output.contains("It fails only together with 1 other board"),
        "{output}"
    );
    // A case that somebody has spoilt is bad input.
    fs::write(folder.join(SAVED).join("input.txt"), "1\n1 2\n").expect("ours");
    let (code, _, error) = crossply(folder, judge);
    assert_eq!(code, 2);
    assert!(error.contains("input.txt:2"), "{error}");
}

#[test]
fn a_case_with_boards_that_are_not_legal_is_left_out_and_said_so() {
    let folder = project("0");
    let folder = folder.path();
    fs::create_dir_all(folder.join(SAVED)).expect("ours");
    fs::write(
        folder.join(SAVED).join("input.txt"),
        "1\n1 1 1\n1 1 1\n1 1 1\n",
    )
    .expect("ours");
    let (code, _, error) = crossply(
        folder,
        "judge ccf201803-4 --empties 9 -- sh project/program.sh",
    );
    assert_eq!(code, 0);
    assert!(
        error.contains("left out: the case ccf201803-4-WA-position-0"),
        "{error}"
    );
}

#[test]
fn a_case_can_be_promoted() {
    let folder = project("0");
    let folder = folder.path();
    crossply(
        folder,
        "judge ccf201803-4 --board XXO/XXO/OO. --save -- sh project/program.sh",
    );
    fs::create_dir_all(folder.join("corpus/regressions")).expect("ours");
    let (code, _, error) = crossply(folder, &format!("promote {SAVED} a-case"));
    assert_eq!(code, 0, "{error}");
    let promoted = folder.join("corpus/regressions/ccf201803_4_streams/a-case");
    assert!(promoted.is_file() && folder.join(SAVED).is_dir(), "{error}");
}
