//! `crossply judge --reference`: another program is compared, and a proof says which is right.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::binary::{Ran, crossply, run};
use crate::judge::DRAW;

/// A program that wins on every board; and one that fails.
const WIN: &str = "read n; while [ $n -gt 0 ]; do echo 1; n=$((n-1)); done";
const FAILS: &str = "echo help >&2; exit 3";

/// A folder with scripts.
struct Programs {
    folder: TempDir,
}

impl Programs {
    fn new() -> Self {
        Programs {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a script, and returns the command that runs it.
    fn script(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).expect("ours");
        format!("sh {name}")
    }

    fn compare(&self, options: &str, reference: &str, program: &[&str]) -> Ran {
        let command = crossply("judge ccf201803-4 --reference")
            .arg(reference)
            .args(options.split_whitespace())
            .args(program)
            .current_dir(self.folder.path());
        run(command)
    }

    /// Compares a script with another.
    fn compare_scripts(&self, options: &str, reference: &str, program: &str) -> Ran {
        let reference = self.script("reference", reference);
        self.script("program", program);
        self.compare(options, &reference, &["--", "sh", "program"])
    }
}

#[test]
fn the_proof_says_which_program_is_right() {
    let programs = Programs::new();
    // X wins with the last stone.
    let options = "--board XXO/XXO/OO.";
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
    ] {
        let compared = programs.compare_scripts(options, reference, program);
        let again = "crossply judge ccf201803-4 --board XXO/XXO/OO. --reference 'sh reference' -- sh program\n";
        let compared = compared.exits(code).prints(said);
        compared.prints(["proof       1   <- right", again]);
    }
    let compared = programs.compare_scripts(options, WIN, WIN).exits(0);
    compared.begins("AC: accepted\n\nJudged");
}

/// The form of the reference's answers does not matter.
#[test]
fn white_space_of_the_reference_is_not_judged() {
    let programs = Programs::new();
    let spaced = WIN.replace("echo 1", "echo ' 1'");
    for (reference, program, verdict) in [(&*spaced, WIN, "AC: "), (WIN, &spaced, "PE: ")] {
        let compared = programs.compare_scripts("--board 0", reference, program);
        compared.begins(verdict);
    }
}

#[test]
fn a_failure_is_of_the_program_that_fails() {
    let programs = Programs::new();
    let compared = programs.compare_scripts("--board 0", FAILS, WIN).exits(0);
    compared.prints(["reference   exit code: 3"]);
}

#[test]
fn a_source_can_be_either_side() {
    let programs = Programs::new();
    let wins = programs.script("wins", WIN);
    let draws = "import sys\nfor _ in range(int(sys.stdin.readline())):\n    print(0)\n";
    fs::write(programs.path("draws.py"), draws).expect("ours");
    let compared = programs.compare("--board 0", "draws.py", &["--", "sh", "wins"]);
    compared.exits(0);
    let compared = programs.compare("--board 0", &wins, &["draws.py"]);
    compared.exits(1);
}

#[test]
fn what_is_no_reference_is_an_error() {
    let programs = Programs::new();
    programs.script("draws", DRAW);
    for (reference, said) in [
        ("missing.py", "cannot read missing.py"),
        ("./missing", "cannot run `./missing`"),
        ("", "no command"),
        (
            "sh 'draws",
            "--reference sh 'draws: no command, or a quote is not closed",
        ),
    ] {
        let compared = programs.compare("--board 0", reference, &["--", "sh", "draws"]);
        compared.refuses([said]);
    }
}
