//! Runs with a time: they cover the whole domain if that takes no longer than it may, and otherwise as much as fits into
//! the time of a part.
//!
//! How long an input takes shows in the run itself. In half of the time of a part, solvers answer the first inputs. If the
//! whole domain can then be expected to be done in time, the run goes on; otherwise edges and drawn inputs get the other
//! half.

use std::time::{Duration, Instant};

use super::carry_out::carry_out;
use super::record::Record;
use crate::definition::Definition;
use crate::error::JournalError;
use crate::run::plan::Time;
use crate::run::{Ended, Findings, Plan, Run, Shard};

/// A part takes so long at least: in less, an answer may not be there.
const LEAST: Duration = Duration::from_millis(100);

/// If the first input takes no longer, blocks are as large as usual at once; otherwise as large as takes this long.
const QUICK: Duration = Duration::from_micros(200);
const BLOCK: Duration = Duration::from_millis(50);

/// How many times as long as expected a run of a whole domain may take.
const PATIENCE: u32 = 2;

/// Carries out a plan that need not go on to its end. Returns what it has found, and a plan of only that.
pub(crate) fn carry_out_in_time(
    check: &Definition,
    plan: &Plan,
    time: Time,
    run: &Run<'_>,
    record: &Record,
) -> Result<(Findings, Plan), JournalError> {
    let start = Instant::now();
    let part = time.part.max(LEAST);
    let carry_on = |plan: &Plan, time: Duration, begun: Option<Findings>| {
        let run = Run {
            deadline: start.checked_add(time),
            interrupt: run.interrupt,
            listener: run.listener,
            ..Run::on(run.jobs)
        };
        carry_out(check, plan, run, record, None, begun)
    };
    // The first input shows whether blocks have to be small at first. It is asked again with others, if it is quick.
    let first = carry_on(&plan.growing(1).until(1), part, None)?;
    let block = if first.slowest <= QUICK {
        u64::MAX
    } else {
        ((BLOCK.as_secs_f64() / first.slowest.as_secs_f64()) as u64).max(1)
    };
    let begun = Some(first).filter(|_| block == 1);
    let mut plan = plan.growing(block);
    let first_part = if plan.outline.is_drawn {
        part
    } else {
        part / 2
    };
    let mut findings = carry_on(&plan, first_part, begun)?;
    if findings.ended == Ended::TimeUp && !plan.outline.is_drawn {
        let done = plan.until(findings.blocks);
        let share = done.inputs(Shard::WHOLE) as f64 / plan.outline.len as f64;
        let time = if start.elapsed().as_secs_f64() <= share * time.whole.as_secs_f64() {
            PATIENCE * time.whole
        } else {
            let beyond = done.beyond(done.end_in_order()..plan.outline.len, u64::MAX);
            plan = done;
            plan.stages.extend(beyond);
            plan = plan.growing(block);
            part
        };
        findings.ended = Ended::Completed;
        let begun = Some(findings).filter(|findings| findings.blocks > 0);
        findings = carry_on(&plan, time, begun)?;
    }
    // Without a block it compared nothing, and says so.
    if findings.ended == Ended::TimeUp && findings.blocks > 0 {
        findings.ended = Ended::Completed;
        plan = plan.until(findings.blocks);
    }
    Ok((findings, plan))
}
