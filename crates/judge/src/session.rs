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
use crossply_games::report::show_failure;
use crossply_games::truth::proven_answer;
use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;
use serde::Serialize;

use crate::answer::Printed;
use crate::boards::{BoardList, first_groups};
use crate::limits::{largest_input, largest_later_input};
use crate::post_mortem::PostMortem;
use crate::program::{Judged, Progress};
use crate::{Answers, Boards, CompileError, JudgeError, Submission, Verdict};

/// The names of the two programs as solvers of a check.
pub(crate) const PROGRAM: &str = "program";
const REFERENCE: &str = "reference";

/// The oracles for boards in a given order. There are no batches in random order.
const IN_GIVEN_ORDER: Oracles = Oracles {
    truth: true,
    relations: false,
};

/// The groups of boards that are judged first may take this many times the time limit of a session: a machine may be busy, and
/// programs slow to start, but a verdict rests on all of these boards.
const GROUPS_TIMES: u32 = 10;

/// A check of what programs print.
type BoardCheck<P> = CrossCheck<Position<P>, Printed<P>>;

/// What to judge, and on which boards.
#[derive(Clone, Debug)]
pub struct Session<P: Problem> {
    /// The program, or recorded answers.
    pub judged: Result<Arc<Submission>, Answers<P>>,
    /// Another program, to compare it with.
    pub reference: Option<Arc<Submission>>,
    /// The boards.
    pub boards: Boards<P>,
    /// The time limit of the session. The groups of boards that are judged first may take ten times as long.
    pub time: Option<Duration>,
    /// The number of processes to run at a time.
    pub jobs: NonZeroUsize,
}

/// The result of a session.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Judgement {
    /// The verdict, serialised as an abbreviation such as `AC`; `None` if nothing was judged.
    pub verdict: Option<Verdict>,
    /// Why the source does not compile.
    pub compile_error: Option<CompileError>,
    /// The names of the groups of boards that were judged first.
    pub first: Vec<&'static str>,
    /// The result of the check; `None` if the source does not compile.
    pub check: Option<Checked>,
    /// The post-mortem of the simplest failure.
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
        let result = self.judge_leniently_then_strictly(listener);
        reap_leftovers();
        result
    }

    /// Judges the program, and then again strictly if only white space is wrong.
    fn judge_leniently_then_strictly(
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
        if let Some(simplest) = checked.simplest.first() {
            let proven = proven_answer(self.board(simplest.index.0));
            proven.map_err(JudgeError::NoVerdict)?;
            // If a program exceeds the time limit, each repetition would take as long.
            let is_quick = judgement.verdict != Some(Verdict::TimeLimit);
            if let Ok(submission) = &self.judged
                && checked.ended != Ended::Interrupted
                && is_quick
            {
                let post_mortem = PostMortem::of(submission, &self.boards_of(simplest))?;
                if !post_mortem.is_steady {
                    checked.faults.clear();
                }
                judgement.post_mortem = Some(post_mortem);
            }
        }
        judgement.check = Some(checked);
        Ok(judgement)
    }

    /// Judges the program. In addition, returns the check, and whether there was misplaced white space, which is wrong
    /// if `is_strict`.
    fn judge_once(
        &self,
        is_strict: bool,
        listener: &(dyn Fn(RunProgress<'_>) + Sync),
    ) -> Result<(Judgement, Checked, bool), JudgeError> {
        let mut verdicts = Verdicts::default();
        let mut earlier_findings = Vec::new();
        let mut group_names = Vec::new();
        let mut unfinished = None;
        let mut is_spaced = false;
        let start = Instant::now();
        // There is no deadline if it overflows `Instant`.
        let mut deadline = self.time.and_then(|time| start.checked_add(time));
        if let Boards::Usual(_) = self.boards {
            let of_groups = self.time.map(|time| time.saturating_mul(GROUPS_TIMES));
            let end_of_groups = of_groups.and_then(|time| start.checked_add(time));
            for group in first_groups::<P>() {
                let boards = group.boards;
                // Only to be accepted, a program has to answer all of them.
                let end = if verdicts.0.is_empty() {
                    end_of_groups
                } else {
                    deadline
                };
                let progress = Arc::new(Progress::new(end));
                let check = self.check(boards.clone(), group.input_size, is_strict, &progress);
                let plan = check.plan(Coverage::Exhaustive, 0)?;
                let run = self.run_options(end, &|_| {});
                let findings = check.run(&plan.judged_by(IN_GIVEN_ORDER), run)?;
                is_spaced |= self.finish(&progress)?;
                verdicts.add(&findings.counts.solvers);
                earlier_findings.extend(
                    findings
                        .simplest
                        .into_iter()
                        .map(|finding| boards.in_domain(finding)),
                );
                if findings.ended == Ended::TimeUp {
                    unfinished = Some(group.name);
                    break;
                }
                group_names.push(group.name);
                // If the program hangs, it would probably hang on other boards again.
                if findings.ended == Ended::Interrupted || verdicts.0.contains(&Verdict::TimeLimit)
                {
                    break;
                }
            }
            // However slow the program was, it gets some legal boards.
            let least = Instant::now() + P::LIMITS.time;
            deadline = deadline.map(|end| end.max(least));
        }
        let progress = Arc::new(Progress::new(deadline));
        let (check, plan) = self.check_and_plan(is_strict, &progress)?;
        let run = Run {
            known: earlier_findings,
            ..self.run_options(deadline, listener)
        };
        let mut checked = check.results(&plan, run)?.checked;
        is_spaced |= self.finish(&progress)?;
        verdicts.add(&checked.scope.counts.solvers);
        let simplest = checked.simplest.first();
        if simplest.is_some_and(|finding| finding.provenance == Provenance::DependsOnHistory) {
            // The answers depend on other boards in the input, or on chance, so a rule about single boards explains
            // nothing.
            checked.faults.clear();
        }
        if let Some(group) = unfinished
            && checked.ended != Ended::Interrupted
            && verdicts.worst(&checked.simplest) == Verdict::Accepted
        {
            let seconds = start.elapsed().as_secs();
            return Err(JudgeError::NoVerdict(format!(
                "nothing is wrong so far, but the time was up after {seconds} s, before {group} had been judged; give it \
                 more time (--time 1min)"
            )));
        }
        let counts = &mut checked.scope.counts;
        let mut has_judged = counts.compared.total() > 0 || !checked.simplest.is_empty();
        let has_groups = unfinished.is_none() && !group_names.is_empty();
        if !has_judged && has_groups && checked.ended == Ended::TimeUp {
            // On a busy machine, there may be no time for others. The verdict rests on the groups.
            counts.trouble = None;
            has_judged = true;
        }
        let judgement = Judgement {
            verdict: has_judged.then(|| verdicts.worst(&checked.simplest)),
            first: group_names,
            ..Judgement::default()
        };
        Ok((judgement, checked, is_spaced))
    }

    /// The check of the session's boards, and its plan.
    fn check_and_plan(
        &self,
        is_strict: bool,
        progress: &Arc<Progress>,
    ) -> Result<(BoardCheck<P>, Plan), JudgeError> {
        let (indices, coverage, seed) = match &self.boards {
            Boards::Usual(indices) | Boards::Indices(indices) => (indices, Coverage::Exhaustive, 0),
            Boards::Drawn(indices, cases, seed) => (indices, Coverage::Drawn(*cases), *seed),
            Boards::Listed(boards) => {
                let input_size = P::LIMITS.boards.unwrap_or(boards.len() as u64);
                let list = BoardList(Arc::clone(boards));
                let check = self.check(list, input_size, is_strict, progress);
                let plan = check.plan(Coverage::Exhaustive, 0)?;
                return Ok((check, plan.judged_by(IN_GIVEN_ORDER)));
            }
        };
        let input_size = largest_input::<P>();
        let check = self.check(Positions::default(), input_size, is_strict, progress);
        let indices = u128::from(indices.start)..indices.end.into();
        let plan = check.plan_within(coverage, indices, seed)?;
        Ok((check, plan.judged_by(Oracles::ALL)))
    }

    /// The check of the program on these boards, with at most `input_size` boards in an input at first.
    fn check(
        &self,
        boards: impl Domain<Input = Position<P>> + 'static,
        input_size: u64,
        is_strict: bool,
        progress: &Arc<Progress>,
    ) -> BoardCheck<P> {
        let mut check = CrossCheck::new(P::NAME, boards)
            .inputs_are("board", "boards")
            .sections_are("empties")
            .block(input_size)
            .largest_block(largest_later_input::<P>())
            .equivalence(move |one: &Printed<P>, other| one.is_same(other, is_strict));
        check = match &self.judged {
            Ok(submission) => with_program(check, PROGRAM, submission, progress),
            Err(answers) => {
                let answers = answers.clone();
                check.solver(PROGRAM, move |&board| answers.answer_for(board))
            }
        };
        if let Some(reference) = &self.reference {
            check = with_program(check, REFERENCE, reference, progress);
        }
        // Proofs would take too long here. In the end, the answer for the board in the report is proven.
        check = check
            .truth("proof", |&board| Printed::Answer(right_answer(board)))
            .shown_by(|&board, finding| show_failure(board, finding));
        with_misreadings(check, Printed::ENCODING)
    }

    fn run_options<'a>(
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

    /// Whether there was misplaced white space. An error if judging could not go on.
    fn finish(&self, progress: &Progress) -> Result<bool, JudgeError> {
        match progress.error().take() {
            None | Some(JudgeError::Interrupted) => {
                let is_misplaced = self.judged.as_ref().is_err_and(|answers| answers.is_spaced);
                Ok(is_misplaced || progress.is_spaced.load(Ordering::Relaxed))
            }
            Some(error) => Err(error),
        }
    }

    /// The board with this index in the check.
    pub(crate) fn board(&self, index: u128) -> Position<P> {
        match &self.boards {
            Boards::Listed(boards) => boards[index as usize],
            _ => P::domain().position(index as u64),
        }
    }

    /// The boards of the input that reproduces a finding.
    pub(crate) fn boards_of(&self, finding: &Finding) -> Vec<Position<P>> {
        match &finding.batch[..] {
            [] => vec![self.board(finding.index.0)],
            batch => batch
                .iter()
                .map(|asked| self.board(asked.index.0))
                .collect(),
        }
    }
}

/// Whether the same input, when repeated, gave another answer.
pub(crate) fn changes_from_run_to_run(finding: &Finding) -> bool {
    finding.provenance == Provenance::DependsOnHistory && finding.batch.is_empty()
}

fn with_program<P: Problem>(
    check: BoardCheck<P>,
    name: &str,
    submission: &Arc<Submission>,
    progress: &Arc<Progress>,
) -> BoardCheck<P> {
    let submission = Arc::clone(submission);
    let progress = Arc::clone(progress);
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
            if program.wrong > failed {
                self.0.push(Verdict::WrongAnswer);
            }
            let failures = program.failures.keys().map(|&kind| Verdict::of(kind));
            self.0.extend(failures);
        }
    }

    /// The worst of these verdicts and of the findings.
    fn worst(&self, findings: &[Finding]) -> Verdict {
        let answers = findings.iter().flat_map(|finding| &finding.answers);
        let wrong = answers.filter(|given| given.wrong && given.solver == PROGRAM);
        let verdicts = wrong.map(|given| given.failure.map_or(Verdict::WrongAnswer, Verdict::of));
        verdicts
            .chain(self.0.iter().copied())
            .max()
            .unwrap_or(Verdict::Accepted)
    }
}
