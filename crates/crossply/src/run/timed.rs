//! Runs with a time budget: the whole domain if that fits into [`Time::whole`], otherwise as much as fits into
//! [`Time::part`].
//!
//! For half of the time for a part, the run checks the first inputs. If it is fast enough for the whole domain, it continues
//! with them. Otherwise, it uses the other half for edges and drawn inputs.

use std::time::{Duration, Instant};

use super::carry_out::carry_out;
use crate::definition::Definition;
use crate::error::JournalError;
use crate::isolated;
use crate::oracle::Panel;
use crate::run::plan::{Growth, MOST_OF_PROGRAM, Time, beyond};
use crate::run::{Ended, Findings, Plan, Run, Shard};

/// The shortest time for a part: in less, there might be no answer at all.
const MIN_PART: Duration = Duration::from_millis(100);

/// If the first input takes no longer than this, blocks have their usual size from the start.
const QUICK: Duration = Duration::from_micros(200);

/// How long the first block should take if inputs are slow.
const SLOW_BLOCK: Duration = Duration::from_millis(50);

/// The sizes of the first blocks. Only for programs, there is more than one: they show how much of the time is the start of
/// a process, and how much the answers.
const FIRST_BLOCKS: [u64; 5] = [1, 4, 64, 1024, 16_384];

/// The answers of a program to a block should take this many times as long as the start of a process.
const TIMES_START: u32 = 9;

/// But they should take at most the time limit, divided by this.
const BLOCKS_IN_TIME: u32 = 6;

/// A run on the whole domain may take this many times the expected time.
const PATIENCE: u32 = 2;

/// The names under which one isolated child notes for the next what it has decided by the clock, so that all ask for the same
/// inputs: the number of first blocks, the size of the next ones, and the number of blocks in the first part, or [`ALL`].
const FIRST: &str = "first blocks";
const BLOCK: &str = "block";
const FIRST_PART: &str = "first part";
const ALL: u64 = u64::MAX;

/// Carries out as much of a plan as fits into the time. Returns the findings, and the plan of the part that was done.
pub(crate) fn carry_out_in_time(
    plan: &Plan,
    time: Time,
    run: &Run<'_>,
) -> Result<(Findings, Plan), JournalError> {
    let timed = Timed {
        run,
        start: Instant::now(),
        only_known: isolated::asks_only_known(),
    };
    let check = &plan.check;
    let limit = time.part.max(MIN_PART);
    let (growth, begun) = timed.begin(plan, limit)?;
    // Findings on unfinished first blocks are dropped: these are carried out again, and must not count twice.
    let resume_from = Some(begun).filter(|begun| begun.ended == Ended::Completed);
    let mut plan = plan.growing(growth);
    if check.is_drawn {
        let findings = timed.run_until(&plan, Some(limit), resume_from)?;
        return Ok(timed.result(findings, &plan));
    }
    let noted = isolated::recall(check, FIRST_PART);
    if noted == Some(ALL) {
        let findings = timed.run_until(&plan, Some(PATIENCE * time.whole), resume_from)?;
        return Ok(timed.result(findings, &plan));
    }
    let mut findings = match noted {
        Some(blocks) => timed.run_until(&plan.until(blocks), None, resume_from)?,
        None => timed.run_until(&plan, Some(limit / 2), resume_from)?,
    };
    let blocks = match (noted, findings.ended) {
        (Some(blocks), Ended::TimeUp | Ended::Completed) => blocks,
        // If only known inputs are asked for, the blocks that are done have one input each, unlike those of the plan.
        (None, Ended::TimeUp) if !timed.only_known && !is_cut_short(&findings) => {
            findings.outcome.done.first_gap()
        }
        _ => return Ok(timed.result(findings, &plan)),
    };
    let first_half = plan.until(blocks);
    let share = first_half.inputs(Shard::WHOLE) as f64 / check.len as f64;
    let seconds = timed.start.elapsed().as_secs_f64();
    if noted.is_none() && seconds <= share * time.whole.as_secs_f64() {
        isolated::note(check, FIRST_PART, ALL);
        findings = timed.resume(&plan, PATIENCE * time.whole, findings)?;
    } else {
        isolated::note(check, FIRST_PART, blocks);
        let rest = first_half.end_in_order()..check.len;
        let beyond = beyond(check, rest, u64::MAX);
        plan = first_half;
        plan.stages.extend(beyond);
        // This gives the blocks of the first half the same sizes again, so the numbers of the blocks that are done stay valid.
        plan = plan.growing(growth);
        let until = match noted {
            None => limit,
            // The first half took as long as it took.
            Some(_) => timed.start.elapsed() + limit / 2,
        };
        findings = timed.resume(&plan, until, findings)?;
    }
    Ok(timed.result(findings, &plan))
}

/// What an earlier child has noted of blocks: how many first ones there are, and the size of the next ones.
fn recalled(check: &Definition) -> Option<(usize, u64)> {
    let first = isolated::recall(check, FIRST)?;
    Some((first as usize, isolated::recall(check, BLOCK)?))
}

/// Whether a solver has stopped within a block. Then the run cannot go on: it would carry out the whole block again, and the
/// answers before the stop would count twice.
fn is_cut_short(findings: &Findings) -> bool {
    !findings.outcome.partly.is_empty()
}

/// A run that is carried out in parts.
struct Timed<'a> {
    run: &'a Run<'a>,
    start: Instant,
    /// Whether this is a child that asks only for inputs whose outcome is known. Then each block has one input, so that the run
    /// stops exactly at the first unknown input, and there is no deadline.
    only_known: bool,
}

impl Timed<'_> {
    /// Carries out the first input, and for programs some more, however long they take. They show how large blocks should be.
    fn begin(&self, plan: &Plan, limit: Duration) -> Result<(Growth, Findings), JournalError> {
        let check = &plan.check;
        let mut growth = Growth {
            first: &FIRST_BLOCKS[..1],
            // At first, later blocks have their usual size.
            least: u64::MAX,
            has_slow_program: false,
        };
        let mut findings = self.run_until(&plan.growing(growth).until(1), None, None)?;
        let first_took = findings.slowest;
        let mut panel = Panel::new(check);
        let mut solvers = 0..check.solvers.len();
        growth.has_slow_program =
            first_took > QUICK && solvers.any(|solver| panel.is_program(solver));
        if let Some((blocks, least)) = recalled(check) {
            growth.first = &FIRST_BLOCKS[..blocks];
            growth.least = least;
            return Ok((growth, findings));
        }
        if growth.has_slow_program {
            let mut per_answer = Duration::ZERO;
            for blocks in 2..=FIRST_BLOCKS.len() {
                if findings.ended != Ended::Completed {
                    break;
                }
                growth.first = &FIRST_BLOCKS[..blocks];
                findings.slowest = Duration::ZERO;
                let until = plan.growing(growth).until(blocks as u64);
                findings = self.run_until(&until, None, Some(findings))?;
                let answers = findings.slowest.saturating_sub(first_took);
                per_answer = answers / FIRST_BLOCKS[blocks - 1] as u32;
                // Answers that take this long are measured well, and the next block would take sixteen times as long.
                if answers > first_took / 4 {
                    break;
                }
            }
            let time = (TIMES_START * first_took).min(limit / BLOCKS_IN_TIME);
            let least = time.as_nanos() / per_answer.as_nanos().max(1);
            growth.least = least.clamp(1, MOST_OF_PROGRAM.into()) as u64;
        } else if first_took > QUICK {
            let least = SLOW_BLOCK.as_nanos() / first_took.as_nanos();
            growth.least = least.max(1) as u64;
        }
        isolated::note(check, FIRST, growth.first.len() as u64);
        isolated::note(check, BLOCK, growth.least);
        Ok((growth, findings))
    }

    /// Carries out the plan until this much time has passed since the start.
    fn run_until(
        &self,
        plan: &Plan,
        time: Option<Duration>,
        resume_from: Option<Findings>,
    ) -> Result<Findings, JournalError> {
        let time = if self.only_known { None } else { time };
        let mut run = Run {
            deadline: time.and_then(|time| self.start.checked_add(time)),
            interrupt: self.run.interrupt,
            listener: self.run.listener,
            ..Run::on(self.run.jobs)
        };
        carry_out(&self.one_by_one_if_known(plan), &mut run, resume_from)
    }

    /// Carries out the rest of the plan. Findings on an unfinished first block are dropped: it is carried out again.
    fn resume(
        &self,
        plan: &Plan,
        time: Duration,
        mut findings: Findings,
    ) -> Result<Findings, JournalError> {
        findings.ended = Ended::Completed;
        let resume_from = Some(findings).filter(|findings| !findings.outcome.done.is_empty());
        self.run_until(plan, Some(time), resume_from)
    }

    /// The findings, and the plan of only what was done. A run without a finished block stays `TimeUp`: it compared nothing. So
    /// does one that stopped within a block.
    fn result(&self, mut findings: Findings, plan: &Plan) -> (Findings, Plan) {
        let mut plan = self.one_by_one_if_known(plan);
        let is_cut_short = !self.only_known && is_cut_short(&findings);
        if findings.ended == Ended::TimeUp && !findings.outcome.done.is_empty() && !is_cut_short {
            findings.ended = Ended::Completed;
            plan = plan.until(findings.outcome.done.first_gap());
        }
        (findings, plan)
    }

    fn one_by_one_if_known(&self, plan: &Plan) -> Plan {
        if self.only_known {
            plan.one_by_one()
        } else {
            plan.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::thread;

    use super::*;
    use crate::run::Coverage;
    use crate::{CrossCheck, Failure, Solver, domain};

    /// Stops once, within the second block, after the time for the first half.
    struct StopsOnce {
        is_first: Arc<AtomicBool>,
        has_stopped: bool,
    }

    impl Solver<u32, u32> for StopsOnce {
        fn solve(&mut self, input: &u32) -> u32 {
            *input
        }

        fn solve_all(&mut self, inputs: &[u32], answers: &mut Vec<u32>) {
            answers.extend_from_slice(inputs);
            if inputs[0] > 0 && self.is_first.swap(false, Relaxed) {
                thread::sleep(MIN_PART + MIN_PART / 2);
                answers.truncate(3);
                self.has_stopped = true;
            }
        }

        fn has_stopped(&self, _: Option<&Failure>) -> bool {
            self.has_stopped
        }
    }

    #[test]
    fn no_block_that_a_solver_cuts_short_counts_twice() {
        let is_first = Arc::new(AtomicBool::new(true));
        let check = CrossCheck::new("stops", domain::all::<u32>()).solver("all", |&n| n);
        let check = check.stateful("stops", move || StopsOnce {
            is_first: Arc::clone(&is_first),
            has_stopped: false,
        });
        let plan = check.plan(Coverage::Quick, 0).expect("a check");
        let time = Time {
            whole: Duration::ZERO,
            part: 2 * MIN_PART,
        };
        let run = Run::on(NonZeroUsize::MIN);
        let (findings, _) = carry_out_in_time(&plan, time, &run).expect("no journal");
        assert_eq!(findings.counts.compared.total(), 1 + 3);
        assert_eq!(findings.ended, Ended::TimeUp);
    }
}
