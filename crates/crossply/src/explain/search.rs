//! The search for an explanation: passes over answers, each of which tries what fits all that is known by then.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::change::Change;
use super::inquiry::{Inquiry, Suspect};
use super::rule::{MARGIN, Rule, bits_of_choice};
use super::sample::Sampled;
use super::seen::Terms;
use crate::any_vec::AnyVec;
use crate::definition::{Equality, Misreading};
use crate::run::Interrupted;

/// How often a rule that was refuted is replaced by another one.
const ROUNDS: usize = 12;

/// From how many wrong answers on a change of the right ones says something.
const CHANGED: u64 = 4;

/// The answers that are to be explained.
pub(crate) struct Case<'a> {
    pub(crate) terms: &'a Terms<'a>,
    pub(crate) equality: &'a Equality,
    pub(crate) no_answers: fn() -> AnyVec,
    /// Passes all answers to an inquiry, or enough for a sample. Returns whether it has passed all.
    pub(crate) pass: &'a Pass<'a>,
    /// When to give up.
    pub(crate) end: Option<Instant>,
    /// Whether a pass ends as soon as it has refuted everything. What comes next then depends on threads.
    pub(crate) stops_when_refuted: bool,
}

type Pass<'a> = dyn Fn(&Inquiry<'_>, bool) -> Result<bool, Interrupted> + 'a;

/// A wrong solver, its error count, and what may explain it.
pub(crate) struct Wrong<'a> {
    pub(crate) solver: usize,
    pub(crate) seen: u64,
    /// How many are wrong.
    pub(crate) of_these: u64,
    /// Whether it remembers nothing from one batch to the next, as a program does not that is started for each.
    pub(crate) begins_anew: bool,
    pub(crate) misreadings: Vec<&'a Misreading>,
}

/// What was found of a solver.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Whether a pass over all answers came to its end.
    pub(crate) is_complete: bool,
    /// Whether no other rule is to be tried.
    is_done: bool,
    pub(crate) seen: u64,
    pub(crate) wrong: u64,
    pub(crate) mistakes: Vec<(Cow<'static, str>, u64)>,
    /// The first wrong inputs.
    pub(crate) first: Vec<String>,
    /// What completes "as if", and whether that is so everywhere.
    pub(crate) reading: Option<(String, bool)>,
    pub(crate) rule: Option<Rule>,
    /// For how many wrong inputs the rule holds.
    pub(crate) covered: u64,
    pub(crate) change: Option<Change>,
}

/// Explains each of these.
pub(crate) fn explain<'a>(case: &Case<'a>, all: &[Wrong<'a>]) -> Result<Vec<Found>, Interrupted> {
    let mut inquiry = Inquiry {
        terms: case.terms,
        equality: case.equality,
        no_answers: case.no_answers,
        suspects: all
            .iter()
            .map(|wrong| Suspect::new(wrong, wrong.misreadings.iter().copied()))
            .collect(),
        samples: true,
        stops_when_refuted: case.stops_when_refuted,
    };
    let mut known: Vec<BTreeMap<u128, Sampled>> = vec![BTreeMap::new(); all.len()];
    let is_whole = (case.pass)(&inquiry, true)?;
    let found = inquiry.suspects.iter().zip(all);
    let found = found.map(|(suspect, wrong)| suspect.first_found(wrong, is_whole));
    let mut found: Vec<Found> = found.collect();
    // Who is in the inquiry.
    let mut open: Vec<usize> = (0..all.len()).collect();
    for _ in 0..ROUNDS {
        let is_late = case.end.is_some_and(|end| Instant::now() >= end);
        let suspects = open.iter().zip(&inquiry.suspects);
        let suspects = suspects.filter(|(n, _)| !found[**n].is_done);
        let next = suspects.map(|(&n, suspect)| (n, suspect.again(case, &all[n], &mut known[n])));
        let (still_open, suspects): (Vec<_>, Vec<_>) = next.unzip();
        if is_late || still_open.is_empty() {
            break;
        }
        (open, inquiry.suspects) = (still_open, suspects);
        inquiry.samples = false;
        let is_complete = (case.pass)(&inquiry, false)?;
        for (&n, suspect) in open.iter().zip(&inquiry.suspects) {
            let first = mem::take(&mut found[n].first);
            found[n] = suspect.found(&all[n], is_complete);
            if !is_complete {
                found[n].first = first;
            }
        }
    }
    Ok(found)
}

impl Suspect<'_> {
    /// What a sample has found. If it is a small part of all inputs, many rules fit it and a few wrong ones, and each would
    /// cost a pass; then those few are named, if all are known.
    fn first_found(&self, wrong: &Wrong<'_>, is_whole: bool) -> Found {
        let notes = self.notes.lock().expect("never held across a panic");
        let first = notes.first_ones();
        let are_all = !is_whole && first.len() as u64 == wrong.of_these;
        let mistakes = match &notes.mistakes[..] {
            [(mistake, _)] if are_all => vec![(mistake.clone(), wrong.of_these)],
            _ => Vec::new(),
        };
        Found {
            is_complete: are_all,
            is_done: are_all,
            seen: wrong.seen,
            wrong: wrong.of_these,
            mistakes,
            first,
            ..Found::default()
        }
    }

    /// The suspect with what fits all that is known of it by now.
    fn again(
        &self,
        case: &Case<'_>,
        wrong: &Wrong<'_>,
        known: &mut BTreeMap<u128, Sampled>,
    ) -> Self {
        let notes = self.notes.lock().expect("never held across a panic");
        for one in notes.known() {
            known.entry(one.number).or_insert_with(|| one.clone());
        }
        let known: Vec<&Sampled> = known.values().collect();
        let answers = known.iter().filter(|known| known.is_wrong);
        let answers: Vec<_> = answers.map(|known| known.answers).collect();
        // Who has better words for wrong answers needs no change.
        let is_said = wrong.of_these >= CHANGED && case.terms.vocabulary.mistake.is_none();
        let mut changes = Vec::new();
        if is_said {
            changes = Change::all(&answers);
        }
        // A change of the right answer says more than the answer to another input.
        let is_tried =
            |reading: &&Misreading| reading.is_everywhere() || is_said && changes.is_empty();
        let mut again = Suspect::new(wrong, self.alive().filter(is_tried));
        let changes = changes.into_iter().map(|change| (change, true.into()));
        again.changes = changes.collect();
        again.rule = Rule::of_known(&case.terms.list, &known, wrong.seen, wrong.of_these);
        again
    }

    /// What a pass has found.
    fn found(&self, wrong: &Wrong<'_>, is_complete: bool) -> Found {
        let notes = self.notes.lock().expect("never held across a panic");
        let is_refuted = notes.counterexamples.len() > 0;
        let fits = |alive: &AtomicBool| alive.load(Ordering::Relaxed);
        // Each wrong answer is one of several.
        let bits = bits_of_choice(notes.seen, notes.wrong) + notes.wrong as f64;
        let is_said = (wrong.misreadings.len() as f64).log2() + MARGIN <= bits;
        let reading = self.alive().next().filter(|_| is_said && is_complete);
        let mut changes = self.changes.iter().filter(|(_, alive)| fits(alive));
        Found {
            is_complete,
            is_done: is_complete && (!is_refuted || reading.is_some_and(Misreading::is_everywhere)),
            seen: notes.seen,
            wrong: notes.wrong,
            mistakes: notes.mistakes.clone(),
            first: notes.first_ones(),
            reading: reading.map(|reading| (reading.words.clone(), reading.is_everywhere())),
            rule: self.rule.clone().filter(|_| is_complete && !is_refuted),
            covered: notes.covered,
            change: changes
                .next()
                .map(|(change, _)| *change)
                .filter(|_| is_complete),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::seen::Seen;
    use super::*;
    use crate::definition::{Answers, Vocabulary};
    use crate::domain::{self, Domain};
    use crate::feature::Value;

    #[test]
    fn what_was_not_tested_on_all_answers_is_not_said() {
        let mut vocabulary = Vocabulary::new::<u32>();
        let features = domain::range(0..=999_u32).features().into_iter();
        vocabulary.features = features.map(|feature| feature.feature).collect();
        let terms = Terms::new(&vocabulary, "n", "the right answer", None);
        let inputs = AnyVec::from((0..1000_u32).collect::<Vec<_>>());
        let given = Answers {
            answered: vec![1_000_000_u32; 1000].into(),
            failures: Vec::new(),
        };
        let wrong: Vec<_> = (0..1000).map(|n| Some(n % 100 == 0)).collect();
        for is_complete in [false, true] {
            let case = Case {
                terms: &terms,
                equality: &Equality::by_eq::<u32>(),
                no_answers: || AnyVec::from(Vec::<u32>::new()),
                pass: &|inquiry, _| {
                    let seen = Seen {
                        inputs: &inputs,
                        number: &|row| row as u128,
                        section: Value::None,
                        given: &given,
                        wrong: &wrong,
                        right: &|row| Some(inputs.item(row)),
                    };
                    inquiry.note_taker().see(0, &seen);
                    Ok(is_complete)
                },
                end: None,
                stops_when_refuted: false,
            };
            let wrong = Wrong {
                solver: 0,
                seen: 1000,
                of_these: 10,
                begins_anew: false,
                misreadings: Vec::new(),
            };
            let found = explain(&case, &[wrong]).expect("it is not interrupted");
            let found = [
                found[0].is_complete,
                found[0].rule.is_some(),
                found[0].change.is_some(),
            ];
            assert_eq!(found, [is_complete; 3]);
        }
    }
}
