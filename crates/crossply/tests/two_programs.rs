//! `crossply judge --reference`: two programs are compared with each other, on any boards.

use std::env;
use std::fs;
use std::path::PathBuf;

use snapbox::cmd::{Command, cargo_bin};
use tempfile::TempDir;

use crate::judge::run;

/// Programs that answer every board with a draw; one that wins; one that counts its boards; one that fails.
const DRAW: &str = "read n; while [ $n -gt 0 ]; do echo 0; n=$((n-1)); done";
const WIN: &str = "read n; while [ $n -gt 0 ]; do echo 1; n=$((n-1)); done";
const COUNTS: &str =
    "read n; i=0; while [ $i -lt $n ]; do [ $i = 2 ] && echo 1 || echo 0; i=$((i+1)); done";
const FAILS: &str = "echo help >&2; exit 3";

/// A folder with scripts, and that of a user who has no configuration.
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

    fn compare(&self, options: &str, reference: &str, program: &[&str]) -> (i32, String, String) {
        let command = Command::new(cargo_bin!("crossply"))
            .args(["judge", "ccf201803-4", "--reference", reference])
            .args(options.split_whitespace())
            .args(program)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("XDG_CONFIG_HOME", self.path("config"));
        run(command)
    }

    /// Compares a script with another.
    fn compare_scripts(
        &self,
        options: &str,
        reference: &str,
        program: &str,
    ) -> (i32, String, String) {
        let reference = self.script("reference", reference);
        self.script("program", program);
        self.compare(options, &reference, &["--", "sh", "program"])
    }
}

/// The lines that say what both programs print.
fn sides(output: &str) -> [&str; 2] {
    let mut lines = output.lines();
    let program = lines.find(|line| line.starts_with("    program  "));
    [program, lines.next()].map(|line| line.unwrap_or_else(|| panic!("{output}")).trim())
}

#[test]
fn the_proof_says_which_program_is_right() {
    let programs = Programs::new();
    // X wins with the last stone.
    let options = "--board XXO/XXO/OO.";
    let [right, wrong] = ["   <- proven right", "   <- proven wrong"];
    for (reference, program, expected) in [
        (
            WIN,
            DRAW,
            [
                format!("program     0{wrong}"),
                format!("reference   1{right}"),
            ],
        ),
        (
            DRAW,
            WIN,
            [
                format!("program     1{right}"),
                format!("reference   0{wrong}"),
            ],
        ),
    ] {
        let (code, output, error) = programs.compare_scripts(options, reference, program);
        assert_eq!(code, 1, "{output}{error}");
        let said = "The programs differ: other answers on 1 board.\n";
        assert!(output.starts_with(said), "{output}");
        assert_eq!(sides(&output), expected);
        assert!(output.contains("The best moves lead to 1"), "{output}");
        let alone = "They differ on this board alone, and did on no simpler one.";
        assert!(output.contains(alone), "{output}");
        let again = "crossply judge ccf201803-4 --board XXO/XXO/OO. --reference 'sh reference' -- sh program\n";
        assert!(output.contains(again), "{output}");
    }
}

#[test]
fn programs_that_are_wrong_in_the_same_way_do_not_differ() {
    let programs = Programs::new();
    let (code, output, _) = programs.compare_scripts("--time 0s", DRAW, DRAW);
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("print the same answers to"), "{output}");
    assert!(output.contains("without --reference"), "{output}");
    assert!(output.contains("\n    reference "), "no times: {output}");
    let (code, output, _) = programs.compare_scripts("--time 0s -q", DRAW, DRAW);
    assert_eq!((code, &*output), (0, ""));
}

#[test]
fn on_other_boards_nobody_is_right() {
    let programs = Programs::new();
    for boards in ["--board XXX/OOO/...", "--cases 50 --seed 1"] {
        let options = format!("{boards} --allow-illegal");
        let (code, output, error) = programs.compare_scripts(&options, WIN, DRAW);
        assert_eq!(code, 1, "{output}{error}");
        if boards.starts_with("--board") {
            assert_eq!(sides(&output), ["program     0", "reference   1"]);
            assert!(output.contains("neither program is wrong"), "{output}");
            assert!(!output.contains("proven"), "{output}");
            let alone = "They differ on this board alone. There may be simpler ones.";
            assert!(output.contains(alone), "{output}");
        }
        let (code, output, error) = programs.compare_scripts(&options, DRAW, DRAW);
        assert_eq!(code, 0, "{output}{error}");
    }
    let (code, _, error) = programs.compare_scripts("--allow-illegal", WIN, DRAW);
    assert_eq!(code, 2);
    assert!(error.contains("--cases"), "{error}");
}

#[test]
fn a_difference_that_needs_other_boards_is_cut_to_a_sequence() {
    let programs = Programs::new();
    let (code, output, _) = programs.compare_scripts("--board 3..20", DRAW, COUNTS);
    assert_eq!(code, 1, "{output}");
    assert!(
        output.contains("they differ on 3 and on 4, whichever were tried, but not on 2"),
        "{output}"
    );
    // The statement promises five boards, which does not matter here.
    let counts = COUNTS.replace("= 2", "= 8");
    let (code, output, _) = programs.compare_scripts("--board 3..20", DRAW, &counts);
    assert_eq!(code, 1, "{output}");
    assert!(
        output.contains("they differ on 9 and on 10, whichever were tried, but not on 8"),
        "{output}"
    );
}

#[test]
fn a_program_that_fails_differs() {
    let programs = Programs::new();
    let page = programs.path("page.html");
    let options = &format!("--board 0 --report {}", page.display());
    let fails = "fails, ended by itself, with exit status: 3";
    let unread = "fails, ended by itself, with exit status: 3, before it had read any input";
    let (code, output, _) = programs.compare_scripts(options, FAILS, WIN);
    assert_eq!(code, 1, "{output}");
    // Perhaps the program would fail, too.
    assert!(!output.contains("differ"), "{output}");
    for told in [
        "A program fails: RE on 1 board.\n",
        "ccf201803-4: the reference fails on position 0 ",
        "It fails on this board alone",
    ] {
        assert!(output.contains(told), "{output}");
    }
    let page = fs::read_to_string(page).expect("a page");
    assert!(
        page.contains("RE: a program fails, on 1 of 1 boards"),
        "{page}"
    );
    let [program, reference] = sides(&output);
    assert_eq!(program, "program     was not asked");
    assert!(reference.contains(fails), "{output}");
    assert!(
        output.contains("One of them printed") && output.contains("    help"),
        "{output}"
    );
    let (code, output, _) = programs.compare_scripts(options, WIN, FAILS);
    assert_eq!(code, 1, "{output}");
    let [program, reference] = sides(&output);
    assert!(
        program == format!("program     {unread}") || program.contains(fails),
        "{output}"
    );
    assert_eq!(reference, "reference   1   <- proven right");
    // Too few lines are a failure, too.
    let (code, output, _) = programs.compare_scripts(options, "true", WIN);
    assert_eq!(code, 1, "{output}");
    assert!(
        output.contains("another number of lines than 1"),
        "{output}"
    );
}

#[test]
fn a_reference_that_fails_on_one_board_differs_on_another() {
    let programs = Programs::new();
    // It fails on the board with index 0.
    let fails = "read n; while [ $n -gt 0 ]; do read a; read b; read c; [ \"$a$b$c\" = '1 1 21 1 22 2 0' ] && \
                 exit 3; echo 0; n=$((n-1)); done";
    let page = programs.path("page.html");
    let options = format!("--batch 1 --board 0..2 --report {}", page.display());
    let (code, output, _) = programs.compare_scripts(&options, fails, WIN);
    assert_eq!(code, 1, "{output}");
    let both = "The programs differ: RE on 1 board, other answers on 1 board.\n";
    assert!(output.starts_with(both), "{output}");
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("RE: the programs differ"), "{page}");
}

#[test]
fn boards_on_which_the_reference_is_too_slow_are_left_out() {
    let programs = Programs::new();
    // It hangs on the board with index 0.
    let slow = "read n; while [ $n -gt 0 ]; do read a; read b; read c; [ \"$a$b$c\" = '1 1 21 1 22 2 0' ] && \
                sleep 100; echo 0; n=$((n-1)); done";
    let options = "--time-limit 100ms --batch 1";
    let both = format!("{options} --board 0..3");
    let (code, output, error) = programs.compare_scripts(&both, slow, DRAW);
    assert_eq!(code, 0, "{output}{error}");
    assert!(output.contains("the same answers to 2 boards"), "{output}");
    let left_out = "Left out: the reference exceeds its limits on 1 board, of which XXO/XXO/OO. is the simplest.";
    assert!(output.contains(left_out), "{output}");
    let (code, output, error) =
        programs.compare_scripts(&format!("{options} --board 0"), slow, DRAW);
    assert_eq!(code, 2, "{output}{error}");
    assert!(error.contains("nothing was compared"), "{error}");
    // A program that is too slow differs.
    let (code, output, _) = programs.compare_scripts(&both, DRAW, slow);
    assert_eq!(code, 1, "{output}");
    assert!(
        output.starts_with("The programs differ: TLE on "),
        "{output}"
    );
}

#[test]
fn a_reference_that_never_answers_ends_the_session_soon() {
    let programs = Programs::new();
    let options = "--time-limit 100ms --format json";
    let (code, output, error) = programs.compare_scripts(options, "exec sleep 100", DRAW);
    assert_eq!(code, 2, "{output}{error}");
    assert!(error.contains("nothing was compared"), "{error}");
    let document: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    let stages = document["stages"].as_array().expect("a list");
    let names: Vec<_> = stages.iter().map(|stage| &stage["name"]).collect();
    assert!(names.len() < 4, "{names:?}");
}

#[test]
fn json_has_both_programs() {
    let programs = Programs::new();
    let options = "--board XXO/XXO/OO. --format json --report page.html";
    let (code, output, error) = programs.compare_scripts(options, DRAW, WIN);
    assert_eq!(code, 1, "{output}{error}");
    let document: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(
        document["reference"]["command"],
        serde_json::json!(["sh", "reference"])
    );
    assert_eq!(document["reference"]["times"][0]["empties"], 1);
    let compared = &document["finding"]["compared"];
    assert_eq!(compared["program"]["right"], true);
    assert_eq!(compared["reference"]["right"], false);
    assert_eq!(compared["reference"]["given"], "0");
    let page = fs::read_to_string(programs.path("page.html")).expect("a page");
    for said in [
        "the programs differ",
        "proven right",
        "Both programs",
        "sh reference",
    ] {
        assert!(page.contains(said), "{said}");
    }
}

#[test]
fn sources_and_commands_can_be_either_side() {
    let programs = Programs::new();
    let sources = [
        (
            "a.c",
            "gcc",
            "#include <stdio.h>\nint main() { int n; scanf(\"%d\", &n); while (n--) puts(\"0\"); }\n",
        ),
        (
            "b.py",
            "python3",
            "for _ in range(int(input())): print(0)\n",
        ),
        ("c.pl", "perl", "my $n = <STDIN>; print \"0\\n\" x $n;\n"),
    ];
    let paths = env::var_os("PATH").unwrap_or_default();
    let is_there = |command| env::split_paths(&paths).any(|folder| folder.join(command).is_file());
    programs.script("wins", WIN);
    programs.script("draws", DRAW);
    for (name, command, text) in sources {
        if !is_there(command) {
            eprintln!("not tested: there is no {command} for {name}");
            continue;
        }
        fs::write(programs.path(name), text).expect("ours");
        let (code, output, error) = programs.compare("--board 0", name, &["--", "sh", "wins"]);
        assert_eq!(code, 1, "{name}: {output}{error}");
        let (code, output, error) = programs.compare("--board 0", "sh draws", &[name]);
        assert_eq!(code, 0, "{name}: {output}{error}");
    }
}

#[test]
fn what_is_no_reference_is_an_error() {
    let programs = Programs::new();
    programs.script("draws", DRAW);
    for (reference, said) in [
        ("missing.py", "cannot read missing.py"),
        ("./missing", "cannot run `./missing`"),
        ("", "no command"),
        ("sh 'draws", "no command"),
    ] {
        let (code, output, error) =
            programs.compare("--board 0", reference, &["--", "sh", "draws"]);
        assert_eq!((code, &*output), (2, ""), "{reference}");
        assert!(error.contains(said), "{reference}: {error}");
    }
    let (code, _, error) = programs.compare(
        "--board 0 --format junit",
        "sh draws",
        &["--", "sh", "draws"],
    );
    assert_eq!(code, 2);
    assert!(error.contains("--format junit"), "{error}");
}
