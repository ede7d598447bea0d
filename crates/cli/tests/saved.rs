//! Failures that `judge --save` saves.

use std::fs;
use std::path::Path;

use crate::binary::run;

/// A program that is wrong about the first board, which is answered by 1, if it comes after another one.
const WRONG: &str = "#!/bin/sh\nread n; k=0; while [ $k -lt $n ]; do\n\
                     [ $k -ge 1 ] && echo 0 || echo 1; k=$((k+1)); done\n";

/// Runs crossply in a folder. Returns the exit code, standard output and standard error.
fn crossply(folder: &Path, line: &str) -> (i32, String, String) {
    run(crate::binary::crossply(line).current_dir(folder))
}

/// A folder with such a program, `project/program.sh`.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("project")).expect("ours");
    let program = folder.path().join("project/program.sh");
    fs::write(program, WRONG).expect("ours");
    folder
}

const SAVED: &str = "saved/ccf201803-4-WA-position-0";

#[test]
fn a_failure_that_is_saved_can_be_asked_for_again() {
    let folder = project();
    let folder = folder.path();
    let twice = "--board XXO/XXO/OO. --board XXO/XXO/OO.";
    let save = format!("judge ccf201803-4 {twice} --save saved -- sh project/program.sh");
    let (code, output, error) = crossply(folder, &save);
    assert_eq!(code, 1, "{output}");
    assert!(error.contains(&format!("saved in {SAVED}")), "{error}");
    let again = format!("--input {SAVED}/input.txt");
    assert!(
        output.contains(&again) || output.contains(twice),
        "{output}"
    );
    let read = |file: &str| fs::read_to_string(folder.join(SAVED).join(file)).expect("saved");
    assert_eq!(read("input.txt").lines().next(), Some("2"));
    assert_eq!(
        (&*read("expected.txt"), &*read("given.txt")),
        ("1\n1\n", "1\n0\n")
    );
    let judge = format!("judge ccf201803-4 {again} -- sh project/program.sh");
    let (code, output, _) = crossply(folder, &judge);
    assert_eq!(code, 1);
    assert!(
        output.contains("It fails only together with 1 other board"),
        "{output}"
    );
}
