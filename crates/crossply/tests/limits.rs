//! Limits of a program that lives.

use std::fs;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossply::program::Termination::{self, MemoryLimit, OutputLimit, ProcessLimit, TimeLimit};
use crossply::program::{Invocation, RunLimits, execute};
use rayon::prelude::*;

type Case = (String, RunLimits, Termination);

static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// Commands that work without end, each with the one limit that ends it.
fn endless(mark: &str) -> Vec<Case> {
    let count = "n=0; while [ $n -lt 2000 ]; do n=$((n+1)); done";
    let short = format!("sh -c '{count}' {mark}").replace('\'', "\"");
    let grows = "{ s = \"x\"; while (length(s) < 50000000) s = s s; while (1) n++ }";
    let grows = format!("exec awk '\\''BEGIN {grows}'\\'' {mark}");
    let unlimited = RunLimits {
        processes: 200,
        ..RunLimits::new(Duration::from_secs(100), 1 << 30, 1 << 30)
    };
    let milliseconds = Duration::from_millis;
    let computing = RunLimits {
        cpu: milliseconds(60),
        ..unlimited
    };
    let waiting = RunLimits {
        time: milliseconds(100),
        ..unlimited
    };
    let growing = RunLimits {
        memory: 16 << 20,
        ..unlimited
    };
    let many = RunLimits {
        processes: 20,
        ..unlimited
    };
    let printing = RunLimits {
        stdout: 1 << 16,
        ..unlimited
    };
    vec![
        ("while :; do :; done".to_owned(), computing, TimeLimit),
        (
            format!("while :; do {count}; sleep 0.01; done"),
            computing,
            TimeLimit,
        ),
        (format!("while :; do {short}; done"), computing, TimeLimit),
        (format!("sleep {mark}"), waiting, TimeLimit),
        (
            "while :; do sleep 0.01; done".to_owned(),
            waiting,
            TimeLimit,
        ),
        (grows, growing, MemoryLimit),
        (
            format!("while :; do sleep {mark} & done"),
            many,
            ProcessLimit,
        ),
        (
            format!("while :; do sleep {mark} & sleep 0.005; done"),
            many,
            ProcessLimit,
        ),
        (format!("yes {mark}"), printing, OutputLimit),
        (
            format!("while :; do echo {mark}; head -c 9999 /dev/zero; sleep 0.01; done"),
            printing,
            OutputLimit,
        ),
    ]
}

/// Each limit holds for all processes of a program, whether it works itself or has it done by others, and however it
/// divides it. Nothing is left of it.
#[test]
fn limits_hold_for_all_that_a_program_starts() {
    let mark = format!("1000.{}", process::id());
    let mut cases = Vec::new();
    for (does, limits, expected) in endless(&mark) {
        for starts in ["sh -c", "sh -c : & sh -c", "setsid sh -c", "(setsid sh -c"] {
            let ends = if starts.starts_with('(') {
                "&)"
            } else {
                "& wait"
            };
            let ends = format!("{ends}; sleep {mark}");
            cases.push((
                format!("{starts} '{does} # {mark}' {ends}"),
                limits,
                expected,
            ));
        }
        // It ends, and what it has started goes on.
        let leaves = format!("sh -c '{does} # {mark}' & echo done");
        cases.push((leaves, limits, expected));
    }
    // If a limit does not hold, its run is cut off in the end.
    thread::spawn(|| {
        thread::sleep(Duration::from_mins(1));
        INTERRUPT.store(true, Relaxed);
    });
    let ended = cases.par_iter().map(|(script, limits, expected)| {
        let program = Invocation::of(["sh", "-c", script]);
        let mut printed = Vec::new();
        let mut keep = |bytes: &[u8]| {
            printed.extend_from_slice(bytes);
            true
        };
        let run = execute(&program, limits, &[], &mut keep, &INTERRUPT).expect("a shell");
        let is_done = script.ends_with("done") && run.termination.is_success();
        let has_answer = printed.windows(5).any(|window| window == b"done\n");
        let holds = if is_done {
            has_answer
        } else {
            run.termination == *expected
        };
        (!holds).then(|| format!("{script}: {run:?}"))
    });
    let wrong: Vec<_> = ended.flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let left = fs::read_dir("/proc")
        .expect("this is Linux")
        .flatten()
        .filter(|folder| {
            let line = fs::read(folder.path().join("cmdline")).unwrap_or_default();
            folder.file_name() != *process::id().to_string()
                && String::from_utf8_lossy(&line).contains(&mark)
        });
    assert_eq!(left.count(), 0);
}
