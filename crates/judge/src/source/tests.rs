//! Tests of compiling. What happens around a compiler is tested with languages of shell commands.

use super::*;

fn names() -> Names {
    Names {
        source: "{folder} {class}.x".to_owned(),
        class: "C".to_owned(),
        memory: 32,
    }
}

#[test]
fn names_stand_for_words_and_not_for_each_other() {
    let program = names().program(
        "run -m{memory}m {program} '{source} x' {folder}/{class}",
        "/a {source}",
    );
    let arguments = [
        "-m32m",
        "/a {source}/program",
        "{folder} {class}.x x",
        "/a {source}/C",
    ];
    let expected = Invocation::of(["run"].into_iter().chain(arguments));
    assert_eq!(program, expected);
}

#[cfg(all(unix, feature = "processes"))]
mod compilers {
    use super::*;

    /// A folder with a source, `-a.x`, and a language of its ending.
    struct Project {
        folder: TempDir,
        languages: Languages,
    }

    impl Project {
        /// With these commands of the language.
        fn new(commands: &[(&str, &str)]) -> Self {
            let mut project = Project {
                folder: tempfile::tempdir().expect("a folder"),
                languages: Languages::built_in(),
            };
            let mut table = "[[language]]\nname = 'X'\nendings = ['x']\n".to_owned();
            for (name, command) in commands {
                table += &format!("{name} = '''{command}'''\n");
            }
            fs::write(project.path("-a.x"), "some text").expect("ours");
            fs::write(project.path("table"), table).expect("ours");
            let added = project.languages.add_file(&project.path("table"));
            added.expect("it is well-formed");
            project
        }

        fn path(&self, name: &str) -> std::path::PathBuf {
            self.folder.path().join(name)
        }

        fn compile(&self, memory: u64) -> Result<Result<Compiled, CompileError>, JudgeError> {
            static NEVER: AtomicBool = AtomicBool::new(false);
            compile(&self.path("-a.x"), &self.languages, memory, &NEVER)
        }

        fn compiled(&self, memory: u64) -> Compiled {
            self.compile(memory).expect("it works").expect("a program")
        }

        fn refused(&self) -> CompileError {
            let compiled = self.compile(0).expect("it works");
            compiled.expect_err("it is refused")
        }

        fn fault(&self) -> String {
            self.compile(0).expect_err("it is not there").to_string()
        }
    }

    #[test]
    fn what_needs_no_compiler_runs_as_it_is() {
        let project = Project::new(&[("run", "sh {source} {memory} {folder}")]);
        let source = project.path("-a.x").display().to_string();
        for (memory, mebibytes) in [(0, "1"), (1 << 20, "1"), (35 << 20, "35")] {
            let expected = ["sh", &source, mebibytes, "."];
            assert_eq!(project.compiled(memory).program.words(), expected);
        }
        let project = Project::new(&[("run", "no-such-command {source}")]);
        assert!(
            project
                .fault()
                .contains("`no-such-command`, which is not installed")
        );
    }

    #[test]
    fn a_program_is_what_the_compiler_made_of_a_copy() {
        // A compiler may take some memory, and talk.
        let compile = "sh -c 'awk \"BEGIN { s = 1; for (; k < 26; k++) s = s s }\"; echo talks; echo talks >&2; \
                       cat {source} {source} > out'";
        let project = Project::new(&[("compile", compile), ("run", "sh {folder}/out {source}")]);
        let compiled = project.compiled(0);
        let [_, out, source] = &compiled.program.words()[..] else {
            panic!("{compiled:?}");
        };
        assert_eq!(fs::read_to_string(out).expect("made"), "some textsome text");
        // The copy has the name of the source, and is no option.
        assert_eq!(source, "./-a.x");
        let folder = Path::new(out).parent().expect("its folder").to_owned();
        drop(compiled);
        assert!(!folder.exists());
        // Or the name is the compiler's choice.
        let project = Project::new(&[
            ("compile", "cp b.a program"),
            ("file", "b.a"),
            ("run", "sh {program} {source}"),
        ]);
        assert_eq!(project.compiled(0).program.words()[2], "b.a");
    }

    #[test]
    fn a_compiler_that_refuses_the_source_says_why() {
        let run = ("run", "{program}");
        let compile = "sh -c 'echo out; echo err >&2; exit 3' {source}";
        let project = Project::new(&[("compile", compile), run]);
        let refused = CompileError {
            command: ["sh", "-c", "echo out; echo err >&2; exit 3", "./-a.x"]
                .map(str::to_owned)
                .to_vec(),
            ended: "with exit status: 3".to_owned(),
            message: "err\nout\n".to_owned(),
        };
        assert_eq!(project.refused(), refused);
        let project = Project::new(&[("compile", "yes"), run]);
        assert_eq!(project.refused().ended, "by the judge: it printed too much");
    }

    #[test]
    fn a_compiler_that_is_not_there_or_does_not_work_is_named() {
        let run = ("run", "{program}");
        let missing = "X needs `no-such-command`, which is not installed";
        let does_not_work = "X needs `sh`, which does not work: broken";
        let version = "sh -c 'echo broken; exit 1'";
        for (compile, version, expected) in [
            ("no-such-command", "echo 1", missing),
            ("false", "no-such-command", missing),
            ("false", version, does_not_work),
        ] {
            let project = Project::new(&[("compile", compile), ("version", version), run]);
            assert_eq!(project.fault(), expected);
        }
        let project = Project::new(&[("compile", "true"), ("run", "no-such-command")]);
        assert_eq!(project.fault(), missing);
    }

    #[test]
    fn what_a_compiler_refuses_an_older_standard_may_take() {
        let refuses = "sh -c 'echo new; exit 1'";
        let older = "cp {source} {program}";
        let run = ("run", "{program}");
        let project = Project::new(&[("compile", refuses), ("older", older), run]);
        assert_eq!(project.compiled(0).older.as_deref(), Some(older));
        // If neither takes it, it is told what today's says.
        let old = "sh -c 'echo old; exit 1'";
        let project = Project::new(&[("compile", refuses), ("older", old), run]);
        assert_eq!(project.refused().message, "new\n");
    }
}
