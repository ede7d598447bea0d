//! A part of a run is not taken for the whole, and nothing is counted twice.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossply::cli::JournalFile;
use crossply::report::Checked;
use crossply::report::formats::{Banner, Report};
use crossply::{CrossCheck, Run, Shard};
use tempfile::TempDir;

use crate::explained::wrong_where;
use crate::{
    ALL, assert_says, below, explained, on, report_on, results, results_of, same, timeless,
};

/// A copy of a journal is what a killed run leaves. The first block is not done yet, and many later ones are.
#[test]
fn a_run_killed_between_blocks_resumes_to_the_whole() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    let copy = folder.path().join("copy");
    let is_first = AtomicBool::new(true);
    let (journal, copied) = (path.clone(), copy.clone());
    let check = same(below(60_000)).block(1000).digests();
    let check = check.solver("wrong", move |&n| {
        let asked = ASKED.fetch_add(1, Relaxed);
        if n == 0 && is_first.swap(false, Relaxed) {
            while ASKED.load(Relaxed) < asked + 5000 {
                thread::yield_now();
            }
            let before = fs::read(&journal).expect("written at the start");
            while fs::read(&journal).is_ok_and(|now| now == before) {
                thread::yield_now();
            }
            fs::copy(&journal, &copied).expect("ours");
        } else if n % 1000 == 1 && !copied.exists() {
            thread::sleep(Duration::from_millis(40));
        }
        n + u32::from(n % 999 == 5)
    });
    let plan = check.plan(ALL, 1).expect("a check");
    let run = |path| {
        let mut run = on(2);
        run.journal = Some(Box::new(JournalFile::new(path)));
        let findings = check.run(&plan, run);
        Checked::new(findings.expect("its own journal"), &plan, Shard::WHOLE)
    };
    let whole = run(&path);
    ASKED.store(0, Relaxed);
    let resumed = run(&copy);
    assert_eq!(timeless(&resumed), timeless(&whole));
    // A journal is saved twice a second.
    let seconds = resumed.scope.counts.seconds;
    assert!(seconds >= 0.5, "{seconds}, with the time before");
    let again = ASKED.load(Relaxed);
    assert!((1000..56_000).contains(&again), "{again} are asked again");
}

type Change = fn(&mut Checked);

#[test]
fn a_page_is_green_only_if_all_is_well() {
    let right = || results(&same(below(99)), ALL, 0);
    let wrong = same(below(99)).solver("c", |&n| n + n / 98);
    let changed = same(below(99)).digests();
    let changed = changed.recorded([(String::new(), crossply::Digest::default())]);
    let changes: [(Banner, &str, Change); 5] = [
        (Banner::Right, "agree. Compared: all 99 inputs, in ", |_| {}),
        (Banner::Right, "98 of 99 inputs, one of two, in ", |all| {
            all.scope.counts.compared.in_order = 98;
            all.scope.by_representatives = true;
            all.scope.representatives = "one of two".to_owned();
        }),
        (Banner::Right, ": this part has no inputs.", |all| {
            all.scope.counts.compared.in_order = 0;
        }),
        (Banner::Wrong, "the check itself is at fault: none", |all| {
            all.scope.counts.trouble = Some("the check itself is at fault: none".to_owned());
        }),
        (Banner::Wrong, "Nothing was compared.", |all| {
            all.scope.counts.compared.in_order = 0;
            all.scope.counts.trouble = Some("none".to_owned());
        }),
    ];
    for (expected, said, change) in changes {
        let mut checked = right();
        change(&mut checked);
        assert_says(&checked, said);
        let (banner, text) = report_on(vec![checked]).conclusion();
        assert_eq!(banner, expected, "{text}");
    }
    let interrupt = AtomicBool::new(true);
    let run = Run {
        interrupt: Some(&interrupt),
        ..on(1)
    };
    let interrupted = results_of(&same(below(99)), ALL, 0, run);
    assert_says(&interrupted, "Interrupted at once.");
    assert_eq!(report_on(vec![interrupted]).conclusion().0, Banner::Open);
    for check in [wrong, changed] {
        let checked = results(&check, ALL, 0);
        assert!(!checked.agree);
        assert_eq!(report_on(vec![checked]).conclusion().0, Banner::Wrong);
    }
}

/// A run in the time of a test looks how long an input takes, and after half of the time how far it has come. What it then says
/// of wrong inputs comes from its sets.
#[test]
fn no_run_asks_for_the_same_inputs_twice() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    for (inputs, pause) in [(100_000_u32, 0), (24_000, 100)] {
        ASKED.store(0, Relaxed);
        let count = move |&n: &u32| {
            ASKED.fetch_add(1, Relaxed);
            if pause > 0 {
                thread::sleep(Duration::from_micros(pause));
            }
            n + u32::from(n % 1000 == 7)
        };
        let check = CrossCheck::new("counted", below(inputs)).truth("n", |&n| n);
        let checked = check.solver("n", count).check_quickly().expect("a check");
        assert_eq!(checked.faults.len(), 1);
        let compared = checked.scope.counts.compared.total();
        // Batches in random order ask for some inputs again.
        let asked = ASKED.load(Relaxed);
        let again = asked - compared;
        assert!(
            again < u64::from(inputs) / 3,
            "{again} of {compared} are asked for again"
        );
    }
}

/// What a report says of wrong inputs comes from sets: explaining asks each function for few inputs again.
#[test]
fn each_function_is_asked_once() {
    static CALLS: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];
    fn count(place: usize, n: u32) -> u32 {
        CALLS[place].fetch_add(1, Relaxed);
        n
    }
    let check = CrossCheck::new("once", below(1_000_000))
        .truth("truth", |&n| count(0, n))
        .solver("right", |&n| count(1, n))
        .solver("wrong", |&n| count(2, n) + u32::from(n % 1000 == 7));
    let checked = explained(&check, ALL);
    let expected = wrong_where("n is 7 more than a multiple of 1000");
    assert_eq!(checked.faults[0].explanation, expected);
    for calls in &CALLS {
        let asked = calls.load(Relaxed);
        assert!((1_000_000..1_050_000).contains(&asked), "{asked}");
    }
}
