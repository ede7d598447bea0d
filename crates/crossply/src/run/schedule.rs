//! The schedule of a run: the block that a thread takes next, and when there are no more.
//!
//! Most plans are complete before a run, and give their blocks in order. With a time limit, the plan only says what may be
//! done. The schedule then makes the plan of what is done, and adds a block to it when a thread asks for one: for half of the
//! time for a part, the first inputs. If these are fast enough for the whole domain, it goes on with them. Otherwise, edges
//! and drawn inputs follow. No block that was taken ever changes its number.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::plan::{Stage, Time, beyond};
use crate::definition::Definition;
use crate::isolated;
use crate::number_set::NumberSet;
use crate::run::{Ended, Plan, Run};

/// The shortest time for a part: in less, there might be no answer at all.
const MIN_PART: Duration = Duration::from_millis(100);

/// If the first input takes no longer than this, blocks have their usual size from the start.
const QUICK: Duration = Duration::from_micros(200);

/// How long a block should take at first if inputs are slow.
const SLOW_BLOCK: Duration = Duration::from_millis(50);

/// The sizes of the blocks that are measured. Only for programs, there is more than one: they show how much of the time is the
/// start of a process, and how much the answers.
const MEASURED: [u64; 5] = [1, 4, 64, 1024, 16_384];

/// The answers of a program to a block should take this many times as long as the start of a process.
const TIMES_START: u32 = 9;

/// But they should take at most the time limit, divided by this.
const BLOCKS_IN_TIME: u32 = 6;

/// Blocks grow up to the number of inputs before them, divided by this. Each block may take another process of a program, so for
/// programs they grow faster.
const GROWTH_DIVISOR: u64 = 64;
const GROWTH_DIVISOR_OF_PROGRAM: u64 = 2;

/// Blocks for a slow program grow to this size, or to their usual one if that is larger: a process takes longer to start than
/// to give most answers.
const MOST_OF_PROGRAM: u64 = 1 << 16;

/// A run on the whole domain may take this many times the expected time.
const PATIENCE: u32 = 2;

/// The name under which one isolated child notes for the next what it has decided by the clock, so that all ask for the same
/// inputs: how many it took in order before others, or [`ALL`].
const IN_ORDER: &str = "in order";
const ALL: u64 = u64::MAX;

/// Gives the blocks of a run.
pub(super) struct Schedule {
    /// The plan of what is done, and of what remains to be done unless the run has a time limit.
    pub(super) plan: Plan,
    /// The number in the shard of the block that is taken next.
    next: u64,
    /// The blocks that were done when the run began, by their numbers in the plan.
    already_done: NumberSet,
    /// Whether a solver takes no more inputs, for whatever reason.
    has_given_up: bool,
    timed: Option<Timed>,
}

/// A block of a run.
pub(super) struct NextBlock {
    /// Its number in the plan.
    pub(super) number: u64,
    pub(super) stage: Stage,
    /// With a time limit, the number of inputs in all blocks before this one.
    pub(super) before: u64,
}

impl Schedule {
    /// The schedule of the blocks that are not done already.
    pub(super) fn new(plan: &Plan, run: &Run<'_>, already_done: &NumberSet) -> Self {
        Schedule {
            plan: plan.time.map_or_else(|| plan.clone(), |_| plan.begun()),
            next: run.shard.blocks_below(already_done.first_gap()),
            already_done: already_done.clone(),
            has_given_up: false,
            timed: plan.time.map(|time| Timed::new(plan, time)),
        }
    }

    /// The next block, which the caller must carry out: otherwise, the numbers of the blocks that are done would have a gap.
    ///
    /// # Errors
    /// Why there is none. The order counts: a run without blocks left is complete, and one whose time is up has not given up.
    pub(super) fn next(&mut self, run: &Run<'_>) -> Result<NextBlock, Ended> {
        loop {
            let reason = self.reason_to_stop(run);
            let mut before = 0;
            if let Some(timed) = &mut self.timed {
                if let Some(reason) = reason {
                    return Err(reason);
                }
                before = timed.inputs;
                timed.add_block(&mut self.plan);
            }
            let number = run.shard.block(self.next);
            let stage = self.plan.block(number).ok_or(Ended::Completed)?;
            if let Some(reason) = reason {
                return Err(reason);
            }
            self.next += 1;
            if !self.already_done.contains(number.into()) {
                return Ok(NextBlock {
                    number,
                    stage,
                    before,
                });
            }
        }
    }

    /// Whether the next block is one that shows how large later ones should be. Then nothing else should run.
    pub(super) fn measures(&self) -> bool {
        self.timed
            .as_ref()
            .is_some_and(|timed| matches!(timed.phase, Phase::Measuring { .. }))
    }

    /// Notes how long the last block took. `has_program` says whether a solver is a program.
    pub(super) fn note_time(&mut self, took: Duration, has_program: bool) {
        if let Some(timed) = &mut self.timed {
            timed.note_time(&self.plan.check, took, has_program);
        }
    }

    /// Gives no more blocks, because a solver has stopped within one. Returns why the run ends.
    pub(super) fn give_up(&mut self, run: &Run<'_>) -> Ended {
        self.has_given_up = true;
        if self.timed.is_some() && isolated::asks_only_known() {
            // This child stops where earlier ones stopped.
            Ended::Completed
        } else if run.is_time_up() {
            Ended::TimeUp
        } else {
            Ended::GivenUp
        }
    }

    fn reason_to_stop(&self, run: &Run<'_>) -> Option<Ended> {
        if run.is_interrupted() {
            Some(Ended::Interrupted)
        } else if run.is_time_up() {
            Some(Ended::TimeUp)
        } else if self.has_given_up {
            Some(Ended::GivenUp)
        } else {
            None
        }
    }
}

/// What the clock decides.
struct Timed {
    start: Instant,
    time: Time,
    phase: Phase,
    /// The stages from which the next blocks come.
    left: VecDeque<Stage>,
    /// The number of inputs in all blocks so far.
    inputs: u64,
    /// The smallest size of blocks.
    least: u64,
    has_slow_program: bool,
    /// How many inputs an earlier child took in order.
    noted: Option<u64>,
    /// Whether this is a child that asks only for inputs whose outcome is known. Then each block has one input, so that the run
    /// stops exactly at the first unknown input, and the clock decides nothing.
    only_known: bool,
}

/// What the next blocks are for.
enum Phase {
    /// They show how long a solver takes.
    Measuring {
        /// How many blocks are measured.
        blocks: usize,
        /// How long the first one took.
        first_took: Duration,
    },
    /// They show whether the run is fast enough for the whole domain.
    FirstInputs,
    /// They take the rest of the time, which ends so long after the start.
    Rest(Duration),
}

impl Timed {
    fn new(plan: &Plan, time: Time) -> Self {
        Timed {
            start: Instant::now(),
            time,
            phase: Phase::Measuring {
                blocks: 0,
                first_took: Duration::ZERO,
            },
            left: plan.stages.iter().cloned().collect(),
            inputs: 0,
            // At first, blocks have their usual size.
            least: u64::MAX,
            has_slow_program: false,
            noted: isolated::recall(&plan.check, IN_ORDER),
            only_known: isolated::asks_only_known(),
        }
    }

    /// The time for a part.
    fn limit(&self) -> Duration {
        self.time.part.max(MIN_PART)
    }

    /// Adds the next block to the plan, unless all inputs are in it or the time is up.
    fn add_block(&mut self, plan: &mut Plan) {
        if !self.left.is_empty() && self.has_enough_first_inputs() {
            self.turn(plan);
        }
        self.left.retain(|stage| stage.inputs() > 0);
        let is_over = matches!(self.phase, Phase::Rest(end) if self.start.elapsed() >= end);
        if is_over && !self.only_known {
            return;
        }
        let mut size = self.block_size();
        if let (Some(noted), Phase::Measuring { .. } | Phase::FirstInputs) =
            (self.noted, &self.phase)
        {
            size = size.min(noted - self.inputs);
        }
        let Some(stage) = self.left.front_mut() else {
            return;
        };
        size = size.min(stage.inputs());
        plan.push(stage.only(0..size));
        *stage = stage.only(size..stage.inputs());
        self.inputs += size;
    }

    fn block_size(&self) -> u64 {
        if self.only_known {
            return 1;
        }
        if let Phase::Measuring { blocks, .. } = self.phase {
            return MEASURED[blocks];
        }
        let usual = self.left.front().map_or(1, |stage| stage.block);
        let (most, divisor) = if self.has_slow_program {
            (usual.max(MOST_OF_PROGRAM), GROWTH_DIVISOR_OF_PROGRAM)
        } else {
            (usual, GROWTH_DIVISOR)
        };
        // Powers of two, so that many blocks have the same size.
        let grown = (self.inputs / divisor).checked_ilog2();
        grown.map_or(0, |log| 1 << log).max(self.least).min(most)
    }

    fn has_enough_first_inputs(&self) -> bool {
        match (&self.phase, self.noted) {
            (Phase::Rest(_), _) | (Phase::Measuring { .. }, None) => false,
            (_, Some(noted)) => self.inputs >= noted,
            (Phase::FirstInputs, None) => {
                !self.only_known && self.start.elapsed() >= self.limit() / 2
            }
        }
    }

    /// Decides what follows the first inputs.
    fn turn(&mut self, plan: &Plan) {
        let check = &plan.check;
        let share = self.inputs as f64 / check.len as f64;
        let elapsed = self.start.elapsed();
        let is_fast = elapsed.as_secs_f64() <= share * self.time.whole.as_secs_f64();
        let end = match self.noted {
            None if is_fast => {
                isolated::note(check, IN_ORDER, ALL);
                self.time.whole.saturating_mul(PATIENCE)
            }
            None => self.limit(),
            // The first inputs took as long as they took.
            Some(_) => elapsed + self.limit() / 2,
        };
        self.phase = Phase::Rest(end);
        if self.noted.is_some() || !is_fast {
            isolated::note(check, IN_ORDER, self.inputs);
            let rest = plan.end_in_order()..check.len;
            self.left = beyond(check, rest, u64::MAX).into();
        }
    }

    fn note_time(&mut self, check: &Definition, took: Duration, has_program: bool) {
        let limit = self.limit();
        let Phase::Measuring { blocks, first_took } = &mut self.phase else {
            return;
        };
        *blocks += 1;
        if *blocks == 1 {
            *first_took = took;
            self.has_slow_program = took > QUICK && has_program;
            if took > QUICK {
                let least = SLOW_BLOCK.as_nanos() / took.as_nanos();
                self.least = least.max(1) as u64;
            }
        } else {
            let answers = took.saturating_sub(*first_took);
            let per_answer = answers / MEASURED[*blocks - 1] as u32;
            let time = (TIMES_START * *first_took).min(limit / BLOCKS_IN_TIME);
            let least = time.as_nanos() / per_answer.as_nanos().max(1);
            self.least = least.clamp(1, MOST_OF_PROGRAM.into()) as u64;
            // Answers that take this long are measured well, and the next block would take sixteen times as long.
            if answers > *first_took / 4 {
                *blocks = MEASURED.len();
            }
        }
        if self.has_slow_program && *blocks < MEASURED.len() {
            return;
        }
        self.phase = if check.is_drawn {
            Phase::Rest(limit)
        } else if self.noted == Some(ALL) {
            Phase::Rest(self.time.whole.saturating_mul(PATIENCE))
        } else {
            Phase::FirstInputs
        };
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::thread;

    use super::*;
    use crate::run::{Coverage, carry_out};
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
        let mut plan = check.plan(Coverage::Quick, 0).expect("a check");
        plan.time = Some(Time {
            whole: Duration::ZERO,
            part: 2 * MIN_PART,
        });
        let mut run = Run::on(NonZeroUsize::MIN);
        let (findings, _) = carry_out(&plan, &mut run).expect("no journal");
        assert_eq!(findings.counts.compared.total(), 1 + 3);
        assert_eq!(findings.ended, Ended::GivenUp);
    }
}
