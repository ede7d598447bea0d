//! A session: a check in which the program is a solver, and the verdict that follows from it.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossply::program::reap_leftovers;
use crossply::report::Checked;
use crossply::{
    Coverage, CrossCheck, Domain, Ended, Finding, Oracles, Plan, Progress as RunProgress,
    Provenance, Run, Statistics,
};
use crossply_games::check::Positions;
use crossply_games::fault::taught;
use crossply_games::report::shown;
use crossply_games::truth::proven_answer;
use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;

use crate::answer::Printed;
use crate::boards::{Listed, first};
use crate::limits::most_boards;
use crate::post_mortem::PostMortem;
use crate::program::{Judged, Progress};
use crate::{Answers, Boards, JudgeError, Submission, Verdict};

/// What the program is called in a check, and the one that it is compared with.
pub(crate) const PROGRAM: &str = "program";
const REFERENCE: &str = "reference";

/// What judges boards in an order that is given: inputs in random order are no part of it.
const ORDERED: Oracles = Oracles {
    truth: true,
    relations: false,
};

/// A check of what programs print for boards.
type BoardCheck<P> = CrossCheck<Position<P>, Printed<P>>;

/// What is judged, and on what.
#[derive(Clone, Debug)]
pub struct Session<P: Problem> {
    /// The program; or else its answers on record.
    pub judged: Result<Arc<Submission>, Answers<P>>,
    /// Another program, to compare it with.
    pub reference: Option<Arc<Submission>>,
    /// The boards.
    pub boards: Boards<P>,
    /// How long to judge, if they are not the usual ones.
    pub time: Option<Duration>,
    /// How many processes run at the same time.
    pub jobs: NonZeroUsize,
}

/// What is known of a program after a session.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The verdict on all boards that were judged; none if none was.
    pub verdict: Option<Verdict>,
    /// What was judged before all other boards.
    pub first: Vec<&'static str>,
    /// The check.
    pub checked: Checked,
    /// How the program fails on the simplest board on which it does.
    pub post_mortem: Option<PostMortem>,
}

impl<P: Problem> Session<P> {
    /// Judges the program. `listener` is told how it goes.
    ///
    /// # Errors
    /// If the program cannot be run, or the judge's own answer has no proof.
    pub fn judge(
        &self,
        listener: &(dyn Fn(RunProgress<'_>) + Sync),
    ) -> Result<Judgement, JudgeError> {
        let judged = self.judge_twice(listener);
        reap_leftovers();
        judged
    }

    /// Judges the program; and again if all is right but white space, to see where.
    fn judge_twice(
        &self,
        listener: &(dyn Fn(RunProgress<'_>) + Sync),
    ) -> Result<Judgement, JudgeError> {
        let (mut judgement, is_spaced) = self.judge_once(false, listener)?;
        if is_spaced && judgement.verdict == Some(Verdict::Accepted) {
            (judgement, _) = self.judge_once(true, &|_| {})?;
            judgement.verdict = judgement.verdict.map(|_| Verdict::PresentationError);
            judgement.checked.faults.clear();
        }
        if let Some(trouble) = &judgement.checked.scope.counts.trouble
            && judgement
                .verdict
                .is_none_or(|verdict| verdict == Verdict::Accepted)
        {
            return Err(JudgeError::NoVerdict(trouble.clone()));
        }
        if let Some(found) = judgement.checked.simplest.first() {
            let proven = proven_answer(self.board(found.index.0));
            proven.map_err(JudgeError::NoVerdict)?;
        }
        if let (Some(found), Ok(submission)) = (judgement.checked.simplest.first(), &self.judged)
            && judgement.checked.ended != Ended::Interrupted
            // Each run would take as long again.
            && judgement.verdict != Some(Verdict::TimeLimit)
        {
            let boards = self.boards_of(found);
            let post_mortem = PostMortem::of(submission, &boards)?;
            if !post_mortem.is_steady {
                judgement.checked.faults.clear();
            }
            judgement.post_mortem = Some(post_mortem);
        }
        Ok(judgement)
    }

    /// Judges the program. Also returns whether there was white space where none should be; if it is `strict`, such answers
    /// are wrong.
    fn judge_once(
        &self,
        is_strict: bool,
        listener: &(dyn Fn(RunProgress<'_>) + Sync),
    ) -> Result<(Judgement, bool), JudgeError> {
        let mut verdicts = Verdicts::default();
        let (mut known, mut names, mut is_spaced) = (Vec::new(), Vec::new(), false);
        if let Boards::Usual(..) = self.boards {
            for (name, boards, most) in first::<P>() {
                let progress = Arc::new(Progress::new(is_strict, None));
                let check = self.check(boards.clone(), most, is_strict, &progress);
                let plan = check.plan(Coverage::Exhaustive, 0)?;
                let run = self.run(None, &|_| {});
                let found = check.run(&plan.judged_by(ORDERED), run)?;
                is_spaced |= self.end(&progress)?;
                verdicts.add(&found.counts.solvers);
                known.extend(
                    found
                        .simplest
                        .into_iter()
                        .map(|found| boards.in_domain(found)),
                );
                names.push(name);
                // The judge does not wait for a hang again and again.
                if found.ended == Ended::Interrupted || verdicts.has(Verdict::TimeLimit) {
                    break;
                }
            }
        }
        let time = match self.boards {
            Boards::Usual(_, time) => Some(time),
            _ => self.time,
        };
        // A time beyond the range of the clock is no limit.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let progress = Arc::new(Progress::new(is_strict, deadline));
        let (check, plan) = self.planned(is_strict, &progress)?;
        let run = Run {
            known,
            ..self.run(deadline, listener)
        };
        let mut checked = check.results(&plan, run)?.checked;
        is_spaced |= self.end(&progress)?;
        verdicts.add(&checked.scope.counts.solvers);
        let simplest = checked.simplest.first();
        if simplest.is_some_and(|found| found.provenance == Provenance::DependsOnHistory) {
            // No rule about boards says where it is wrong: its answers depend on other boards in the input, or on chance.
            checked.faults.clear();
        }
        let judged = checked.scope.counts.compared.total() > 0 || !checked.simplest.is_empty();
        let judgement = Judgement {
            verdict: judged.then(|| verdicts.worst(&checked.simplest)),
            first: names,
            checked,
            post_mortem: None,
        };
        Ok((judgement, is_spaced))
    }

    /// The check of the boards that the session is about, and its plan.
    fn planned(
        &self,
        is_strict: bool,
        progress: &Arc<Progress>,
    ) -> Result<(BoardCheck<P>, Plan), JudgeError> {
        let (most, _) = most_boards::<P>();
        let in_domain = || self.check(Positions::default(), most, is_strict, progress);
        let (check, plan) = match &self.boards {
            Boards::Usual(indices, _) | Boards::Indices(indices) => {
                let check = in_domain();
                let indices = u128::from(indices.start)..indices.end.into();
                let plan = check.plan_within(Coverage::Exhaustive, indices, 0)?;
                (check, plan.judged_by(Oracles::ALL))
            }
            Boards::Drawn(indices, cases, seed) => {
                let check = in_domain();
                let indices = u128::from(indices.start)..indices.end.into();
                let plan = check.plan_within(Coverage::Drawn(*cases), indices, *seed)?;
                (check, plan.judged_by(Oracles::ALL))
            }
            Boards::Listed(boards) => {
                let most = P::LIMITS.boards.unwrap_or(boards.len() as u64);
                let check = self.check(Listed(Arc::clone(boards)), most, is_strict, progress);
                let plan = check.plan(Coverage::Exhaustive, 0)?;
                (check, plan.judged_by(ORDERED))
            }
        };
        Ok((check, plan))
    }

    /// The check of the program on these boards, of which an input has so many.
    fn check(
        &self,
        boards: impl Domain<Input = Position<P>> + 'static,
        most: u64,
        is_strict: bool,
        progress: &Arc<Progress>,
    ) -> BoardCheck<P> {
        let mut check = CrossCheck::new(P::NAME, boards)
            .inputs_are("board", "boards")
            .sections_are("empties")
            .block(most)
            .largest_block(most_boards::<P>().1)
            .equality(move |one: &Printed<P>, other| one.is_same(other, is_strict));
        check = match &self.judged {
            Ok(submission) => solved_by(check, PROGRAM, submission, progress),
            Err(answers) => {
                let answers = answers.clone();
                check.solver(PROGRAM, move |&board| answers.to(board))
            }
        };
        if let Some(reference) = &self.reference {
            check = solved_by(check, REFERENCE, reference, progress);
        }
        let check = check
            // What is shown is proven in the end.
            .truth("proof", |&board| Printed::Answer(right_answer(board)))
            .shown_by(|&board, found| shown(board, found));
        taught(check, Printed::MEANING)
    }

    /// How to carry out a plan.
    fn run<'a>(
        &'a self,
        deadline: Option<Instant>,
        listener: &'a (dyn Fn(RunProgress<'_>) + Sync),
    ) -> Run<'a> {
        Run {
            deadline,
            interrupt: self
                .judged
                .as_ref()
                .ok()
                .map(|submission| submission.interrupt),
            listener,
            ..Run::on(self.jobs)
        }
    }

    /// Whether there was white space where none should be.
    ///
    /// # Errors
    /// Why the program cannot be judged.
    fn end(&self, progress: &Progress) -> Result<bool, JudgeError> {
        match progress.take_error() {
            None | Some(JudgeError::Interrupted) => {
                let on_record = self.judged.as_ref().is_err_and(|answers| answers.is_spaced);
                Ok(on_record || progress.is_spaced.load(Ordering::Relaxed))
            }
            Some(error) => Err(error),
        }
    }

    /// The board with this number in the check.
    pub(crate) fn board(&self, index: u128) -> Position<P> {
        match &self.boards {
            Boards::Listed(boards) => boards[index as usize],
            _ => P::domain().position(index as u64),
        }
    }

    /// The boards that show a finding, in one input.
    pub(crate) fn boards_of(&self, found: &Finding) -> Vec<Position<P>> {
        match &found.batch[..] {
            [] => vec![self.board(found.index.0)],
            batch => batch
                .iter()
                .map(|asked| self.board(asked.index.0))
                .collect(),
        }
    }
}

/// Whether the same boards in one input got another answer when they were asked for again.
pub(crate) fn changes_from_run_to_run(found: &Finding) -> bool {
    found.provenance == Provenance::DependsOnHistory && found.batch.is_empty()
}

fn solved_by<P: Problem>(
    check: BoardCheck<P>,
    name: &str,
    submission: &Arc<Submission>,
    progress: &Arc<Progress>,
) -> BoardCheck<P> {
    let (submission, progress) = (Arc::clone(submission), Arc::clone(progress));
    check.stateful(name, move || Judged {
        submission: Arc::clone(&submission),
        progress: Arc::clone(&progress),
    })
}

/// How many boards got which verdict.
#[derive(Default)]
struct Verdicts(BTreeMap<Verdict, u64>);

impl Verdicts {
    /// Adds what a run counted of the program.
    fn add(&mut self, solvers: &[Statistics]) {
        let program = solvers.iter().filter(|solver| solver.solver == PROGRAM);
        for solver in program {
            let mut answered = solver.wrong;
            for (&kind, &times) in &solver.failures {
                *self.0.entry(Verdict::of(kind)).or_default() += times;
                answered = answered.saturating_sub(times);
            }
            *self.0.entry(Verdict::WrongAnswer).or_default() += answered;
        }
    }

    fn has(&self, verdict: Verdict) -> bool {
        self.0.get(&verdict).is_some_and(|&times| times > 0)
    }

    /// The worst of them, and of these findings.
    fn worst(&self, found: &[Finding]) -> Verdict {
        let given = found.iter().flat_map(|found| &found.answers);
        let wrong = given.filter(|given| given.wrong && given.solver == PROGRAM);
        let found = wrong.map(|given| given.failure.map_or(Verdict::WrongAnswer, Verdict::of));
        let counted = self.0.iter().filter(|(_, times)| **times > 0);
        let counted = counted.map(|(&verdict, _)| verdict);
        found.chain(counted).max().unwrap_or(Verdict::Accepted)
    }
}
