//! Says what a fault is: on how many inputs a solver is wrong, in which ways, where, and which misreading it matches.
//!
//! A run knows every input on which a solver is wrong, so it can say what these have in common, and that no others have
//! it. A rule says where: "n is divisible by 100 and not by 400". A change says what the wrong answers are instead of the
//! right ones: "the right answer plus 1". A misreading gives all answers, right and wrong: "as if the line did not exist".
//! None of them is a guess: a pass over all answers tests each on every single one.
//!
//! Billions of answers cannot be kept. A first pass takes a sample. Of all rules that fit the sample, a search finds
//! the one that takes the fewest bits to say; a second pass tries it on everything, and whatever refutes it joins the
//! sample. A rule of more bits than the set of wrong inputs would fit by chance, and is not given.
//!
//! No single rule says where a solver with several faults is wrong. Then a rule has cases, each of which holds for a
//! part of the wrong inputs and no right one. If the cases do not cover all, the text says how many they cover.

mod candidates;
mod change;
mod condition;
mod cover;
mod explainer;
mod fault;
mod feature;
mod inquiry;
mod notes;
mod reading;
mod recorded;
mod rule;
mod sample;
mod term;
mod value;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use self::change::Change;
use self::sample::Known;
use self::term::Term;

use crate::Interrupted;

pub use self::explainer::Explainer;
pub use self::fault::{Explanation, Fault, How};
pub use self::feature::Feature;

pub(crate) use self::fault::Voice;
pub(crate) use self::feature::{occurs, of_type};
pub(crate) use self::inquiry::{Block, Inquiry, Observer, Suspect};
pub(crate) use self::reading::{Reading, Truth, of_any};
pub(crate) use self::rule::{Of, Rule};
pub(crate) use self::value::Value;

/// How often a rule that was refuted is replaced by another one.
const ROUNDS: usize = 12;

/// By so many bits a rule has to be shorter than the set of wrong inputs: by chance it fits once in a thousand times.
const MARGIN: f64 = 10.0;

/// From how many wrong answers on a change of the right ones says something.
const CHANGED: u64 = 4;

/// The answers that are to be explained.
pub(crate) struct Case<'a, I, A> {
    pub(crate) explainer: &'a Explainer<I, A>,
    pub(crate) terms: Vec<Term>,
    pub(crate) same: &'a (dyn Fn(&A, &A) -> bool + Sync),
    /// Shows all answers, or enough for a sample. Returns whether it has shown all.
    pub(crate) pass: &'a Pass<'a, I, A>,
    /// When to give up.
    pub(crate) end: Option<Instant>,
    /// Whether a pass may end early if it has refuted everything. What comes next then depends on threads.
    pub(crate) is_hasty: bool,
}

type Pass<'a, I, A> = dyn Fn(&Inquiry<'_, I, A>, bool) -> Result<bool, Interrupted> + 'a;

/// Somebody who is wrong, on so many of so many inputs, and what may explain it.
pub(crate) struct Wrong<'a, I, A> {
    pub(crate) solver: usize,
    pub(crate) seen: u64,
    /// How many are wrong.
    pub(crate) of_these: u64,
    pub(crate) readings: Vec<&'a Reading<I, A>>,
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
pub(crate) fn explain<'a, I, A>(
    case: &Case<'a, I, A>,
    all: &[Wrong<'a, I, A>],
) -> Result<Vec<Found>, Interrupted> {
    let mut inquiry = Inquiry {
        explainer: case.explainer,
        terms: &case.terms,
        same: case.same,
        suspects: all
            .iter()
            .map(|wrong| Suspect::new(wrong.solver, wrong.readings.iter().copied()))
            .collect(),
        samples: true,
        is_hasty: case.is_hasty,
    };
    let mut known: Vec<BTreeMap<u128, Known>> = vec![BTreeMap::new(); all.len()];
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

impl<I, A> Suspect<'_, I, A> {
    /// What a sample has found. If it is a small part of all inputs, many rules fit it and a few wrong ones, and each would
    /// cost a pass; then those few are named, if all are known.
    fn first_found(&self, wrong: &Wrong<'_, I, A>, is_whole: bool) -> Found {
        let notes = self.notes.lock().expect("nobody panics with it");
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
        case: &Case<'_, I, A>,
        wrong: &Wrong<'_, I, A>,
        known: &mut BTreeMap<u128, Known>,
    ) -> Self {
        let notes = self.notes.lock().expect("nobody panics with it");
        for one in notes.known() {
            known.entry(one.number).or_insert_with(|| one.clone());
        }
        let known: Vec<&Known> = known.values().collect();
        let answers = known.iter().filter(|known| known.is_wrong);
        let answers: Vec<_> = answers.map(|known| known.answers).collect();
        // Who has better words for wrong answers needs no change.
        let is_said = wrong.of_these >= CHANGED && case.explainer.mistake.is_none();
        let mut changes = Vec::new();
        if is_said {
            changes = Change::all(&answers);
        }
        // A change of the right answer says more than the answer to another input.
        let is_tried =
            |reading: &&Reading<_, _>| reading.is_everywhere() || is_said && changes.is_empty();
        let mut again = Suspect::new(wrong.solver, self.alive().filter(is_tried));
        let changes = changes.into_iter().map(|change| (change, true.into()));
        again.changes = changes.collect();
        again.rule = Rule::of_known(&case.terms, &known, wrong.seen, wrong.of_these);
        again
    }

    /// What a pass has found.
    #[expect(clippy::cast_precision_loss, reason = "bits are an estimate")]
    fn found(&self, wrong: &Wrong<'_, I, A>, is_complete: bool) -> Found {
        let notes = self.notes.lock().expect("nobody panics with it");
        let is_refuted = notes.counterexamples.len() > 0;
        let fits = |alive: &AtomicBool| alive.load(Ordering::Relaxed);
        // Each wrong answer is one of several.
        let bits = bits_of_choice(notes.seen, notes.wrong) + notes.wrong as f64;
        let is_said = (wrong.readings.len() as f64).log2() + MARGIN <= bits;
        let reading = self.alive().next().filter(|_| is_said && is_complete);
        let mut changes = self.changes.iter().filter(|(_, alive)| fits(alive));
        Found {
            is_complete,
            is_done: is_complete && (!is_refuted || reading.is_some_and(Reading::is_everywhere)),
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

/// How many bits tell which of all inputs are wrong.
#[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
pub(crate) fn bits_of_choice(all: u64, wrong: u64) -> f64 {
    let fewer = wrong.min(all.saturating_sub(wrong));
    let factor = |n| (all - n) as f64 / (fewer - n) as f64;
    // More than some hundred are never needed.
    (0..fewer.min(256)).map(|n| factor(n).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain;
    use crate::panel::Answers;

    #[test]
    fn what_was_not_tested_on_all_answers_is_not_said() {
        let explainer = Explainer::<u32, u32>::of(&domain::range(0..=999_u32), "input", "inputs");
        let inputs: Vec<u32> = (0..1000).collect();
        let given = Answers::All(vec![1_000_000; 1000]);
        let wrong: Vec<_> = inputs.iter().map(|n| Some(n % 100 == 0)).collect();
        for is_complete in [false, true] {
            let case = Case {
                explainer: &explainer,
                terms: explainer.terms("the right answer"),
                same: &|one: &u32, other: &u32| one == other,
                pass: &|inquiry, _| {
                    let block = Block {
                        inputs: &inputs,
                        number: &|row| row as u128,
                        section: Value::None,
                        given: &given,
                        wrong: &wrong,
                        right: &|row| Some(&inputs[row]),
                    };
                    inquiry.observer().see(0, &block);
                    Ok(is_complete)
                },
                end: None,
                is_hasty: false,
            };
            let wrong = Wrong {
                solver: 0,
                seen: 1000,
                of_these: 10,
                readings: Vec::new(),
            };
            let found = explain(&case, &[wrong]).expect("nobody interrupts it");
            let found = [
                found[0].is_complete,
                found[0].rule.is_some(),
                found[0].change.is_some(),
            ];
            assert_eq!(found, [is_complete; 3]);
        }
    }

    #[test]
    fn a_choice_takes_as_many_bits_as_there_are_ways() {
        for (bits, expected) in [
            (bits_of_choice(16, 1), 4.0),
            (bits_of_choice(16, 15), 4.0),
            (bits_of_choice(16, 16), 0.0),
            (bits_of_choice(10, 3), 120_f64.log2()),
        ] {
            assert!((bits - expected).abs() < 1e-9, "{bits}, not {expected}");
        }
    }
}
