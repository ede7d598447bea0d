//! A session: a check in which the program is a solver, and the verdict that follows from it.

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
use crossply_games::fault::with_misreadings;
use crossply_games::report::shown;
use crossply_games::truth::proven_answer;
use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;
use serde::Serialize;

use crate::answer::Printed;
use crate::boards::{Listed, first};
use crate::limits::most_boards;
use crate::post_mortem::PostMortem;
use crate::program::{Judged, Progress};
use crate::{Answers, Boards, CompileError, JudgeError, Submission, Verdict};

/// The names of the program and of the one to compare it with, as solvers of a check.
pub(crate) const PROGRAM: &str = "program";
const REFERENCE: &str = "reference";

/// The oracles for boards in a given order, without batches in random order.
const ORDERED: Oracles = Oracles {
    truth: true,
    relations: false,
};

/// A check of programs' output.
type BoardCheck<P> = CrossCheck<Position<P>, Printed<P>>;

/// What to judge, and on which boards.
#[derive(Clone, Debug)]
pub struct Session<P: Problem> {
    /// The program, or recorded answers.
    pub judged: Result<Arc<Submission>, Answers<P>>,
    /// Another program to compare it with.
    pub reference: Option<Arc<Submission>>,
    /// The boards.
    pub boards: Boards<P>,
    /// The time limit of the session. It does not hold for the boards that are judged first.
    pub time: Option<Duration>,
    /// The number of processes at a time.
    pub jobs: NonZeroUsize,
}

/// The result of a session.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Judgement {
    /// The verdict, serialised as an abbreviation such as `AC`; `None` if nothing was judged.
    pub verdict: Option<Verdict>,
    /// Why the source does not compile.
    pub compile_error: Option<CompileError>,
    /// The groups of boards that were judged first.
    pub first: Vec<&'static str>,
    /// The result of the check; `None` if the source does not compile.
    pub check: Option<Checked>,
    /// The post-mortem of a failing program on the simplest failure.
    pub post_mortem: Option<PostMortem>,
}

impl<P: Problem> Session<P> {
    /// Judges the program. `listener` gets events of the run.
    ///
    /// # Errors
    /// If the program cannot be run, or the right answer has no proof.
    pub fn judge(
        &self,
        listener: &(dyn Fn(RunProgress<'_>) + Sync),
    ) -> Result<Judgement, JudgeError> {
        let judged = self.judge_twice(listener);
        reap_leftovers();
        judged
    }

    /// Judges the program, and once more strictly if only white space is wrong.
    fn judge_twice(
        &self,
        listener: &(dyn Fn(RunProgress<'_>) + Sync),
    ) -> Result<Judgement, JudgeError> {
        let (mut judgement, mut checked, is_spaced) = self.judge_once(false, listener)?;
        if is_spaced && judgement.verdict == Some(Verdict::Accepted) {
            (judgement, checked, _) = self.judge_once(true, listener)?;
            judgement.verdict = judgement.verdict.map(|_| Verdict::PresentationError);
            checked.faults.clear();
        }
        if let Some(trouble) = &checked.scope.counts.trouble
            && judgement
                .verdict
                .is_none_or(|verdict| verdict == Verdict::Accepted)
        {
            return Err(JudgeError::NoVerdict(trouble.clone()));
        }
        if let Some(found) = checked.simplest.first() {
            let proven = proven_answer(self.board(found.index.0));
            proven.map_err(JudgeError::NoVerdict)?;
            // A program that exceeds the time limit would do so in each repetition.
            let is_quick = judgement.verdict != Some(Verdict::TimeLimit);
            if let Ok(submission) = &self.judged
                && checked.ended != Ended::Interrupted
                && is_quick
            {
                let post_mortem = PostMortem::of(submission, &self.boards_of(found))?;
                if !post_mortem.is_steady {
                    checked.faults.clear();
                }
                judgement.post_mortem = Some(post_mortem);
            }
        }
        judgement.check = Some(checked);
        Ok(judgement)
    }

    /// Judges the program. Also returns the check, and whether there was misplaced white space, which is wrong if `is_strict`.
    fn judge_once(
        &self,
        is_strict: bool,
        listener: &(dyn Fn(RunProgress<'_>) + Sync),
    ) -> Result<(Judgement, Checked, bool), JudgeError> {
        let mut verdicts = Verdicts::default();
        let (mut known, mut names, mut is_spaced) = (Vec::new(), Vec::new(), false);
        if let Boards::Usual(_) = self.boards {
            for (name, boards, most) in first::<P>() {
                let progress = Arc::default();
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
                // Other boards would probably make it hang again.
                if found.ended == Ended::Interrupted || verdicts.0.contains(&Verdict::TimeLimit) {
                    break;
                }
            }
        }
        // If the deadline overflows `Instant`, there is none.
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let progress = Arc::new(Progress::until(deadline));
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
            // Its answers depend on other boards in the input, or on chance, so a rule about boards explains nothing.
            checked.faults.clear();
        }
        let judged = checked.scope.counts.compared.total() > 0 || !checked.simplest.is_empty();
        let judgement = Judgement {
            verdict: judged.then(|| verdicts.worst(&checked.simplest)),
            first: names,
            ..Judgement::default()
        };
        Ok((judgement, checked, is_spaced))
    }

    /// The check of the session's boards, and its plan.
    fn planned(
        &self,
        is_strict: bool,
        progress: &Arc<Progress>,
    ) -> Result<(BoardCheck<P>, Plan), JudgeError> {
        let (indices, coverage, seed) = match &self.boards {
            Boards::Usual(indices) | Boards::Indices(indices) => (indices, Coverage::Exhaustive, 0),
            Boards::Drawn(indices, cases, seed) => (indices, Coverage::Drawn(*cases), *seed),
            Boards::Listed(boards) => {
                let most = P::LIMITS.boards.unwrap_or(boards.len() as u64);
                let check = self.check(Listed(Arc::clone(boards)), most, is_strict, progress);
                let plan = check.plan(Coverage::Exhaustive, 0)?;
                return Ok((check, plan.judged_by(ORDERED)));
            }
        };
        let (most, _) = most_boards::<P>();
        let check = self.check(Positions::default(), most, is_strict, progress);
        let indices = u128::from(indices.start)..indices.end.into();
        let plan = check.plan_within(coverage, indices, seed)?;
        Ok((check, plan.judged_by(Oracles::ALL)))
    }

    /// The check of the program on these boards, with `most` boards in an input.
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
                        // Unproven while judging; the board in the report is proven at the end.
            .truth("proof", |&board| Printed::Answer(right_answer(board)))
            .shown_by(|&board, found| shown(board, found));
        with_misreadings(check, Printed::ENCODING)
    }

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

    /// Whether there was misplaced white space.
    ///
    /// # Errors
    /// If judging could not go on.
    fn end(&self, progress: &Progress) -> Result<bool, JudgeError> {
        match progress.error().take() {
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

/// Whether repeating the same input gave another answer.
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

/// The verdicts on boards.
#[derive(Default)]
struct Verdicts(Vec<Verdict>);

impl Verdicts {
    /// Adds the verdicts that a run counted.
    fn add(&mut self, solvers: &[Statistics]) {
        for program in solvers.iter().filter(|solver| solver.solver == PROGRAM) {
            let failed: u64 = program.failures.values().sum();
            let wrong = (program.wrong > failed).then_some(Verdict::WrongAnswer);
            self.0.extend(wrong);
            self.0
                .extend(program.failures.keys().map(|&kind| Verdict::of(kind)));
        }
    }

    /// The worst of these verdicts and of the findings.
    fn worst(&self, found: &[Finding]) -> Verdict {
        let given = found.iter().flat_map(|found| &found.answers);
        let wrong = given.filter(|given| given.wrong && given.solver == PROGRAM);
        let found = wrong.map(|given| given.failure.map_or(Verdict::WrongAnswer, Verdict::of));
        found
            .chain(self.0.iter().copied())
            .max()
            .unwrap_or(Verdict::Accepted)
    }
}
