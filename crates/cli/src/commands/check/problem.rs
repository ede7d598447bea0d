//! Checks one problem: makes the plan, carries it out, prints the result.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, anyhow};
use crossply_harness::fault;
use crossply_harness::generators::codec;
use crossply_harness::{
    Ended, ExhaustiveOptions, Finding, Journal, JournalError, Oracles, Plan, PlanError, Run, Shard,
    Threads, WholeFile, minimise,
};
use crossply_problems::Problem;
use crossply_report::Detail;
use crossply_report::check::Checked;
use indicatif::HumanCount;

use super::{Arguments, OracleName, ProblemResult};
use crate::Status;
use crate::arguments::threads;
use crate::terminal::{Progress, detail, notice, say};

/// Whether the plan draws positions.
pub(super) fn plan_draws<P: Problem>(arguments: &Arguments) -> Result<bool, PlanError> {
    Ok(plan::<P>(arguments, 0)?.draws())
}

/// The plan that the arguments ask for.
fn plan<P: Problem>(arguments: &Arguments, seed: u64) -> Result<Plan<P>, PlanError> {
    let solvers = arguments.solvers.of::<P>();
    let empties = &arguments.empties.clone().unwrap_or_default().0;
    let plan = if arguments.exhaustive {
        let options = ExhaustiveOptions {
            patient: arguments.patient,
            one_of_each_class: arguments.classes,
        };
        Plan::exhaustive(solvers, empties, options)
    } else if let Some(cases) = arguments.cases {
        Plan::drawn(solvers, empties, seed, cases)
    } else if arguments.time.is_some() {
        Plan::drawn(solvers, empties, seed, u64::MAX)
    } else {
        Plan::quick(solvers, empties, seed)
    }?;
    Ok(match &arguments.oracles {
        None => plan,
        Some(names) => plan.judged_by(Oracles {
            proof: names.contains(&OracleName::Proof),
            metamorphic: names.contains(&OracleName::Metamorphic),
        }),
    })
}

/// Checks a problem.
pub(super) fn check_problem<P: Problem>(
    arguments: &Arguments,
    seed: u64,
    interrupt: &AtomicBool,
) -> anyhow::Result<ProblemResult> {
    let plan = plan(arguments, seed)?;
    let corpus = arguments.save.then_some(Path::new("corpus"));
    check_plan::<P>(&plan, arguments, seed, interrupt, corpus)
}

/// How many positions there are to check; none if the run draws positions until the time is up.
fn positions<P: Problem>(plan: &Plan<P>, arguments: &Arguments, shard: Shard) -> Option<u64> {
    let endless = arguments.time.is_some() && !arguments.exhaustive;
    (!endless).then(|| plan.positions(shard))
}

/// Carries out the plan. Saves the simplest wrong position in the corpus, if there is one.
pub(super) fn check_plan<P: Problem>(
    plan: &Plan<P>,
    arguments: &Arguments,
    seed: u64,
    interrupt: &AtomicBool,
    corpus: Option<&Path>,
) -> anyhow::Result<ProblemResult> {
    let jobs = threads(arguments.jobs);
    // A time so long that it has no end is no limit.
    let deadline = arguments
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let all = positions(plan, arguments, shard);
    let bar = Progress::new(P::NAME, "positions", all);
    let names: Vec<_> = plan.solvers().iter().map(|entry| entry.name).collect();
    detail(format_args!(
        "{}: {} answer {} positions on {} threads",
        P::NAME,
        names.join(", "),
        all.map_or_else(|| "drawn".to_owned(), |all| HumanCount(all).to_string()),
        jobs
    ));
    let journal = arguments.resume.as_deref().map(Journal::open);
    let run = Run {
        plan,
        jobs,
        shard,
        deadline,
        interrupt: Some(interrupt),
        journal: journal.transpose()?,
        when_unsaved,
    };
    let mut findings = run.check(|positions| bar.inc(positions))?;
    bar.finish();
    let unsaved = findings.unsaved.take().map(anyhow::Error::new);
    let found = findings.simplest.first();
    let minimised = found.map(|found| minimise(found, plan.solvers()));
    let minimised = minimised.as_ref();
    let faults = match findings.ended {
        // Nobody waits for an explanation.
        Ended::Interrupted => Ok(Vec::new()),
        Ended::Completed | Ended::TimeUp => {
            fault::explain(&findings, plan, Threads { jobs, interrupt })
        }
    };
    let saved = match minimised.zip(corpus) {
        Some(((simplest, _), corpus)) => save(simplest, corpus),
        None => Ok(()),
    };
    let trouble = findings.counts.trouble.as_ref();
    let trouble = trouble.map(|trouble| anyhow!("{}: {trouble}", P::NAME));
    let is_interrupted = findings.ended == Ended::Interrupted || faults.is_err();
    let checked = Checked {
        faults: faults.unwrap_or_default(),
        ..Checked::new(&findings, plan, shard, seed, minimised)
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
fn when_unsaved(error: &JournalError) {
    let cause = error.source().map(|cause| format!(": {cause}"));
    let cause = cause.unwrap_or_default();
    say(format_args!(
        "warning: {error}{cause}; the run goes on, and tries again"
    ));
}

/// Saves a position as a seed of its fuzz target.
pub(super) fn save<P: Problem>(finding: &Finding<P>, corpus: &Path) -> anyhow::Result<()> {
    let folder = corpus.join(format!("{}_differential", P::module()));
    let index = P::domain().index(finding.position);
    let path = folder.join(format!("position-{index}"));
    fs::create_dir_all(&folder)
        .and_then(|()| WholeFile::begin(&path))
        .and_then(|mut file| {
            file.write_all(&codec::encode(finding.position))?;
            file.replace()
        })
        .with_context(|| format!("cannot write {}", path.display()))?;
    notice(format_args!("saved as {}", path.display()));
    Ok(())
}
