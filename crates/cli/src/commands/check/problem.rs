//! Checks one problem: makes the plan, carries it out, prints the result.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, anyhow};
use crossply::report::{Checked, count};
use crossply::{
    CheckError, Coverage, Ended, Finding, Journal, JournalError, Oracles, Plan, Progress, Run,
    Shard, Threads, WholeFile,
};
use crossply_games::check::{self, Check, cross_check, indices_with_empties, position_of, proven};
use crossply_games::fault;
use crossply_games::generators::codec;
use crossply_games::report::Wrong;
use crossply_problems::{Entry, Problem};
use crossply_report::Detail;
use crossply_report::check::CheckedProblem;

use super::{Arguments, OracleName, ProblemResult};
use crate::Status;
use crate::arguments::threads;
use crate::terminal::{ProgressBar, detail, notice, say};

/// Whether the plan draws positions.
pub(super) fn plan_draws<P: Problem>(arguments: &Arguments) -> Result<bool, CheckError> {
    let (_, plan) = planned::<P>(arguments, &arguments.solvers.of(), 0)?;
    Ok(plan.draws())
}

/// The check and the plan that the arguments ask for.
fn planned<P: Problem>(
    arguments: &Arguments,
    solvers: &[&'static Entry<P>],
    seed: u64,
) -> Result<(Check<P>, Plan), CheckError> {
    let empties = &arguments.empties.clone().unwrap_or_default().0;
    let indices = indices_with_empties::<P>(empties)?;
    let indices = indices.start.into()..indices.end.into();
    let coverage = if arguments.exhaustive {
        Coverage::Exhaustive {
            patient: arguments.patient,
            representatives: arguments.classes,
        }
    } else if let Some(cases) = arguments.cases {
        Coverage::Drawn(cases)
    } else if arguments.time.is_some() {
        Coverage::Drawn(u64::MAX)
    } else {
        Coverage::Quick
    };
    let oracles = arguments.oracles.as_ref().map(|names| Oracles {
        truth: names.contains(&OracleName::Proof),
        relations: names.contains(&OracleName::Metamorphic),
    });
    let check = cross_check(solvers, proven(coverage, oracles));
    let plan = check.plan_within(coverage, indices, seed)?;
    let plan = match oracles {
        None => plan,
        Some(oracles) => plan.judged_by(oracles),
    };
    Ok((check, plan))
}

/// Checks a problem.
pub(super) fn check_problem<P: Problem>(
    arguments: &Arguments,
    seed: u64,
    interrupt: &AtomicBool,
) -> anyhow::Result<ProblemResult> {
    let corpus = arguments.save.then_some(Path::new("corpus"));
    check_solvers::<P>(&arguments.solvers.of(), arguments, seed, interrupt, corpus)
}

/// Checks these solvers. Saves the simplest wrong position in the corpus, if there is one.
pub(super) fn check_solvers<P: Problem>(
    solvers: &[&'static Entry<P>],
    arguments: &Arguments,
    seed: u64,
    interrupt: &AtomicBool,
    corpus: Option<&Path>,
) -> anyhow::Result<ProblemResult> {
    let (check, plan) = planned::<P>(arguments, solvers, seed)?;
    let jobs = threads(arguments.jobs);
    // A time so long that it has no end is no limit.
    let deadline = arguments
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    // None if the run draws positions until the time is up.
    let endless = arguments.time.is_some() && !arguments.exhaustive;
    let all = (!endless).then(|| plan.inputs(shard));
    let bar = ProgressBar::new(P::NAME, "positions", all);
    detail(format_args!(
        "{}: {} answer {} positions on {} threads",
        P::NAME,
        plan.solvers().join(", "),
        all.map_or_else(|| "drawn".to_owned(), |all| count(all).to_string()),
        jobs
    ));
    let journal = arguments.resume.as_deref().map(Journal::open);
    let run = Run {
        jobs,
        shard,
        deadline,
        interrupt: Some(interrupt),
        journal: journal.transpose()?,
        listener: &|progress| match progress {
            Progress::Done(positions) => bar.inc(positions),
            Progress::Waiting(text) => notice(format_args!("{}: {text}", P::NAME)),
            Progress::Unsaved(error) => warn_unsaved(error),
        },
    };
    let mut findings = check::run(&check, &plan, run)?;
    bar.finish();
    let unsaved = findings.unsaved.take().map(anyhow::Error::new);
    let faults = match findings.ended {
        // Nobody waits for an explanation.
        Ended::Interrupted => Ok(Vec::new()),
        Ended::Completed | Ended::TimeUp => {
            fault::explain(&findings, solvers, Threads { jobs, interrupt })
        }
    };
    if let Some(found) = findings.simplest.first() {
        let simplest = check.minimise(found);
        findings.keep_first(simplest);
    }
    let saved = match findings.simplest.first().zip(corpus) {
        Some((simplest, corpus)) => save::<P>(simplest, corpus),
        None => Ok(()),
    };
    let trouble = findings.counts.trouble.as_ref();
    let trouble = trouble.map(|trouble| anyhow!("{}: {trouble}", P::NAME));
    let is_interrupted = findings.ended == Ended::Interrupted || faults.is_err();
    let checked = CheckedProblem {
        faults: faults.unwrap_or_default(),
        checked: Checked::new(&findings, &plan, shard, Wrong::new::<P>),
    };
    Ok(ProblemResult {
        status: if is_interrupted {
            Status::Interrupted
        } else if checked.content(Detail::Failures).is_empty() {
            Status::Right
        } else {
            Status::Wrong
        },
        checked: Some(checked).filter(|_| !is_interrupted || findings.counts.compared.total() > 0),
        error: trouble.or(saved.err()).or(unsaved),
    })
}

/// Warns at once: the user may still make space.
fn warn_unsaved(error: &JournalError) {
    let cause = error.source().map(|cause| format!(": {cause}"));
    let cause = cause.unwrap_or_default();
    say(format_args!(
        "warning: {error}{cause}; the run goes on, and tries again"
    ));
}

/// Saves a position as a seed of its fuzz target.
fn save<P: Problem>(found: &Finding, corpus: &Path) -> anyhow::Result<()> {
    let folder = corpus.join(format!("{}_differential", P::module()));
    let index = found.index.0;
    let path = folder.join(format!("position-{index}"));
    fs::create_dir_all(&folder)
        .and_then(|()| WholeFile::begin(&path))
        .and_then(|mut file| {
            file.write_all(&codec::encode(position_of::<P>(found)))?;
            file.replace()
        })
        .with_context(|| format!("cannot write {}", path.display()))?;
    notice(format_args!("saved as {}", path.display()));
    Ok(())
}
