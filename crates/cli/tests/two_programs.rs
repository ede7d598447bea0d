//! `crossply judge --reference`: the answers of another program are expected, on any boards.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::binary::{crossply, run};
use crate::judge::DRAW;

/// A program that wins on every board; one that counts its boards; one that fails.
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
        let command = crossply("judge ccf201803-4 --reference")
            .arg(reference)
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

/// What the report says was expected and given.
fn answers(output: &str) -> [&str; 2] {
    let mut lines = output.lines();
    let reference = lines.find(|line| line.starts_with("    reference  "));
    [reference, lines.next()].map(|line| line.unwrap_or_else(|| panic!("{output}")).trim())
}

#[test]
fn the_proof_says_which_program_is_right() {
    let programs = Programs::new();
    // X wins with the last stone.
    let options = "--board XXO/XXO/OO. --report page.html";
    let [right, wrong] = ["   <- proven right", "   <- proven wrong"];
    for (reference, program, expected) in [
        (
            WIN,
            DRAW,
            [
                format!("reference   1{right}"),
                format!("given       0{wrong}"),
            ],
        ),
        (
            DRAW,
            WIN,
            [
                format!("reference   0{wrong}"),
                format!("given       1{right}"),
            ],
        ),
    ] {
        let (code, output, error) = programs.compare_scripts(options, reference, program);
        assert_eq!(code, 1, "{output}{error}");
        assert!(
            output.starts_with("WA: wrong answer (WA on 1 board).\n"),
            "{output}"
        );
        assert_eq!(answers(&output), expected);
        for said in [
            "The expected answers come from sh reference, right or wrong.",
            "The best moves lead to 1",
            "It fails on this board alone, and no simpler one got this verdict.",
            "crossply judge ccf201803-4 --board XXO/XXO/OO. --reference 'sh reference' -- sh program\n",
        ] {
            assert!(output.contains(said), "{output}");
        }
        let page = fs::read_to_string(programs.path("page.html")).expect("a page");
        assert!(page.contains("proven right") && page.contains("proven wrong"));
    }
}

#[test]
fn programs_that_are_wrong_in_the_same_way_do_not_differ() {
    let programs = Programs::new();
    let (code, output, _) = programs.compare_scripts("--time 0s", DRAW, DRAW);
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("right or wrong"), "{output}");
    let (code, output, _) = programs.compare_scripts("--time 0s -q", DRAW, DRAW);
    assert_eq!((code, &*output), (0, ""));
}

#[test]
fn on_other_boards_nobody_is_right() {
    let programs = Programs::new();
    let options = "--board XXX/OOO/... --allow-illegal";
    let (code, output, error) = programs.compare_scripts(options, WIN, DRAW);
    assert_eq!(code, 1, "{output}{error}");
    assert_eq!(answers(&output), ["reference   1", "given       0"]);
    assert!(!output.contains("<- proven"), "{output}");
    let (code, output, error) = programs.compare_scripts(options, DRAW, DRAW);
    assert_eq!(code, 0, "{output}{error}");
    let (code, _, error) = programs.compare_scripts("--allow-illegal", WIN, DRAW);
    assert_eq!(code, 2);
    assert!(error.contains("--board"), "{error}");
}

#[test]
fn a_difference_that_needs_other_boards_is_cut_to_a_sequence() {
    let programs = Programs::new();
    let (code, output, _) = programs.compare_scripts("--board 3..20", DRAW, COUNTS);
    assert_eq!(code, 1, "{output}");
    let number = "it fails with 3 and with 4, whichever were tried, but not with 2";
    assert!(output.contains(number), "{output}");
}

#[test]
fn a_reference_that_fails_is_an_error_and_a_program_that_fails_is_wrong() {
    let programs = Programs::new();
    for (reference, said) in [
        (
            FAILS,
            "the reference fails on XXO/XXO/OO.: it ends with exit status: 3",
        ),
        (
            "true",
            "the reference fails on XXO/XXO/OO.: it prints 0 lines",
        ),
    ] {
        let (code, output, error) = programs.compare_scripts("--board 0", reference, WIN);
        assert_eq!((code, &*output), (2, ""), "{error}");
        assert!(error.contains(said), "{error}");
    }
    let (code, output, _) = programs.compare_scripts("--board 0", WIN, FAILS);
    assert_eq!(code, 1, "{output}");
    assert!(output.starts_with("RE: runtime error"), "{output}");
}

/// Elsewhere the limit holds for the time on the clock, which passes on a busy machine.
#[test]
#[cfg(target_os = "linux")]
fn boards_on_which_the_reference_is_too_slow_are_left_out() {
    // A reference that hangs on the board with index 0.
    const SLOW: &str = "read n; while [ $n -gt 0 ]; do read a; read b; read c; [ \"$a$b$c\" = '1 1 21 1 22 2 0' ] && \
                        sleep 100; echo 0; n=$((n-1)); done";
    // The board on which it hangs comes after another one in a batch.
    const BOARDS: &str = "--board 1 --board 2 --board 0";
    let programs = Programs::new();
    let options = "--time-limit 100ms";
    let (code, output, error) =
        programs.compare_scripts(&format!("{options} {BOARDS}"), SLOW, DRAW);
    assert_eq!(code, 0, "{output}{error}");
    assert!(output.contains("on 2 boards"), "{output}");
    let left_out =
        "left out: the reference exceeds its limits on 1 of the boards, first on XXO/XXO/OO.";
    assert!(error.contains(left_out), "{error}");
    for (boards, reference) in [("--board 0", SLOW), ("", "exec sleep 100")] {
        let options = format!("{options} {boards}");
        let (code, output, error) = programs.compare_scripts(&options, reference, DRAW);
        assert_eq!((code, &*output), (2, ""), "{error}");
        assert!(error.contains("nothing can be judged"), "{error}");
    }
    // A program that is too slow differs.
    let (code, output, _) = programs.compare_scripts(&format!("{options} --board 0"), DRAW, SLOW);
    assert_eq!(code, 1, "{output}");
    assert!(output.starts_with("TLE: "), "{output}");
}

#[test]
fn a_source_can_be_either_side() {
    let programs = Programs::new();
    let draws = "[[language]]\nname = 'A'\nendings = ['a']\nrun = 'sh {source}'\n";
    fs::write(programs.path("crossply.toml"), draws).expect("ours");
    let wins = programs.script("wins", WIN);
    programs.script("draws.a", DRAW);
    let (code, output, error) = programs.compare("--board 0", "draws.a", &["--", "sh", "wins"]);
    assert_eq!(code, 1, "{output}{error}");
    let (code, output, error) = programs.compare("--board 0", &wins, &["draws.a"]);
    assert_eq!(code, 1, "{output}{error}");
}

#[test]
fn what_is_no_reference_is_an_error() {
    let programs = Programs::new();
    programs.script("draws", DRAW);
    for (reference, said) in [
        ("missing.py", "cannot read missing.py"),
        ("./missing", "cannot run `./missing`"),
        ("", "no command"),
        ("sh 'draws", "--reference sh 'draws: a quote is not closed"),
    ] {
        let (code, output, error) =
            programs.compare("--board 0", reference, &["--", "sh", "draws"]);
        assert_eq!((code, &*output), (2, ""), "{reference}");
        assert!(error.contains(said), "{reference}: {error}");
    }
}
