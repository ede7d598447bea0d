//! The pictures of a terminal in the README and the guides are what a terminal shows.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::{Command, cargo_bin};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq};

/// `SNAPSHOTS=overwrite` draws the picture again.
#[test]
fn a_wrong_program_is_judged() {
    crossply_harness::assert_fast_is_right();
    let folder = tempfile::tempdir().expect("a folder");
    let program = "read n\nwhile [ $n -gt 0 ]; do echo 0; n=$((n-1)); done\n";
    fs::write(folder.path().join("draw.sh"), program).expect("ours");
    let line = "crossply judge ccf201803-4 --exhaustive --quiet -- sh draw.sh";
    let arguments = line.split(' ').skip(1);
    let command = Command::new(cargo_bin!("crossply")).args(arguments);
    let command = command
        .current_dir(folder.path())
        .env("CLICOLOR_FORCE", "1");
    let output = command.output().expect("the binary runs").stdout;
    let output = String::from_utf8(output).expect("text");
    is_pictured("judge.term.svg", &format!("$ {line}\n{output}"));
}

/// A session from WA to AC: the formula for the score lacks something.
#[test]
fn a_fault_is_corrected() {
    crossply_harness::assert_fast_is_right();
    let python = std::process::Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output();
    let Ok(python) = python else {
        eprintln!("not tested: there is no python3");
        return;
    };
    // A version manager puts a script in the place of `python3`, which takes longer than Python.
    let python = PathBuf::from(String::from_utf8(python.stdout).expect("a path"));
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().expect("a folder");
    let right = fs::read_to_string(repository.join("examples/judge/evaluation.py"));
    let wrong = right.expect("an example").replace("empties + 1", "empties");
    fs::write(folder.path().join("solution.py"), wrong).expect("ours");
    let crossply = cargo_bin!("crossply");
    let folders = [crossply.parent(), python.parent()];
    let mut paths: Vec<_> = folders.into_iter().flatten().map(Path::to_owned).collect();
    paths.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let paths = env::join_paths(paths).expect("paths");
    let judge = "crossply judge ccf201803-4 solution.py --corpus";
    let mut screen = String::new();
    for line in [
        &format!("{judge} --save | head -n 11"),
        "sed -i.old 's/empties$/empties + 1/; s/-(empties)/-(empties + 1)/' solution.py",
        &format!("{judge} | head -n 1"),
        "crossply cases list",
    ] {
        let command = Command::new("sh").args(["-c", line]);
        let command = command.current_dir(folder.path()).env("PATH", &paths);
        let output = command
            .env("CLICOLOR_FORCE", "1")
            .output()
            .expect("a shell");
        let output = String::from_utf8(output.stdout).expect("text");
        screen += &format!("$ {line}\n{output}");
    }
    is_pictured("session.term.svg", &screen);
}

fn is_pictured(name: &str, screen: &str) {
    let screen = Data::text(screen.to_owned()).coerce_to(DataFormat::TermSvg);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    assert_data_eq!(screen, Data::read_from(&folder.join(name), None).raw());
}
