//! `crossply judge` with source files: compile errors, and files of languages. The zoo has a source in each language.

use std::fs;
use std::path::PathBuf;

use snapbox::cmd::Command;
use tempfile::TempDir;

use crate::binary::{crossply, run};

/// A folder with a source, and the folders of a user who has no configuration.
pub(crate) struct Project {
    folder: TempDir,
}

impl Project {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["project", "config/crossply"] {
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

    /// Adds a language of the ending `.copied` that runs by this command.
    fn run_by(&self, run: &str) {
        let text = "[[language]]\nname = 'A'\nendings = ['copied']\n";
        self.write("project/crossply.toml", &format!("{text}run = \"{run}\"\n"));
    }

    /// The command, in the project's folder.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        crossply("judge")
            .args(words)
            .current_dir(self.path("project"))
            .env("XDG_CONFIG_HOME", self.path("config"))
    }

    /// Judges, and returns the exit code, standard output and standard error.
    pub(crate) fn judge(&self, words: &[&str]) -> (i32, String, String) {
        run(self.command(words))
    }
}

pub(crate) const SCRIPT: &str =
    "#!/bin/sh\nread n; while [ $n -gt 0 ]; do echo 1; n=$((n-1)); done\n";
pub(crate) const COPIED: [&str; 4] = ["ccf201803-4", "--board", "0", "script.copied"];

#[test]
fn a_source_that_is_wrong_is_named_in_the_command_that_shows_it() {
    let project = Project::new();
    project.run_by("sh {source}");
    project.write("project/a b.copied", SCRIPT);
    let (code, output, error) = project.judge(&["ccf201803-4", "--board", "1", "a b.copied"]);
    assert_eq!(code, 1, "{output}{error}");
    let again = "To reproduce:   crossply judge ccf201803-4 --board XXO/XXO/O.O 'a b.copied'\n";
    assert!(output.contains(again), "{output}");
}

/// Compilers that refuse such a source do not always say that this is the cause.
#[test]
fn a_source_in_another_encoding_is_told() {
    let project = Project::new();
    project.run_by("sh {source}");
    let script = [SCRIPT.as_bytes(), b"# \xb9\xfa\n"].concat();
    fs::write(project.path("project/script.copied"), script).expect("ours");
    let (_, _, error) = project.judge(&COPIED);
    let told = "script.copied, line 3 is not UTF-8: if it is refused, that may be why";
    assert!(error.contains(told), "{error}");
}

#[test]
fn every_format_has_a_compile_error() {
    let project = Project::new();
    let text = "[[language]]\nname = \"A\"\nendings = [\"a\"]\ncompile = \"sh -c 'echo oh dear: \\\"<&>\\\"; exit 3'\"\nrun = \"x\"\n";
    project.write("project/crossply.toml", text);
    project.write("project/s.a", "");
    let words = [
        "poj1568",
        "s.a",
        "--report",
        "page.html",
        "--format",
        "json",
    ];
    let (code, output, _) = project.judge(&words);
    assert_eq!(code, 1);
    let document: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(document["verdict"], "CE");
    assert_eq!(document["command"].as_array().map(Vec::len), Some(0));
    assert_eq!(document["compile_error"]["message"], "oh dear: <&>\n");
    assert_eq!(document["compile_error"]["ended"], "with exit status: 3");
    let page = fs::read_to_string(project.path("project/page.html")).expect("a page");
    assert!(
        page.contains("CE: compile error") && page.contains("oh dear: &lt;&amp;&gt;"),
        "{page}"
    );
    let (code, output, _) = project.judge(&["poj1568", "s.a", "--quiet"]);
    assert_eq!((code, output.contains("oh dear")), (1, true), "{output}");
}

#[test]
fn a_compiler_that_is_not_there_can_be_installed() {
    let project = Project::new();
    project.write("project/a.cpp", "");
    let command = project.command(&["poj1568", "a.cpp"]);
    let (code, output, error) = run(command.env("PATH", project.path("config")));
    assert_eq!((code, &*output), (2, ""), "{error}");
    let needs = "C++ needs `g++`, which is not installed; to install it: apt install g++, or on ";
    assert!(error.contains(needs), "{error}");
}

#[test]
fn trouble_with_a_source_is_not_its_fault() {
    let project = Project::new();
    project.write("project/a.unknown", "");
    for (name, expected) in [
        ("a.unknown", "no known language has the ending of "),
        ("missing.py", "cannot read missing.py"),
        ("missing", "crossply.toml may add languages"),
    ] {
        let (code, output, error) = project.judge(&["poj1568", name]);
        assert_eq!((code, &*output), (2, ""), "{error}");
        assert!(error.contains(expected), "{error}");
    }
    project.write("project/a.py", "");
    let (code, _, error) = project.judge(&["poj1568", "--", "./a.py"]);
    assert_eq!(code, 2);
    let hint = "if it is a program, try `chmod +x`\n";
    assert!(error.ends_with(hint), "{error}");
    for words in [&["poj1568"][..], &["poj1568", "a.py", "--", "true"]] {
        assert_eq!(project.judge(words).0, 2, "{words:?}");
    }
}

#[test]
fn the_file_in_the_project_comes_before_that_of_the_user() {
    let project = Project::new();
    project.write("project/script.copied", "");
    project.run_by("sh -c 'echo 1'");
    let of_user = project.path("config/crossply/crossply.toml");
    fs::rename(project.path("project/crossply.toml"), of_user).expect("ours");
    assert_eq!(project.judge(&COPIED).0, 0);
    project.run_by("sh -c 'echo 0'");
    assert_eq!(project.judge(&COPIED).0, 1);
    project.write("project/crossply.toml", "[[language]]\nname = 7\n");
    let (code, _, error) = project.judge(&COPIED);
    assert_eq!(code, 2);
    assert!(
        error.contains("crossply.toml") && error.contains("line 2"),
        "{error}"
    );
}
