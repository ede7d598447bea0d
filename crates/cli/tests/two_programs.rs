//! `crossply judge --reference`: another program is compared, and a proof says which is right.

use crate::binary::Ran;
use crate::judge::DRAW;
use crate::sources::Project;

/// A program that wins on every board; and one that fails.
const WIN: &str = "read n; while [ $n -gt 0 ]; do echo 1; n=$((n-1)); done";
const FAILS: &str = "echo help >&2; exit 3";

/// Compares the script `program` with the script `reference`, on this board.
fn compare(board: &str, reference: &str, program: &str) -> Ran {
    let project = Project::new();
    project.write("project/reference", reference);
    project.write("project/program", program);
    let problem = ["ccf201803-4", "--board", board];
    let programs = ["--reference", "sh reference", "--", "sh", "program"];
    project.judge(&[&problem[..], &programs].concat())
}

#[test]
fn the_proof_says_which_program_is_right() {
    // X wins with the last stone.
    let board = "XXO/XXO/OO.";
    for (reference, program, code, said) in [
        (
            WIN,
            DRAW,
            1,
            ["program     0   <- wrong", "reference   1\n"],
        ),
        (
            DRAW,
            WIN,
            0,
            ["program     1\n", "reference   0   <- wrong"],
        ),
        (
            FAILS,
            WIN,
            0,
            ["program     1\n", "reference   exit code: 3"],
        ),
    ] {
        let again = "crossply judge ccf201803-4 --board XXO/XXO/OO. --reference 'sh reference' -- sh program\n";
        let compared = compare(board, reference, program).exits(code).prints(said);
        compared.prints(["proof       1   <- right", again]);
    }
    let compared = compare(board, WIN, WIN).exits(0);
    compared.begins("AC: accepted\n\nJudged");
}

/// The form of the reference's answers does not matter.
#[test]
fn white_space_of_the_reference_is_not_judged() {
    let spaced = WIN.replace("echo 1", "echo ' 1'");
    for (reference, program, verdict) in [(&*spaced, WIN, "AC: "), (WIN, &spaced, "PE: ")] {
        compare("0", reference, program).begins(verdict);
    }
}

#[test]
fn a_source_can_be_either_side() {
    let project = Project::new();
    project.write("project/wins", WIN);
    let draws = "import sys\nfor _ in range(int(sys.stdin.readline())):\n    print(0)\n";
    project.write("project/draws.py", draws);
    for (programs, code) in [
        (&["draws.py", "--", "sh", "wins"][..], 0),
        (&["sh wins", "draws.py"], 1),
    ] {
        let options = ["ccf201803-4", "--board", "0", "--reference"];
        project.judge(&[&options, programs].concat()).exits(code);
    }
}

#[test]
fn what_is_no_reference_is_an_error() {
    let project = Project::new();
    for (reference, said) in [
        ("missing.py", "cannot read missing.py"),
        ("./missing", "cannot run `./missing`"),
        ("", "no command"),
        (
            "sh 'draws",
            "--reference sh 'draws: no command, or a quote is not closed",
        ),
    ] {
        let options = ["ccf201803-4", "--board", "0", "--reference", reference];
        let words = [&options[..], &["--", "sh", "-c", DRAW]].concat();
        project.judge(&words).refuses([said]);
    }
}
