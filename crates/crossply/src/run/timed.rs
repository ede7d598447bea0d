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

/// The answers of a block should take so many times as long as the start of a process, within a part of the time.
const TIMES_START: u32 = 9;
const PART_OF_TIME: u32 = 6;

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
    let part = time.part.max(MIN_PART);
    let (growth, begun) = timed.begin(plan, part)?;
    let resume_from = Some(begun).filter(|begun| begun.ended == Ended::Completed);
    let mut plan = plan.growing(growth);
    if check.is_drawn {
        let findings = timed.carry_on(&plan, Some(part), resume_from)?;
        return Ok(timed.done(findings, &plan));
    }
    let first_part = isolated::recall(check, FIRST_PART);
    let mut findings = match first_part {
        None => timed.carry_on(&plan, Some(part / 2), resume_from)?,
        Some(ALL) => timed.carry_on(&plan, Some(PATIENCE * time.whole), resume_from)?,
        Some(blocks) => timed.carry_on(&plan.until(blocks), None, resume_from)?,
    };
    let blocks = match (first_part, findings.ended) {
        (None, Ended::TimeUp) if !timed.only_known => findings.done.first_gap(),
        (Some(blocks), Ended::TimeUp | Ended::Completed) if blocks != ALL => blocks,
        _ => return Ok(timed.done(findings, &plan)),
    };
    let done = plan.until(blocks);
    let share = done.inputs(Shard::WHOLE) as f64 / check.len as f64;
    let seconds = timed.start.elapsed().as_secs_f64();
    if first_part.is_none() && seconds <= share * time.whole.as_secs_f64() {
        isolated::note(check, FIRST_PART, ALL);
        findings = timed.go_on(&plan, PATIENCE * time.whole, findings)?;
    } else {
        isolated::note(check, FIRST_PART, blocks);
        let rest = done.end_in_order()..check.len;
        let beyond = beyond(check, rest, u64::MAX);
        plan = done;
        plan.stages.extend(beyond);
        plan = plan.growing(growth);
        let end = match first_part {
            None => part,
            // The first part took as long as it took.
            Some(_) => timed.start.elapsed() + part / 2,
        };
        findings = timed.go_on(&plan, end, findings)?;
    }
    Ok(timed.done(findings, &plan))
}

/// What an earlier child has noted of blocks: how many first ones there are, and the size of the next ones.
fn recalled(check: &Definition) -> Option<(usize, u64)> {
    let first = isolated::recall(check, FIRST)?;
    Some((first as usize, isolated::recall(check, BLOCK)?))
}

/// A run that is carried out in parts.
struct Timed<'a> {
    run: &'a Run<'a>,
    start: Instant,
    /// Whether it asks only for inputs on which earlier processes have not ended unexpectedly. Then a block has one input, so
    /// that it goes as far as they did, and the clock does not end it.
    only_known: bool,
}

impl Timed<'_> {
    /// Carries out the first input, and for programs some more, however long they take. They show how large blocks should be.
    fn begin(&self, plan: &Plan, part: Duration) -> Result<(Growth, Findings), JournalError> {
        let check = &plan.check;
        let mut growth = Growth {
            first: &FIRST_BLOCKS[..1],
            least: u64::MAX,
            has_program: false,
        };
        let mut findings = self.carry_on(&plan.growing(growth).until(1), None, None)?;
        let first = findings.slowest;
        let mut panel = Panel::new(check);
        let mut solvers = 0..check.solvers.len();
        growth.has_program = first > QUICK && solvers.any(|solver| panel.is_program(solver));
        if let Some((blocks, least)) = recalled(check) {
            growth.first = &FIRST_BLOCKS[..blocks];
            growth.least = least;
            return Ok((growth, findings));
        }
        if growth.has_program {
            let mut answer = Duration::ZERO;
            for blocks in 2..=FIRST_BLOCKS.len() {
                if findings.ended != Ended::Completed {
                    break;
                }
                growth.first = &FIRST_BLOCKS[..blocks];
                findings.slowest = Duration::ZERO;
                let until = plan.growing(growth).until(blocks as u64);
                findings = self.carry_on(&until, None, Some(findings))?;
                let answers = findings.slowest.saturating_sub(first);
                answer = answers / FIRST_BLOCKS[blocks - 1] as u32;
                // The next block is sixteen times as large.
                if answers > first / 4 {
                    break;
                }
            }
            let time = (TIMES_START * first).min(part / PART_OF_TIME);
            let least = time.as_nanos() / answer.as_nanos().max(1);
            growth.least = least.clamp(1, MOST_OF_PROGRAM.into()) as u64;
        } else if first > QUICK {
            let least = SLOW_BLOCK.as_nanos() / first.as_nanos();
            growth.least = least.max(1) as u64;
        }
        isolated::note(check, FIRST, growth.first.len() as u64);
        isolated::note(check, BLOCK, growth.least);
        Ok((growth, findings))
    }

    /// Carries out the plan until so much time has passed since the start.
    fn carry_on(
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
        carry_out(&self.in_blocks(plan), &mut run, resume_from)
    }

    /// Carries out the rest of the plan.
    fn go_on(
        &self,
        plan: &Plan,
        time: Duration,
        mut findings: Findings,
    ) -> Result<Findings, JournalError> {
        findings.ended = Ended::Completed;
        let resume_from = Some(findings).filter(|findings| !findings.done.is_empty());
        self.carry_on(plan, Some(time), resume_from)
    }

    /// The findings, and the plan of only what was done. A run without a finished block stays `TimeUp`: it compared nothing.
    fn done(&self, mut findings: Findings, plan: &Plan) -> (Findings, Plan) {
        let mut plan = self.in_blocks(plan);
        if findings.ended == Ended::TimeUp && !findings.done.is_empty() {
            findings.ended = Ended::Completed;
            plan = plan.until(findings.done.first_gap());
        }
        (findings, plan)
    }

    fn in_blocks(&self, plan: &Plan) -> Plan {
        if self.only_known {
            plan.one_by_one()
        } else {
            plan.clone()
        }
    }
}
