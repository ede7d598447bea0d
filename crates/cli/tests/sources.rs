//! `crossply judge` with source files: languages, compile errors, builds that are kept, and files of languages.
//!
//! Languages that are not installed are left out, which is said; the gate has all. What happens around the compiler is
//! tested with a language of its own, a shell script that is copied.

use std::fs;
use std::path::PathBuf;

use snapbox::cmd::Command;
use tempfile::TempDir;

use crate::binary::{crossply, run};
use crate::needed::is_there;

/// A program that answers each board with the score 1, in each language, and a command of that language.
const RIGHT: [(&str, &str, &str); 10] = [
    (
        "a.c",
        "gcc",
        "#include <stdio.h>\nint main() { int n; scanf(\"%d\", &n); while (n--) puts(\"1\"); }\n",
    ),
    (
        "a b.cpp",
        "g++",
        "#include <iostream>\nint main() { int n; std::cin >> n; while (n--) std::cout << \"1\\n\"; }\n",
    ),
    (
        "3-a.rs",
        "rustc",
        "fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap();\n\
         for _ in 0..s.trim().parse::<u32>().unwrap() { println!(\"1\"); } }\n",
    ),
    (
        "a.go",
        "go",
        "package main\nimport \"fmt\"\nfunc main() { var n int; fmt.Scan(&n); for ; n > 0; n-- { fmt.Println(1) } }\n",
    ),
    (
        "a.java",
        "javac",
        "import java.util.*;\nclass Helper { static final String IT = \"1\"; }\n\
         public class Solution { public static void main(String[] words) {\n\
         int n = new Scanner(System.in).nextInt(); while (n-- > 0) System.out.println(Helper.IT); } }\n",
    ),
    (
        "a.kt",
        "kotlinc",
        "fun main() { repeat(readLine()!!.trim().toInt()) { println(1) } }\n",
    ),
    (
        "a.py",
        "python3",
        "for _ in range(int(input())): print(1)\n",
    ),
    (
        "a.js",
        "node",
        "const n = +require('fs').readFileSync(0, 'utf8').split('\\n')[0];\nfor (let i = 0; i < n; i++) console.log(1);\n",
    ),
    ("a.rb", "ruby", "gets.to_i.times { puts 1 }\n"),
    ("a.pl", "perl", "my $n = <STDIN>; print \"1\\n\" x $n;\n"),
];

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

    /// The command, in the project's folder.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        crossply("judge")
            .args(words)
            .current_dir(self.path("project"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("XDG_CONFIG_HOME", self.path("config"))
    }

    /// Judges, and returns the exit code, standard output and standard error.
    pub(crate) fn judge(&self, words: &[&str]) -> (i32, String, String) {
        run(self.command(words))
    }

    /// Writes a configuration with the language `.copied`: shell scripts that are copied. Each compilation writes a
    /// line into the file `log`.
    fn copied(&self) {
        let log = self.path("log");
        let compile = format!(
            "sh -c 'echo compiled >> {} && cp \\\"$0\\\" \\\"$1\\\" && chmod +x \\\"$1\\\"' {{source}} {{program}}",
            log.display()
        );
        let text = format!(
            "[[language]]\nname = \"Copied\"\nendings = [\"copied\"]\ncompile = \"{compile}\"\n\
             run = \"{{program}}\"\n"
        );
        self.write("project/crossply.toml", &text);
    }

    /// How often the language `.copied` has compiled.
    fn compilations(&self) -> usize {
        fs::read_to_string(self.path("log")).map_or(0, |log| log.lines().count())
    }

    /// The folders of builds, those of builds that have not succeeded among them.
    pub(crate) fn builds(&self) -> Vec<PathBuf> {
        let folders = fs::read_dir(self.path("cache/crossply/builds"))
            .into_iter()
            .flatten()
            .flatten();
        folders.map(|folder| folder.path()).collect()
    }
}

pub(crate) const SCRIPT: &str =
    "#!/bin/sh\nread n; while [ $n -gt 0 ]; do echo 1; n=$((n-1)); done\n";
pub(crate) const COPIED: [&str; 4] = ["ccf201803-4", "--board", "0", "script.copied"];

#[test]
fn a_source_in_any_language_is_judged() {
    for (name, command, source) in RIGHT {
        if !is_there(command) {
            continue;
        }
        let project = Project::new();
        let path = project.path("project").join(name);
        fs::write(&path, source).expect("ours");
        // The answer to the first board is 1.
        let (code, output, error) = project.judge(&["ccf201803-4", "--board", "0", name]);
        assert_eq!(code, 0, "{name}: {output}{error}");
    }
}

#[test]
fn a_source_that_is_wrong_is_named_in_the_command_that_shows_it() {
    let project = Project::new();
    project.copied();
    for (name, quoted) in [("a.copied", "a.copied"), ("a b.copied", "'a b.copied'")] {
        project.write(&format!("project/{name}"), SCRIPT);
        let (code, output, error) = project.judge(&["ccf201803-4", "--board", "1", name]);
        assert_eq!(code, 1, "{name}: {output}{error}");
        let again =
            format!("To reproduce:   crossply judge ccf201803-4 --board XXO/XXO/O.O {quoted}\n");
        assert!(output.contains(&again), "{output}");
    }
}

#[test]
fn a_source_that_does_not_compile_is_a_verdict() {
    for (name, command, source) in RIGHT.into_iter().take(6) {
        if !is_there(command) {
            continue;
        }
        let project = Project::new();
        project.write(&format!("project/{name}"), &format!("{source} faulty\n"));
        let (code, output, error) = project.judge(&["ccf201803-4", name]);
        assert_eq!(code, 1, "{name}: {output}{error}");
        assert!(output.starts_with("CE: compile error\n\n    "), "{output}");
        // The compiler says where, without a folder. Java's is given the source under another name.
        let place = if name == "a.java" { "Main.java:" } else { name };
        let is_named =
            |line: &str| line.contains(place) && line.contains(':') && !line.contains("cache");
        assert!(output.lines().any(is_named), "{output}");
        assert!(
            output.contains("The compiler ended with exit status: "),
            "{output}"
        );
        assert_eq!(project.builds(), Vec::<PathBuf>::new());
    }
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
fn a_program_that_deletes_its_build_fails_and_is_compiled_anew() {
    for (deletes, builds) in [("rm $0", 1), ("rm -r $(dirname $0)", 0)] {
        let project = Project::new();
        project.copied();
        let deleting = SCRIPT.replace("read n", &format!("{deletes}; read n"));
        project.write("project/script.copied", &deleting);
        for compilations in [1, 2] {
            let options = ["--board", "0..20"];
            let words = [&["ccf201803-4"][..], &options, &["script.copied"]].concat();
            let (code, output, error) = project.judge(&words);
            assert_eq!(code, 1, "{output}{error}");
            let ended = "    program   exit code: the compiled file is gone";
            assert!(output.contains(ended), "{output}");
            assert_eq!(project.compilations(), compilations);
        }
        assert_eq!(project.builds().len(), builds, "{deletes}");
    }
}

#[test]
fn a_compiler_that_is_not_there_can_be_installed() {
    let project = Project::new();
    project.write("project/a.cpp", "");
    project.write("project/a.rb", "");
    for (name, expected) in [("a.cpp", "C++ needs `g++`"), ("a.rb", "Ruby needs `ruby`")] {
        let command = project
            .command(&["poj1568", name])
            .env("PATH", project.path("cache"));
        let (code, output, error) = run(command);
        assert_eq!((code, &*output), (2, ""), "{error}");
        assert!(
            error.contains(expected) && error.contains("to install it: apt install "),
            "{error}"
        );
    }
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
    let tip = "if it is a program, try `chmod +x`\n\n  tip: name a source file without --\n";
    assert!(error.ends_with(tip), "{error}");
    for words in [&["poj1568"][..], &["poj1568", "a.py", "--", "true"]] {
        assert_eq!(project.judge(words).0, 2, "{words:?}");
    }
}

#[test]
fn the_file_in_the_project_comes_before_that_of_the_user() {
    let project = Project::new();
    let language = |answer: &str| {
        format!(
            "[[language]]\nname = \"A\"\nendings = [\"copied\"]\nrun = \"sh -c 'echo {answer}'\"\n"
        )
    };
    project.write("project/script.copied", "");
    project.write("config/crossply/crossply.toml", &language("1"));
    assert_eq!(project.judge(&COPIED).0, 0);
    project.write("project/crossply.toml", &language("0"));
    assert_eq!(project.judge(&COPIED).0, 1);
    project.write("project/crossply.toml", "[[language]]\nname = 7\n");
    let (code, _, error) = project.judge(&COPIED);
    assert_eq!(code, 2);
    assert!(
        error.contains("crossply.toml") && error.contains("line 2"),
        "{error}"
    );
}
