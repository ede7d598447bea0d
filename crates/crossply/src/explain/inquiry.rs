//! One pass over answers: it tries rules, changes and misreadings on every single one, and takes samples.
//!
//! Each thread has a note-taker, which sees answers in the order in which one instance of the solver gave them. What all
//! of them know together is the same on any number of threads.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

use super::change::{Change, Pair};
use super::notes::{COUNTEREXAMPLES, Notes, Of, Sampled, hash};
use super::rule::Rule;
use super::search::Found;
use super::seen::{Seen, Terms};
use crate::any_vec::AnyVec;
use crate::definition::{Applies, Definition, Misreading, Reader};
use crate::failure::catch_panic;
use crate::oracle::{Comparison, Verdicts};
use crate::run::Observer;

/// A pass, and what it finds.
pub(crate) struct Inquiry<'a> {
    pub(crate) check: &'a Definition,
    pub(crate) terms: Terms,
    pub(crate) suspects: Vec<Suspect>,
    /// Whether to sample all inputs, and not only counterexamples.
    pub(crate) samples: bool,
    /// Whether a pass ends as soon as it has refuted everything. What comes next then depends on threads.
    pub(crate) stops_when_refuted: bool,
}

/// A solver that is wrong, and what may explain it.
#[derive(Default)]
pub(crate) struct Suspect {
    /// Its index in the check.
    pub(crate) solver: usize,
    /// How many inputs a run saw, and on how many of these it is wrong.
    pub(crate) seen: u64,
    pub(crate) wrong: u64,
    /// Whether it remembers nothing from one batch to the next, as a program does not that is started for each.
    pub(crate) begins_anew: bool,
    /// The misreadings that have given each answer so far.
    pub(crate) misreadings: Vec<(Arc<Misreading>, AtomicBool)>,
    pub(super) changes: Vec<(Change, AtomicBool)>,
    pub(super) rule: Option<Rule>,
    pub(super) counterexamples: AtomicU64,
    pub(super) notes: Mutex<Notes>,
    /// All inputs that are known one by one.
    pub(super) known: BTreeMap<u128, Sampled>,
    pub(crate) found: Found,
    /// Whether no other rule is to be tried.
    pub(super) is_done: bool,
}

/// Collects evidence from the answers of a thread.
pub(crate) struct NoteTaker<'a> {
    inquiry: &'a Inquiry<'a>,
    notes: Vec<Notes>,
    /// What answers as the misreadings of each suspect do.
    readers: Vec<Vec<Reader>>,
    /// The memory of numbers, and of the answer of a misreading.
    column: Vec<i64>,
    read: AnyVec,
}

/// Whether what may explain the answers does so until now.
pub(super) fn is_alive<T>((_, alive): &(T, AtomicBool)) -> bool {
    alive.load(Relaxed)
}

impl Inquiry<'_> {
    pub(super) fn note_taker(&self) -> NoteTaker<'_> {
        let new = |suspect: &Suspect| {
            let misreadings = suspect.misreadings.iter();
            misreadings
                .map(|(misreading, _)| (misreading.new)())
                .collect()
        };
        NoteTaker {
            inquiry: self,
            notes: self.suspects.iter().map(|_| Notes::default()).collect(),
            readers: self.suspects.iter().map(new).collect(),
            column: Vec::new(),
            read: (self.check.no_answers)(),
        }
    }

    pub(super) fn observer(&self) -> Observer<'_> {
        let mut notes = self.note_taker();
        Box::new(move |comparison, verdicts| notes.see(comparison, verdicts))
    }

    /// Whether there is nothing more to be learnt.
    pub(super) fn is_over(&self) -> bool {
        let says_nothing_more = |suspect: &Suspect| {
            let refuted = suspect.counterexamples.load(Relaxed);
            suspect.rule.is_some()
                && refuted >= COUNTEREXAMPLES as u64
                && !suspect.misreadings.iter().any(is_alive)
        };
        let mut suspects = self.suspects.iter();
        self.stops_when_refuted
            && !self.samples
            && suspects.all(|suspect| suspect.is_done || says_nothing_more(suspect))
    }
}

impl NoteTaker<'_> {
    pub(super) fn see(&mut self, comparison: &Comparison<'_>, verdicts: Option<&Verdicts>) {
        let inquiry = self.inquiry;
        for (n, suspect) in inquiry.suspects.iter().enumerate() {
            if suspect.is_done {
                continue;
            }
            let Some(seen) = Seen::of(inquiry.check, comparison, verdicts, suspect.solver) else {
                continue;
            };
            let unknown = seen.wrong.iter().filter(|wrong| wrong.is_none()).count();
            self.notes[n].seen += (seen.batch.len() - unknown) as u64;
            self.try_rule(n, &seen);
            self.try_misreadings(n, &seen);
            let wrong = (0..seen.wrong.len()).filter(|&row| seen.wrong[row] == Some(true));
            for row in wrong.clone() {
                self.note_wrong(n, &seen, row);
            }
            // A bound is soon found, if the first and the last are known.
            if let Some(last) = wrong.max_by_key(|&row| seen.number(row)) {
                let (number, known) =
                    (seen.number(last), || inquiry.terms.known(&seen, last, true));
                self.notes[n].keep(Of::Last, (!number, number), known);
            }
            if inquiry.samples {
                self.sample(n, &seen);
            }
        }
    }

    /// Looks for inputs that refute the rule.
    fn try_rule(&mut self, suspect: usize, seen: &Seen<'_>) {
        let inquiry = self.inquiry;
        let (suspect, notes) = (&inquiry.suspects[suspect], &mut self.notes[suspect]);
        let Some(rule) = &suspect.rule else {
            return;
        };
        let inputs = &seen.batch.inputs;
        let mut any = vec![false; inputs.len()];
        for conditions in &rule.cases {
            let mut holds = vec![true; inputs.len()];
            for condition in conditions {
                let feature = inquiry.terms.of_inputs().get(condition.term);
                let feature = feature.filter(|_| condition.is_quick());
                let column = &mut self.column;
                let is_short = feature.is_some_and(|one| one.short_numbers(inputs, column));
                let rows = holds.iter_mut().enumerate().filter(|(_, holds)| **holds);
                if is_short {
                    rows.for_each(|(row, holds)| *holds = condition.holds_of(column[row].into()));
                } else {
                    let value = |row| move |term| inquiry.terms.value(term, seen, row);
                    rows.for_each(|(row, holds)| *holds = condition.holds(value(row)));
                }
            }
            any.iter_mut()
                .zip(holds)
                .for_each(|(any, holds)| *any |= holds);
        }
        if seen.wrong.is_empty() && !any.iter().any(|&holds| rule.is_refuted(holds, false)) {
            return;
        }
        for (row, is_wrong) in seen.rows() {
            let holds = any[row];
            notes.covered += u64::from(holds && is_wrong);
            if rule.is_refuted(holds, is_wrong) {
                suspect.counterexamples.fetch_add(1, Relaxed);
                let number = seen.number(row);
                let known = || inquiry.terms.known(seen, row, is_wrong);
                notes.keep(Of::Counterexamples, (hash(number), number), known);
            }
        }
    }

    /// Gives up misreadings that give another answer.
    fn try_misreadings(&mut self, suspect: usize, seen: &Seen<'_>) {
        let (inquiry, read) = (self.inquiry, &mut self.read);
        let readers = self.readers[suspect].iter_mut();
        let suspect = &inquiry.suspects[suspect];
        let mut is_same = |reader: &mut Reader, row: usize| {
            read.truncate(0);
            let given = seen.given.outcome(row);
            match catch_panic(|| reader(&seen.batch.inputs, row, read)) {
                Ok(true) => inquiry.check.equality.of_outcomes(Ok(read.item(0)), given),
                Ok(false) => false,
                Err(failure) => given.err() == Some(&failure),
            }
        };
        for ((misreading, alive), reader) in suspect.misreadings.iter().zip(readers) {
            let is_in_vain = misreading.applies == Applies::WhereWrong && seen.wrong.is_empty();
            if is_in_vain || !alive.load(Relaxed) {
                continue;
            }
            if misreading.applies == Applies::InOrder && suspect.begins_anew {
                *reader = (misreading.new)();
            }
            let is_asked = |row: usize, is_wrong| match misreading.applies {
                Applies::WhereWrong => is_wrong,
                Applies::InOrder => true,
                // Of a sample, those that are wrong and a few others are enough.
                Applies::Everywhere => !inquiry.samples || is_wrong || row == 0,
            };
            let mut rows = seen.rows();
            if !rows.all(|(row, is_wrong)| !is_asked(row, is_wrong) || is_same(reader, row)) {
                alive.store(false, Relaxed);
            }
        }
    }

    fn note_wrong(&mut self, suspect: usize, seen: &Seen<'_>, row: usize) {
        let terms = &self.inquiry.terms;
        let (suspect, notes) = (&self.inquiry.suspects[suspect], &mut self.notes[suspect]);
        notes.wrong += 1;
        let known = || terms.known(seen, row, true);
        notes.keep(Of::First, (seen.number(row), 0), known);
        let (given, right) = (seen.given.outcome(row), seen.right(row));
        let of_check = self.inquiry.check.vocabulary.mistake.as_ref().zip(right);
        let is_compared = of_check.is_none() || suspect.changes.iter().any(is_alive);
        let pair = is_compared.then(|| terms.pair(seen, row));
        // Of two that differ, it is not known who is right.
        let is_known = self.inquiry.check.truth.is_some();
        let mistake = match (of_check, given, pair.as_ref().and_then(Pair::order)) {
            (Some((mistake, right)), ..) => mistake(seen.input(row), right, given),
            (_, Err(failure), _) => Cow::from(failure.kind.does()),
            (.., Some(Ordering::Less)) if is_known => "gives too low an answer".into(),
            (.., Some(Ordering::Less)) => "gives a lower answer".into(),
            (.., Some(Ordering::Greater)) if is_known => "gives too high an answer".into(),
            (.., Some(Ordering::Greater)) => "gives a higher answer".into(),
            _ => "gives another answer".into(),
        };
        *notes.mistakes.entry(mistake).or_default() += 1;
        for (change, fits) in suspect.changes.iter().filter(|change| is_alive(change)) {
            if !pair.as_ref().is_some_and(|pair| change.makes(pair)) {
                fits.store(false, Relaxed);
            }
        }
    }

    fn sample(&mut self, suspect: usize, seen: &Seen<'_>) {
        let (terms, notes) = (&self.inquiry.terms, &mut self.notes[suspect]);
        let mut before = None;
        for (row, is_wrong) in seen.rows() {
            let number = seen.number(row);
            let of = if is_wrong { Of::Wrong } else { Of::Right };
            // The first ones are the simplest, and often special.
            let is_first = number < of.most() as u128 / 2;
            let key = if is_first { number } else { hash(number) };
            notes.keep(of, (key, number), || terms.known(seen, row, is_wrong));
            if let Some((last, was_wrong)) = before.replace((row, is_wrong))
                && was_wrong != is_wrong
            {
                for (row, is_wrong) in [(last, was_wrong), (row, is_wrong)] {
                    let number = seen.number(row);
                    let known = || terms.known(seen, row, is_wrong);
                    notes.keep(Of::Edges, (hash(number), number), known);
                }
            }
        }
    }
}

/// Adds what it has seen to what all have.
impl Drop for NoteTaker<'_> {
    fn drop(&mut self) {
        for (suspect, notes) in self.inquiry.suspects.iter().zip(self.notes.drain(..)) {
            let mut all = suspect.notes.lock().unwrap_or_else(PoisonError::into_inner);
            all.merge(notes);
        }
    }
}
