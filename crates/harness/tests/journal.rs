//! A run that stops and resumes finds the same as a run without a stop, disagreements included.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crossply_harness::{
    Ended, ExhaustiveOptions, Findings, Journal, JournalError, Plan, Run, Shard,
};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Entry, Position, Problem, Solver};
use tempfile::TempDir;

/// A planted fault: it panics if the first corner of the board is empty, and never sees that `o` wins.
struct Faulty;

impl Solver<Ccf201803_4> for Faulty {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        assert!((position.x() | position.o()) & 1 != 0, "no corner");
        Score::new((memo().new)().solve(position).value().max(0))
    }
}

static FAULTY: Entry<Ccf201803_4> = Entry {
    name: "faulty",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 2,
    instant_max_empties: 2,
    new: || Box::new(Faulty),
};

fn plan(other: &'static Entry<Ccf201803_4>) -> Plan<Ccf201803_4> {
    let solvers = vec![memo(), other];
    let plan = Plan::exhaustive(solvers, &(0..=9), ExhaustiveOptions::default());
    plan.expect("two solvers")
}

fn memo() -> &'static Entry<Ccf201803_4> {
    Ccf201803_4::solver("memo").expect("registered")
}

#[test]
fn stopping_changes_nothing() {
    let plan = plan(&FAULTY);
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let all = plan.positions(Shard::WHOLE);
    let mut stops = 0;
    // A run that forgot what is done would never end.
    let newly_done = AtomicU64::new(0);
    let resumed = loop {
        let stop = AtomicBool::new(false);
        let mut run = Run::new(&plan);
        run.journal = Some(Journal::open(&journal).expect("nobody else has it"));
        run.interrupt = Some(&stop);
        let told = AtomicU64::new(0);
        let findings = run.check(|positions| {
            // The first call reports what the journal has; twenty blocks follow.
            let before = told.fetch_add(1, Ordering::Relaxed);
            newly_done.fetch_add(if before > 0 { positions } else { 0 }, Ordering::Relaxed);
            stop.store(before == 20, Ordering::Relaxed);
        });
        let findings = findings.expect("our journal");
        let newly_done = newly_done.load(Ordering::Relaxed);
        assert!(
            newly_done <= all,
            "{newly_done} of {all}: something was done again"
        );
        if findings.ended == Ended::Completed {
            break findings;
        }
        stops += 1;
        assert!(stops < 100, "no run makes progress");
    };
    assert!(stops > 3, "{stops}");
    let whole = Run::new(&plan).check(|_| {}).expect("no journal");
    assert_eq!(found(&resumed), found(&whole));
    assert_eq!(resumed.simplest, whole.simplest);
    assert!(whole.counts.solvers[1].panics > 0 && whole.simplest.len() > 1);
}

#[test]
fn a_damaged_journal_is_refused() {
    let plan = plan(&FAULTY);
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    let resume = || {
        let mut run = Run::new(&plan);
        run.journal = Some(Journal::open(&path)?);
        let stop = AtomicBool::new(true);
        run.interrupt = Some(&stop);
        run.check(|_| {}).map(|findings| found(&findings))
    };
    let mut run = Run::new(&plan);
    run.journal = Some(Journal::open(&path).expect("a new journal"));
    run.check(|_| {}).expect("a new journal");
    let whole = fs::read_to_string(&path).expect("written");
    let lines: Vec<_> = whole.lines().collect();
    for number in 0..lines.len() {
        let line = lines[number];
        let zeros = line.replace(|c: char| c.is_ascii_digit(), "0");
        for damaged in ["", &zeros, lines[lines.len() - 1 - number]] {
            if damaged.trim() == line.trim() {
                continue;
            }
            let mut text = lines.clone();
            text[number] = damaged;
            fs::write(&path, text.join("\n")).expect("ours");
            let error = resume().expect_err("it has been changed");
            assert!(error.to_string().contains("journal"), "{error}");
        }
    }
    fs::write(&path, &whole).expect("ours");
    resume().expect("as it was written");
}

#[test]
fn a_journal_that_cannot_be_written_loses_nothing() {
    static WARNINGS: AtomicU64 = AtomicU64::new(0);
    let plan = plan(&FAULTY);
    let whole = Run::new(&plan).check(|_| {}).expect("no journal");
    for comes_back in [false, true] {
        WARNINGS.store(0, Ordering::Relaxed);
        let folder = TempDir::new().expect("a temporary folder");
        let (there, away) = (folder.path().join("there"), folder.path().join("away"));
        fs::create_dir(&there).expect("ours");
        let mut run = Run::new(&plan);
        run.journal = Some(Journal::open(&there.join("journal")).expect("a new journal"));
        run.when_unsaved = |error| {
            assert!(error.to_string().starts_with("cannot write the journal"));
            WARNINGS.fetch_add(1, Ordering::Relaxed);
        };
        let positions = AtomicU64::new(0);
        let findings = run.check(|more| {
            // The folder vanishes after the first block. In one of the two runs it is back before the last.
            let before = positions.fetch_add(more, Ordering::Relaxed);
            if before == 0 && more > 0 {
                fs::rename(&there, &away).expect("ours");
            } else if WARNINGS.load(Ordering::Relaxed) == 0 {
                // The next write of the journal is due in half a second at most.
                sleep(Duration::from_millis(20));
            } else if before + more == plan.positions(Shard::WHOLE) && comes_back {
                fs::rename(&away, &there).expect("ours");
            }
        });
        let findings = findings.expect("it could be written at the start");
        assert_eq!(WARNINGS.load(Ordering::Relaxed), 1, "one is enough");
        assert_eq!(found(&findings), found(&whole));
        assert_eq!(findings.simplest, whole.simplest);
        let unsaved = findings.unsaved.map(|error| error.to_string());
        assert_eq!(unsaved.is_none(), comes_back, "{unsaved:?}");
        assert!(unsaved.is_none_or(|error| error.starts_with("cannot write the journal")));
    }
}

#[test]
fn one_at_a_time_has_a_journal() {
    let plan = plan(&FAULTY);
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    let refused = || Journal::open(&path).expect_err("another run has it");
    let two = [0, 1].map(|_| Journal::open(&path).expect("there is no file yet"));
    let [first, second] = two.map(|journal| {
        let mut run = Run::new(&plan);
        run.journal = Some(journal);
        run
    });
    let findings = first.check(|_| assert!(refused().to_string().contains("another run")));
    assert!(findings.expect("ours").unsaved.is_none());
    // The first run has written the journal in the meantime.
    let before = fs::read(&path).expect("written");
    let error = second.check(|_| {}).expect_err("another run had it");
    assert!(error.to_string().contains("another run"), "{error}");
    assert_eq!(fs::read(&path).expect("still there"), before);
    Journal::open(&path).expect("nobody has it any more");
    // The run does not replace a file that somebody else has put there, either.
    let mut third = Run::new(&plan);
    third.journal = Some(Journal::open(&path).expect("nobody else has it"));
    let findings = third.check(|_| {
        fs::remove_file(&path).expect("it is there");
        fs::write(&path, "somebody else's").expect("ours");
    });
    let unsaved = findings.expect("it was ours").unsaved;
    let in_use = matches!(unsaved, Some(JournalError::InUse { .. }));
    assert!(in_use, "{unsaved:?}");
    assert_eq!(fs::read(&path).expect("still there"), b"somebody else's");
}

/// All findings as text, except times.
fn found(findings: &Findings<Ccf201803_4>) -> String {
    let mut counts = findings.counts.clone();
    counts.seconds = 0.0;
    for statistics in &mut counts.solvers {
        for work in statistics.by_empties.values_mut() {
            work.seconds = 0.0;
        }
    }
    format!("{counts:?} {:?}", findings.digests())
}
