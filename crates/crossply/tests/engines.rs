//! Every engine finds a planted fault, and is content without one.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crossply::rand::RngExt;
use crossply::{Coverage, CrossCheck, Program, catch_panic, domain};
use proptest::collection;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use tempfile::TempDir;

use crate::{assert_has, below, results, timeless};

/// Wrong from 700 on, if the fault is planted.
fn check(is_faulty: bool) -> CrossCheck<u32, u32> {
    CrossCheck::new("same", below(1000))
        .solver("same", |&n| n)
        .solver("planted", move |&n| n + u32::from(is_faulty && n >= 700))
        .digests()
}

/// What it panics with.
fn panic_of(act: impl FnOnce()) -> String {
    match catch_panic(act) {
        Err(failure) => failure.text,
        Ok(()) => panic!("nothing was found"),
    }
}

#[test]
fn a_property_test_shrinks_to_the_simplest_input() {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let strategy = below(1000);
    let run = |is_faulty| {
        let check = check(is_faulty);
        TestRunner::new(config.clone()).run(&strategy, |n| Ok::<_, TestCaseError>(check.judge(&n)?))
    };
    assert_eq!(run(false), Ok(()));
    let Err(TestError::Fail(report, simplest)) = run(true) else {
        panic!("256 draws hit 300 of 1000 inputs");
    };
    assert_eq!(simplest, 700);
    let said = "same: the solvers disagree on input 700\n";
    assert!(report.message().starts_with(said), "{report}");
    let words = domain::words("ab", 0..=7);
    let failed = TestRunner::new(config).run(&words, |_| Err(TestCaseError::fail("all")));
    let empty = vec![];
    assert_eq!(failed, Err(TestError::Fail("all".into(), empty)));
}

#[test]
fn what_a_fuzzing_engine_gives_is_an_input() {
    let right = check(false);
    for number in 0..1000_u32 {
        right.fuzz(&number.to_le_bytes());
    }
    right.fuzz(b"");
    right.fuzz(&[0xff; 100]);
    let wrong = check(true);
    wrong.fuzz(&699_u32.to_le_bytes());
    let report = panic_of(|| wrong.fuzz(&701_u32.to_le_bytes()));
    // It is the simplest that a search finds from that one.
    assert_has(&report, ["same: the solvers disagree on input 700\n"]);
    // Bytes mean the remainder of their number.
    wrong.fuzz(&1698_u32.to_le_bytes());
    panic_of(|| wrong.fuzz(&2702_u32.to_le_bytes()));
}

/// A check of answers within ten of each other, with a fault about 700 that only one oracle sees.
fn near(spread: u32, fault: &'static str) -> CrossCheck<u32, u32> {
    let is_wrong = move |n, here| n == 700 && fault == here;
    let both = move |&n: &u32| {
        assert!(n < 1000 && !is_wrong(n, "both panic"));
        n + 30 * u32::from(is_wrong(n, "both are wrong"))
    };
    CrossCheck::new("near", below(1000))
        .digests()
        .equality(|a: &u32, b| a.abs_diff(*b) <= 10)
        .solver("low", move |n| both(n) + 10 - spread)
        .solver("high", move |n| {
            both(n) + 10 + spread + 30 * u32::from(is_wrong(*n, "one is wrong"))
        })
        .truth("exact", move |&n| {
            assert!(!is_wrong(n, "the truth panics"));
            n + 10
        })
        .relation("holds", move |&n, ask| {
            ask(&n) > 0 && !is_wrong(n, "a relation does not hold")
        })
        .relation("asks", move |&n, ask| {
            ask(&if is_wrong(n, "a solver panics in a relation") {
                1000
            } else {
                n
            }) > 0
        })
}

#[test]
fn single_inputs_are_judged_as_in_a_run() {
    let (folder, bytes) = (TempDir::new().expect("ours"), 700_u32.to_le_bytes());
    fs::write(folder.path().join("700"), bytes).expect("ours");
    for fault in [
        "",
        "one is wrong",
        "both are wrong",
        "both panic",
        "a relation does not hold",
        "a solver panics in a relation",
        "the truth panics",
    ] {
        // The solvers are the same as each other, or only as the truth.
        for spread in [2, 8] {
            let check = near(spread, fault);
            let agree = [
                check.check_quickly().expect("a check").agree,
                check.judge(&700).is_ok(),
                catch_panic(|| check.fuzz(&bytes)).is_ok(),
                catch_panic(|| check.assert_corpus(&folder)).is_ok(),
                catch_panic(|| drop(check.snapshot())).is_ok(),
            ];
            assert_eq!(agree, [fault.is_empty(); 5], "{fault}, {spread}");
            assert!(check.judge(&701).is_ok());
        }
    }
}

/// The engine that made the input may not make it again, but the test runs again.
#[test]
fn a_failure_names_the_test_that_judges_the_input() {
    let failure = near(2, "one is wrong")
        .judge(&700)
        .expect_err("it is wrong");
    let report = failure.to_string();
    let again = "To reproduce:   cargo test -p crossply \
                 engines::a_failure_names_the_test_that_judges_the_input -- --exact";
    assert_has(&report, [again]);
}

#[test]
fn inputs_without_numbers_are_judged_and_shown_as_they_are() {
    let lengths = CrossCheck::new("length", domain::arbitrary::<Vec<u8>>())
        .solver("len", Vec::len)
        .solver("planted", |bytes| bytes.len().min(3));
    lengths.fuzz(&[1; 4]);
    let report = panic_of(|| lengths.fuzz(&[1; 20]));
    let said = "length: the solvers disagree on this input\n\n    [";
    assert_has(&report, [said]);
    assert!(lengths.judge(&vec![1; 3]).is_ok() && lengths.judge(&vec![1; 4]).is_err());
    // Here inputs have numbers, but not these.
    assert!(check(false).judge(&1000).is_ok() && check(true).judge(&1000).is_err());
    let drawn = CrossCheck::new("drawn", domain::drawn(RngExt::random::<u32>));
    let drawn = drawn.solver("a", |&n| n).solver("b", |&n| n.min(7));
    assert!(drawn.judge(&7).is_ok() && drawn.judge(&8).is_err());
}

#[test]
fn a_corpus_is_replayed() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::create_dir(folder.path().join("a folder")).expect("ours");
    let nothing = panic_of(|| check(false).assert_corpus(&folder));
    assert!(nothing.ends_with(" has no files"), "{nothing}");
    fs::write(folder.path().join("small"), [7]).expect("ours");
    fs::write(folder.path().join("z-large"), 800_u32.to_le_bytes()).expect("ours");
    check(false).assert_corpus(&folder);
    let report = panic_of(|| check(true).assert_corpus(&folder));
    let said = "z-large:\n\nsame: the solvers disagree on input 800";
    assert_has(&report, [said]);
    let nowhere = panic_of(|| check(false).assert_corpus(folder.path().join("nowhere")));
    assert!(nowhere.starts_with("cannot read "), "{nowhere}");
}

#[test]
fn a_snapshot_shows_a_change_of_all() {
    let snapshot = check(false).snapshot();
    let lines: Vec<_> = snapshot.lines().collect();
    assert_eq!(lines[0], "same: the first 1000 of 1000 inputs");
    assert_eq!((lines[4], lines.len()), ("0: 0", 14), "{snapshot}");
    // Both change alike, and only far behind those that are shown.
    let changed = CrossCheck::new("same", below(1000))
        .solver("a", |&n| n + u32::from(n == 999))
        .solver("b", |&n| n + u32::from(n == 999))
        .digests();
    let other = changed.snapshot();
    let digest = |text: &str| text.lines().nth(2).map(str::to_owned);
    assert_ne!(digest(&other), digest(&snapshot));
    assert_eq!(other.lines().nth(4), Some("0: 0"));
}

/// A list of twelve letters in which 3 comes after 5, whatever it is made of; and as proptest shrinks it.
#[test]
fn lists_shrink_to_what_matters() {
    fn is_wrong(list: &[u8]) -> bool {
        list.len() > 11 && list.windows(2).any(|pair| pair == [5, 3])
    }
    let words = || domain::words(0..14_u8, 0..=30);
    let drawn = domain::drawn(|random| {
        let length = random.random_range(0..=30);
        (0..length).map(|_| random.random_range(0..14_u8)).collect()
    });
    let strategy = domain::strategy(collection::vec(0..14_u8, 0..=30));
    let said = "It is the simplest input found on which the solvers disagree, shrunk from what the number draws.";
    for (inputs, how) in [(words(), ""), (drawn, said), (strategy, said)] {
        let check = CrossCheck::new("lists", inputs)
            .solver("right", |_| false)
            .solver("wrong", |list: &Vec<u8>| is_wrong(list));
        let checked = super::explained(&check, Coverage::Drawn(5_000));
        let simplest = &checked.simplest[0];
        let zeros = simplest.input.matches('0').count();
        assert!(
            zeros == 10 && simplest.input.contains("5, 3"),
            "{}",
            simplest.input
        );
        assert!(simplest.how("input", "inputs").contains(how));
    }
    let found = TestRunner::deterministic().run(&words(), |list| {
        prop_assert!(!is_wrong(&list));
        Ok(())
    });
    let TestError::Fail(_, list) = found.expect_err("one is wrong") else {
        panic!("nothing failed");
    };
    assert_eq!(
        list.iter().map(|letter| u32::from(*letter)).sum::<u32>(),
        8,
        "{list:?}"
    );
}

/// How a check changes, and what it is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Solver(bool),
    Program(bool),
    Truth(bool),
    Leaves(u32),
    Judge(u32),
    Fuzz(u32),
    Ask(u32),
    Run(u32),
    Leak(u32),
}

use Step::{
    Ask, Fuzz, Judge, Leak, Leaves, Program as OfProgram, Run as Carry, Solver as Adds, Truth,
};

impl Step {
    fn is_change(self) -> bool {
        matches!(self, Adds(_) | OfProgram(_) | Truth(_) | Leaves(_))
    }

    /// The check after its `place`-th change.
    fn changed(self, check: CrossCheck<u32, u32>, place: usize) -> CrossCheck<u32, u32> {
        let name = format!("added {place}");
        match self {
            Adds(is_wrong) => check.solver(name, move |&n| n + u32::from(is_wrong && n > 800)),
            OfProgram(is_wrong) => check.stateful(name, move || {
                let script = if is_wrong { "s/7/8/" } else { "s/7/7/" };
                let lines = Program::new("sed").args([script]);
                lines.lines(|n: &u32| n.to_string(), str::parse::<u32>)
            }),
            Truth(is_wrong) => check.truth("truth", move |&n| n + u32::from(is_wrong)),
            Leaves(out) => check.only("left", move |n| n % 5 != out),
            _ => check,
        }
    }

    /// What comes of it.
    fn outcome(self, check: &CrossCheck<u32, u32>) -> String {
        match self {
            Judge(n) => format!("{:?}", check.judge(&n)),
            Fuzz(n) => format!(
                "{:?}",
                catch_panic(|| check.fuzz(&n.to_le_bytes())).map_err(|failure| failure.text)
            ),
            Ask(n) => format!("{:?}", check.ask(n.into())),
            Carry(n) => timeless(&results(check, Coverage::Drawn(n.into()), 1)).to_string(),
            Leak(n) => format!(
                "{:?}",
                check.leak(&mut check.panel(), 0, &[n.into(), 3, n.into()])
            ),
            _ => String::new(),
        }
    }
}

fn step() -> impl Strategy<Value = Step> {
    let n = || select(vec![3, 5, 699, 700, 712, 870, 999_u32]);
    prop_oneof![
        4 => any::<bool>().prop_map(Adds),
        1 => any::<bool>().prop_map(OfProgram),
        2 => any::<bool>().prop_map(Truth),
        2 => (0..5_u32).prop_map(Leaves),
        4 => n().prop_map(Judge),
        4 => n().prop_map(Fuzz),
        2 => n().prop_map(Ask),
        1 => (2..90_u32).prop_map(Carry),
        1 => n().prop_map(Leak),
    ]
}

proptest! {
    #![proptest_config(Config { cases: 40, failure_persistence: None, ..Config::default() })]

    /// Two checks and their changed clones, in turn: what is asked of one changes nothing for another.
    #[test]
    fn each_check_behaves_as_if_it_were_alone(
        steps in collection::vec((any::<Index>(), any::<bool>(), step()), 1..24),
    ) {
        let mut checks = [false, true].map(|is_faulty| (check(is_faulty), is_faulty, Vec::new())).to_vec();
        for (place, stays, step) in steps {
            let place = place.index(checks.len());
            let (one, is_faulty, changes) = &checks[place];
            if step.is_change() {
                let changed = step.changed(one.clone(), changes.len());
                let changes = [&changes[..], &[step]].concat();
                checks.push((changed, *is_faulty, changes));
                if !stays {
                    checks.swap_remove(place);
                }
                continue;
            }
            let alone = changes.iter().enumerate();
            let alone = alone.fold(check(*is_faulty), |check, (n, step)| step.changed(check, n));
            // Reports name the test.
            let name = thread::current().name().expect("a test").to_owned();
            let fresh = thread::Builder::new().name(name).spawn(move || step.outcome(&alone));
            let alone = fresh.expect("a thread").join().expect("no panic");
            prop_assert_eq!(step.outcome(one), alone, "{:?} of {:?}", step, changes);
        }
    }
}

/// A fuzzing engine gives the same input again and again.
#[test]
fn a_fuzz_session_asks_for_each_numbered_input_once() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let check = check(false).solver("counted", |&n| {
        ASKED.fetch_add(1, Relaxed);
        n
    });
    for round in 0..3_u32 {
        for number in 0..100_u32 {
            check.fuzz(&(number + 1000 * round).to_le_bytes());
        }
    }
    assert_eq!(ASKED.load(Relaxed), 100);
}
