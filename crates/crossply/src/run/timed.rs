//! Runs with a time budget: the whole domain if that fits into [`Time::whole`], otherwise as much as fits into
//! [`Time::part`].
//!
//! For half of the time for a part, the run checks the first inputs. If it is fast enough for the whole domain, it continues
//! with them. Otherwise, it uses the other half for edges and drawn inputs.

use std::time::{Duration, Instant};

use super::carry_out::carry_out;
use crate::error::JournalError;
use crate::run::plan::{Time, beyond};
use crate::run::{Ended, Findings, Plan, Run, Shard};

/// The shortest time for a part: in less, there might be no answer at all.
const MIN_PART: Duration = Duration::from_millis(100);

/// If the first input takes no longer than this, blocks have their usual size from the start.
const QUICK: Duration = Duration::from_micros(200);

/// How long the first block should take if inputs are slow.
const SLOW_BLOCK: Duration = Duration::from_millis(50);

/// A run on the whole domain may take this many times the expected time.
const PATIENCE: u32 = 2;

/// Carries out as much of a plan as fits into the time. Returns the findings, and the plan of the part that was done.
pub(crate) fn carry_out_in_time(
    plan: &Plan,
    time: Time,
    run: &Run<'_>,
) -> Result<(Findings, Plan), JournalError> {
    let start = Instant::now();
    let part = time.part.max(MIN_PART);
    let carry_on = |plan: &Plan, time: Option<Duration>, resume_from: Option<Findings>| {
        let mut run = Run {
            deadline: time.and_then(|time| start.checked_add(time)),
            interrupt: run.interrupt,
            listener: run.listener,
            ..Run::on(run.jobs)
        };
        carry_out(plan, &mut run, resume_from)
    };
    // The first input alone shows whether blocks have to start small. However long it takes, it is compared.
    let first = carry_on(&plan.growing(1).until(1), None, None)?;
    let block = if first.slowest <= QUICK {
        u64::MAX
    } else {
        ((SLOW_BLOCK.as_secs_f64() / first.slowest.as_secs_f64()) as u64).max(1)
    };
    let resume_from = Some(first).filter(|first| first.ended == Ended::Completed);
    let mut plan = plan.growing(block);
    let parts = if plan.check.is_drawn { 1 } else { 2 };
    let mut findings = carry_on(&plan, Some(part / parts), resume_from)?;
    if findings.ended == Ended::TimeUp && !plan.check.is_drawn {
        let done = plan.until(findings.done.first_gap());
        let share = done.inputs(Shard::WHOLE) as f64 / plan.check.len as f64;
        let time = if start.elapsed().as_secs_f64() <= share * time.whole.as_secs_f64() {
            PATIENCE * time.whole
        } else {
            let rest = done.end_in_order()..plan.check.len;
            let beyond = beyond(&plan.check, rest, u64::MAX);
            plan = done;
            plan.stages.extend(beyond);
            plan = plan.growing(block);
            part
        };
        findings.ended = Ended::Completed;
        let resume_from = Some(findings).filter(|findings| !findings.done.is_empty());
        findings = carry_on(&plan, Some(time), resume_from)?;
    }
    // A run without a finished block stays `TimeUp`: it compared nothing.
    if findings.ended == Ended::TimeUp && !findings.done.is_empty() {
        findings.ended = Ended::Completed;
        plan = plan.until(findings.done.first_gap());
    }
    Ok((findings, plan))
}
