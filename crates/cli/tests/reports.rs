//! `--report` with the real binary: it writes a page if there is something to report, and destroys no other file.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::binary::run;

/// The exit code of a run with this page.
fn crossply(arguments: &str, report: &Path, program: &[&str]) -> i32 {
    let command = crate::binary::crossply(arguments).arg("--report");
    run(command.arg(report).args(program)).code
}

#[test]
fn a_page_says_what_was_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.html");
    assert_eq!(crossply("check ccf201803-4 --seed 7", &report, &[]), 0);
    let page = fs::read_to_string(&report).expect("written");
    for part in [
        "The solvers agree",
        "check ccf201803-4 --seed 7 --report",
        "all 2,739 positions",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains(env!("CARGO_PKG_VERSION")));
    // A shorter page replaces a longer one completely.
    let program = ["--", "echo", "0"];
    assert_eq!(
        crossply("judge ccf201803-4 --board 0", &report, &program),
        1
    );
    let page = fs::read_to_string(&report).expect("written");
    assert_eq!(page.matches("WA: wrong answer").count(), 1);
    assert!(page.trim_end().ends_with("</html>") && !page.contains("The solvers agree"));
}

#[test]
fn without_a_page_files_are_as_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.html");
    let program = ["--", "./no-such-program"];
    assert_eq!(crossply("judge ccf201803-4", &report, &program), 2);
    assert!(!report.exists());
    fs::write(&report, "an earlier page").expect("ours");
    let broken = folder.path().join("journal");
    fs::write(&broken, "no journal").expect("ours");
    let check = "check ccf201803-4 --exhaustive --resume";
    let resume = format!("{check} {}", broken.display());
    for (run, program) in [("judge ccf201803-4", &program[..]), (&resume, &[])] {
        assert_eq!(crossply(run, &report, program), 2);
        let kept = fs::read_to_string(&report).expect("still there");
        assert_eq!(kept, "an earlier page");
    }
    // If the page cannot be written, crossply says so before it does anything else.
    assert_eq!(crossply("check --exhaustive", folder.path(), &[]), 2);
}

#[test]
fn the_page_replaces_nothing_that_the_command_uses() {
    let folder = tempfile::tempdir().expect("a folder");
    let [input, link, journal] = ["input", "link", "journal"].map(|name| folder.path().join(name));
    let boards = "1\n1 1 2\n1 1 2\n2 2 0\n";
    fs::write(&input, boards).expect("ours");
    symlink(&input, &link).expect("ours");
    let judge = format!("judge ccf201803-4 --input {}", input.display());
    assert_eq!(crossply(&judge, &link, &["--", "echo", "0"]), 2);
    assert_eq!(fs::read_to_string(&input).expect("there"), boards);
    let resume = format!(
        "check ccf201803-4 --exhaustive --resume {}",
        journal.display()
    );
    assert_eq!(crossply(&resume, &journal, &[]), 2);
    assert!(!journal.exists());
}
