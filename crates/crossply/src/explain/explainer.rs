//! A pass over the answers, which tests each against rules, changes and misreadings. The first pass also takes samples.
//!
//! Each thread has a [`Collector`], which sees the answers in the order in which one instance of the solver gave them.
//! The merged evidence does not depend on the number of threads.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

use super::change::Change;
use super::evidence::{Evidence, Example, SampleOf, Wrong};
use super::judged::{Judged, Terms};
use super::rule::{self, Rule};
use crate::any_vec::AnyVec;
use crate::definition::{Applies, Definition, Misreading, Reader};
use crate::failure::catch_panic;
use crate::oracle::{Comparison, Verdicts};
use crate::run::Observer;

/// The solvers whose wrong answers are to be explained, and the state of the search, which takes several passes.
pub(crate) struct Explainer<'a> {
    pub(crate) check: &'a Definition,
    pub(crate) terms: Terms,
    pub(crate) suspects: Vec<Suspect>,
    /// Whether this is the first pass, which takes samples. Later passes test the rules and changes that fit the
    /// samples.
    pub(crate) is_first: bool,
}

/// A solver with wrong answers, and what may explain them.
#[derive(Default)]
pub(crate) struct Suspect {
    /// The index of the solver in the check.
    pub(crate) solver: usize,
    /// The number of inputs that the solver answered in the first run.
    pub(crate) answered: u64,
    /// The number of wrong answers in the first run.
    pub(crate) wrong: u64,
    /// Whether the first run answered the whole domain.
    pub(crate) covers_domain: bool,
    /// Whether the solver remembers nothing from earlier batches. This is true of programs.
    pub(crate) is_stateless: bool,
    /// The misreadings, and for each whether it has matched all answers so far.
    pub(crate) misreadings: Vec<(Arc<Misreading>, AtomicBool)>,
    pub(super) changes: Vec<(Change, AtomicBool)>,
    pub(super) rules: Vec<TestedRule>,
    pub(super) evidence: Mutex<Evidence>,
    /// The examples from all passes, by the number of the input.
    pub(super) sample: BTreeMap<u128, Example>,
    /// The evidence from the last pass over all answers.
    pub(crate) last_evidence: Evidence,
    /// Whether the search has ended.
    pub(super) is_done: bool,
}

pub(super) struct TestedRule {
    pub(super) rule: Rule,
    pub(super) is_refuted: AtomicBool,
    /// The number of inputs that the rule's sentence reports.
    pub(super) covered: AtomicU64,
}

/// Collects evidence from the answers in one thread.
pub(crate) struct Collector<'a> {
    explainer: &'a Explainer<'a>,
    evidence: Vec<Evidence>,
    /// Instances of each suspect's misreadings.
    readers: Vec<Vec<Reader>>,
    /// A buffer for the numbers of a term.
    column: Vec<i64>,
    /// A buffer for the answer of a misreading.
    read: AnyVec,
}

/// The rows of a batch that have wrong answers, in order.
type WrongRows = Vec<(usize, Wrong)>;

/// Whether no answer has refuted the explanation so far.
pub(super) fn is_alive<T>((_, alive): &(T, AtomicBool)) -> bool {
    alive.load(Relaxed)
}

impl Explainer<'_> {
    pub(super) fn collector(&self) -> Collector<'_> {
        let new = |suspect: &Suspect| {
            let misreadings = suspect.misreadings.iter();
            misreadings.map(|(one, _)| (one.new)()).collect()
        };
        Collector {
            explainer: self,
            evidence: self.suspects.iter().map(|_| Evidence::default()).collect(),
            readers: self.suspects.iter().map(new).collect(),
            column: Vec::new(),
            read: (self.check.no_answers)(),
        }
    }

    pub(super) fn observer(&self) -> Observer<'_> {
        let mut collector = self.collector();
        Box::new(move |comparison, verdicts| collector.see(comparison, verdicts))
    }
}

impl TestedRule {
    pub(super) fn new(rule: Rule) -> Self {
        TestedRule {
            rule,
            is_refuted: false.into(),
            covered: 0.into(),
        }
    }
}

impl Collector<'_> {
    pub(super) fn see(&mut self, comparison: &Comparison<'_>, verdicts: Option<&Verdicts>) {
        let explainer = self.explainer;
        for (n, suspect) in explainer.suspects.iter().enumerate() {
            if suspect.is_done {
                continue;
            }
            let Some(judged) = Judged::of(explainer.check, comparison, verdicts, suspect.solver)
            else {
                continue;
            };
            let unknown = judged.wrong.iter().filter(|wrong| wrong.is_none()).count();
            self.evidence[n].judged += (judged.batch.len() - unknown) as u64;
            let rows = (0..judged.wrong.len()).filter(|&row| judged.wrong[row] == Some(true));
            let wrong_answer = |row| (row, self.wrong_answer(&judged, row));
            let wrong = rows.map(wrong_answer).collect();
            for tried in &suspect.rules {
                self.test(n, tried, &judged, &wrong);
            }
            self.try_misreadings(n, &judged);
            self.count_wrong(n, &judged, &wrong);
            if explainer.is_first {
                self.sample(n, &judged, &wrong);
            }
        }
    }

    fn wrong_answer(&self, judged: &Judged<'_>, row: usize) -> Wrong {
        let check = self.explainer.check;
        let (given, right) = (judged.given.outcome(row), judged.right(row));
        if let (Some(mistake), Some(right)) = (&check.vocabulary.mistake, right) {
            return Wrong {
                mistake: mistake(judged.input(row), right, given),
                answers: None,
            };
        }
        let pair = self.explainer.terms.pair(judged, row);
        // Without a trusted answer, the words must not call either of two solvers wrong.
        let is_known = check.truth.is_some();
        let mistake = match (given, pair.order()) {
            (Err(failure), _) => Cow::from(failure.kind.does()),
            (_, Some(Ordering::Less)) if is_known => "gives too low an answer".into(),
            (_, Some(Ordering::Less)) => "gives a lower answer".into(),
            (_, Some(Ordering::Greater)) if is_known => "gives too high an answer".into(),
            (_, Some(Ordering::Greater)) => "gives a higher answer".into(),
            _ => "gives another answer".into(),
        };
        Wrong {
            mistake,
            answers: Some(pair),
        }
    }

    /// Tests a rule and keeps the inputs that refute it.
    fn test(&mut self, suspect: usize, tried: &TestedRule, judged: &Judged<'_>, wrong: &WrongRows) {
        let holds = self.holds(&tried.rule, judged);
        let evidence = &mut self.evidence[suspect];
        let terms = &self.explainer.terms;
        let rule = &tried.rule;
        let is_refuted = || holds.iter().any(|&holds| rule.is_refuted(holds, false));
        if wrong.is_empty() && rule.claim != rule::Claim::AllWrong && !is_refuted() {
            return;
        }
        for (row, wrong) in rows(judged, wrong) {
            let is_wrong = rule.is_about(wrong.map(|wrong| &wrong.mistake));
            if holds[row] == Some(true) && rule.counts(is_wrong) {
                tried.covered.fetch_add(1, Relaxed);
            }
            if rule.is_refuted(holds[row], is_wrong) {
                tried.is_refuted.store(true, Relaxed);
                let example = || terms.example(judged, row, wrong);
                evidence.keep(SampleOf::Counterexamples, judged.number(row), example);
            }
        }
    }

    /// For each row, whether the rule holds. `None` if that is unknown.
    fn holds(&mut self, rule: &Rule, judged: &Judged<'_>) -> Vec<Option<bool>> {
        let terms = &self.explainer.terms;
        let inputs = &judged.batch.inputs;
        let mut any = vec![Some(false); inputs.len()];
        for conditions in &rule.cases {
            let mut all = vec![Some(true); inputs.len()];
            for condition in conditions {
                let features = &terms.list[..terms.of_inputs()];
                let feature = features.get(condition.term);
                let column = &mut self.column;
                if condition.is_quick()
                    && feature.is_some_and(|one| one.short_numbers(inputs, column))
                {
                    condition.exclude(column, &mut all);
                    continue;
                }
                let rows = all.iter_mut().enumerate();
                for (row, all) in rows.filter(|(_, all)| **all != Some(false)) {
                    let holds = condition.holds(|term| terms.value(term, judged, row));
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

    /// Drops the misreadings that give a different answer from the solver's.
    fn try_misreadings(&mut self, suspect: usize, judged: &Judged<'_>) {
        let (explainer, equality) = (self.explainer, &self.explainer.check.equality);
        let read = &mut self.read;
        let readers = self.readers[suspect].iter_mut();
        let suspect = &explainer.suspects[suspect];
        let mut is_same = |reader: &mut Reader, row: usize| {
            read.truncate(0);
            let given = judged.given.outcome(row);
            match catch_panic(|| reader(&judged.batch.inputs, row, read)) {
                Ok(true) => equality.of_outcomes(Ok(read.item(0)), given),
                Ok(false) => false,
                Err(failure) => given.err() == Some(&failure),
            }
        };
        for ((misreading, alive), reader) in suspect.misreadings.iter().zip(readers) {
            let has_no_rows = misreading.applies == Applies::WhereWrong && judged.wrong.is_empty();
            if has_no_rows || !alive.load(Relaxed) {
                continue;
            }
            if misreading.applies == Applies::InOrder && suspect.is_stateless {
                *reader = (misreading.new)();
            }
            let is_tested = |row: usize, is_wrong| match misreading.applies {
                Applies::WhereWrong => is_wrong,
                Applies::InOrder => true,
                // To save time, the first pass tests only the wrong rows and the first row of each batch.
                Applies::Everywhere => !explainer.is_first || is_wrong || row == 0,
            };
            let mut rows = judged.rows();
            if !rows.all(|(row, is_wrong)| !is_tested(row, is_wrong) || is_same(reader, row)) {
                alive.store(false, Relaxed);
            }
        }
    }

    fn count_wrong(&mut self, suspect: usize, judged: &Judged<'_>, wrong: &WrongRows) {
        let terms = &self.explainer.terms;
        let evidence = &mut self.evidence[suspect];
        let changes = &self.explainer.suspects[suspect].changes;
        for (row, wrong) in wrong {
            let number = judged.number(*row);
            let example = || terms.example(judged, *row, Some(wrong));
            evidence.keep(SampleOf::First, number, example);
            evidence.count(number, wrong);
            for (change, fits) in changes.iter().filter(|change| is_alive(change)) {
                let pair = wrong.answers.as_ref();
                if !pair.is_some_and(|pair| change.makes(pair)) {
                    fits.store(false, Relaxed);
                }
            }
        }
    }

    fn sample(&mut self, suspect: usize, judged: &Judged<'_>, wrong: &WrongRows) {
        let (terms, evidence) = (&self.explainer.terms, &mut self.evidence[suspect]);
        let example = |(row, wrong)| terms.example(judged, row, wrong);
        let mut last = None;
        for this in rows(judged, wrong) {
            let number = |(row, _)| judged.number(row);
            let mut keep = |of, row| evidence.keep(of, number(row), || example(row));
            keep(this.1.map_or(SampleOf::Right, |_| SampleOf::Wrong), this);
            let prior = last.replace(this);
            if let Some(prior) = prior.filter(|(_, wrong)| wrong.is_some() != this.1.is_some()) {
                keep(SampleOf::Edges, prior);
                keep(SampleOf::Edges, this);
            }
        }
    }
}

/// The judged rows, each with its wrong answer if it has one.
fn rows<'w>(
    judged: &Judged<'_>,
    wrong: &'w WrongRows,
) -> impl Iterator<Item = (usize, Option<&'w Wrong>)> {
    let mut wrong = wrong.iter().map(|(_, wrong)| wrong);
    let with_wrong = move |(row, is_wrong)| (row, if is_wrong { wrong.next() } else { None });
    judged.rows().map(with_wrong)
}

/// Merges the evidence from a thread into the evidence from all threads.
impl Drop for Collector<'_> {
    fn drop(&mut self) {
        for (suspect, evidence) in self.explainer.suspects.iter().zip(self.evidence.drain(..)) {
            let all = suspect.evidence.lock();
            all.unwrap_or_else(PoisonError::into_inner).merge(evidence);
        }
    }
}
