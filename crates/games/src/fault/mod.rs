//! Says what a fault is: of how many positions a solver or a program is wrong on how many, in which way, and where.
//!
//! A complete run knows every position on which a solver is wrong, so it can say what these have in common, and that
//! no others have it. Two kinds of explanation are tried. A misreading answers all positions as the solver does, for
//! example as if a line did not exist. A rule says where the solver is wrong, for example where ten or more cells are
//! empty and `x` wins. Neither is a guess: a misreading is named only if it gives the very answer on every position,
//! and a rule only if it holds for all wrong positions and no others. Where neither is found, the text says so.

mod facts;
mod misreadings;
mod outline;
mod scorer;
mod search;
mod transcript;
mod words;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crossply::{Findings, Interrupted, Outcome, Threads};
use crossply_problems::{Entry, Position, Problem, Question};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::positions::answering;

use self::outline::{Outline, answer, stones};
use self::scorer::Scorer;

pub use self::transcript::{NoAnswer, Response, Transcript};
pub use self::words::InWords;

/// Up to how many wrong positions are listed if no rule says more.
const LISTED_POSITIONS: usize = 4;

/// How many positions a solver gets at once, as in a run.
const ASKED_AT_ONCE: u64 = 1024;

/// What is wrong with a solver or a program, on all positions that it was asked for. `Display` says it in two to four
/// lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// The solver; none for a program that was judged.
    pub solver: Option<String>,
    /// On how many answers this rests. A solver answered the first positions of the domain, each once. Of a program, all
    /// answers that are known count, but for those in inputs larger than the statement promises; some boards were
    /// asked more than once.
    pub judged: u64,
    /// How many positions there are.
    pub legal_positions: u64,
    /// On how many it is wrong.
    pub wrong: u64,
    /// In which ways it is wrong, the most frequent first.
    pub how: Vec<How>,
    /// Where, or as if what.
    pub explanation: Explanation,
}

/// A way of being wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct How {
    /// What the solver does, in words.
    pub mistake: Cow<'static, str>,
    /// On how many positions.
    pub positions: u64,
}

/// What explains a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Explanation {
    /// Every answer is that of this misreading.
    Misreading(InWords),
    /// The answers are wrong where all these conditions hold, and nowhere else.
    Rule(Vec<InWords>),
    /// The answers to these positions are wrong, and no others; their rows are joined by slashes.
    Positions(Vec<String>),
    /// All answers are wrong.
    Everything,
    /// Nothing that was tried explains it.
    None,
}

/// Explains where each of these solvers is wrong that a run found wrong, in their order. Each is asked for all positions up
/// to its `exhaustive_max_empties`; one that is right then is left out.
///
/// # Errors
/// If the user interrupts it.
pub fn explain<P: Problem>(
    findings: &Findings,
    solvers: &[&'static Entry<P>],
    threads: Threads<'_>,
) -> Result<Vec<Fault>, Interrupted> {
    let statistics = findings.counts.solvers.iter();
    let is_wrong = |solver: &Entry<P>| {
        let mut statistics = statistics.clone();
        statistics.any(|statistics| statistics.solver == solver.name && statistics.wrong > 0)
    };
    let wrong = solvers.iter().copied().filter(|solver| is_wrong(solver));
    explain_solvers(&wrong.collect::<Vec<_>>(), threads)
}

fn explain_solvers<P: Problem>(
    solvers: &[&'static Entry<P>],
    threads: Threads<'_>,
) -> Result<Vec<Fault>, Interrupted> {
    let most = solvers.iter().map(|solver| solver.exhaustive_max_empties);
    let Some(most) = most.max() else {
        return Ok(Vec::new());
    };
    let right = right_answers::<P>(most, threads)?;
    let mut faults = Vec::new();
    for solver in solvers {
        let given = answers(solver, solver.exhaustive_max_empties, threads)?;
        let transcript = Transcript::of_solver(solver.name, &right, &given);
        faults.extend(transcript.explain::<P>(threads)?);
    }
    Ok(faults)
}

/// The right answers to the first positions of the domain, and the search that has found them.
pub struct RightAnswers<P: Problem> {
    /// The answers, in the order of the domain.
    pub answers: Vec<P::Answer>,
    scorer: Arc<Scorer>,
}

/// The right answers to all positions with at most so many empties. No solver is asked: it might be the wrong one.
///
/// # Errors
/// If the user interrupts it.
pub fn right_answers<P: Problem>(
    max_empties: u32,
    threads: Threads<'_>,
) -> Result<RightAnswers<P>, Interrupted> {
    let scorer = Arc::new(Scorer::by_the_rules(Outline::of::<P>()));
    let end = P::domain().with_empties(0..=max_empties).end;
    let parts = threads.parts(end as usize, |part| {
        let positions = P::domain().positions(part.start as u64..part.end as u64);
        let answers = positions.map(|position| answer::<P>(scorer.answer(stones(position))));
        answers.collect::<Vec<_>>()
    })?;
    let answers = parts.concat();
    Ok(RightAnswers { answers, scorer })
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
) -> Result<Vec<Response<P>>, Interrupted> {
    let domain = P::domain();
    let empties = domain.empties();
    let empties: Vec<u32> = empties.filter(|&empties| empties <= max_empties).collect();
    let by_empties = threads.in_order(empties.len(), |number| {
        let indices = domain.with_empties(empties[number]..=empties[number]);
        let mut panel = answering::<P>(&[solver]).panel();
        let blocks = indices.clone().step_by(ASKED_AT_ONCE as usize);
        let blocks = blocks.take_while(|_| !threads.are_interrupted());
        let answers = blocks.flat_map(|start| {
            let positions = domain.positions(start..indices.end.min(start + ASKED_AT_ONCE));
            let positions: Vec<_> = positions.collect();
            let block = panel.answer_all(0, &positions, Vec::new());
            (0..positions.len()).map(move |n| match block.outcome(n) {
                Outcome::Answer(&answer) => Ok(answer),
                Outcome::Panic(_) => Err(NoAnswer::Panic),
            })
        });
        answers.collect::<Vec<_>>()
    })?;
    Ok(by_empties.concat())
}

impl Transcript {
    /// Explains where the answers to positions of this problem are wrong. None if all are right.
    ///
    /// # Errors
    /// If the user interrupts it.
    pub fn explain<P: Problem>(&self, threads: Threads<'_>) -> Result<Option<Fault>, Interrupted> {
        let judged = self.asked.len();
        let wrong: Vec<usize> = (0..judged).filter(|&n| self.at(n).is_wrong()).collect();
        if wrong.is_empty() {
            return Ok(None);
        }
        let explanation = match self.explanation(&wrong, threads)? {
            Some(explanation) => explanation,
            None if wrong.len() > LISTED_POSITIONS => Explanation::None,
            None => {
                let boards = wrong.iter().map(|&n| self.position::<P>(n).notation());
                Explanation::Positions(boards.collect())
            }
        };
        Ok(Some(Fault {
            solver: self.solver.clone(),
            judged: judged as u64,
            legal_positions: P::domain().len(),
            wrong: wrong.len() as u64,
            how: self.how::<P>(&wrong),
            explanation,
        }))
    }

    fn how<P: Problem>(&self, wrong: &[usize]) -> Vec<How> {
        let mut counts = BTreeMap::<_, u64>::new();
        for &n in wrong {
            let asked = &self.asked[n];
            let wins_by = |cell| {
                let mut moves = self.scorer.moves(asked.stones);
                moves.any(|(by, score)| by == cell && score > 0)
            };
            let mistake = match asked.given {
                Ok(given) => {
                    let (given, right) = (answer::<P>(given), answer::<P>(asked.right));
                    given.mistake(self.position::<P>(n), right, wins_by)
                }
                Err(none) => none.mistake(),
            };
            *counts.entry(mistake).or_default() += 1;
        }
        let how = counts.into_iter();
        let mut how: Vec<_> = how
            .map(|(mistake, positions): (&'static str, u64)| How {
                mistake: mistake.into(),
                positions,
            })
            .collect();
        how.sort_by_key(|how| Reverse(how.positions));
        how
    }

    fn position<P: Problem>(&self, n: usize) -> Position<P> {
        let [x, o] = self.asked[n].stones;
        Position::new(x, o).expect("it was asked")
    }

    /// What explains the wrong positions, if something does.
    fn explanation(
        &self,
        wrong: &[usize],
        threads: Threads<'_>,
    ) -> Result<Option<Explanation>, Interrupted> {
        let bits = bits_of_choice(self.asked.len(), wrong.len());
        let misreadings = misreadings::all(self.scorer.outline);
        // Each wrong answer is one of several.
        if bits_to_name(1, misreadings.len()) <= bits + f64::from(wrong.len() as u32)
            && let Some(misreading) = misreadings::find(self, wrong, misreadings, threads)?
        {
            return Ok(Some(Explanation::Misreading(misreading)));
        }
        if wrong.len() == self.asked.len() {
            return Ok(Some(Explanation::Everything));
        }
        let rule = search::rule(self, wrong, bits, threads)?;
        Ok(rule.map(Explanation::Rule))
    }
}

/// How many bits tell which of all answers are wrong. What explains them takes fewer, or it may fit by chance.
fn bits_of_choice(all: usize, wrong: usize) -> f64 {
    let fewer = wrong.min(all - wrong);
    let factor = |n| f64::from((all - n) as u32) / f64::from((fewer - n) as u32);
    // More than 64 are never needed.
    (0..fewer.min(64)).map(|n| factor(n).log2()).sum()
}

/// How many bits name some of so many things, with a margin: by chance they fit once in a thousand times.
fn bits_to_name(some: usize, things: usize) -> f64 {
    f64::from(some as u32) * f64::from(things as u32).log2() + 10.0
}

#[cfg(test)]
mod tests;
