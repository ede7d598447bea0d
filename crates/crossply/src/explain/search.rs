//! The search for an explanation. Each pass over the answers tests the explanations that fit the evidence so far.

use std::mem;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use super::change::{Change, Pair};
use super::evidence::Evidence;
use super::explainer::{Explainer, Suspect, TestedRule, is_alive};
use super::judged::Terms;
use super::rule::{MARGIN, Rule, Sample, bits_of_choice};
use crate::feature::{Kind, Value};
use crate::run::Ended;

/// The maximum number of passes over all inputs after the first pass.
const MAX_PASSES: u64 = 12;

/// The minimum number of wrong answers for a change. It might fit fewer by chance.
const MIN_CHANGED: u64 = 4;

/// The maximum number of inputs in all full passes together. Even a longer run gets one pass.
const MAX_INPUTS: u64 = 1 << 24;

/// In a run of more than [`MAX_INPUTS`], rules are first tested on one in this many inputs.
const PART: u64 = 32;

/// The maximum number of passes over such a part.
const PARTIAL: u64 = 4;

/// Runs a pass: gives the answers to the explainer, only one in `n` if the argument is `n`.
pub(crate) type Pass<'a> = dyn Fn(&Explainer<'_>, u64) -> Result<(), Ended> + 'a;

/// Explains each suspect in a run of `inputs` inputs. The first pass covers one in `sampled` of these.
pub(crate) fn explain(
    explainer: &mut Explainer<'_>,
    inputs: u64,
    sampled: u64,
    pass: &Pass<'_>,
) -> Result<(), Ended> {
    pass(explainer, sampled)?;
    explainer.is_first = false;
    for suspect in &mut explainer.suspects {
        suspect.begin(sampled > 1);
    }
    let full = (MAX_INPUTS / inputs.max(1)).clamp(1, MAX_PASSES);
    let partial = if inputs > MAX_INPUTS { PARTIAL } else { 0 };
    for n in 0..partial + full {
        let part = if n < partial { PART } else { 1 };
        let suspects = explainer.suspects.iter_mut();
        let mut open: Vec<_> = suspects.filter(|suspect| !suspect.is_done).collect();
        if open.is_empty() {
            break;
        }
        // If all rules survived the last part, the next test is a full pass.
        if part > 1 && open.iter().all(|suspect| suspect.has_survivors()) {
            continue;
        }
        for suspect in &mut open {
            suspect.try_next(&explainer.terms);
        }
        pass(explainer, part)?;
        let suspects = explainer.suspects.iter_mut();
        for suspect in suspects.filter(|suspect| !suspect.is_done) {
            let evidence = suspect.take_evidence();
            if part == 1 {
                suspect.conclude(evidence);
            }
        }
    }
    Ok(())
}

impl Suspect {
    fn take_evidence(&mut self) -> Evidence {
        let shared = self.evidence.get_mut();
        let mut evidence = mem::take(shared.unwrap_or_else(PoisonError::into_inner));
        for example in evidence.take_examples() {
            self.sample.entry(example.number).or_insert(example);
        }
        evidence
    }

    /// Whether there are rules, and the last pass refuted none.
    fn has_survivors(&self) -> bool {
        let mut rules = self.rules.iter();
        !self.rules.is_empty() && rules.all(|tried| !tried.is_refuted.load(Relaxed))
    }

    /// Takes the evidence from the first pass. If that pass was partial and yet found all wrong inputs, these are
    /// listed instead of a rule: too many rules would fit so few inputs, and each would cost a pass.
    fn begin(&mut self, is_part: bool) {
        let mut evidence = self.take_evidence();
        self.is_done = is_part && evidence.first().len() as u64 == self.wrong;
        if self.is_done {
            evidence = evidence.of_first();
            self.misreadings.clear();
        }
        (evidence.judged, evidence.wrong) = (self.answered, self.wrong);
        self.last_evidence = evidence;
    }

    /// Chooses the changes and rules that fit the evidence, for a test in the next pass.
    fn try_next(&mut self, terms: &Terms) {
        let answers = self
            .sample
            .values()
            .filter_map(|example| example.wrong.as_ref());
        // A check with its own words for mistakes keeps no pairs, and needs no change.
        let pairs: Option<Vec<&Pair>> = answers.map(|wrong| wrong.answers.as_ref()).collect();
        let changes = match pairs {
            Some(pairs) if self.wrong >= MIN_CHANGED => Change::all(&pairs),
            _ => Vec::new(),
        };
        self.changes = changes.into_iter().map(|one| (one, true.into())).collect();
        let examples = self.sample.values();
        let (wrong, right) = examples.partition(|one| one.wrong.is_some());
        let rules = Rule::all(&Sample {
            terms,
            evidence: &self.last_evidence,
            wrong,
            right,
            covers_domain: self.covers_domain,
        });
        self.rules = rules.into_iter().map(TestedRule::new).collect();
    }

    /// Ends the search if the last pass refuted no rule, or if a misreading explains all answers.
    fn conclude(&mut self, evidence: Evidence) {
        self.last_evidence = evidence;
        let is_open = self.rules().count() < self.rules.len();
        self.is_done = self.as_if().is_some() || !is_open;
    }

    /// The rules that no answer has refuted.
    pub(super) fn rules(&self) -> impl Iterator<Item = &TestedRule> {
        let rules = self.rules.iter();
        rules.filter(|tried| !tried.is_refuted.load(Relaxed))
    }

    /// The facts that panic, each with the number of an input on which it panics.
    pub(super) fn panics<'a>(&'a self, terms: &'a Terms) -> impl Iterator<Item = (&'a str, u128)> {
        let of_inputs = terms.list[..terms.of_inputs()].iter().enumerate();
        let facts = of_inputs.filter(|(_, term)| term.kind == Kind::Fact);
        facts.filter_map(|(term, fact)| {
            let mut examples = self.sample.values();
            let unknown = examples.find(|one| one.values[term] == Value::Unknown)?;
            Some((&*fact.name, unknown.number))
        })
    }

    /// The misreading that gives all answers, in the words that follow "as if".
    pub(super) fn as_if(&self) -> Option<&str> {
        self.misread(true)
    }

    /// The change that gives all wrong answers, in words. A change to the right answer, which is called `right`, is
    /// preferred, because it says more than "the answer to another input".
    pub(super) fn change(&self, right: &str) -> Option<String> {
        let mut changes = self.changes.iter().filter(|tried| is_alive(tried));
        let change = changes.next().map(|(change, _)| change.words(right));
        change.or_else(|| {
            let words = self.misread(false)?;
            (self.last_evidence.wrong >= MIN_CHANGED).then(|| words.to_owned())
        })
    }

    /// A misreading that gives all answers if `everywhere`, or else all wrong answers. `None` if it might fit by
    /// chance.
    fn misread(&self, everywhere: bool) -> Option<&str> {
        let Evidence { judged, wrong, .. } = self.last_evidence;
        // The misreading also has to match the wrong answers themselves, which takes at least one bit for each.
        let bits = bits_of_choice(judged, wrong) + wrong as f64;
        let is_unlikely = (self.misreadings.len() as f64).log2() + MARGIN <= bits;
        let mut alive = self.misreadings.iter().filter(|tried| is_alive(tried));
        let first = alive.find(|(one, _)| one.is_everywhere() == everywhere);
        first.filter(|_| is_unlikely).map(|(one, _)| &*one.words)
    }
}
