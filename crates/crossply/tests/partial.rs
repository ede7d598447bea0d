//! A part of a run is not taken for the whole, and nothing is counted twice.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crossply::cli::JournalFile;
use crossply::report::formats::{Banner, Report};
use crossply::report::{CheckDocument, CheckReport, Checked, FORMAT, Presentation};
use crossply::{CrossCheck, Ended, Run, Shard};
use tempfile::TempDir;

use crate::{
    ALL, assert_says, assert_unsaid, below, on, part, results, results_of, same, timeless,
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
    let again = ASKED.load(Relaxed);
    assert!((1000..56_000).contains(&again), "{again} are asked again");
}

/// A check, and the results of two shards, the second of which is interrupted after its first block.
fn interrupted_shards() -> (CrossCheck<u32, u32>, [Checked; 2]) {
    let stop: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
    let check = same(below(10_000)).block(1000).solver("c", |&n| {
        stop.fetch_or((1000..2000).contains(&n), Relaxed);
        n
    });
    let plan = check.plan(ALL, 0).expect("a check");
    let parts = ["1/2", "2/2"].map(|shard| {
        let interrupt = Some(stop).filter(|_| shard == "2/2");
        let run = Run {
            interrupt,
            ..part(shard, 1)
        };
        let findings = check.run(&plan, run).expect("no journal");
        Checked::new(findings, &plan, shard.parse().expect("a shard"))
    });
    (check, parts)
}

#[test]
fn a_merge_of_an_interrupted_shard_is_interrupted() {
    let (check, [whole, half]) = interrupted_shards();
    assert_eq!(
        [whole.ended, half.ended],
        [Ended::Completed, Ended::Interrupted]
    );
    for parts in [[whole.clone(), half.clone()], [half, whole]] {
        let merged = check.merge(parts, &on(1)).expect("both");
        assert_eq!(merged.ended, Ended::Interrupted);
        assert_eq!(merged.scope.counts.compared.in_order, 6000);
        assert_says(
            &merged,
            "Compared: 6,000 of 10,000 inputs until it was interrupted",
        );
        let (banner, _) = conclusion(merged);
        assert_eq!(banner, Banner::Open);
    }
}

/// What a page says at its top.
fn conclusion(checked: Checked) -> (Banner, String) {
    let document = CheckDocument {
        format: FORMAT,
        version: String::new(),
        checks: vec![checked],
    };
    let report = CheckReport {
        title: String::new(),
        presentations: vec![Presentation::default()],
        document: &document,
    };
    report.conclusion()
}

type Change = fn(&mut Checked);

#[test]
fn a_page_is_green_only_if_all_is_well() {
    let right = || results(&same(below(99)), ALL, 0);
    let wrong = same(below(99)).solver("c", |&n| n + n / 98);
    let changed = same(below(99)).digests();
    let changed = changed.recorded([(String::new(), crossply::Digest::default())]);
    let changes: [(Banner, Change); 5] = [
        (Banner::Right, |_| {}),
        (Banner::Right, |checked| checked.ended = Ended::TimeUp),
        (Banner::Open, |checked| checked.ended = Ended::Interrupted),
        (Banner::Open, |checked| {
            checked.scope.missing = vec!["1/2".to_owned()];
        }),
        (Banner::Wrong, |checked| {
            checked.scope.counts.trouble = Some("none".to_owned());
        }),
    ];
    for (expected, change) in changes {
        let mut checked = right();
        change(&mut checked);
        let (banner, text) = conclusion(checked);
        assert_eq!(banner, expected, "{text}");
    }
    let interrupt = AtomicBool::new(true);
    let run = Run {
        interrupt: Some(&interrupt),
        ..on(1)
    };
    let interrupted = results_of(&same(below(99)), ALL, 0, run);
    assert_says(&interrupted, "Interrupted at once.");
    assert_eq!(conclusion(interrupted).0, Banner::Open);
    for check in [wrong, changed] {
        let checked = results(&check, ALL, 0);
        assert!(!checked.agree);
        assert_eq!(conclusion(checked).0, Banner::Wrong);
    }
}

/// Whatever the numbers of inputs, blocks and shards, and also if the last block is short.
#[test]
fn shards_have_all_inputs_and_say_how_many() {
    for (len, block) in [(1, 1), (10, 3), (4096, 4096), (10_001, 1000), (9_999, 1000)] {
        let check = same(below(len)).block(block);
        let plan = check.plan(ALL, 0).expect("a check");
        assert_eq!(plan.inputs(Shard::WHOLE), u64::from(len));
        for shards in [2, 3, 7] {
            let mut sum = 0;
            for number in 1..=shards {
                let run = part(&format!("{number}/{shards}"), 2);
                let shard = run.shard;
                let findings = check.run(&plan, run).expect("no journal");
                let compared = findings.counts.compared.total();
                assert_eq!(compared, plan.inputs(shard), "{len} by {block}: {shard}");
                sum += compared;
            }
            assert_eq!(sum, u64::from(len), "{len} by {block}, {shards} shards");
        }
    }
}

/// A run in the time of a test looks how long an input takes, and after half of the time how far it has come.
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
            n
        };
        let check = CrossCheck::new("counted", below(inputs)).truth("n", |&n| n);
        let checked = check.solver("n", count).check_quickly().expect("a check");
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

/// What a part of a run compared are not the first inputs.
#[test]
fn inputs_with_gaps_are_not_the_first_ones() {
    let (check, [whole, half]) = interrupted_shards();
    assert_unsaid(&whole, "the first ");
    let merged = check.merge([whole, half], &on(1)).expect("both");
    assert_unsaid(&merged, "the first ");
}
