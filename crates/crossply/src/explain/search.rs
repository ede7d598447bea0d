//! The search for an explanation: passes over answers, each of which tries what fits all that is known by then.

use std::mem;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use super::change::{Change, Pair};
use super::inquiry::{Inquiry, Purpose, Suspect, Tried, is_alive};
use super::notes::{Notes, Of};
use super::rule::{Known, MARGIN, Rule, bits_of_choice};
use super::seen::Terms;
use crate::feature::{Kind, Value};
use crate::run::Interrupted;

/// How often rules that were refuted are replaced by others.
const ROUNDS: usize = 12;

/// From how many wrong answers on a change of the right ones says something.
const CHANGED: u64 = 4;

/// How many inputs all passes together go over, if one alone does not go over more: it is worth another one then.
const STEPS: u64 = 1 << 24;

/// Of a run of more inputs, rules are first tested on so small a part, so often at most.
const PART: u64 = 32;
const PARTS: usize = 4;

/// Passes one of so many parts of all answers to an inquiry.
pub(crate) type Pass<'a> = dyn Fn(&Inquiry<'_>, u64) -> Result<(), Interrupted> + 'a;

/// What was found of a solver.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) notes: Notes,
    /// What completes "as if", if that is so everywhere.
    pub(crate) as_if: Option<String>,
    /// The rules that hold, and for how many of those inputs that their sentences count.
    pub(crate) rules: Vec<(Rule, u64)>,
    /// What each wrong answer is, in words.
    pub(crate) change: Option<String>,
    /// Facts that panic, by their terms, and the number of an input for which each does.
    pub(crate) panics: Vec<(usize, u128)>,
}

/// Explains each suspect in a run of so many inputs, of which a sample is one of so many parts.
pub(crate) fn explain(
    inquiry: &mut Inquiry<'_>,
    inputs: u64,
    sampled: u64,
    pass: &Pass<'_>,
) -> Result<(), Interrupted> {
    pass(inquiry, sampled)?;
    let is_kept = inquiry.pass == Purpose::Keeps;
    inquiry.pass = Purpose::Tests;
    for suspect in &mut inquiry.suspects {
        suspect.begin(sampled > 1);
    }
    let passes = (STEPS / inputs.max(1)).clamp(1, ROUNDS as u64);
    let parts = if inputs > STEPS { PARTS } else { 0 };
    let parts = (0..parts).map(|_| PART);
    for part in parts.chain((0..passes).map(|_| 1)) {
        let suspects = inquiry.suspects.iter_mut();
        let mut open: Vec<_> = suspects.filter(|suspect| !suspect.is_done).collect();
        if open.is_empty() {
            break;
        }
        // What no part refutes is tested on all.
        if part > 1 && open.iter().all(|suspect| suspect.is_tested()) {
            continue;
        }
        for suspect in &mut open {
            suspect.try_next(&inquiry.terms);
        }
        if is_kept {
            open.into_iter().for_each(Suspect::test_kept);
        } else {
            pass(inquiry, part)?;
        }
        let suspects = inquiry.suspects.iter_mut();
        for suspect in suspects.filter(|suspect| !suspect.is_done) {
            let notes = suspect.take_notes();
            if part == 1 {
                suspect.conclude(&inquiry.terms, notes);
            }
        }
    }
    Ok(())
}

impl Suspect {
    fn take_notes(&mut self) -> Notes {
        let mut notes = mem::take(self.notes.get_mut().unwrap_or_else(PoisonError::into_inner));
        for one in notes.take_known() {
            self.sample.entry(one.number).or_insert(one);
        }
        notes
    }

    /// Whether rules have been tested, and none was refuted.
    fn is_tested(&self) -> bool {
        let mut rules = self.rules.iter();
        !self.rules.is_empty() && rules.all(|tried| !tried.is_refuted.load(Relaxed))
    }

    /// If a sample is a small part of all inputs, many rules fit it and a few wrong ones, and each would cost a pass; then
    /// those few are named, if all are known.
    fn begin(&mut self, is_part: bool) {
        let mut notes = self.take_notes();
        self.all = mem::take(&mut notes.all);
        self.is_done = is_part && notes.first().len() as u64 == self.wrong;
        if self.is_done {
            notes = notes.of_first();
        }
        if self.all.is_empty() {
            (notes.seen, notes.wrong) = (self.seen, self.wrong);
        }
        self.found.notes = notes;
    }

    /// What fits all that is known by now is tried next.
    fn try_next(&mut self, terms: &Terms) {
        let (all, sample) = (self.all.values(), self.sample.values());
        let wrong = all
            .chain(sample.clone())
            .filter_map(|one| one.wrong.as_ref());
        // Who has better words for wrong answers needs no change.
        let pairs: Option<Vec<&Pair>> = wrong.map(|wrong| wrong.answers.as_ref()).collect();
        let pairs = pairs.filter(|_| self.wrong >= CHANGED);
        let changes = pairs.map_or(Vec::new(), |pairs| Change::all(&pairs));
        let changes = changes.into_iter().map(|change| (change, true.into()));
        self.changes = changes.collect();
        let (wrong, right) = sample.partition(|one| one.wrong.is_some());
        let rules = Rule::all(&Known {
            terms,
            notes: &self.found.notes,
            wrong,
            right,
            is_whole: self.is_whole,
        });
        self.rules = rules.into_iter().map(Tried::new).collect();
    }

    /// Tests it on all inputs, if they are kept.
    fn test_kept(&mut self) {
        let notes = self.notes.get_mut().unwrap_or_else(PoisonError::into_inner);
        *notes = mem::take(&mut self.found.notes);
        for one in self.all.values() {
            for tried in &self.rules {
                let holds = tried.rule.holds(|term| one.values[term].clone());
                if tried.test(holds, one.mistake()) {
                    notes.keep(Of::Counterexamples, one.number, || one.clone());
                }
            }
        }
    }

    /// Says what all answers have left.
    fn conclude(&mut self, terms: &Terms, notes: Notes) {
        // Each wrong answer is one of several.
        let bits = bits_of_choice(notes.seen, notes.wrong) + notes.wrong as f64;
        let is_said = (self.misreadings.len() as f64).log2() + MARGIN <= bits;
        let read = |everywhere: bool| {
            let misreadings = self.misreadings.iter().filter(|tried| is_alive(tried));
            let mut misreadings = misreadings.map(|(reading, _)| reading);
            let reading = misreadings.find(|reading| reading.is_everywhere() == everywhere)?;
            is_said.then(|| reading.words.clone())
        };
        let as_if = read(true);
        // A change of the right answer says more than the answer to another input.
        let change = self.changes.iter().find(|tried| is_alive(tried));
        let change = change.map(|(change, _)| change.words(&terms.right));
        let change = change.or_else(|| read(false).filter(|_| notes.wrong >= CHANGED));
        let is_refuted = |tried: &&Tried| tried.is_refuted.load(Relaxed);
        self.is_done = as_if.is_some() || !self.rules.iter().any(|tried| is_refuted(&tried));
        let rules = self.rules.iter().filter(|tried| !is_refuted(tried));
        let rules = rules.map(|tried| (tried.rule.clone(), tried.covered.load(Relaxed)));
        let facts = terms.list[..terms.of_inputs()].iter().enumerate();
        let facts = facts.filter(|(_, term)| term.kind == Kind::Fact);
        let panics = facts.filter_map(|(term, _)| {
            let mut known = self.sample.values();
            let undefined = known.find(|one| one.values[term] == Value::Unknown)?;
            Some((term, undefined.number))
        });
        self.found = Found {
            panics: panics.collect(),
            notes,
            as_if,
            rules: rules.collect(),
            change,
        };
    }
}
