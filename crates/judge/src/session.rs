//! A session: a check in which the program is a solver, and the verdict that follows from it.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
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

use crate::answer::{Printed, first_spacing};
use crate::boards::{BoardList, first_groups, largest_input, largest_later_input};
use crate::program::Judged;
use crate::progress::Progress;
use crate::{Answers, Boards, CompileError, Submission, Verdict};

/// The names of the two programs as solvers of a check.
pub(crate) const PROGRAM: &str = "program";
const REFERENCE: &str = "reference";

/// The oracles for boards in a given order. There are no batches in random order.
const IN_GIVEN_ORDER: Oracles = Oracles {
    truth: true,
    relations: false,
};

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
    /// The time limit of the session. What other processes take does not count. The groups of boards that are judged first
    /// are judged beyond it. In any case, the session ends after ten times this time.
    pub time: Option<Duration>,
    /// The number of processes to run at a time.
    pub jobs: NonZeroUsize,
}

/// The result of a session.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Judgement {
    /// The verdict on the simplest board with which the program fails, serialised as an abbreviation such as `AC`; `None`
    /// if nothing was judged.
    pub verdict: Option<Verdict>,
    /// Other verdicts on other boards.
    pub other_verdicts: BTreeSet<Verdict>,
    /// Why the source does not compile.
    pub compile_error: Option<CompileError>,
    /// The names of the groups of boards that were judged first.
    pub first: Vec<&'static str>,
    /// The result of the check; `None` if the source does not compile.
    pub check: Option<Checked>,
    /// What is wrong with the white space, if the answers are right.
    pub spacing: Option<String>,
}

impl Judgement {
    /// The judgement of a source that the compiler rejects.
    pub fn of_refused(error: CompileError) -> Self {
        Judgement {
            verdict: Some(Verdict::CompileError),
            compile_error: Some(error),
            ..Judgement::default()
        }
    }
}

impl<P: Problem> Session<P> {
    /// Judges the program. `listener` gets events of the run.
    ///
    /// # Errors
    /// If the program cannot be run, the right answer has no proof, or too few boards were judged to accept the program.
    pub fn judge(&self, listener: &(dyn Fn(RunProgress<'_>) + Sync)) -> anyhow::Result<Judgement> {
        let progress = Arc::new(Progress::new(self.jobs, self.time));
        let result = self.judge_with(&progress, listener);
        reap_leftovers();
        result
    }

    /// The check of the session's boards, and its plan.
    fn check_and_plan(&self, progress: &Arc<Progress>) -> anyhow::Result<(BoardCheck<P>, Plan)> {
        let (indices, coverage, seed) = match &self.boards {
            Boards::Usual(indices) | Boards::Indices(indices) => (indices, Coverage::Exhaustive, 0),
            Boards::Drawn(indices, cases, seed) => (indices, Coverage::Drawn(*cases), *seed),
            Boards::Listed(boards) => {
                let input_size = P::LIMITS.boards.unwrap_or(boards.len() as u64);
                let list = BoardList(Arc::clone(boards));
                let check = self.check(list, input_size, progress);
                let plan = check.plan(Coverage::Exhaustive, 0)?;
                return Ok((check, plan.judged_by(IN_GIVEN_ORDER)));
            }
        };
        let input_size = largest_input::<P>();
        let check = self.check(Positions::default(), input_size, progress);
        let indices = u128::from(indices.start)..indices.end.into();
        let plan = check.plan_within(coverage, indices, seed)?;
        Ok((check, plan.judged_by(Oracles::ALL)))
    }

    /// The check of the program on these boards, with at most `input_size` boards in an input at first.
    fn check(
        &self,
        boards: impl Domain<Input = Position<P>> + 'static,
        input_size: u64,
        progress: &Arc<Progress>,
    ) -> BoardCheck<P> {
        let mut check = CrossCheck::new(P::NAME, boards)
            .inputs_are("board", "boards")
            .sections_are("empties")
            .block(input_size)
            .largest_block(largest_later_input::<P>())
            .equivalence(|one: &Printed<P>, other| one.is_same(other));
        check = match &self.judged {
            Ok(submission) => with_program(check, PROGRAM, submission, progress),
            Err(answers) => {
                let answers = answers.clone();
                let progress = Arc::clone(progress);
                check.solver(PROGRAM, move |&board| {
                    let printed = answers.answer_for(board);
                    if let Some(found) = first_spacing(&[board], slice::from_ref(&printed)) {
                        progress.note_spacing(found);
                    }
                    printed
                })
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

    fn judge_with(
        &self,
        progress: &Arc<Progress>,
        listener: &(dyn Fn(RunProgress<'_>) + Sync),
    ) -> anyhow::Result<Judgement> {
        let mut time = self.time;
        let mut first = Found::default();
        if let Boards::Usual(_) = self.boards {
            first = self.judge_groups(progress)?;
            // However slow the program was, it gets some legal boards.
            time = time.map(|time| time.max(progress.elapsed() + P::LIMITS.time));
            progress.end_after(P::LIMITS.time);
        }
        progress.begin(time);
        let (check, plan) = self.check_and_plan(progress)?;
        let run = Run {
            known: first.findings,
            ..self.run_options(progress, listener)
        };
        let mut checked = check.results(&plan, run)?.checked;
        progress.finish()?;
        if let Boards::Listed(boards) = &self.boards {
            // A list is not in the order of the domain, so numbers in it say nothing.
            checked.scope.inputs = None;
            checked.simplest = BoardList(Arc::clone(boards)).in_domain(checked.simplest);
        }
        let mut verdicts = verdicts_of(&checked.scope.counts.solvers, &checked.simplest);
        verdicts.append(&mut first.verdicts);
        let mut verdict = verdicts.first().copied().unwrap_or_default();
        let mut other_verdicts = BTreeSet::from_iter(verdicts);
        other_verdicts.remove(&verdict);
        if checked.ended == Ended::GivenUp && progress.is_late() {
            checked.ended = Ended::TimeUp;
        }
        if let Some(simplest) = checked.simplest.first() {
            proven_answer(board::<P>(simplest.index.0)).map_err(|why| no_verdict(&why))?;
            if simplest.provenance == Provenance::DependsOnHistory {
                // The answers depend on other boards in the input, or on chance, so a rule about single boards explains
                // nothing.
                checked.faults.clear();
            }
        }
        if let Some(group) = first.unfinished
            && checked.ended != Ended::Interrupted
            && verdict == Verdict::Accepted
        {
            return Err(no_verdict(&format!(
                "nothing is wrong so far, but the time was up before {group} had been judged; give it more time (--time \
                 1min)"
            )));
        }
        let counts = &mut checked.scope.counts;
        let mut has_judged = counts.compared.total() > 0 || !checked.simplest.is_empty();
        let has_groups = first.unfinished.is_none() && !first.names.is_empty();
        if !has_judged && has_groups && checked.ended == Ended::TimeUp {
            // On a busy machine, there may be no time for others. The verdict rests on the groups.
            counts.trouble = None;
            has_judged = true;
        }
        if let Some(trouble) = &counts.trouble
            && verdict == Verdict::Accepted
        {
            return Err(no_verdict(trouble));
        }
        let spacing = progress.spacing().filter(|_| verdict == Verdict::Accepted);
        if spacing.is_some() {
            verdict = Verdict::PresentationError;
        }
        Ok(Judgement {
            verdict: has_judged.then_some(verdict),
            other_verdicts,
            first: first.names,
            spacing,
            check: Some(checked),
            ..Judgement::default()
        })
    }

    /// Judges the groups of boards that a verdict rests on.
    fn judge_groups(&self, progress: &Arc<Progress>) -> anyhow::Result<Found> {
        let mut found = Found::default();
        for group in first_groups::<P>() {
            let boards = group.boards;
            // Only to be accepted, a program has to answer all of them.
            let time = self.time.filter(|_| !found.verdicts.is_empty());
            progress.begin(time);
            let check = self.check(boards.clone(), group.input_size, progress);
            let plan = check.plan(Coverage::Exhaustive, 0)?;
            let run = self.run_options(progress, &|_| {});
            let findings = check.run(&plan.judged_by(IN_GIVEN_ORDER), run)?;
            progress.finish()?;
            let mut verdicts = verdicts_of(&findings.counts.solvers, &findings.simplest);
            found.verdicts.append(&mut verdicts);
            found.findings.extend(boards.in_domain(findings.simplest));
            match findings.ended {
                Ended::Completed => found.names.push(group.name),
                Ended::TimeUp => {
                    found.unfinished = Some(group.name);
                    break;
                }
                Ended::GivenUp | Ended::Interrupted => {}
            }
            // If the program hangs, it would probably hang on other boards again.
            if findings.ended == Ended::Interrupted || found.verdicts.contains(&Verdict::TimeLimit)
            {
                break;
            }
        }
        Ok(found)
    }

    fn run_options<'a>(
        &'a self,
        progress: &Progress,
        listener: &'a (dyn Fn(RunProgress<'_>) + Sync),
    ) -> Run<'a> {
        let submission = self.judged.as_ref().ok();
        Run {
            deadline: progress.end(),
            interrupt: submission.map(|submission| submission.interrupt),
            listener,
            ..Run::on(self.jobs)
        }
    }
}

/// What was found on the groups of boards that are judged first.
#[derive(Default)]
struct Found {
    /// The names of the groups that have been judged.
    names: Vec<&'static str>,
    /// The name of the group in which the time was up.
    unfinished: Option<&'static str>,
    findings: Vec<Finding>,
    /// The verdicts on boards of the groups.
    verdicts: Vec<Verdict>,
}

/// The legal board with this index.
pub(crate) fn board<P: Problem>(index: u128) -> Position<P> {
    P::domain().position(index as u64)
}

/// The error that there is no verdict, and why.
fn no_verdict(why: &str) -> anyhow::Error {
    anyhow!("no verdict: {why}")
}

fn with_program<P: Problem>(
    check: BoardCheck<P>,
    name: &'static str,
    submission: &Arc<Submission>,
    progress: &Arc<Progress>,
) -> BoardCheck<P> {
    let submission = Arc::clone(submission);
    let progress = Arc::clone(progress);
    check.stateful(name, move || Judged {
        name,
        submission: Arc::clone(&submission),
        progress: Arc::clone(&progress),
    })
}

/// The verdicts on what a run found and counted, first that on the first board with which the program fails.
fn verdicts_of(solvers: &[Statistics], findings: &[Finding]) -> Vec<Verdict> {
    let program = solvers.iter().filter(|solver| solver.solver == PROGRAM);
    let counted = program.flat_map(|program| {
        let failed: u64 = program.failures.values().sum();
        let wrong = (program.wrong > failed).then_some(Verdict::WrongAnswer);
        let failures = program.failures.keys().map(|&kind| Verdict::of(kind));
        wrong.into_iter().chain(failures)
    });
    let answers = findings.iter().flat_map(|finding| &finding.answers);
    let wrong = answers.filter(|given| given.wrong && given.solver == PROGRAM);
    let found = wrong.map(|given| given.failure.map_or(Verdict::WrongAnswer, Verdict::of));
    found.chain(counted).collect()
}
