//! Programs as solvers: right ones, wrong ones, and hostile ones.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use crossply::report::Checked;
use crossply::{CrossCheck, Domain, Ended, FailureKind, Program, Solver, domain};

use crate::{ALL, blamed, explained, texts};

/// Doubles each number, and does something else with 7.
fn with_7(seven: &str) -> String {
    format!("while read n; do if [ $n = 7 ]; then {seven}; else echo $((n * 2)); fi; done")
}

fn shell(script: &str) -> Program {
    let program = Program::new("sh").args(["-c", script]);
    program
        .time_limit(Duration::from_millis(100))
        .memory_limit(16 << 20)
}

/// A check of a program that doubles the numbers below `end`.
fn doubles(
    end: u32,
    program: impl Fn() -> Program + Send + Sync + 'static,
) -> CrossCheck<u32, u32> {
    CrossCheck::new("doubled", domain::range(..end))
        .solver("product", |&n| n * 2)
        .solver("sum", |&n| n + n)
        .stateful("script", move || {
            program().lines(|n: &u32| n.to_string(), str::parse::<u32>)
        })
}

/// What is found if a script doubles the numbers below 50.
fn doubled(script: &str) -> Checked {
    let script = script.to_owned();
    explained(&doubles(50, move || shell(&script)), ALL)
}

#[test]
fn a_right_program_agrees() {
    // It may read all before it answers.
    for seven in ["echo 14", "cat >/dev/null; seq 14 2 98"] {
        assert!(doubled(&with_7(seven)).agree);
    }
    // Or answer one input, and end.
    assert!(doubled("read n; echo $((n * 2))").agree);
}

/// In a test, where the time is limited, a process gets many inputs although each takes a while to start.
#[test]
fn a_process_answers_many_inputs() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let script = format!(
        "echo >>{}; sleep 0.01; exec awk '{{ print $1 * 2 }}'",
        log.display()
    );
    let check = doubles(200_000, move || Program::new("sh").args(["-c", &script]));
    let checked = check.check_quickly().expect("a check");
    let compared = checked.scope.counts.compared.total();
    let starts = fs::read_to_string(log).expect("it starts").len() as u64;
    assert!(
        checked.agree && compared > 1_000 * starts,
        "{starts} for {compared}"
    );
}

/// Inputs of several sections, too: there is one word of each length.
#[test]
fn a_process_answers_inputs_of_many_sections() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let script = format!(
        "echo >>{}; exec awk '{{ print length($1) + (length($1) % 100 == 7) }}'",
        log.display()
    );
    let check = CrossCheck::new("lengths", domain::words("a", 0..=300))
        .truth("len", Vec::len)
        .stateful("script", move || {
            let program = Program::new("sh").args(["-c", &script]);
            program.lines(
                |word: &Vec<char>| String::from_iter(word),
                str::parse::<usize>,
            )
        });
    let checked = check.check_quickly().expect("a check");
    let starts = fs::read_to_string(log).expect("it starts").len();
    assert_eq!(blamed(&checked), [[3, 0, 0]], "{checked:?}");
    assert_eq!(checked.scope.counts.compared.total(), 301);
    assert!(starts < 100, "{starts}");
}

#[test]
fn a_failure_is_that_of_one_input() {
    use FailureKind::{ExitCode, MalformedAnswer, MemoryLimit, NoAnswer, Signal, TimeLimit};
    for (seven, kind, text) in [
        ("echo why >&2; exit 3", ExitCode, "exit code: 3: why"),
        ("exit 0", NoAnswer, "no answer"),
        ("kill -9 $$", Signal, "signal: 9 (SIGKILL)"),
        ("sleep 1000", TimeLimit, "time limit"),
        (
            "exec awk 'BEGIN { s = \"x\"; while (1) s = s s }'",
            MemoryLimit,
            "memory limit",
        ),
        (
            "echo x",
            MalformedAnswer,
            "malformed answer: \"x\": invalid digit found in string",
        ),
        (
            "yes",
            MalformedAnswer,
            "malformed answer: \"y\": invalid digit found in string",
        ),
        (
            "echo 14; echo 14",
            MalformedAnswer,
            "malformed answer: number of lines: 2, expected 1",
        ),
    ] {
        let checked = doubled(&with_7(seven));
        assert_eq!(blamed(&checked)[2], [1, 0, 1], "{seven}");
        let found = &checked.simplest[0];
        let given = &found.answers[2];
        assert_eq!((&*found.input, &*given.answer), ("7", text), "{seven}");
        assert_eq!(given.failure, Some(kind), "{seven}");
    }
    let wrong = doubled(&with_7("echo 15"));
    assert_eq!(
        (&*wrong.simplest[0].input, blamed(&wrong)[2]),
        ("7", [0, 1, 0])
    );
}

#[test]
fn what_never_answers_is_given_up() {
    for (script, how) in [
        ("sleep 1000", FailureKind::TimeLimit),
        ("cat >/dev/null", FailureKind::NoAnswer),
        ("exit 0", FailureKind::NoAnswer),
        ("exec <&-; exit 2", FailureKind::ExitCode),
    ] {
        let checked = doubled(script);
        assert_eq!((checked.ended, checked.agree), (Ended::GivenUp, false));
        let asked = &checked.scope.counts.solvers[2];
        // What it was asked counts, and is shown.
        assert_eq!(asked.failures, BTreeMap::from([(how, 3)]), "{script}");
        assert_eq!(
            (asked.inputs(), checked.scope.counts.compared.total()),
            (3, 3)
        );
        assert_eq!(
            checked.simplest[0].answers[2].failure,
            Some(how),
            "{script}"
        );
    }
}

#[test]
fn what_cannot_be_run_is_refused() {
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").to_owned();
    for (program, why) in [
        ("no-such-program", "No such file"),
        (&text, "try `chmod +x`"),
    ] {
        let program = program.to_owned();
        let check = doubles(9, move || Program::new(&program));
        let refusal = check.plan(ALL, 0).expect_err("it cannot be run");
        let refusal = refusal.to_string();
        assert!(
            refusal.contains("cannot run") && refusal.contains(why),
            "{refusal}"
        );
    }
}

/// The closures of the check may fail as well: the input is named.
#[test]
fn a_closure_that_fails_is_a_failure_of_its_input() {
    let words = domain::given([
        "a".to_owned(),
        String::new(),
        "b\nc".to_owned(),
        "d".to_owned(),
    ]);
    let check = CrossCheck::new("copied", words)
        .solver("same", String::clone)
        .stateful("cat", || {
            Program::new("cat").lines(String::clone, |line| {
                assert_ne!(line, "d", "no d");
                Ok::<_, String>(line.to_owned())
            })
        });
    let found = explained(&check, ALL).simplest;
    let [two_lines, panics] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(two_lines.input, "\"b\\nc\"");
    let said = &two_lines.answers[1].answer;
    let why = "the check makes two lines of the input";
    assert!(said.contains(why), "{said}");
    let said = &panics.answers[1].answer;
    assert!(
        said.starts_with("panic: ") && said.contains("no d"),
        "{said}"
    );
}

#[test]
fn each_input_may_have_a_process_of_its_own() {
    let check = CrossCheck::new(
        "greeting",
        domain::words("ab", 0..=2).map(String::from_iter),
    )
    .solver("rust", |word| {
        (Some(word.len() as i32), format!("-{word}-{word}"))
    })
    .stateful("sh", || {
        shell("printf '%s-%s-' \"$1\" \"$WORD\"; cat; exit ${#WORD}").each(
            |word: &String, run| {
                run.args(["sh", ""]).env("WORD", word).stdin(word.clone());
            },
            |output| {
                (
                    output.status.code(),
                    String::from_utf8_lossy(&output.stdout).into_owned(),
                )
            },
        )
    });
    let found = explained(&check, ALL);
    assert!(found.agree, "{:?}", found.simplest);
    let hangs = CrossCheck::new("hangs", domain::range(..3_u32))
        .solver("n", |&n| n)
        .stateful("sh", || {
            let seconds = |n: &u32, run: &mut crossply::Call| {
                run.args(["sh", if *n == 1 { "1000" } else { "0" }]);
            };
            shell("sleep $1; echo $1").each(seconds, |output| output.stdout.len() as u32 - 2)
        });
    let simplest = explained(&hangs, ALL).simplest;
    assert_eq!(simplest[0].answers[1].failure, Some(FailureKind::TimeLimit));
}

/// Without a limit for each answer, it would have the time of all.
#[test]
fn what_hangs_among_many_inputs_has_the_time_of_one() {
    let check = doubles(4_000, || shell(&with_7("sleep 1000")));
    let checked = explained(&check, ALL);
    assert_eq!(blamed(&checked)[2], [1, 0, 1]);
    assert_eq!(checked.scope.counts.compared.total(), 4_000);
}

/// Whatever the lines of a program have, except line ends: the check gets them as they are, or the input fails.
#[test]
fn what_a_program_prints_is_what_the_check_reads() {
    let check = CrossCheck::new("copied", texts())
        .solver("same", String::clone)
        .stateful("lines", || {
            Program::new("cat").lines(String::clone, |line| Ok::<_, String>(line.to_owned()))
        })
        .stateful("cut", || {
            let program = Program::new("head").args(["-c", "-1"]);
            program.lines(String::clone, |line| Ok::<_, String>(line.to_owned()))
        })
        .stateful("stdin", || {
            Program::new("cat").each(
                |text: &String, call| {
                    call.stdin(text.clone());
                },
                |output| String::from_utf8_lossy(&output.stdout).into_owned(),
            )
        })
        .stateful("argument", || {
            Program::new("printf").arg("%s").each(
                |text: &String, call| {
                    call.arg(text);
                },
                |output| String::from_utf8_lossy(&output.stdout).into_owned(),
            )
        });
    let blamed = blamed(&explained(&check, ALL));
    let holding = |letter: char| {
        (0..texts().len())
            .filter(|&n| texts().input(n).contains(letter))
            .count() as u64
    };
    // What is cut is the end of the last line, but an empty answer has no more.
    let two_lines = holding('\n');
    let expected = [0, two_lines, two_lines + 1, 0, holding('\0')];
    let expected = expected.map(|failures| [failures, 0, failures]);
    assert_eq!(blamed, expected);
    // Bytes that are no text are no answer: two of them would look the same.
    let check = CrossCheck::new("bytes", domain::range(0..2_u32))
        .stateful("octal", || bytes(r"printf '\377\n'"))
        .stateful("other", || bytes(r"printf '\376\n'"));
    let counts = explained(&check, ALL).scope.counts;
    assert!(
        counts
            .solvers
            .iter()
            .all(|one| one.failures.contains_key(&FailureKind::MalformedAnswer))
    );
}

/// A program that prints some bytes.
fn bytes(script: &str) -> impl Solver<u32, String> + use<> {
    shell(script).lines(
        |n: &u32| n.to_string(),
        |line| Ok::<_, String>(line.to_owned()),
    )
}
