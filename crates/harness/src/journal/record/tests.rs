//! Unit tests of journals that no run writes.

use std::fs;

use crossply_problems::{Ccf201803_4, Problem};
use tempfile::TempDir;

use super::*;
use crate::journal::program;
use crate::{ExhaustiveOptions, Journal, JournalError};

/// Resumes from a journal with this change, under a valid checksum.
fn restored(change: impl Fn(&mut Record)) -> Result<(), JournalError> {
    let solvers = Ccf201803_4::SOLVERS.iter().collect();
    let plan = Plan::<Ccf201803_4>::exhaustive(solvers, &(0..=16), ExhaustiveOptions::default());
    let plan = plan.expect("several solvers");
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    let run = identity(&plan, Shard::WHOLE, program().expect("it can be read"));
    let mut record = Record::new::<Ccf201803_4>(run, Counts::default(), &[], Done::default());
    change(&mut record);
    fs::write(&path, record.seal()).expect("the file is writable");
    let journal = Journal::open(&path)?;
    journal.restore(&plan, Shard::WHOLE).map(|_| ())
}

#[test]
fn a_journal_of_another_run_is_refused() {
    restored(|_| {}).expect("the same run");
    let refused = |change: &dyn Fn(&mut Record), what: &str| {
        let error = restored(change).expect_err("no such run").to_string();
        assert!(error.contains(what), "{error}");
    };
    for what in [
        "problem",
        "version of the solvers",
        "selection of solvers",
        "program",
        "plan",
        "shard",
    ] {
        let change = |record: &mut Record| {
            record.run.insert(what.to_owned(), "0".to_owned());
        };
        refused(&change, &format!("its {what} is 0, expected"));
    }
    let change = |record: &mut Record| {
        record.simplest.push(FindingRecord {
            board: ".../.../...".to_owned(),
            outcomes: vec![("nobody".to_owned(), Outcome::Answer("0".to_owned()))],
            batch: Vec::new(),
        });
    };
    refused(&change, "it has an answer of `nobody`");
}
