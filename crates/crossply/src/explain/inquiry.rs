//! One pass over answers: it tries rules, changes and misreadings on every single one, and takes samples.
//!
//! Each thread has an observer, which is shown blocks of answers in the order in which one instance of the solver gave
//! them. What all observers know together is the same on any number of threads.

use std::fmt::Debug;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};

use super::change::{Answers, Change};
use super::explainer::Explainer;
use super::notes::{COUNTEREXAMPLES, EDGES, Notes, RIGHT, WRONG, known};
use super::reading::{Asked, Reader, Reading};
use super::rule::Rule;
use super::sample::hash;
use super::term::Term;
use super::value::Value;
use crate::outcome::{Outcome, outcome_of};
use crate::panel;

/// Answers that one instance of a solver gave, one after the other.
pub(crate) struct Block<'a, I, A> {
    pub(crate) inputs: &'a [I],
    /// The number of the input in a row.
    pub(crate) number: &'a dyn Fn(usize) -> u128,
    /// The section of the domain, if it has sections.
    pub(crate) section: Value,
    pub(crate) given: &'a panel::Answers<A>,
    /// Whether the answer in each row is wrong; none where nobody knows. Empty if all are right.
    pub(crate) wrong: &'a [Option<bool>],
    /// The right answer in a row, if it is known.
    pub(crate) right: &'a dyn Fn(usize) -> Option<&'a A>,
}

/// A pass, and what it finds.
pub(crate) struct Inquiry<'a, I, A> {
    pub(crate) explainer: &'a Explainer<I, A>,
    pub(crate) terms: &'a [Term],
    pub(crate) same: &'a (dyn Fn(&A, &A) -> bool + Sync),
    pub(crate) suspects: Vec<Suspect<'a, I, A>>,
    /// Whether to sample all inputs, and not only counterexamples.
    pub(crate) samples: bool,
    pub(crate) is_hasty: bool,
}

/// A solver that is wrong, and what may explain it.
pub(crate) struct Suspect<'a, I, A> {
    /// Its index in the check.
    pub(crate) solver: usize,
    pub(crate) rule: Option<Rule>,
    pub(crate) counterexamples: AtomicU64,
    pub(crate) changes: Vec<(Change, AtomicBool)>,
    /// The misreadings that have given each answer so far.
    pub(crate) readings: Vec<(&'a Reading<I, A>, AtomicBool)>,
    pub(crate) notes: Mutex<Notes>,
}

/// Is shown answers.
pub(crate) struct Observer<'a, I, A> {
    inquiry: &'a Inquiry<'a, I, A>,
    notes: Vec<Notes>,
    /// Of each suspect, the misreadings that fit so far, by their indices.
    readers: Vec<Vec<(usize, Reader<I, A>)>>,
    /// The memory of numbers.
    column: Vec<i64>,
}

impl<'a, I, A> Suspect<'a, I, A> {
    pub(crate) fn new(
        solver: usize,
        readings: impl IntoIterator<Item = &'a Reading<I, A>>,
    ) -> Self {
        Suspect {
            solver,
            rule: None,
            counterexamples: AtomicU64::new(0),
            changes: Vec::new(),
            readings: readings
                .into_iter()
                .map(|reading| (reading, AtomicBool::new(true)))
                .collect(),
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
    pub(crate) fn alive(&self) -> impl Iterator<Item = &'a Reading<I, A>> {
        let alive = self.readings.iter();
        let alive = alive.filter(|(_, alive)| alive.load(Relaxed));
        alive.map(|(reading, _)| *reading)
    }
}

impl<'a, I, A> Inquiry<'a, I, A> {
    pub(crate) fn observer(&'a self) -> Observer<'a, I, A> {
        let new = |suspect: &Suspect<'a, I, A>| {
            let readings = suspect.readings.iter().enumerate();
            readings
                .map(|(n, (reading, _))| (n, (reading.new)()))
                .collect()
        };
        Observer {
            inquiry: self,
            notes: self.suspects.iter().map(|_| Notes::default()).collect(),
            readers: self.suspects.iter().map(new).collect(),
            column: Vec::new(),
        }
    }

    /// Whether nothing more is to be learnt: every rule is refuted often.
    pub(crate) fn is_over(&self) -> bool {
        self.is_hasty && !self.samples && !self.suspects.iter().any(Suspect::is_open)
    }

    pub(super) fn value(&self, term: usize, block: &Block<'_, I, A>, row: usize) -> Value {
        let Explainer {
            features, answers, ..
        } = self.explainer;
        match features.get(term) {
            Some(feature) => (feature.value)(&block.inputs[row]),
            None if term == features.len() => block.section,
            None => (block.right)(row).map_or(Value::None, |right| {
                (answers[term - features.len() - 1].value)(right)
            }),
        }
    }
}

impl<I, A> Observer<'_, I, A>
where
    I: Clone + Debug + 'static,
    A: Debug + 'static,
{
    /// The indices in the check of the solvers whose answers it is shown.
    pub(crate) fn solvers(&self) -> Vec<usize> {
        self.inquiry
            .suspects
            .iter()
            .map(|suspect| suspect.solver)
            .collect()
    }

    /// Shows answers of the suspect with this index.
    pub(crate) fn see(&mut self, suspect: usize, block: &Block<'_, I, A>) {
        let rows = 0..block.inputs.len();
        let unknown = block.wrong.iter().filter(|wrong| wrong.is_none()).count();
        self.notes[suspect].seen += (rows.len() - unknown) as u64;
        self.try_rule(suspect, block);
        self.try_readings(suspect, block);
        for row in (0..block.wrong.len()).filter(|&row| block.wrong[row] == Some(true)) {
            self.note_wrong(suspect, block, row);
        }
        if self.inquiry.samples {
            self.sample(suspect, block);
        } else {
            self.notes[suspect].note_extremes(self.inquiry, block);
        }
    }

    /// Looks for inputs that refute the rule.
    fn try_rule(&mut self, suspect: usize, block: &Block<'_, I, A>) {
        let inquiry = self.inquiry;
        let (suspect, notes) = (&inquiry.suspects[suspect], &mut self.notes[suspect]);
        let Some(rule) = &suspect.rule else {
            return;
        };
        let mut any = vec![false; block.inputs.len()];
        for conditions in &rule.cases {
            let mut holds = vec![true; block.inputs.len()];
            for condition in conditions {
                self.column.clear();
                let feature = inquiry.explainer.features.get(condition.term);
                let numbers = feature.filter(|_| condition.is_quick());
                if numbers.is_some_and(|feature| (feature.numbers)(block.inputs, &mut self.column))
                {
                    condition.hold_all(&self.column, &mut holds);
                    continue;
                }
                for (row, holds) in holds.iter_mut().enumerate().filter(|(_, holds)| **holds) {
                    *holds = condition.holds(inquiry.terms, |term| inquiry.value(term, block, row));
                }
            }
            any.iter_mut()
                .zip(holds)
                .for_each(|(any, holds)| *any |= holds);
        }
        if block.wrong.is_empty() && !any.iter().any(|&holds| rule.is_refuted(holds, false)) {
            return;
        }
        for (row, holds) in any.into_iter().enumerate() {
            let Some(is_wrong) = block.is_wrong(row) else {
                continue;
            };
            notes.covered += u64::from(holds && is_wrong);
            if rule.is_refuted(holds, is_wrong) {
                suspect.counterexamples.fetch_add(1, Relaxed);
                let key = hash((block.number)(row));
                let known = || known(inquiry, block, row, is_wrong);
                notes.counterexamples.keep(COUNTEREXAMPLES, key, known);
            }
        }
    }

    /// Gives up misreadings that give another answer.
    fn try_readings(&mut self, suspect_at: usize, block: &Block<'_, I, A>) {
        let inquiry = self.inquiry;
        let suspect = &inquiry.suspects[suspect_at];
        let is_same = |reader: &mut Reader<I, A>, row: usize| {
            let read = outcome_of(|| reader(&block.inputs[row]));
            match (read, block.given.outcome(row)) {
                (Outcome::Answer(Some(read)), Outcome::Answer(given)) => {
                    (inquiry.same)(&read, given)
                }
                (Outcome::Panic(read), Outcome::Panic(given)) => read == given,
                _ => false,
            }
        };
        for (reading, reader) in &mut self.readers[suspect_at] {
            let (reading, alive) = &suspect.readings[*reading];
            if reading.asked == Asked::WhereWrong && block.wrong.is_empty() {
                continue;
            }
            let is_asked = |row: usize, is_wrong| match reading.asked {
                Asked::WhereWrong => is_wrong,
                Asked::InOrder => true,
                // Of a sample, those that are wrong and a few others are enough.
                Asked::Everywhere => !inquiry.samples || is_wrong || row == 0,
            };
            let mut rows = block
                .rows()
                .filter(|&(row, is_wrong)| is_asked(row, is_wrong));
            if alive.load(Relaxed) && !rows.all(|(row, _)| is_same(reader, row)) {
                alive.store(false, Relaxed);
            }
        }
        let is_alive = |(reading, _): &(usize, _)| {
            let (_, alive) = &suspect.readings[*reading];
            alive.load(Relaxed)
        };
        self.readers[suspect_at].retain(is_alive);
    }

    fn note_wrong(&mut self, suspect: usize, block: &Block<'_, I, A>, row: usize) {
        let inquiry = self.inquiry;
        let (suspect, notes) = (&inquiry.suspects[suspect], &mut self.notes[suspect]);
        let (input, given) = (&block.inputs[row], block.given.outcome(row));
        let right = (block.right)(row);
        notes.wrong += 1;
        notes.note_first(inquiry, block, row);
        let mistake = inquiry.explainer.mistake_of(input, right, &given);
        // Mostly it is the very same text.
        let is_same = |known: &str| std::ptr::eq(known, &raw const *mistake) || *known == mistake;
        match notes.mistakes.iter_mut().find(|(known, _)| is_same(known)) {
            Some((_, times)) => *times += 1,
            None => notes.mistakes.push((mistake, 1)),
        }
        for (change, fits) in &suspect.changes {
            if fits.load(Relaxed) && !change.makes(&Answers::of(right, &given)) {
                fits.store(false, Relaxed);
            }
        }
    }

    fn sample(&mut self, suspect: usize, block: &Block<'_, I, A>) {
        let (inquiry, notes) = (self.inquiry, &mut self.notes[suspect]);
        let mut before = None;
        for (row, is_wrong) in block.rows() {
            let number = (block.number)(row);
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
            sample.keep(most, key, || known(inquiry, block, row, is_wrong));
            if let Some((last, was_wrong)) = before.replace((row, is_wrong))
                && was_wrong != is_wrong
            {
                for (row, is_wrong) in [(last, was_wrong), (row, is_wrong)] {
                    let key = hash((block.number)(row));
                    notes
                        .edges
                        .keep(EDGES, key, || known(inquiry, block, row, is_wrong));
                }
            }
        }
    }
}

impl<I, A> Block<'_, I, A> {
    /// The rows of which it is known whether the answer is wrong, and whether it is.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, bool)> {
        let rows = 0..self.inputs.len();
        rows.filter_map(|row| Some((row, self.is_wrong(row)?)))
    }

    #[inline]
    fn is_wrong(&self, row: usize) -> Option<bool> {
        self.wrong.get(row).copied().unwrap_or(Some(false))
    }
}

/// Adds what it has seen to what all have.
impl<I, A> Drop for Observer<'_, I, A> {
    fn drop(&mut self) {
        for (suspect, notes) in self.inquiry.suspects.iter().zip(self.notes.drain(..)) {
            let mut all = suspect.notes.lock().unwrap_or_else(PoisonError::into_inner);
            all.merge(notes);
        }
    }
}
