//! Says what a fault is: of how many positions a solver is wrong on how many, in which way, and where.
//!
//! A complete run knows every position on which a solver is wrong, so it can say what these have in common, and that
//! no others have it. Two kinds of explanation are tried. A misreading answers all positions as the solver does, for
//! example as if a line did not exist. A rule says where the solver is wrong, for example where ten or more cells are
//! empty and `x` wins. Neither is a guess: a misreading is named only if it gives the very answer on every position,
//! and a rule comes with counts that were made on all of them. Where neither is found, the text says so.

mod cells;
mod facts;
mod misreadings;
mod parallel;
mod reading;
mod search;
mod words;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use crossply_problems::question::Mistake;
use crossply_problems::{Entry, Position, Problem, Question};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Digest, Findings, Outcome, Panel, Plan};

use self::parallel::{by_parts, in_parallel};
use self::reading::{Player, Reading};
use self::search::Search;

pub use self::cells::{Cells, Turn};
pub use self::facts::{Condition, Content, GameResult, Stone};
pub use self::misreadings::Misreading;
pub use self::search::Rule;

/// Up to how many wrong positions are listed rather than described.
const LISTED: usize = 4;

/// How many conditions may describe so few positions.
const OF_LISTED: usize = 2;

/// How many positions a solver gets at once, as in a run.
const BLOCK: u64 = 1024;

/// What is wrong with a solver, on all positions that it was asked for. `Display` says it in two to four lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fault {
    /// The solver.
    pub solver: String,
    /// How many positions it answered: the first of the domain.
    pub judged: u64,
    /// How many positions there are.
    pub legal_positions: u64,
    /// If these are all with at most so many empties: this number.
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
    /// The mistake in words; a panic is one.
    #[serde(serialize_with = "words::as_text")]
    #[schemars(with = "String")]
    pub mistake: Option<Mistake>,
    /// On how many positions.
    pub positions: u64,
}

/// What explains a fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Explanation {
    /// The solver answers every position as this misreading does.
    Misreading(Misreading),
    /// The solver is wrong where this rule holds, or mostly.
    Rule(Rule),
    /// The solver is wrong on these positions only; their rows are joined by slashes.
    Positions(Vec<String>),
    /// Nothing that was tried explains it.
    None,
}

/// No solver gives the answers on record for all these positions, so nobody knows which answers are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no solver gives the answers on record")]
pub struct NoRightAnswers;

/// Explains where each solver is wrong that a run found wrong, in the order of the plan. A solver that is right when it
/// is asked again is left out.
///
/// # Errors
/// If there is no solver that is as quick and gives the answers on record.
pub fn explain_all<P: Problem>(
    findings: &Findings<P>,
    plan: &Plan<P>,
    jobs: NonZeroUsize,
) -> Result<Vec<Fault>, NoRightAnswers> {
    let solvers = findings.statistics.iter().zip(plan.solvers());
    let wrong = solvers.filter(|(statistics, _)| statistics.wrong > 0);
    let faults = wrong.filter_map(|(_, solver)| explain(solver, jobs).transpose());
    faults.collect()
}

/// Asks the solver for all positions up to its `exhaustive_max_empties`, and explains where it is wrong. None if it is
/// right about all of them.
///
/// # Errors
/// If there is no solver that is as quick and gives the answers on record.
pub fn explain<P: Problem>(
    solver: &'static Entry<P>,
    jobs: NonZeroUsize,
) -> Result<Option<Fault>, NoRightAnswers> {
    let right = right_answers::<P>(solver.exhaustive_max_empties, jobs).ok_or(NoRightAnswers)?;
    let given = answers(solver, solver.exhaustive_max_empties, jobs);
    Ok(explain_answers::<P>(solver.name, &right, &given, jobs))
}

/// The right answers to all positions with at most so many empties, in order: those of a solver whose answers have the
/// digests on record. None if there is no such solver.
#[must_use]
pub fn right_answers<P: Problem>(max_empties: u32, jobs: NonZeroUsize) -> Option<Vec<P::Answer>> {
    let most = P::domain()
        .empties()
        .rfind(|&empties| empties <= max_empties)?;
    let quick = P::SOLVERS
        .iter()
        .filter(|entry| entry.exhaustive_max_empties >= most);
    let mut quick: Vec<_> = quick.collect();
    // The quickest first.
    quick.sort_by_key(|entry| {
        (
            entry.name != P::FAST.name,
            Reverse(entry.instant_max_empties),
        )
    });
    let mut quick = quick.into_iter();
    quick.find_map(|entry| {
        let answers: Option<Vec<_>> = answers(entry, max_empties, jobs).into_iter().collect();
        answers.filter(|answers| are_on_record::<P>(answers, max_empties, jobs))
    })
}

fn are_on_record<P: Problem>(answers: &[P::Answer], max_empties: u32, jobs: NonZeroUsize) -> bool {
    let domain = P::domain();
    let mut empties = domain.empties().filter(|&empties| empties <= max_empties);
    empties.all(|empties| {
        let indices = domain.with_empties(empties..=empties);
        let places = indices.start as usize..indices.end as usize;
        let parts = by_parts(places, jobs, |places| {
            let mut digest = Digest::default();
            for place in places {
                digest.add(place as u64, answers[place].as_ref());
            }
            digest
        });
        let mut digest = Digest::default();
        for part in parts {
            digest.merge(part);
        }
        Digest::on_record::<P>(empties) == Some(digest)
    })
}

/// The solver's answers to all positions with at most so many empties, in order; none where it panics.
///
/// A solver answers the positions with one number of empties in their order, and another instance those with another
/// number: so what depends on earlier positions does not depend on the number of threads.
#[must_use]
pub fn answers<P: Problem>(
    solver: &'static Entry<P>,
    max_empties: u32,
    jobs: NonZeroUsize,
) -> Vec<Option<P::Answer>> {
    let domain = P::domain();
    let empties: Vec<u32> = domain
        .empties()
        .filter(|&empties| empties <= max_empties)
        .collect();
    let by_empties = in_parallel(empties.len(), jobs, |number| {
        let indices = domain.with_empties(empties[number]..=empties[number]);
        let mut panel = Panel::new(&[solver]);
        let mut answers = Vec::with_capacity((indices.end - indices.start) as usize);
        for start in indices.clone().step_by(BLOCK as usize) {
            let block = start..indices.end.min(start + BLOCK);
            let positions: Vec<_> = domain.positions(block).collect();
            let block = panel.answer_block(0, &positions);
            answers.extend(
                (0..positions.len()).map(|place| match block.outcome(place) {
                    Outcome::Answer(answer) => Some(answer),
                    Outcome::Panic(_) => None,
                }),
            );
        }
        answers
    });
    by_empties.concat()
}

/// Explains where the answers given are wrong: those to the positions from the first of the domain on, in order; none
/// stands for a panic. None if all are right.
///
/// # Panics
/// If the right answers do not go on to the last position with as many empties as the last that was answered.
#[must_use]
pub fn explain_answers<P: Problem>(
    solver: &str,
    right: &[P::Answer],
    given: &[Option<P::Answer>],
    jobs: NonZeroUsize,
) -> Option<Fault> {
    let wrong = |&place: &usize| given[place] != Some(right[place]);
    let wrong: Vec<usize> = (0..given.len()).filter(wrong).collect();
    if wrong.is_empty() {
        return None;
    }
    let domain = P::domain();
    let count = given.len() as u64;
    let positions = domain.positions(0..count).collect();
    let judged = Judged {
        positions,
        right,
        given,
    };
    let most = judged.positions[judged.positions.len() - 1].empties();
    let all_with = domain.with_empties(0..=most).end;
    assert!(right.len() as u64 >= all_with, "right answers are missing");
    Some(Fault {
        solver: solver.to_owned(),
        judged: count,
        legal_positions: domain.len(),
        max_empties: (count == all_with).then_some(most),
        wrong: wrong.len() as u64,
        how: how(&judged, &wrong),
        explanation: explanation(&judged, &wrong, jobs),
    })
}

/// Positions from the first of the domain on, their right answers, and those of a solver; none if it panicked.
struct Judged<'a, P: Problem> {
    positions: Vec<Position<P>>,
    right: &'a [P::Answer],
    given: &'a [Option<P::Answer>],
}

impl<P: Problem> Judged<'_, P> {
    /// The place of the position that the same instance of the solver answered before.
    fn before(&self, place: usize) -> Option<usize> {
        let before = place.checked_sub(1)?;
        let same = self.positions[before].empties() == self.positions[place].empties();
        same.then_some(before)
    }

    fn is_empty(&self, place: usize, cell: u8) -> bool {
        let position = self.positions[place];
        (position.x() | position.o()) >> cell & 1 == 0
    }

    /// The place of the turned position.
    fn place_of_image(&self, place: usize, turn: Turn) -> usize {
        if turn == Turn::Unchanged {
            return place;
        }
        let position = self.positions[place];
        let [x, o] = [position.x(), position.o()].map(|set| turn.of_cells(set, P::SIDE));
        P::domain().index(Position::new(x, o).expect("lines stay lines")) as usize
    }
}

fn how<P: Problem>(judged: &Judged<'_, P>, wrong: &[usize]) -> Vec<How> {
    let player = Player::<P>::new(Reading::right(P::SIDE));
    let mut counts = BTreeMap::<Option<Mistake>, u64>::new();
    for &place in wrong {
        let (position, right) = (judged.positions[place], judged.right[place]);
        let wins_by = |cell| player.after(position, cell, 0) > 0;
        let mistake = judged.given[place].map(|given| given.mistake(position, right, wins_by));
        *counts.entry(mistake).or_default() += 1;
    }
    let how = counts
        .into_iter()
        .map(|(mistake, positions)| How { mistake, positions });
    let mut how: Vec<_> = how.collect();
    how.sort_by_key(|how| Reverse(how.positions));
    how
}

fn explanation<P: Problem>(
    judged: &Judged<'_, P>,
    wrong: &[usize],
    jobs: NonZeroUsize,
) -> Explanation {
    if let Some(misreading) = misreadings::find(judged, wrong, jobs) {
        return Explanation::Misreading(misreading);
    }
    let (known, conditions) = facts::known(judged, jobs);
    let search = Search {
        known: &known,
        conditions: &conditions,
        wrong,
        jobs,
    };
    if wrong.len() <= LISTED {
        let boards = wrong
            .iter()
            .map(|&place| judged.positions[place].notation());
        let listed = || Explanation::Positions(boards.collect());
        return search
            .exact(OF_LISTED)
            .map_or_else(listed, Explanation::Rule);
    }
    search.rule().map_or(Explanation::None, Explanation::Rule)
}

#[cfg(test)]
mod tests;
