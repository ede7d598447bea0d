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

#[test]
fn old_builds_make_room_and_recent_ones_stay() {
    let builds = tempfile::tempdir().expect("a folder");
    let old = SystemTime::now() - 2 * RECENT;
    let set = |name: &str, used| {
        let folder = builds.path().join(name);
        fs::create_dir(&folder).expect("ours");
        let times = fs::FileTimes::new().set_modified(used);
        let folder = fs::File::open(folder).expect("ours");
        folder.set_times(times).expect("ours");
    };
    for index in 0..MOST_BUILDS {
        set(&format!("recent-{index}"), SystemTime::now());
    }
    set("old", old);
    set("used", old);
    let elsewhere = names().program("java", ".");
    assert!(is_built(&builds.path().join("used"), &elsewhere));
    assert!(!is_built(&builds.path().join("missing"), &elsewhere));
    // Without its program a build is worth nothing.
    set("broken", old);
    let broken = builds.path().join("broken");
    let program = Invocation::of([broken.join("program")]);
    assert!(!is_built(&broken, &program) && !broken.exists());
    remove_old(builds.path());
    let left = |name: &str| builds.path().join(name).is_dir();
    assert!(!left("old") && left("used") && left("recent-0"));
}

/// A folder with a source, `-a.x`, and a language of its ending.
#[cfg(all(unix, feature = "processes"))]
struct Project {
    folder: tempfile::TempDir,
    languages: Languages,
}

#[cfg(all(unix, feature = "processes"))]
impl Project {
    /// With these commands of the language.
    fn new(commands: &[(&str, &str)]) -> Self {
        let mut project = Project {
            folder: tempfile::tempdir().expect("a folder"),
            languages: Languages::built_in(),
        };
        project.write("some text");
        project.speak(commands);
        project
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, text: &str) {
        fs::write(self.path("-a.x"), text).expect("ours");
    }

    /// From now on the language has these commands.
    fn speak(&mut self, commands: &[(&str, &str)]) {
        let mut table = "[[language]]\nname = 'X'\nendings = ['x']\n".to_owned();
        for (name, command) in commands {
            table += &format!("{name} = '''{command}'''\n");
        }
        fs::write(self.path("table"), table).expect("ours");
        let added = self.languages.add_file(&self.path("table"));
        assert!(added.expect("it is well-formed"));
    }

    fn compile(&self, memory: u64) -> Result<Compiled, SourceError> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        compile(
            &self.path("-a.x"),
            &self.languages,
            memory,
            &self.path("builds"),
            &NEVER,
        )
    }

    /// The program's name and arguments.
    fn program(&self, memory: u64) -> Vec<String> {
        match self.compile(memory) {
            Ok(Compiled::Invocation(program, _)) => program.words(),
            other => panic!("{other:?}"),
        }
    }

    fn refused(&self) -> CompileError {
        match self.compile(0) {
            Ok(Compiled::CompileError(error)) => error,
            other => panic!("{other:?}"),
        }
    }

    fn fault(&self) -> String {
        self.compile(0).expect_err("it is not there").to_string()
    }

    /// The builds, those of builds that have not succeeded among them.
    fn builds(&self) -> usize {
        fs::read_dir(self.path("builds")).map_or(0, Iterator::count)
    }
}

#[cfg(all(unix, feature = "processes"))]
#[test]
fn what_needs_no_compiler_runs_as_it_is() {
    let project = Project::new(&[("run", "sh {source} {memory} {folder}")]);
    let source = project.path("-a.x").display().to_string();
    for (memory, mebibytes) in [(0, "1"), (1 << 20, "1"), (35 << 20, "35")] {
        let expected = ["sh", &source, mebibytes, "."];
        assert_eq!(project.program(memory), expected);
    }
    assert_eq!(project.builds(), 0);
    let project = Project::new(&[("run", "no-such-command {source}")]);
    assert!(
        project
            .fault()
            .contains("`no-such-command`, which is not installed")
    );
}

#[cfg(all(unix, feature = "processes"))]
#[test]
fn a_build_has_what_the_compiler_made_of_a_copy() {
    // A compiler may take some memory, and talk.
    let compile = "sh -c 'awk \"BEGIN { s = 1; for (; k < 26; k++) s = s s }\"; echo talks; echo talks >&2; \
                   cat {source} {source} > out; echo compiled >> ../../log'";
    let mut commands = [
        ("compile", compile),
        ("version", "echo 1"),
        ("run", "sh {folder}/out"),
    ];
    let mut project = Project::new(&commands);
    let out = |project: &Project| {
        let program = project.program(0);
        fs::read_to_string(&program[1]).expect("it is built")
    };
    let judge = |project: &Project, text: &str, compilations| {
        project.write(text);
        assert_eq!(out(project), text.repeat(2));
        let log = fs::read_to_string(project.path("log")).expect("it compiles");
        assert_eq!(
            (log.lines().count(), project.builds()),
            (compilations, compilations)
        );
    };
    judge(&project, "some text", 1);
    judge(&project, "some text", 1);
    judge(&project, "other text", 2);
    judge(&project, "some text", 2);
    commands[1].1 = "echo 2";
    project.speak(&commands);
    judge(&project, "other text", 3);
    // The name of the copy may be the compiler's choice.
    let commands = [
        ("compile", "cp b.a out"),
        ("file", "b.a"),
        ("run", "sh {folder}/out {source}"),
    ];
    project.speak(&commands);
    assert_eq!(out(&project), "other text");
    assert_eq!(project.program(0)[2], "b.a");
    // Otherwise it is that of the source, and no option.
    let commands = [
        ("compile", "touch out"),
        ("run", "sh {folder}/out {source}"),
    ];
    project.speak(&commands);
    assert_eq!(project.program(0)[2], "./-a.x");
}

#[cfg(all(unix, feature = "processes"))]
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
    assert_eq!(project.builds(), 0);
    let project = Project::new(&[("compile", "yes"), run]);
    assert_eq!(project.refused().ended, "by the judge: it printed too much");
}

#[cfg(all(unix, feature = "processes"))]
#[test]
fn a_compiler_that_is_not_there_or_does_not_work_is_named() {
    let run = ("run", "{program}");
    let missing = "X needs `no-such-command`, which is not installed";
    let does_not_work = "X needs `sh`, which does not work: broken";
    let version = "sh -c 'echo broken; exit 1'";
    for (compile, version, expected) in [
        ("no-such-command", "echo 1", missing),
        ("touch program", "no-such-command", missing),
        ("touch program", version, does_not_work),
    ] {
        let project = Project::new(&[("compile", compile), ("version", version), run]);
        assert_eq!(project.fault(), expected);
    }
    let project = Project::new(&[("compile", "true"), ("run", "no-such-command")]);
    assert_eq!(project.fault(), missing);
}

#[cfg(all(unix, feature = "processes"))]
#[test]
fn of_two_who_build_the_same_one_is_quicker() {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let builds = tempfile::tempdir().expect("a folder");
    let compiler = Invocation::of(["true"]);
    let folder = builds.path().join("a");
    let build = || build(&compiler, "a.x", b"text", &folder, &NEVER);
    for _ in 0..2 {
        assert_eq!(build().expect("it is kept"), None);
        assert_eq!(fs::read(folder.join("a.x")).expect("a copy"), b"text");
    }
    fs::remove_dir_all(&folder).expect("ours");
    fs::write(&folder, "in the way").expect("ours");
    let error = build().expect_err("a file is in the way").to_string();
    assert!(error.starts_with("cannot write "), "{error}");
    assert_eq!(fs::read_dir(builds.path()).map_or(0, Iterator::count), 1);
}

#[cfg(all(unix, feature = "processes"))]
#[test]
fn what_a_compiler_refuses_an_older_standard_may_take() {
    let refuses = "sh -c 'echo new; exit 1'";
    let older = "cp {source} {program}";
    let run = ("run", "{program}");
    let project = Project::new(&[("compile", refuses), ("older", older), run]);
    match project.compile(0) {
        Ok(Compiled::Invocation(_, Some(command))) => assert_eq!(command, older),
        other => panic!("{other:?}"),
    }
    // If neither takes it, it is told what today's says.
    let old = "sh -c 'echo old; exit 1'";
    let project = Project::new(&[("compile", refuses), ("older", old), run]);
    assert_eq!(project.refused().message, "new\n");
}
