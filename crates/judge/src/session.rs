//! Judges a program: stage by stage, and then explains what was found.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::{Duration, Instant};

use crossply_harness::oracles::proof::proven_answer;
use crossply_problems::{Board, Position, Problem};

use crate::answers::{Answers, Failure};
use crate::attempt::{Attempt, Budgeted, Candidate};
use crate::batches::{Manner, Until, ask, first_failure};
use crate::expected::{Alone, Expected};
use crate::investigation::{Finding, investigate};
use crate::process::reap_leftovers;
use crate::{Boards, Trouble, Verdict};

/// For what multiple of the time limit a hang is looked for that shows in large batches only.
const PATIENCE: u32 = 5;

/// What a program is asked about, in what order, and how.
#[derive(Clone, Debug)]
pub struct Session<P: Problem> {
    /// The program.
    pub candidate: Candidate<P>,
    /// How boards are asked about.
    pub manner: Manner,
}

/// Boards that are asked about one after the other.
#[derive(Clone, Debug)]
pub struct Stage<P: Problem> {
    /// What they are.
    pub name: &'static str,
    /// The boards.
    pub boards: Boards<P>,
    /// Whether the first run has all of them: somebody has put them together.
    pub at_once: bool,
    /// For how long they are asked about, if not up to the last.
    pub time: Option<Duration>,
}

/// What came of a stage.
#[derive(Clone, Debug)]
pub struct StageResult<P: Problem> {
    /// What its boards are.
    pub name: String,
    /// How many there are.
    pub boards: u64,
    /// What came of asking about them.
    pub answers: Answers<P>,
}

/// What came of judging a program.
#[derive(Clone, Debug)]
pub struct Judged<P: Problem> {
    /// What was asked, and what came of it.
    pub stages: Vec<StageResult<P>>,
    /// The same, together.
    pub total: Answers<P>,
    /// The worst failure, explained; none if there is none.
    pub finding: Option<Finding<P>>,
    /// Why a program that is right within the statement's promise is not beyond it.
    pub beyond_promise: Option<Finding<P>>,
    /// How long it took.
    pub elapsed: Duration,
}

impl<P: Problem> Judged<P> {
    /// The verdict; none if nothing was judged.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.total.verdict()
    }
}

impl<P: Problem> Session<P> {
    /// Judges the program. `progress` is called with how many boards more have been judged.
    ///
    /// # Errors
    /// If it cannot be run, or if the judge itself is wrong.
    pub fn judge(
        &self,
        stages: &[Stage<P>],
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<Judged<P>, Trouble> {
        let start = Instant::now();
        let judged = self.judge_stages(stages, progress);
        reap_leftovers();
        let mut judged = judged?;
        judged.elapsed = start.elapsed();
        Ok(judged)
    }

    fn judge_stages(
        &self,
        stages: &[Stage<P>],
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<Judged<P>, Trouble> {
        let mut judged = Judged {
            stages: Vec::new(),
            total: Answers::default(),
            finding: None,
            beyond_promise: None,
            elapsed: Duration::ZERO,
        };
        // Of the domain's positions, so many have been judged, from the first on.
        let mut judged_below = 0;
        for stage in stages {
            self.judge_stage(stage, &mut judged, progress)?;
            if let Boards::Domain(Range { start: 0, .. }) = stage.boards {
                let answers = judged.stages.last().map(|stage| &stage.answers);
                judged_below = answers.map_or(0, |answers| answers.judged_below);
            }
            let total = &judged.total;
            let failed = !total.failures.is_empty();
            if total.interrupted || total.gave_up || failed && self.manner.fail_fast {
                break;
            }
        }
        self.explain(&mut judged, judged_below)?;
        self.recount(&mut judged.total)?;
        Ok(judged)
    }

    /// Asks about the boards of a stage: as many at once as the program answers quickly, which is quick, and
    /// proves something if all is right; and then, if the statement promises a number, about no more.
    fn judge_stage(
        &self,
        stage: &Stage<P>,
        judged: &mut Judged<P>,
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<(), Trouble> {
        let mut manner = self.manner;
        // A time so long that it has no end is no limit.
        let deadline = stage.time.and_then(|time| Instant::now().checked_add(time));
        let until = deadline.map_or(Until::TheEnd, Until::Time);
        let promised = P::LIMITS.boards.filter(|_| manner.batch.is_none());
        let mut begin = 1;
        if stage.at_once {
            manner.jobs = NonZeroUsize::MIN;
            manner.batch = manner.batch.or(promised);
            begin = stage.boards.len();
        }
        let mut answers = ask(
            &self.candidate,
            &stage.boards,
            begin,
            &manner,
            until,
            progress,
        )?;
        if !answers.interrupted {
            match self.look_for_a_hang(&mut answers) {
                Err(Trouble::Interrupted) => answers.interrupted = true,
                Err(Trouble::TimeUp) => {}
                looked => looked?,
            }
        }
        let beyond = std::mem::take(&mut answers.beyond);
        let failed = !answers.failures.is_empty();
        // A hang is not waited for twice.
        let ended = answers.interrupted
            || answers.gave_up
            || failed && manner.fail_fast
            || answers.failures.contains_key(&Verdict::TimeLimit);
        let judged_below = answers.judged_below;
        judged.total.merge(answers.clone());
        judged.stages.push(StageResult {
            name: stage.name.to_owned(),
            boards: stage.boards.len(),
            answers,
        });
        if beyond.is_empty() {
            return Ok(());
        }
        let Some(most) = promised.filter(|_| !ended) else {
            judged.total.inexact |= failed;
            return Ok(());
        };
        // Of a program that has failed, all others have been asked about in smaller batches.
        let again = if failed {
            Boards::listed(beyond.iter().flat_map(Boards::iter))
        } else {
            stage.boards.clone()
        };
        manner.batch = promised;
        let mut answers = ask(&self.candidate, &again, begin, &manner, until, &|_| {})?;
        let is_complete = answers.judged == again.len();
        if failed && is_complete {
            answers.judged_below = judged_below;
        }
        judged.total.correct(answers.clone());
        judged.total.inexact |= !is_complete && !judged.total.failures.is_empty();
        judged.stages.push(StageResult {
            name: format!("{} {most} at a time", stage.name),
            boards: again.len(),
            answers,
        });
        Ok(())
    }

    /// Explains the worst failure, or why the program is right within the statement's promise only.
    fn explain(&self, judged: &mut Judged<P>, judged_below: u64) -> Result<(), Trouble> {
        let expected = |board| Expected::new(Alone::default()).answer(board);
        let worst = judged.verdict();
        let worst = worst.and_then(|verdict| judged.total.failures.get(&verdict));
        if let Some(failure) = worst {
            let (finding, interrupted) = investigate(&self.candidate, failure, judged_below)?;
            judged.total.interrupted |= interrupted;
            make_sure(&finding, expected)?;
            judged.finding = Some(finding);
            return Ok(());
        }
        let Some(failure) = &judged.total.beyond_promise else {
            return Ok(());
        };
        let (finding, interrupted) = investigate(&self.candidate, failure, 0)?;
        judged.total.interrupted |= interrupted;
        make_sure(&finding, expected)?;
        if Some(finding.boards.len()) > P::LIMITS.boards {
            judged.beyond_promise = Some(finding);
            return Ok(());
        }
        // It took many boards to find, but does not take many to fail.
        judged.total.correct_one(Failure {
            boards: finding.boards.clone(),
            place: finding.place,
            attempt: finding.attempt.clone(),
        });
        judged.finding = Some(finding);
        Ok(())
    }

    /// Sees whether a batch has as many wrong answers if it is asked about in two parts: after the first of them
    /// or, if that is the last, before it. If not, other batches count otherwise.
    fn recount(&self, total: &mut Answers<P>) -> Result<(), Trouble> {
        let ended = total.inexact || total.gave_up || total.interrupted;
        let Some(witness) = total.witness.as_ref().filter(|_| !ended) else {
            return Ok(());
        };
        let patience = self.candidate.limits.time * PATIENCE;
        let runs = Budgeted::new(&self.candidate, patience);
        let end = witness.boards.len();
        let cut = (witness.place + 1).min(end - 1);
        let mut wrong = Some(0);
        for part in [0..cut, cut..end] {
            let attempt = match runs.attempt(&witness.boards.part(part)) {
                Ok(attempt) => attempt,
                Err(Trouble::TimeUp) => break,
                Err(Trouble::Interrupted) => {
                    total.interrupted = true;
                    return Ok(());
                }
                Err(trouble) => return Err(trouble),
            };
            let deviation = attempt.deviation.as_ref();
            let more = match attempt.verdict {
                Verdict::Accepted => Some(0),
                Verdict::PresentationError | Verdict::WrongAnswer => {
                    deviation.and_then(|deviation| deviation.wrong)
                }
                _ => None,
            };
            wrong = wrong.zip(more).map(|(wrong, more)| wrong + more);
        }
        total.inexact = wrong != Some(witness.wrong);
        Ok(())
    }

    /// A batch that took too long although all its boards are quick may have made the program hang.
    fn look_for_a_hang(&self, total: &mut Answers<P>) -> Result<(), Trouble> {
        let Some(outgrown) = &total.too_large else {
            return Ok(());
        };
        let known = total.failures.contains_key(&Verdict::TimeLimit);
        if known || outgrown.verdict != Verdict::TimeLimit {
            return Ok(());
        }
        let mut batch = outgrown.boards.clone();
        let patience = self.candidate.limits.time * PATIENCE;
        let runs = Budgeted::new(&self.candidate, patience);
        while batch.len() > 1 {
            let middle = batch.len() / 2;
            let halves = [batch.part(0..middle), batch.part(middle..batch.len())];
            let mut took = Duration::ZERO;
            let mut slow = None;
            for half in halves {
                let attempt = runs.attempt(&half)?;
                took += attempt.execution.time();
                if attempt.verdict == Verdict::TimeLimit {
                    slow = Some(half);
                    break;
                }
            }
            if let Some(half) = slow {
                batch = half;
                continue;
            }
            if is_slow(took, self.candidate.limits.time) {
                return Ok(());
            }
            let attempt = runs.attempt(&batch)?;
            if attempt.verdict != Verdict::TimeLimit {
                if let Some(outgrown) = &mut total.too_large {
                    outgrown.once = true;
                }
                return Ok(());
            }
            // It does not take longer to see whether fewer boards make it hang.
            let mut impatient = self.candidate.clone();
            impatient.limits.time = enough(took);
            let runs = Budgeted::new(&impatient, patience);
            // Wrong answers among these boards have been counted already.
            let hangs = |attempt: &Attempt| attempt.verdict == Verdict::TimeLimit;
            let (failure, _) = first_failure(&batch, attempt, hangs, |part| runs.attempt(part))?;
            if P::LIMITS
                .boards
                .is_some_and(|promised| failure.boards.len() > promised)
            {
                total.beyond_promise.get_or_insert(failure);
            } else {
                total.correct_one(failure);
            }
            return Ok(());
        }
        let attempt = self.candidate.attempt(&batch)?;
        if attempt.verdict == Verdict::TimeLimit {
            total.correct_one(Failure {
                boards: batch,
                place: 0,
                attempt,
            });
        }
        Ok(())
    }
}

/// Whether boards whose parts took so long may take too long together, without a hang.
fn is_slow(took: Duration, limit: Duration) -> bool {
    took * 4 > limit
}

/// What is enough for boards whose parts took so long, unless they make the program hang.
fn enough(took: Duration) -> Duration {
    (took * 8).max(Duration::from_millis(200))
}

/// A program is not told that it is wrong before the answer expected of it has been proven.
fn make_sure<P: Problem>(
    finding: &Finding<P>,
    expected: impl FnOnce(Board<P>) -> String,
) -> Result<(), Trouble> {
    let Ok(position) = Position::try_from(finding.board()) else {
        return Ok(());
    };
    let expected = expected(finding.board());
    match proven_answer(position) {
        Ok(proven) if proven.to_string() == expected => Ok(()),
        Ok(proven) => Err(Trouble::Oracle(format!(
            "it expects {expected} for {position:?}, and {proven} is proven"
        ))),
        Err(unproven) => Err(Trouble::Oracle(unproven.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;
    use crate::Cause;

    #[test]
    fn what_is_quick_in_parts_and_takes_many_times_as_long_is_a_hang() {
        let ms = Duration::from_millis;
        assert!(!is_slow(ms(25), ms(100)));
        assert!(is_slow(ms(26), ms(100)));
        assert_eq!(enough(ms(1)), ms(200));
        assert_eq!(enough(ms(100)), ms(800));
    }

    #[test]
    fn nobody_is_wrong_who_is_not_proven_wrong() {
        let board = |board: &str| Finding::<Ccf201803_4> {
            boards: Boards::listed([board.parse().expect("a board")]),
            place: 0,
            attempt: Attempt::with(Verdict::WrongAnswer),
            cause: Cause::Alone,
            simplest: true,
        };
        let empty = board(".../.../...");
        make_sure(&empty, |_| "0".to_owned()).expect("a draw");
        let error = make_sure(&empty, |_| "5".to_owned()).expect_err("it is a draw");
        let error = error.to_string();
        assert!(
            error.contains("expects 5") && error.contains("0 is proven"),
            "{error}"
        );
        // Nothing can be proven of what cannot be.
        make_sure(&board("XXX/OOO/..."), |_| unreachable!()).expect("it is not legal");
    }
}
