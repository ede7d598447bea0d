//! Nothing is left of a program that is judged: not when it ends, and not after Ctrl-C.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use snapbox::cmd::cargo_bin;

use crate::binary::{crossply, run};
use crate::exhaustive::{signal, wait_until};
use crate::judge::judge_shell;
use crate::sources::{COPIED, Project, SCRIPT};

/// How long what takes a moment may take on a busy machine.
const SOON: Duration = Duration::from_secs(30);

/// The child has a session of its own and an empty environment, so nothing tells that the program started it. It gets a
/// moment to leave the program's group, with which it would be killed anyway.
#[test]
fn what_a_program_leaves_behind_without_a_mark_is_killed() {
    let mark = mark(5);
    let program = format!(
        "env -i setsid sleep {mark} </dev/null >/dev/null 2>&1 & read n; sleep 0.3; echo 1"
    );
    let (code, output, _) = run(judge_shell("ccf201803-4 --board XOX/OXO/OX.", &program));
    assert_eq!(code, 0, "{output}");
    assert!(!is_running(&mark, None), "{mark}");
}

/// A mark that no other process has in its command line.
fn mark(number: u32) -> String {
    format!("{}.{number}", 1_000_000 + std::process::id())
}

/// Its child, too, which gets a moment to leave the program's group.
#[test]
fn a_program_that_stops_itself_is_killed() {
    let mark = mark(6);
    let program = format!(
        "env -i setsid sleep {mark} </dev/null >/dev/null 2>&1 & sleep 0.1; kill -STOP $! $$; # {mark}"
    );
    let options = "ccf201803-4 --board XOX/OXO/OX. --time-limit 150ms";
    let (code, output, _) = run(judge_shell(options, &program));
    assert_eq!(code, 1, "{output}");
    assert!(output.starts_with("TLE"), "{output}");
    assert!(!is_running(&mark, None), "{mark}");
}

#[test]
fn what_the_reference_leaves_behind_is_killed() {
    let mark = mark(7);
    let folder = tempfile::tempdir().expect("a folder");
    let reference = format!(
        "env -i setsid sleep {mark} </dev/null >/dev/null 2>&1 & read n; sleep 0.3; echo 1"
    );
    fs::write(folder.path().join("reference"), reference).expect("ours");
    fs::write(folder.path().join("floods"), "yes").expect("ours");
    let compare = |reference: &str| {
        let command = crossply("judge ccf201803-4 --board XOX/OXO/OX.")
            .args(["--reference", reference, "--", "sh", "-c", "echo 1"])
            .current_dir(folder.path());
        run(command)
    };
    let (code, output, _) = compare("sh reference");
    assert_eq!(code, 0, "{output}");
    assert!(!is_running(&mark, None), "{mark}");
    let (code, output, _) = compare("sh floods");
    assert_eq!(code, 0, "{output}");
    assert!(
        output.contains("reference   output limit: it printed too much"),
        "{output}"
    );
}

#[test]
fn folders_that_a_program_deletes_do_no_harm() {
    for deletes in ["$TMPDIR", "\"$PWD\""] {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["work", "tmp"] {
            fs::create_dir(folder.path().join(name)).expect("ours");
        }
        let program = format!("rm -rf {deletes}; read n; echo 0");
        let command = judge_shell("ccf201803-4 --board 0", &program)
            .current_dir(folder.path().join("work"))
            .env("TMPDIR", folder.path().join("tmp"));
        let (code, output, error) = run(command);
        assert!(output.starts_with("WA: wrong answer\n"), "{output}");
        assert_eq!(code, 1, "{deletes}: {error}");
        let temporary = fs::read_dir(folder.path().join("tmp"));
        assert_eq!(temporary.map_or(0, Iterator::count), 0, "{deletes}");
    }
}

#[test]
fn ctrl_c_ends_the_program_too() {
    let output = interrupted(
        "ccf201803-4",
        "trap '' INT TERM; while :; do sleep 0.05; done",
    );
    assert!(output.starts_with("No verdict"), "{output}");
}

#[test]
fn ctrl_c_while_a_failure_is_looked_into_is_no_verdict_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let failed = folder.path().join("failed");
    let failed = failed.display();
    let program =
        format!("[ -e {failed} ] && while :; do sleep 0.05; done; touch {failed}; exit 1");
    let output = interrupted("ccf201803-4 --board 0", &program);
    assert!(output.contains("The session was interrupted"), "{output}");
}

/// Interrupts the judge while the program hangs, and returns what the judge prints. Its exit code must be that of
/// Ctrl-C, and the program must be gone.
fn interrupted(options: &str, program: &str) -> String {
    let mark = format!("# {:?}", Instant::now());
    let program = format!("{program} {mark}");
    let mut judge = std::process::Command::new(cargo_bin!("crossply"))
        .arg("judge")
        .args(options.split_whitespace())
        .args(["--time-limit", "1h", "--", "sh", "-c", &program])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    // A moment after its start the program hangs.
    wait_until(SOON, || is_running(&mark, Some(&judge)));
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&mut judge);
    assert!(
        !is_running(&mark, Some(&judge)),
        "the program is still there"
    );
    let mut output = String::new();
    let stdout = judge.stdout.as_mut().expect("a pipe");
    stdout.read_to_string(&mut output).expect("text");
    output
}

impl Project {
    /// Writes a configuration in which this command compiles the language `.copied`, and a script in it.
    fn compile_by(&self, compile: &str) {
        let text = format!(
            "[[language]]\nname = \"A\"\nendings = [\"copied\"]\ncompile = \"{compile}\"\nrun = \"{{program}}\"\n"
        );
        self.write("project/crossply.toml", &text);
        self.write("project/script.copied", SCRIPT);
    }
}

/// The compiler leaves a child behind that is in no group of ours.
#[test]
fn nothing_is_left_of_a_compiler() {
    let project = Project::new();
    let mark = mark(8);
    project.compile_by(&format!(
        "sh -c 'setsid sleep {mark} </dev/null >/dev/null 2>&1 & cp $0 $1; chmod +x $1' {{source}} {{program}}"
    ));
    let (code, output, error) = project.judge(&COPIED);
    assert_eq!(code, 0, "{output}{error}");
    assert!(!is_running(&mark, None));
}

#[test]
fn ctrl_c_ends_the_compiler_and_leaves_no_build() {
    let project = Project::new();
    let mark = mark(9);
    project.compile_by(&format!("sleep {mark}"));
    let mut judge = std::process::Command::new(cargo_bin!("crossply"))
        .arg("judge")
        .args(COPIED)
        .current_dir(project.path("project"))
        .env("XDG_CACHE_HOME", project.path("cache"))
        .env("XDG_CONFIG_HOME", project.path("config"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    wait_until(SOON, || is_running(&mark, None));
    interrupt(&mut judge);
    assert!(!is_running(&mark, None));
    assert_eq!(project.builds(), Vec::<PathBuf>::new());
}

/// Whether a process other than this child has the mark in its command line.
fn is_running(mark: &str, but: Option<&Child>) -> bool {
    let but = but.map(|child| child.id().to_string());
    let processes = fs::read_dir("/proc").expect("this is Linux").flatten();
    let mut others = processes.filter(|folder| folder.file_name().to_str() != but.as_deref());
    others.any(|folder| {
        let line = fs::read(folder.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(mark)
    })
}

/// Interrupts crossply, which has to end with the exit code of Ctrl-C.
fn interrupt(crossply: &mut Child) {
    // If a shell runs the tests in the background, they ignore SIGINT.
    signal("-TERM", crossply);
    wait_until(SOON, || crossply.try_wait().expect("ours").is_some());
    assert_eq!(crossply.wait().expect("ours").code(), Some(130));
}
