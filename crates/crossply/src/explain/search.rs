//! The search for an explanation: passes over answers, each of which tries what fits all that is known by then.

use std::mem;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use super::change::{Change, Pair};
use super::inquiry::{Inquiry, Suspect, is_alive};
use super::notes::{Notes, Sampled};
use super::rule::{MARGIN, Rule, bits_of_choice};
use crate::definition::Misreading;
use crate::feature::AnyFeature;
use crate::run::Interrupted;

/// How often a rule that was refuted is replaced by another one.
const ROUNDS: usize = 12;

/// From how many wrong answers on a change of the right ones says something.
const CHANGED: u64 = 4;

/// Passes all answers to an inquiry, or enough for a sample. Returns whether it has passed all.
type Pass<'a> = dyn Fn(&Inquiry<'_>) -> Result<bool, Interrupted> + 'a;

/// What was found of a solver.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Whether a pass over all answers came to its end.
    pub(crate) is_complete: bool,
    pub(crate) notes: Notes,
    /// What completes "as if", and whether that is so everywhere.
    pub(crate) reading: Option<(String, bool)>,
    pub(crate) rule: Option<Rule>,
    pub(crate) change: Option<Change>,
}

/// Explains each suspect, until it is late.
pub(crate) fn explain(
    inquiry: &mut Inquiry<'_>,
    end: Instant,
    pass: &Pass<'_>,
) -> Result<(), Interrupted> {
    let is_whole = pass(inquiry)?;
    inquiry.samples = false;
    for suspect in &mut inquiry.suspects {
        suspect.find_few(is_whole);
    }
    // Who has better words for wrong answers needs no change.
    let has_words = inquiry.check.vocabulary.mistake.is_some();
    for _ in 0..ROUNDS {
        let suspects = inquiry.suspects.iter_mut();
        let mut open: Vec<_> = suspects.filter(|suspect| !suspect.is_done).collect();
        if open.is_empty() || Instant::now() >= end {
            break;
        }
        for suspect in &mut open {
            suspect.try_next(&inquiry.terms.list, !has_words);
        }
        let is_complete = pass(inquiry)?;
        let suspects = inquiry.suspects.iter_mut();
        for suspect in suspects.filter(|suspect| !suspect.is_done) {
            suspect.conclude(is_complete);
        }
    }
    Ok(())
}

impl Suspect {
    fn take_notes(&mut self) -> Notes {
        let notes = mem::take(self.notes.get_mut().unwrap_or_else(PoisonError::into_inner));
        for one in notes.known() {
            self.known.entry(one.number).or_insert_with(|| one.clone());
        }
        notes
    }

    /// Says what a sample has found. If it is a small part of all inputs, many rules fit it and a few wrong ones, and each
    /// would cost a pass; then those few are named, if all are known.
    fn find_few(&mut self, is_whole: bool) {
        let mut notes = self.take_notes();
        self.is_done = !is_whole && notes.first().len() as u64 == self.wrong;
        (notes.seen, notes.wrong) = (self.seen, self.wrong);
        if !self.is_done || notes.mistakes.len() > 1 {
            notes.mistakes.clear();
        }
        // The sample may have met some twice.
        notes
            .mistakes
            .values_mut()
            .for_each(|times| *times = self.wrong);
        (self.found.is_complete, self.found.notes) = (self.is_done, notes);
    }

    /// Tries what fits all that is known by now; changes, if they may be said.
    fn try_next(&mut self, terms: &[AnyFeature], says_changes: bool) {
        let known: Vec<&Sampled> = self.known.values().collect();
        let answers = known.iter().filter(|known| known.is_wrong);
        let answers: Vec<&Pair> = answers.map(|known| &known.answers).collect();
        let is_said = self.wrong >= CHANGED && says_changes;
        let changes = if is_said {
            Change::all(&answers)
        } else {
            Vec::new()
        };
        // A change of the right answer says more than the answer to another input.
        let is_tried =
            |reading: &Arc<Misreading>| reading.is_everywhere() || is_said && changes.is_empty();
        for (reading, alive) in &mut self.misreadings {
            *alive.get_mut() &= is_tried(reading);
        }
        self.rule = Rule::of_known(terms, &known, self.seen, self.wrong);
        let changes = changes.into_iter().map(|change| (change, true.into()));
        self.changes = changes.collect();
        self.counterexamples = 0.into();
    }

    /// Says what a pass has found. One that does not come to its end only refutes.
    fn conclude(&mut self, is_complete: bool) {
        let notes = self.take_notes();
        self.found.is_complete = is_complete;
        if !is_complete {
            return;
        }
        let is_refuted = *self.counterexamples.get_mut() > 0;
        // Each wrong answer is one of several.
        let bits = bits_of_choice(notes.seen, notes.wrong) + notes.wrong as f64;
        let is_said = (self.misreadings.len() as f64).log2() + MARGIN <= bits;
        let reading = self.misreadings.iter().find(|tried| is_alive(tried));
        let reading = reading.filter(|_| is_said);
        let reading = reading.map(|(reading, _)| (reading.words.clone(), reading.is_everywhere()));
        let change = self.changes.iter().find(|tried| is_alive(tried));
        let is_read = reading.as_ref().is_some_and(|(_, everywhere)| *everywhere);
        self.is_done = !is_refuted || is_read;
        self.found = Found {
            is_complete,
            notes,
            reading,
            rule: self.rule.clone().filter(|_| !is_refuted),
            change: change.map(|(change, _)| change.clone()),
        };
    }
}
