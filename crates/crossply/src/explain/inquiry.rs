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

use super::change::Change;
use super::notes::{Mistake, Notes, Of, Sampled, Wrong};
use super::rule::{self, Rule};
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
    pub(crate) pass: Purpose,
}

/// What a pass is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It keeps everything: there are few inputs.
    Keeps,
    /// It takes samples.
    Samples,
    /// It tests what fits these.
    Tests,
}

/// A solver that is wrong, and what may explain it.
#[derive(Default)]
pub(crate) struct Suspect {
    /// Its index in the check.
    pub(crate) solver: usize,
    /// How many inputs a run saw, on how many of these it is wrong, and whether these are all of the domain.
    pub(crate) seen: u64,
    pub(crate) wrong: u64,
    pub(crate) is_whole: bool,
    /// Whether it remembers nothing from one batch to the next, as a program does not that is started for each.
    pub(crate) begins_anew: bool,
    /// The misreadings that have given each answer so far.
    pub(crate) misreadings: Vec<(Arc<Misreading>, AtomicBool)>,
    pub(super) changes: Vec<(Change, AtomicBool)>,
    pub(super) rules: Vec<Tried>,
    pub(super) notes: Mutex<Notes>,
    /// The inputs that a search goes by, and all inputs, if these are few.
    pub(super) sample: BTreeMap<u128, Sampled>,
    pub(super) all: BTreeMap<u128, Sampled>,
    pub(crate) found: Found,
    /// Whether nothing more is to be tried.
    pub(super) is_done: bool,
}

/// A rule that is tested.
pub(super) struct Tried {
    pub(super) rule: Rule,
    pub(super) is_refuted: AtomicBool,
    /// For how many of those inputs it holds that its sentence counts.
    pub(super) covered: AtomicU64,
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

/// The wrong answers to a batch, and their rows.
type WrongRows = Vec<(usize, Wrong)>;

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
}

impl Tried {
    pub(super) fn new(rule: Rule) -> Self {
        Tried {
            rule,
            is_refuted: false.into(),
            covered: 0.into(),
        }
    }

    /// Takes note of an input for which the rule holds so. Returns whether that refutes it.
    #[inline]
    pub(super) fn test(&self, holds: Option<bool>, mistake: Option<&Mistake>) -> bool {
        let is_wrong = self.rule.means(mistake);
        if holds == Some(true) && self.rule.counts(is_wrong) {
            self.covered.fetch_add(1, Relaxed);
        }
        let is_refuted = self.rule.is_refuted(holds, is_wrong);
        if is_refuted {
            self.is_refuted.store(true, Relaxed);
        }
        is_refuted
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
            let rows = (0..seen.wrong.len()).filter(|&row| seen.wrong[row] == Some(true));
            let wrong = rows.map(|row| (row, self.wrong(&seen, row))).collect();
            for tried in &suspect.rules {
                self.test(n, tried, &seen, &wrong);
            }
            self.try_misreadings(n, &seen);
            self.note_wrong(n, &seen, &wrong);
            if inquiry.pass != Purpose::Tests {
                self.sample(n, &seen, &wrong);
            }
        }
    }

    fn wrong(&self, seen: &Seen<'_>, row: usize) -> Wrong {
        let check = self.inquiry.check;
        let (given, right) = (seen.given.outcome(row), seen.right(row));
        if let (Some(mistake), Some(right)) = (&check.vocabulary.mistake, right) {
            return Wrong {
                mistake: mistake(seen.input(row), right, given),
                answers: None,
            };
        }
        let pair = self.inquiry.terms.pair(seen, row);
        // Of two that differ, it is not known who is right.
        let is_known = check.truth.is_some();
        let mistake = match (given, pair.order()) {
            (Err(failure), _) => Cow::from(failure.kind.does()),
            (_, Some(Ordering::Less)) if is_known => "gives too low an answer".into(),
            (_, Some(Ordering::Less)) => "gives a lower answer".into(),
            (_, Some(Ordering::Greater)) if is_known => "gives too high an answer".into(),
            (_, Some(Ordering::Greater)) => "gives a higher answer".into(),
            (_, Some(Ordering::Equal)) if pair.is_zero() => "gives a zero of another sign".into(),
            _ => "gives another answer".into(),
        };
        Wrong {
            mistake,
            answers: Some(pair),
        }
    }

    /// Looks for inputs that refute the rule.
    fn test(&mut self, suspect: usize, tried: &Tried, seen: &Seen<'_>, wrong: &WrongRows) {
        let holds = self.holds(&tried.rule, seen);
        let notes = &mut self.notes[suspect];
        let terms = &self.inquiry.terms;
        let rule = &tried.rule;
        let is_refuted = || holds.iter().any(|&holds| rule.is_refuted(holds, false));
        if wrong.is_empty() && rule.of != rule::Of::AllWrong && !is_refuted() {
            return;
        }
        for (row, wrong) in rows(seen, wrong) {
            let mistake = wrong.map(|wrong| &wrong.mistake);
            if tried.test(holds[row], mistake) {
                let known = || terms.known(seen, row, wrong);
                notes.keep(Of::Counterexamples, seen.number(row), known);
            }
        }
    }

    /// For which rows a rule holds.
    fn holds(&mut self, rule: &Rule, seen: &Seen<'_>) -> Vec<Option<bool>> {
        let terms = &self.inquiry.terms;
        let inputs = &seen.batch.inputs;
        let mut any = vec![Some(false); inputs.len()];
        for conditions in &rule.cases {
            let mut all = vec![Some(true); inputs.len()];
            for condition in conditions {
                let features = &terms.list[..terms.of_inputs()];
                let feature = features.get(condition.term);
                let feature = feature.filter(|_| condition.is_quick());
                let column = &mut self.column;
                if feature.is_some_and(|one| one.short_numbers(inputs, column)) {
                    condition.exclude(column, &mut all);
                    continue;
                }
                let rows = all.iter_mut().enumerate();
                for (row, all) in rows.filter(|(_, all)| **all != Some(false)) {
                    let holds = condition.holds(|term| terms.value(term, seen, row));
                    if holds != Some(true) {
                        *all = holds;
                    }
                }
            }
            for (any, all) in any.iter_mut().zip(all) {
                if *any != Some(true) && all != Some(false) {
                    *any = all;
                }
            }
        }
        any
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
                Applies::Everywhere => inquiry.pass != Purpose::Samples || is_wrong || row == 0,
            };
            let mut rows = seen.rows();
            if !rows.all(|(row, is_wrong)| !is_asked(row, is_wrong) || is_same(reader, row)) {
                alive.store(false, Relaxed);
            }
        }
    }

    fn note_wrong(&mut self, suspect: usize, seen: &Seen<'_>, wrong: &WrongRows) {
        let terms = &self.inquiry.terms;
        let (suspect, notes) = (&self.inquiry.suspects[suspect], &mut self.notes[suspect]);
        for (row, wrong) in wrong {
            let number = seen.number(*row);
            let known = || terms.known(seen, *row, Some(wrong));
            notes.keep(Of::First, number, known);
            notes.count(number, wrong);
            for (change, fits) in suspect.changes.iter().filter(|change| is_alive(change)) {
                let pair = wrong.answers.as_ref();
                if !pair.is_some_and(|pair| change.makes(pair)) {
                    fits.store(false, Relaxed);
                }
            }
        }
    }

    fn sample(&mut self, suspect: usize, seen: &Seen<'_>, wrong: &WrongRows) {
        let (terms, notes) = (&self.inquiry.terms, &mut self.notes[suspect]);
        let mut before = None;
        for this in rows(seen, wrong) {
            let known = |(row, wrong)| terms.known(seen, row, wrong);
            let mut keep = |of, one: (usize, _)| notes.keep(of, seen.number(one.0), || known(one));
            keep(this.1.map_or(Of::Right, |_| Of::Wrong), this);
            let before = before.replace(this);
            if let Some(before) = before.filter(|(_, wrong)| wrong.is_some() != this.1.is_some()) {
                keep(Of::Edges, before);
                keep(Of::Edges, this);
            }
            if self.inquiry.pass == Purpose::Keeps {
                notes.all.insert(seen.number(this.0), known(this));
            }
        }
    }
}

/// The rows of which it is known whether the answer is wrong, with those that are.
fn rows<'w>(
    seen: &Seen<'_>,
    wrong: &'w WrongRows,
) -> impl Iterator<Item = (usize, Option<&'w Wrong>)> {
    let mut wrong = wrong.iter().map(|(_, wrong)| wrong);
    let with = move |(row, is_wrong)| (row, if is_wrong { wrong.next() } else { None });
    seen.rows().map(with)
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
