//! A run that stops resumes where it was, and no other run does.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crossply::cli::JournalFile;
use crossply::report::Checked;
use crossply::{Coverage, CrossCheck, Ended, Failure, Progress, Run, Solver};
use tempfile::TempDir;

use crate::{ALL, below, on, part, results, same, timeless};

fn run_with(
    check: &CrossCheck<u32, u32>,
    coverage: Coverage,
    path: &Path,
    mut run: Run<'_>,
) -> Result<Checked, String> {
    let plan = check.plan(coverage, 1).expect("a check");
    run.journal = Some(Box::new(JournalFile::new(path)));
    let shard = run.shard;
    let findings = check.run(&plan, run);
    let findings = findings.map_err(|error| error.to_string())?;
    Ok(Checked::new(findings, &plan, shard))
}

#[test]
fn a_stopped_run_resumes_to_the_same() {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, coverage, inputs) in [("all", ALL, 60_000), ("drawn", Coverage::Drawn(3000), 3000)] {
        let path = folder.path().join(name);
        // A flag is set when the number 30,000, or one near it, is asked for the first time.
        let (stop, is_first) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(true));
        let flag = Arc::clone(&stop);
        let check = same(below(60_000)).block(1000).digests();
        let check = check.solver("wrong", move |&n| {
            if (30_000..30_500).contains(&n) && is_first.swap(false, Relaxed) {
                flag.store(true, Relaxed);
                thread::sleep(Duration::from_millis(300));
            }
            n + u32::from(n % 999 == 5)
        });
        let run = |run| run_with(&check, coverage, &path, run).expect("its own journal");
        // One thread: a second might finish the other blocks before the first sets the flag.
        let [mut too_late, mut stopped, mut resumed] = [on(2), on(1), on(2)];
        too_late.deadline = Some(Instant::now());
        let checked = run(too_late);
        let nothing =
            "nothing was compared: the time was up before two solvers had answered one input";
        assert_eq!(checked.ended, Ended::TimeUp);
        assert_eq!(checked.scope.counts.trouble.as_deref(), Some(nothing));
        assert!(!checked.agree);
        stopped.interrupt = Some(&stop);
        let checked = run(stopped);
        let compared = checked.scope.counts.compared.total();
        assert_eq!(checked.ended, Ended::Interrupted);
        assert!((1..inputs).contains(&compared), "{compared}");
        let told = Mutex::new(Vec::new());
        let listener = |progress: Progress<'_>| {
            if let Progress::Done(inputs) = progress {
                told.lock().expect("no panic").push(inputs);
            }
        };
        resumed.listener = &listener;
        let resumed = run(resumed);
        let told = told.into_inner().expect("no panic");
        assert_eq!(told[0], compared, "what is in the journal");
        assert_eq!(told.iter().sum::<u64>(), inputs);
        assert!(resumed.scope.counts.seconds > 0.3, "with the time before");
        assert_eq!(timeless(&resumed), timeless(&results(&check, coverage, 1)));
    }
}

#[test]
fn a_resumed_run_tells_of_all_inputs() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    // Where the precondition panics, an input is neither compared nor excluded.
    let check = same(below(5000)).only("odd", |&n| n % 2 == 1 || n / (n % 1000) < 9);
    for _ in 0..2 {
        let told = AtomicUsize::new(0);
        let mut run = on(2);
        let listener = |progress: Progress<'_>| {
            if let Progress::Done(inputs) = progress {
                told.fetch_add(inputs as usize, Relaxed);
            }
        };
        run.listener = &listener;
        run_with(&check, ALL, &path, run).expect("its own journal");
        assert_eq!(told.into_inner(), 5000);
    }
}

/// Answers so many inputs, and then stops.
struct Stops(Arc<AtomicUsize>);

impl Solver<u32, u32> for Stops {
    fn solve(&mut self, input: &u32) -> u32 {
        *input
    }

    fn solve_all(&mut self, inputs: &[u32], answers: &mut Vec<u32>) {
        let count = inputs.len().min(self.0.load(Relaxed));
        self.0.fetch_sub(count, Relaxed);
        answers.extend_from_slice(&inputs[..count]);
    }

    fn has_stopped(&self, _: Option<&Failure>) -> bool {
        self.0.load(Relaxed) == 0
    }
}

#[test]
fn a_run_given_up_within_a_block_resumes_to_the_same() {
    let folder = TempDir::new().expect("a temporary folder");
    let left = Arc::new(AtomicUsize::new(2500));
    let stops = Arc::clone(&left);
    let check = same(below(60_000)).block(1000).digests();
    let check = check.stateful("stops", move || Stops(Arc::clone(&stops)));
    let path = folder.path().join("journal");
    let run = || run_with(&check, ALL, &path, on(1)).expect("its own journal");
    let part = run();
    assert_eq!(part.ended, Ended::GivenUp);
    assert_eq!(part.scope.counts.compared.total(), 2500);
    left.store(usize::MAX, Relaxed);
    assert_eq!(timeless(&run()), timeless(&results(&check, ALL, 1)));
}

#[test]
fn a_journal_belongs_to_one_run() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    let file = path.display();
    let run = |check: &CrossCheck<u32, u32>, coverage, run| {
        run_with(check, coverage, &path, run).map(|checked| checked.agree)
    };
    let good = || same(below(60_000)).block(1000);
    assert_eq!(run(&good(), ALL, on(1)), Ok(true));
    let other = CrossCheck::new("other", below(9)).solver("a", |&n| n);
    let foreign = [
        (other.solver("b", |&n| n), ALL, on(1)),
        (good().solver("c", |&n| n), ALL, on(1)),
        (good(), Coverage::Drawn(9), on(1)),
        (good().block(99), ALL, on(1)),
        (good(), ALL, part("1/4", 1)),
    ];
    let differences = [
        "check is same, expected other",
        "selection of solvers is a,b, expected a,b,c",
        "plan is all of 0..60000 by 1000 to [0, 1], truth false, relations false, expected 9 drawn \
         with seed 1 of 0..60000",
        "plan is all of 0..60000 by 1000 to",
        "shard is 1/1, expected 1/4",
    ];
    for ((check, coverage, how), difference) in foreign.into_iter().zip(differences) {
        let refusal = run(&check, coverage, how).expect_err(difference);
        let expected = format!("the journal {file} belongs to another run: its {difference}");
        assert!(refusal.starts_with(&expected), "{refusal}, not {expected}");
    }
    let text = fs::read_to_string(&path).expect("there");
    for (broken, expected) in [
        (&text[..text.len() / 2], "EOF while parsing"),
        ("[]", "invalid length 0"),
    ] {
        fs::write(&path, broken).expect("ours");
        let refusal = run(&good(), ALL, on(1)).expect_err(expected);
        let expected = format!("{file} is not the journal of a run: {expected}");
        assert!(refusal.starts_with(&expected), "{refusal}, not {expected}");
        let text = fs::read_to_string(&path).expect("there");
        assert_eq!(text, broken, "it stays");
    }
    let nowhere = folder.path().join("nowhere/journal");
    let refusal = run_with(&good(), ALL, &nowhere, on(1)).expect_err("no folder");
    let expected = format!("cannot write the journal {}: ", nowhere.display());
    assert!(refusal.starts_with(&expected), "{refusal}");
}
