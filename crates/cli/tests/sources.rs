//! `crossply judge` with source files: compile errors, and commands that are missing. The zoo has a source in each language.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use snapbox::cmd::Command;
use tempfile::TempDir;

use crate::binary::{Ran, crossply, run};

/// A folder with sources, and one with commands that stand for compilers and interpreters.
pub(crate) struct Project {
    folder: TempDir,
}

impl Project {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["project", "commands"] {
            fs::create_dir_all(folder.path().join(name)).expect("ours");
        }
        Project { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("ours");
    }

    /// Puts a script in the place of a compiler or interpreter.
    pub(crate) fn replace(&self, command: &str, script: &str) {
        let path = self.path("commands").join(command);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("ours");
    }

    /// The commands of this project, and then all others.
    pub(crate) fn search_path(&self) -> OsString {
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = [self.path("commands")]
            .into_iter()
            .chain(env::split_paths(&others));
        env::join_paths(folders).expect("folders have no colon")
    }

    /// The command, in the project's folder.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        crossply("judge")
            .args(words)
            .current_dir(self.path("project"))
            .env("PATH", self.search_path())
    }

    pub(crate) fn judge(&self, words: &[&str]) -> Ran {
        run(self.command(words))
    }
}

const SCRIPT: &str = "#!/bin/sh\nread n; while [ $n -gt 0 ]; do echo 1; n=$((n-1)); done\n";

#[test]
fn a_source_that_is_wrong_is_named_in_the_command_that_shows_it() {
    let project = Project::new();
    project.replace("perl", "exec sh \"$1\"");
    project.write("project/a b.pl", SCRIPT);
    let judged = project.judge(&["ccf201803-4", "--board", "1", "a b.pl"]);
    let again = "To reproduce:   crossply judge ccf201803-4 --board XXO/XXO/O.O 'a b.pl'\n";
    judged.exits(1).prints([again]);
}

#[test]
fn every_format_has_a_compile_error() {
    let project = Project::new();
    let compiler = "[ $1 = --version ] || { echo out; echo 'oh dear: <&>' >&2; exit 3; }";
    project.replace("gcc", compiler);
    project.write("project/s.c", "");
    let words = "poj1568 s.c --report page.html --format json".split(' ');
    let judged = project.judge(&words.collect::<Vec<_>>());
    let document = judged.exits(1).json();
    assert_eq!(document["verdict"], "CE");
    assert_eq!(document["command"].as_array().map(Vec::len), Some(0));
    let refused = &document["compile_error"];
    assert_eq!(refused["message"], "oh dear: <&>\nout\n");
    assert_eq!(refused["ended"], "with exit status: 3");
    assert_eq!(refused["command"][0], "gcc");
    let page = fs::read_to_string(project.path("project/page.html")).expect("a page");
    assert!(
        page.contains("CE: compile error") && page.contains("oh dear: &lt;&amp;&gt;"),
        "{page}"
    );
    let judged = project.judge(&["poj1568", "s.c", "--quiet"]);
    judged.exits(1).prints(["oh dear"]);
}

#[test]
fn trouble_with_a_source_is_not_its_fault() {
    let project = Project::new();
    project.write("project/a.unknown", "");
    for (name, expected) in [
        ("a.unknown", "no known language has the ending of "),
        ("missing.py", "cannot read missing.py"),
        (
            "missing",
            "A program of any other language runs as it is after --",
        ),
    ] {
        project.judge(&["poj1568", name]).refuses([expected]);
    }
    project.write("project/a.py", "");
    for words in [&["poj1568"][..], &["poj1568", "a.py", "--", "true"]] {
        project.judge(words).refuses([]);
    }
}
