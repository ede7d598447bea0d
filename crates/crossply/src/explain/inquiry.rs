//! One pass over answers: it tries rules, changes and misreadings on every single one, and takes samples.
//!
//! Each thread has a note-taker, which sees answers in the order in which one instance of the solver gave them. What all
//! of them know together is the same on any number of threads.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};

use super::change::Change;
use super::mistake::mistake_of;
use super::notes::{COUNTEREXAMPLES, EDGES, Notes, RIGHT, WRONG};
use super::rule::Rule;
use super::sample::hash;
use super::search::Wrong;
use super::seen::{Seen, Terms};
use crate::any_vec::AnyVec;
use crate::definition::{Applies, Equality, Misreading, Reader};
use crate::failure::catch_panic;

/// A pass, and what it finds.
pub(crate) struct Inquiry<'a> {
    pub(crate) terms: &'a Terms<'a>,
    pub(crate) equality: &'a Equality,
    pub(crate) no_answers: fn() -> AnyVec,
    pub(crate) suspects: Vec<Suspect<'a>>,
    /// Whether to sample all inputs, and not only counterexamples.
    pub(crate) samples: bool,
    /// Whether the pass ends as soon as it has refuted everything.
    pub(crate) stops_when_refuted: bool,
}

/// A solver that is wrong, and what may explain it.
pub(crate) struct Suspect<'a> {
    /// Its index in the check.
    pub(crate) solver: usize,
    begins_anew: bool,
    pub(crate) rule: Option<Rule>,
    pub(crate) counterexamples: AtomicU64,
    pub(crate) changes: Vec<(Change, AtomicBool)>,
    /// The misreadings that have given each answer so far.
    pub(crate) misreadings: Vec<(&'a Misreading, AtomicBool)>,
    pub(crate) notes: Mutex<Notes>,
}

/// Collects evidence from the answers of a thread.
pub(crate) struct NoteTaker<'a> {
    inquiry: &'a Inquiry<'a>,
    notes: Vec<Notes>,
    /// Of each suspect, the misreadings that fit so far, by their indices.
    readers: Vec<Vec<(usize, Reader)>>,
    /// The memory of numbers, and of the answer of a misreading.
    column: Vec<i64>,
    read: AnyVec,
}

impl<'a> Suspect<'a> {
    pub(crate) fn new(
        wrong: &Wrong<'_>,
        misreadings: impl IntoIterator<Item = &'a Misreading>,
    ) -> Self {
        let misreadings = misreadings.into_iter();
        let alive = misreadings.map(|misreading| (misreading, AtomicBool::new(true)));
        Suspect {
            solver: wrong.solver,
            begins_anew: wrong.begins_anew,
            rule: None,
            counterexamples: AtomicU64::new(0),
            changes: Vec::new(),
            misreadings: alive.collect(),
            notes: Mutex::default(),
        }
    }

    /// Whether the pass still says something about it.
    fn is_open(&self) -> bool {
        let has_rule = self.rule.is_some();
        let refuted = self.counterexamples.load(Relaxed);
        !has_rule || refuted < COUNTEREXAMPLES as u64 || self.alive().next().is_some()
    }

    /// The misreadings that fit.
    pub(crate) fn alive(&self) -> impl Iterator<Item = &'a Misreading> {
        let alive = self.misreadings.iter();
        let alive = alive.filter(|(_, alive)| alive.load(Relaxed));
        alive.map(|(misreading, _)| *misreading)
    }
}

impl Inquiry<'_> {
    pub(crate) fn note_taker(&self) -> NoteTaker<'_> {
        let new = |suspect: &Suspect<'_>| {
            let misreadings = suspect.misreadings.iter().enumerate();
            misreadings
                .map(|(n, (misreading, _))| (n, (misreading.new)()))
                .collect()
        };
        NoteTaker {
            inquiry: self,
            notes: self.suspects.iter().map(|_| Notes::default()).collect(),
            readers: self.suspects.iter().map(new).collect(),
            column: Vec::new(),
            read: (self.no_answers)(),
        }
    }

    /// Whether nothing more is to be learnt: every rule is refuted often.
    pub(crate) fn is_over(&self) -> bool {
        self.stops_when_refuted && !self.samples && !self.suspects.iter().any(Suspect::is_open)
    }
}

impl NoteTaker<'_> {
    /// Sees answers of the suspect with this index.
    pub(crate) fn see(&mut self, suspect: usize, seen: &Seen<'_>) {
        let rows = 0..seen.inputs.len();
        let unknown = seen.wrong.iter().filter(|wrong| wrong.is_none()).count();
        self.notes[suspect].seen += (rows.len() - unknown) as u64;
        self.try_rule(suspect, seen);
        self.try_misreadings(suspect, seen);
        for row in (0..seen.wrong.len()).filter(|&row| seen.wrong[row] == Some(true)) {
            self.note_wrong(suspect, seen, row);
        }
        if self.inquiry.samples {
            self.sample(suspect, seen);
        } else {
            self.notes[suspect].note_extremes(self.inquiry.terms, seen);
        }
    }

    /// Looks for inputs that refute the rule.
    fn try_rule(&mut self, suspect: usize, seen: &Seen<'_>) {
        let inquiry = self.inquiry;
        let (suspect, notes) = (&inquiry.suspects[suspect], &mut self.notes[suspect]);
        let Some(rule) = &suspect.rule else {
            return;
        };
        let mut any = vec![false; seen.inputs.len()];
        for conditions in &rule.cases {
            let mut holds = vec![true; seen.inputs.len()];
            for condition in conditions {
                let feature = inquiry.terms.vocabulary.features.get(condition.term);
                let numbers = feature.filter(|_| condition.is_quick());
                if numbers
                    .is_some_and(|feature| feature.short_numbers(seen.inputs, &mut self.column))
                {
                    condition.hold_all(&self.column, &mut holds);
                    continue;
                }
                for (row, holds) in holds.iter_mut().enumerate().filter(|(_, holds)| **holds) {
                    *holds = condition.holds(&inquiry.terms.list, |term| {
                        inquiry.terms.value(term, seen, row)
                    });
                }
            }
            any.iter_mut()
                .zip(holds)
                .for_each(|(any, holds)| *any |= holds);
        }
        if seen.wrong.is_empty() && !any.iter().any(|&holds| rule.is_refuted(holds, false)) {
            return;
        }
        for (row, holds) in any.into_iter().enumerate() {
            let Some(is_wrong) = seen.is_wrong(row) else {
                continue;
            };
            notes.covered += u64::from(holds && is_wrong);
            if rule.is_refuted(holds, is_wrong) {
                suspect.counterexamples.fetch_add(1, Relaxed);
                let key = hash(seen.number(row));
                let known = || inquiry.terms.known(seen, row, is_wrong);
                notes.counterexamples.keep(COUNTEREXAMPLES, key, known);
            }
        }
    }

    /// Gives up misreadings that give another answer.
    fn try_misreadings(&mut self, suspect_at: usize, seen: &Seen<'_>) {
        let (inquiry, read) = (self.inquiry, &mut self.read);
        let suspect = &inquiry.suspects[suspect_at];
        let mut is_same = |reader: &mut Reader, row: usize| {
            read.truncate(0);
            let given = seen.given.outcome(row);
            match catch_panic(|| reader(seen.inputs, row, read)) {
                Ok(true) => inquiry.equality.of_outcomes(Ok(read.item(0)), given),
                Ok(false) => false,
                Err(failure) => given.err() == Some(&failure),
            }
        };
        for (misreading, reader) in &mut self.readers[suspect_at] {
            let (misreading, alive) = &suspect.misreadings[*misreading];
            if misreading.applies == Applies::WhereWrong && seen.wrong.is_empty() {
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
            let mut rows = seen
                .rows()
                .filter(|&(row, is_wrong)| is_asked(row, is_wrong));
            if alive.load(Relaxed) && !rows.all(|(row, _)| is_same(reader, row)) {
                alive.store(false, Relaxed);
            }
        }
        let is_alive = |(misreading, _): &(usize, _)| {
            let (_, alive) = &suspect.misreadings[*misreading];
            alive.load(Relaxed)
        };
        self.readers[suspect_at].retain(is_alive);
    }

    fn note_wrong(&mut self, suspect: usize, seen: &Seen<'_>, row: usize) {
        let terms = self.inquiry.terms;
        let (suspect, notes) = (&self.inquiry.suspects[suspect], &mut self.notes[suspect]);
        notes.wrong += 1;
        notes.note_first(terms, seen, row);
        let mut changes = suspect
            .changes
            .iter()
            .filter(|(_, fits)| fits.load(Relaxed));
        let is_compared = terms.vocabulary.mistake.is_none() || changes.next().is_some();
        let pair = is_compared.then(|| terms.pair(seen, row));
        let mistake = mistake_of(terms, pair.as_ref(), seen, row);
        // Mostly it is the very same text.
        let is_same = |known: &str| std::ptr::eq(known, &raw const *mistake) || *known == mistake;
        let known = notes.mistakes.iter_mut();
        match known.into_iter().find(|(known, _)| is_same(known)) {
            Some((_, times)) => *times += 1,
            None => notes.mistakes.push((mistake, 1)),
        }
        for (change, fits) in &suspect.changes {
            if fits.load(Relaxed) && !pair.as_ref().is_some_and(|pair| change.makes(pair)) {
                fits.store(false, Relaxed);
            }
        }
    }

    fn sample(&mut self, suspect: usize, seen: &Seen<'_>) {
        let (inquiry, notes) = (self.inquiry, &mut self.notes[suspect]);
        let mut before = None;
        for (row, is_wrong) in seen.rows() {
            let number = seen.number(row);
            let (sample, most) = if is_wrong {
                (&mut notes.wrong_ones, WRONG)
            } else {
                (&mut notes.right_ones, RIGHT)
            };
            // The first ones are the simplest, and often special.
            let is_first = number < most as u128 / 2;
            let key = if is_first {
                number as u64
            } else {
                hash(number)
            };
            sample.keep(most, key, || inquiry.terms.known(seen, row, is_wrong));
            if let Some((last, was_wrong)) = before.replace((row, is_wrong))
                && was_wrong != is_wrong
            {
                for (row, is_wrong) in [(last, was_wrong), (row, is_wrong)] {
                    let key = hash(seen.number(row));
                    notes
                        .edges
                        .keep(EDGES, key, || inquiry.terms.known(seen, row, is_wrong));
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
