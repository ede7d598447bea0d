//! Unit tests of journals that no run writes.

use std::fs;

use crossply_problems::{Ccf201803_4, Problem};
use tempfile::TempDir;

use super::*;
use crate::journal::program;
use crate::{ExhaustiveOptions, Journal, JournalError};

/// Resumes from a journal with this change, under a valid checksum.
fn restored(change: impl Fn(&mut Record)) -> Result<Findings<Ccf201803_4>, JournalError> {
    let plan = Plan::exhaustive(
        Ccf201803_4::SOLVERS.iter().collect(),
        &(0..=16),
        ExhaustiveOptions::default(),
    );
    let plan: Plan<Ccf201803_4> = plan.expect("several solvers");
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("journal");
    let mut findings = Findings::nothing(&plan);
    let identity = Identity::of(&plan, Shard::WHOLE, program()?);
    let mut record = Record::new(identity, &findings, Done::default());
    change(&mut record);
    fs::write(&path, record.seal()).expect("the file is writable");
    let journal = Journal::open(&path)?;
    journal.restore(&plan, Shard::WHOLE, &mut findings, &mut Done::default())?;
    Ok(findings)
}

fn refused(change: impl Fn(&mut Record), what: &str) {
    let error = restored(change).expect_err("no such run").to_string();
    assert!(error.contains(what), "{error}");
}

#[test]
fn a_journal_of_other_solvers_or_another_program_is_refused() {
    restored(|_| {}).expect("the same run");
    refused(
        |record| record.run.version = "0".to_owned(),
        "its version of the solvers is 0, expected",
    );
    refused(
        |record| record.run.program = "0".to_owned(),
        "its program is 0, expected",
    );
    refused(|record| record.run.format = 0, "its format is 0, expected");
    refused(
        |record| record.run.problem = "0".to_owned(),
        "its problem is 0, expected",
    );
}

#[test]
fn what_no_run_of_the_plan_has_found_is_refused() {
    refused(
        |record| record.counts.solvers.truncate(1),
        "it has statistics of naive",
    );
    refused(
        |record| record.counts.solvers.swap(0, 1),
        "it has statistics of alpha-beta, naive",
    );
    refused(
        |record| {
            record.simplest.push(DisagreementRecord {
                board: ".../.../...".to_owned(),
                outcomes: vec![("nobody".to_owned(), OutcomeRecord::Answer("0".to_owned()))],
                batch: Vec::new(),
            });
        },
        "it has an answer of `nobody`",
    );
}
