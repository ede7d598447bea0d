//! Says what a fault is: of how many positions a solver or a program is wrong on how many, in which way, and where.
//!
//! A complete run knows every position on which a solver is wrong, so it can say what these have in common, and that
//! no others have it. Two kinds of explanation are tried. A misreading answers all positions as the solver does, for
//! example as if a line did not exist. A rule says where the solver is wrong, for example where ten or more cells are
//! empty and `x` wins. Neither is a guess: a misreading is named only if it gives the very answer on every position,
//! and a rule only if it holds for all wrong positions and no others. Where neither is found, the text says so.

mod cells;
mod facts;
mod judged;
mod misreadings;
mod reading;
mod search;
mod words;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crossply_problems::{Entry, Problem, Question};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Digest, Findings, Interrupted, Outcome, Panel, Plan, Threads};

use self::reading::{Player, Reading};

pub use self::cells::{Cells, Turn};
pub use self::facts::{Condition, Content, GameResult, Stone};
pub use self::judged::{Given, Judged, NoAnswer};
pub use self::misreadings::Misreading;

/// Up to how many wrong positions are listed if no rule says more.
const LISTED: usize = 4;

/// How many positions a solver gets at once, as in a run.
const BLOCK: u64 = 1024;

/// What is wrong with a solver or a program, on all positions that it was asked for. `Display` says it in two to four
/// lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fault {
    /// The solver; none for a program that was judged.
    pub solver: Option<String>,
    /// On how many answers this rests. A solver answered the first positions of the domain, each once; a program the
    /// boards that it was judged on, some of them more than once.
    pub judged: u64,
    /// How many positions there are.
    pub legal_positions: u64,
    /// If a solver answered all positions with at most so many empties, and no others: this number.
    pub max_empties: Option<u32>,
    /// On how many it is wrong.
    pub wrong: u64,
    /// In which ways it is wrong, the most frequent first.
    pub how: Vec<How>,
    /// Where, or as if what.
    pub explanation: Explanation,
}

/// A way of being wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct How {
    /// What the solver does, in words.
    pub mistake: &'static str,
    /// On how many positions.
    pub positions: u64,
}

/// What explains a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Explanation {
    /// Every answer is that of this misreading.
    Misreading(Misreading),
    /// The answers are wrong where all these conditions hold, and nowhere else.
    Rule(Vec<Condition>),
    /// The answers to these positions are wrong, and no others; their rows are joined by slashes.
    Positions(Vec<String>),
    /// All answers are wrong.
    Everything,
    /// Nothing that was tried explains it.
    None,
}

/// Why a fault is not explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unexplained {
    /// No solver gives the answers on record for all these positions, so nobody knows which answers are wrong.
    #[error("no solver gives the answers on record")]
    NoRightAnswers,
    /// The user interrupted it.
    #[error("the search for an explanation was interrupted")]
    Interrupted,
}

impl From<Interrupted> for Unexplained {
    fn from(_: Interrupted) -> Self {
        Unexplained::Interrupted
    }
}

/// Explains where each solver is wrong that a run found wrong, in the order of the plan. A solver that is right when it
/// is asked again is left out.
///
/// # Errors
/// If there is no solver that is as quick and gives the answers on record, or if the user interrupts it.
pub fn explain_all<P: Problem>(
    findings: &Findings<P>,
    plan: &Plan<P>,
    threads: Threads<'_>,
) -> Result<Vec<Fault>, Unexplained> {
    let solvers = findings.statistics.iter().zip(plan.solvers());
    let wrong = solvers.filter(|(statistics, _)| statistics.wrong > 0);
    let wrong: Vec<_> = wrong.map(|(_, &solver)| solver).collect();
    explain(&wrong, threads)
}

/// Asks each solver for all positions up to its `exhaustive_max_empties`, and explains where it is wrong. A solver that
/// is right about all of them is left out.
///
/// # Errors
/// If there is no solver that is as quick and gives the answers on record, or if the user interrupts it.
pub fn explain<P: Problem>(
    solvers: &[&'static Entry<P>],
    threads: Threads<'_>,
) -> Result<Vec<Fault>, Unexplained> {
    let most = solvers.iter().map(|solver| solver.exhaustive_max_empties);
    let Some(most) = most.max() else {
        return Ok(Vec::new());
    };
    let right = right_answers::<P>(most, threads)?;
    let mut faults = Vec::new();
    for solver in solvers {
        let given = answers(solver, solver.exhaustive_max_empties, threads)?;
        let judged = Judged::<P>::of_solver(solver.name, &right, given);
        faults.extend(judged.explain(threads)?);
    }
    Ok(faults)
}

/// The right answers to all positions with at most so many empties, in order: those of a solver whose answers have the
/// digests on record.
///
/// # Errors
/// If there is no such solver, or if the user interrupts it.
pub fn right_answers<P: Problem>(
    max_empties: u32,
    threads: Threads<'_>,
) -> Result<Vec<P::Answer>, Unexplained> {
    let mut empties = P::domain().empties();
    let most = empties.rfind(|&empties| empties <= max_empties);
    let quick = P::SOLVERS
        .iter()
        .filter(|entry| most.is_some_and(|most| entry.exhaustive_max_empties >= most));
    let mut quick: Vec<_> = quick.collect();
    // The quickest first.
    quick.sort_by_key(|entry| {
        (
            entry.name != P::FAST.name,
            Reverse(entry.instant_max_empties),
        )
    });
    for entry in quick {
        let answers = answers(entry, max_empties, threads)?;
        let answers: Result<Vec<_>, _> = answers.into_iter().collect();
        if let Ok(answers) = answers
            && are_on_record::<P>(&answers, max_empties, threads)?
        {
            return Ok(answers);
        }
    }
    Err(Unexplained::NoRightAnswers)
}

fn are_on_record<P: Problem>(
    answers: &[P::Answer],
    max_empties: u32,
    threads: Threads<'_>,
) -> Result<bool, Interrupted> {
    let domain = P::domain();
    for empties in domain.empties().filter(|&empties| empties <= max_empties) {
        let start = domain.with_empties(empties..=empties).start as usize;
        let end = domain.with_empties(empties..=empties).end as usize;
        let parts = threads.parts(end - start, |part| {
            let mut digest = Digest::default();
            let part = start + part.start..start + part.end;
            for (index, answer) in part.clone().zip(&answers[part]) {
                digest.add(index as u64, answer.as_ref());
            }
            digest
        })?;
        let mut digest = Digest::default();
        for part in parts {
            digest.merge(part);
        }
        if Digest::on_record::<P>(empties) != Some(digest) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The solver's answers to all positions with at most so many empties, in order.
///
/// A solver answers the positions with one number of empties in their order, and another instance those with another
/// number: so what depends on earlier positions does not depend on the number of threads.
///
/// # Errors
/// If the user interrupts it.
pub fn answers<P: Problem>(
    solver: &'static Entry<P>,
    max_empties: u32,
    threads: Threads<'_>,
) -> Result<Vec<Given<P>>, Interrupted> {
    let domain = P::domain();
    let empties = domain.empties();
    let empties: Vec<u32> = empties.filter(|&empties| empties <= max_empties).collect();
    let by_empties = threads.in_order(empties.len(), |number| {
        let indices = domain.with_empties(empties[number]..=empties[number]);
        let mut panel = Panel::new(&[solver]);
        let mut answers = Vec::with_capacity((indices.end - indices.start) as usize);
        for start in indices.clone().step_by(BLOCK as usize) {
            if threads.are_interrupted() {
                break;
            }
            let block = start..indices.end.min(start + BLOCK);
            let positions: Vec<_> = domain.positions(block).collect();
            let block = panel.answer_block(0, &positions);
            answers.extend(
                (0..positions.len()).map(|index| match block.outcome(index) {
                    Outcome::Answer(answer) => Ok(answer),
                    Outcome::Panic(_) => Err(NoAnswer::Panic),
                }),
            );
        }
        answers
    })?;
    Ok(by_empties.concat())
}

impl<P: Problem> Judged<P> {
    /// Explains where the answers are wrong. None if all are right.
    ///
    /// # Errors
    /// If the user interrupts it.
    pub fn explain(&self, threads: Threads<'_>) -> Result<Option<Fault>, Interrupted> {
        let wrong: Vec<usize> = (0..self.len()).filter(|&n| self.is_wrong(n)).collect();
        if wrong.is_empty() {
            return Ok(None);
        }
        let player = Player::<P>::new(Reading::right(P::SIDE));
        Ok(Some(Fault {
            solver: self.solver().map(str::to_owned),
            judged: self.len() as u64,
            legal_positions: P::domain().len(),
            max_empties: self.max_empties(),
            wrong: wrong.len() as u64,
            how: self.how(&wrong, &player),
            explanation: self.explanation(&wrong, &player, threads)?,
        }))
    }

    fn how(&self, wrong: &[usize], player: &Player<P>) -> Vec<How> {
        let mut counts = BTreeMap::<_, u64>::new();
        for &index in wrong {
            let (position, right) = (self.position(index), self.right(index));
            let wins_by = |cell| player.after(position, cell, 0) > 0;
            let mistake = self
                .given(index)
                .map(|given| given.mistake(position, right, wins_by));
            *counts.entry(mistake).or_default() += 1;
        }
        let how = counts.into_iter().map(|(mistake, positions)| How {
            mistake: words::does(mistake),
            positions,
        });
        let mut how: Vec<_> = how.collect();
        how.sort_by_key(|how| Reverse(how.positions));
        how
    }

    fn explanation(
        &self,
        wrong: &[usize],
        player: &Player<P>,
        threads: Threads<'_>,
    ) -> Result<Explanation, Interrupted> {
        let choices = bits_of_choice(self.len(), wrong.len());
        // Each wrong answer is one of several.
        let of_answers = f64::from(wrong.len() as u32);
        let misreading = if choices + of_answers >= misreadings::price::<P>() {
            misreadings::find(self, wrong, player, threads)?
        } else {
            None
        };
        if let Some(misreading) = misreading {
            return Ok(Explanation::Misreading(misreading));
        }
        if wrong.len() == self.len() {
            return Ok(Explanation::Everything);
        }
        if let Some(rule) = search::rule(self, wrong, choices, player, threads)? {
            return Ok(Explanation::Rule(rule));
        }
        if wrong.len() > LISTED {
            return Ok(Explanation::None);
        }
        let boards = wrong.iter().map(|&index| self.position(index).notation());
        Ok(Explanation::Positions(boards.collect()))
    }
}

/// How many bits tell which of all answers are wrong. What explains them takes fewer, or it may fit by chance.
fn bits_of_choice(all: usize, wrong: usize) -> f64 {
    let fewer = wrong.min(all - wrong);
    // More than this is never needed.
    let most = fewer.min(64);
    let factor = |n| f64::from((all - n) as u32) / f64::from((fewer - n) as u32);
    let factors = (0..most).map(|n| factor(n).log2());
    factors.sum()
}

/// How many bits name some of so many things, with a margin: by chance they fit once in a thousand times.
fn bits_to_name(some: usize, things: usize) -> f64 {
    f64::from(some as u32) * f64::from(things as u32).log2() + 10.0
}

#[cfg(test)]
mod tests;
