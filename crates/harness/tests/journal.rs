//! A run that stops and goes on finds what one without a stop finds, disagreements and all.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use crossply_harness::{Ended, Findings, Journal, Plan, Run, Thoroughness};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Position};
use crossply_solvers::{Entry, Solved, Solver};
use tempfile::TempDir;

/// A fault planted on purpose: panics if a corner of the board is empty, and sees no wins of `o`.
struct Faulty;

impl Solver<Ccf201803_4> for Faulty {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        assert!((position.x() | position.o()) & 1 != 0, "no corner");
        let memo = Ccf201803_4::solver("memo").expect("registered");
        Score::new((memo.new)().solve(position).value().max(0))
    }
}

static FAULTY: Entry<Ccf201803_4> = Entry {
    name: "faulty",
    summary: "a fault",
    practical_empties: 9,
    quick_empties: 2,
    new: || Box::new(Faulty),
};

#[test]
fn stopping_changes_nothing() {
    let memo = Ccf201803_4::solver("memo").expect("registered");
    let plan = Plan::exhaustive(vec![memo, &FAULTY], &(0..=9), Thoroughness::default())
        .expect("two solvers");
    let folder = TempDir::new().expect("a temporary folder");
    let journal = folder.path().join("journal");
    let mut stops = 0;
    let resumed = loop {
        let stop = AtomicBool::new(false);
        let mut run = Run::new(&plan);
        run.journal = Some(Journal::at(&journal));
        run.interrupt = Some(&stop);
        let told = std::sync::Mutex::new(0);
        let findings = run.check(|_| {
            // What the journal has, and twenty blocks.
            let mut told = told.lock().expect("no panic");
            *told += 1;
            stop.store(*told == 21, Ordering::Relaxed);
        });
        let findings = findings.expect("our journal");
        if findings.ended == Ended::Completed {
            break findings;
        }
        stops += 1;
    };
    assert!(stops > 3, "{stops}");
    let whole = Run::new(&plan).check(|_| {}).expect("no journal");
    assert_eq!(found(&resumed), found(&whole));
    assert_eq!(resumed.simplest, whole.simplest);
    assert!(whole.statistics[1].panics > 0 && whole.simplest.len() > 1);
}

#[test]
fn a_damaged_journal_is_refused() {
    let memo = Ccf201803_4::solver("memo").expect("registered");
    let plan = Plan::exhaustive(vec![memo, &FAULTY], &(0..=9), Thoroughness::default())
        .expect("two solvers");
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    let resume = || {
        let mut run = Run::new(&plan);
        run.journal = Some(Journal::at(&path));
        let stop = AtomicBool::new(true);
        run.interrupt = Some(&stop);
        run.check(|_| {}).map(|findings| found(&findings))
    };
    let mut run = Run::new(&plan);
    run.journal = Some(Journal::at(&path));
    run.check(|_| {}).expect("a new journal");
    let whole = fs::read_to_string(&path).expect("written");
    let lines: Vec<_> = whole.lines().collect();
    for place in 0..lines.len() {
        let line = lines[place];
        let zeros = line.replace(|c: char| c.is_ascii_digit(), "0");
        for damaged in ["", &zeros, lines[lines.len() - 1 - place]] {
            if damaged.trim() == line.trim() {
                continue;
            }
            let mut text = lines.clone();
            text[place] = damaged;
            fs::write(&path, text.join("\n")).expect("ours");
            let error = resume().expect_err("it has been changed");
            assert!(error.to_string().contains("journal"), "{error}");
        }
    }
    fs::write(&path, &whole).expect("ours");
    resume().expect("as it was written");
}

/// All but the times.
fn found(findings: &Findings<Ccf201803_4>) -> String {
    let of_solvers = findings.statistics.iter().map(|statistics| {
        (
            &statistics.answered,
            &statistics.digests,
            &statistics.answers,
            statistics.panics,
            statistics.wrong,
            statistics.positions(),
        )
    });
    let of_solvers: Vec<_> = of_solvers.collect();
    let Findings {
        compared,
        pairs,
        disagreements,
        ..
    } = findings;
    let digests = findings.digests();
    format!("{compared:?} {pairs:?} {disagreements} {digests:?} {of_solvers:?}")
}
