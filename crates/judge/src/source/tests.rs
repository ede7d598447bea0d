//! Tests of compiling, with shell commands as compilers.

use super::languages::{LANGUAGES, UNNAMED};
use super::*;

#[test]
fn placeholders_are_filled_in_once() {
    let compilation = Compilation {
        language: &UNNAMED,
        source: "{folder} C.x".to_owned(),
        memory: 32,
        interrupt: &AtomicBool::new(false),
    };
    let program = compilation.command(
        "run -m{memory}m {program} '{source} x' {folder}/{class}",
        "/a {source}",
    );
    let arguments = [
        "-m32m",
        "/a {source}/program",
        "{folder} C.x x",
        "/a {source}/{folder} C",
    ];
    let expected = Invocation::of(["run"].into_iter().chain(arguments));
    assert_eq!(program, expected);
}

/// No two languages have an ending in common, and no quote is left open.
#[test]
fn the_table_is_sound() {
    let mut endings: Vec<_> = LANGUAGES.iter().flat_map(|one| one.endings).collect();
    let count = endings.len();
    endings.sort();
    endings.dedup();
    assert_eq!(endings.len(), count);
    for language in &LANGUAGES {
        let commands = [language.compile, Some(language.run)];
        for command in commands.into_iter().flatten() {
            assert!(!split_command(command).is_empty(), "{command}");
        }
    }
    for unknown in ["a", ".c", "a.C", "a.", "a.cpp/b"] {
        let error = Language::of(Path::new(unknown)).expect_err("it is not known");
        assert!(
            error.to_string().contains(".c, .cpp, .cc, .cxx, .rs"),
            "{error}"
        );
    }
}

#[cfg(all(unix, feature = "processes"))]
mod compilers {
    use super::*;

    /// A folder with a source, `-a.x`, and a language.
    struct Project {
        folder: TempDir,
        language: Language,
    }

    /// A language with this command.
    fn runs(run: &'static str) -> Language {
        Language {
            name: "X",
            endings: &["x"],
            run,
            install: "buy it",
            ..UNNAMED
        }
    }

    /// A language with this compiler.
    fn compiles(compile: &'static str, run: &'static str) -> Language {
        Language {
            compile: Some(compile),
            ..runs(run)
        }
    }

    impl Project {
        fn new(language: Language) -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            fs::write(folder.path().join("-a.x"), "some text").expect("ours");
            Project { folder, language }
        }

        fn path(&self, name: &str) -> std::path::PathBuf {
            self.folder.path().join(name)
        }

        fn compile(&self, memory: u64) -> anyhow::Result<Result<Compiled, CompileError>> {
            static NEVER: AtomicBool = AtomicBool::new(false);
            compile_as(&self.language, &self.path("-a.x"), memory, &NEVER)
        }

        fn expect_compiled(&self, memory: u64) -> Compiled {
            self.compile(memory).expect("it works").expect("a program")
        }
    }

    #[test]
    fn a_script_runs_as_it_is() {
        let project = Project::new(runs("sh {source} {memory} {folder}"));
        let source = project.path("-a.x").display().to_string();
        for (memory, mebibytes) in [(0, "1"), (1 << 20, "1"), (35 << 20, "35")] {
            let expected = ["sh", &source, mebibytes, "."];
            assert_eq!(project.expect_compiled(memory).0.words(), expected);
        }
    }

    #[test]
    fn the_compiler_makes_the_program_from_a_copy() {
        // A compiler may take some memory, and print messages.
        let compile = "sh -c 'awk \"BEGIN { s = 1; for (; k < 26; k++) s = s s }\"; echo talks; echo talks >&2; \
                       cat {source} {source} > out'";
        let project = Project::new(compiles(compile, "sh {folder}/out {source}"));
        let compiled = project.expect_compiled(0);
        let [_, out, source] = &compiled.0.words()[..] else {
            panic!("{compiled:?}");
        };
        assert_eq!(fs::read_to_string(out).expect("made"), "some textsome text");
        // The copy has the name of the source, but does not look like an option.
        assert_eq!(source, "./-a.x");
        let folder = Path::new(out).parent().expect("its folder").to_owned();
        drop(compiled);
        assert!(!folder.exists());
        // The language may name the copy.
        let project = Project::new(Language {
            file: Some("b.a"),
            ..compiles("cp b.a program", "sh {program} {source}")
        });
        assert_eq!(project.expect_compiled(0).0.words()[2], "b.a");
    }

    /// The tests of the command line have a compiler that refuses a source.
    #[test]
    fn a_compiler_that_prints_too_much_is_ended() {
        let project = Project::new(compiles("yes", "{program}"));
        let refused = project.compile(0).expect("it works");
        let error = refused.expect_err("it is rejected");
        assert_eq!(error.ended, "by the judge: it printed too much");
    }

    #[test]
    fn a_missing_compiler_is_named() {
        for language in [
            runs("no-such-command {source}"),
            compiles("true", "no-such-command"),
            compiles("no-such-command {source}", "{program}"),
        ] {
            let error = Project::new(language).compile(0);
            let error = error.expect_err("it is missing").to_string();
            let expected =
                "X needs `no-such-command`, which is not installed; to install it: buy it";
            assert_eq!(error, expected);
        }
    }
}
