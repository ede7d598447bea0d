//! A solver with wrong answers, and the search for rules about them.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::rows::{Expected, Features, Rows, Topic};
use super::rule::{Claim, Rule, Sample};
use crate::definition::Definition;
use crate::feature::{Feature, Kind, Value};
use crate::mistakes::{Mistake, Mistakes};
use crate::oracle::ask::listed;
use crate::run::{Answered, Compared, RunOutcome};

/// The maximum number of wrong inputs that a report lists.
pub(crate) const MAX_NAMED: usize = 4;

/// How many wrong inputs a sample has from the first ones, and about as many spread over all.
const SAMPLE: usize = 500;

/// How many runs of consecutive wrong inputs give their ends to a sample.
const RUNS: usize = 50;

/// The maximum number of counterexamples from one pass.
const MOST: usize = 1000;

/// A solver with wrong answers, and what may explain them.
pub(crate) struct Suspect<'a> {
    pub(crate) topic: Topic,
    /// The index of the solver in the check.
    pub(crate) solver: usize,
    pub(crate) mistakes: &'a Mistakes,
    pub(crate) answered: Answered,
    /// Whether the run answered the whole domain.
    pub(crate) covers_domain: bool,
    pub(crate) rules: Vec<TestedRule>,
    /// The examples from all passes, by the number of the input.
    sample: BTreeMap<u128, Example>,
    /// The misreading that gives all answers, in the words that follow "as if".
    pub(crate) as_if: Option<String>,
    /// The answer that it always gives where it is wrong, in words.
    pub(crate) change: Option<String>,
    /// What it does again when it is asked again.
    pub(crate) steadiness: Steadiness,
    /// Whether the search has ended.
    pub(crate) is_done: bool,
}

/// What a solver does again when it is asked again for some inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Steadiness {
    /// It may be right where it was wrong, or wrong where it was right.
    None,
    /// It is right or wrong on the same inputs, but gives other wrong answers.
    OfVerdicts,
    /// It gives the same answers.
    OfAnswers,
}

/// A rule and the result of its test.
pub(crate) struct TestedRule {
    pub(crate) rule: Rule,
    found: Mutex<Found>,
}

/// What a test of a rule has found.
#[derive(Default)]
pub(crate) struct Found {
    /// Whether an input refutes the rule.
    pub(crate) is_refuted: bool,
    /// Whether it holds, or may hold, for an input that it does not count.
    pub(crate) holds_elsewhere: bool,
    /// The number of right inputs for which it holds.
    pub(crate) right_inputs: u64,
    /// The first [exceptions](Rule::is_exception): one more than a sentence names.
    pub(crate) exceptions: BTreeSet<u128>,
    pub(crate) counterexamples: Sampled,
}

/// An input in a sample.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) number: u128,
    /// `None` if the answer is right.
    pub(crate) mistake: Option<Mistake>,
    /// The values of the features of inputs and, once they are needed, of the expected answer.
    pub(crate) values: Vec<Value>,
}

/// A sample of the inputs with the smallest keys: a number, often a hash, followed by the number of the input. It does not
/// depend on the division of work between threads.
#[derive(Debug, Default)]
pub(crate) struct Sampled(pub(crate) BTreeMap<(u128, u128), Example>);

impl<'a> Suspect<'a> {
    pub(crate) fn new(topic: Topic, solver: usize, outcome: &'a RunOutcome) -> Self {
        Suspect {
            topic,
            solver,
            mistakes: topic.mistakes(outcome),
            answered: match topic {
                Topic::Answers(solver) => outcome.answered[solver],
                Topic::Relation(relation) => outcome.tried[relation],
            },
            covers_domain: false,
            // The right inputs, which refute it, are the first sample.
            rules: vec![TestedRule::new(Rule::of_all(Claim::Exactly))],
            sample: BTreeMap::new(),
            as_if: None,
            change: None,
            steadiness: Steadiness::OfAnswers,
            is_done: false,
        }
    }

    /// The kinds of mistakes, and the number of answers with each.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (&'a Mistake, u64)> {
        let kinds = self.mistakes.kinds.iter();
        kinds.map(|kind| (&kind.mistake, kind.answers))
    }

    /// Adds the first wrong inputs to the sample, as many spread over all of them, the last one, and those at which some runs
    /// of wrong ones begin and end. A bound may depend on any of these.
    pub(crate) fn sample_wrong(
        &mut self,
        check: &Definition,
        features: &Features,
        outcome: &RunOutcome,
    ) {
        let mut numbers: BTreeSet<u128> = self.mistakes.inputs().from(0).take(SAMPLE).collect();
        let of_each = (SAMPLE / self.mistakes.kinds.len()).max(1);
        for kind in &self.mistakes.kinds {
            let step = (kind.inputs.len() / of_each as u64).max(1);
            let spread: Vec<u128> = kind.inputs.one_of_each(step).take(of_each).collect();
            for &number in spread.iter().step_by(SAMPLE / RUNS) {
                let (first, last) = kind.inputs.run_around(number).into_inner();
                numbers.extend([first, last]);
            }
            numbers.extend(spread);
            numbers.extend(kind.inputs.last());
        }
        let numbers: Vec<u128> = numbers.into_iter().collect();
        let batch = listed(check, &numbers);
        let rows = Rows::of_batch(&batch, outcome, self.topic);
        for row in rows.judged() {
            self.add_example(features.example(&rows, row));
        }
    }

    /// Whether there are rules, and the last pass refuted none.
    pub(crate) fn has_survivors(&self) -> bool {
        !self.rules.is_empty() && self.survivors().count() == self.rules.len()
    }

    /// Adds the inputs that refuted rules in the last pass.
    pub(crate) fn add_counterexamples(&mut self) {
        let found = self.rules.iter().map(TestedRule::found);
        let all = found.map(|mut found| mem::take(&mut found.counterexamples));
        for example in all.flat_map(|all| all.0.into_values()) {
            self.sample.entry(example.number).or_insert(example);
        }
    }

    pub(crate) fn add_example(&mut self, example: Example) {
        self.sample.entry(example.number).or_insert(example);
    }

    /// The numbers of at most `most` inputs of the sample whose answers are right.
    pub(crate) fn sampled_right(&self, most: usize) -> Vec<u128> {
        let right = self.sample.values().filter(|one| one.mistake.is_none());
        right.map(|example| example.number).take(most).collect()
    }

    /// Chooses the rules that fit the sample, for a test in the next pass.
    pub(crate) fn choose_rules(&mut self, compared: &Compared<'_>, features: &Features) {
        let mut sample = self.as_sample(features, features.of_inputs());
        let mut exact = Rule::exact(&sample);
        if exact.is_none() && matches!(self.topic, Topic::Answers(_)) {
            self.learn_expected(compared, features);
            sample = self.as_sample(features, &features.list);
            exact = Rule::exact(&sample);
        }
        let rules = exact.map_or_else(|| Rule::inexact(&sample), |rule| vec![rule]);
        self.rules = rules.into_iter().map(TestedRule::new).collect();
    }

    /// The sample, with only these features usable.
    fn as_sample<'s>(&'s self, features: &'s Features, usable: &'s [Feature]) -> Sample<'s> {
        let (wrong, right) = self
            .sample
            .values()
            .partition(|example| example.mistake.is_some());
        Sample {
            features: usable,
            of_inputs: features.of_inputs(),
            suspect: self,
            wrong,
            right,
        }
    }

    /// Adds the values of the features of expected answers to the examples.
    fn learn_expected(&mut self, compared: &Compared<'_>, features: &Features) {
        let all = features.list.len();
        let examples = self.sample.values_mut();
        let examples: Vec<_> = examples.filter(|one| one.values.len() < all).collect();
        let numbers: Vec<u128> = examples.iter().map(|example| example.number).collect();
        let check = &compared.plan.check;
        let batch = listed(check, &numbers);
        let mut rows = Rows::of_batch(&batch, compared.outcome, self.topic);
        rows.expected = Expected::of(check, self.solver).of_few(&batch);
        for (row, example) in examples.into_iter().enumerate() {
            let of_answers = example.values.len()..all;
            let values = of_answers.map(|feature| features.value(feature, &rows, row));
            example.values.extend(values);
        }
    }

    /// Whether something may be said of its wrong answers: it gives them again, and no misreading explains them.
    pub(crate) fn is_open(&self) -> bool {
        self.steadiness == Steadiness::OfAnswers && self.as_if.is_none()
    }

    /// Ends the search if the last pass over all inputs refuted no rule.
    pub(crate) fn conclude(&mut self) {
        self.is_done = self.survivors().count() == self.rules.len();
        let are_many = self.mistakes.answers > MAX_NAMED as u64;
        for TestedRule { rule, found } in &mut self.rules {
            // What all wrong inputs and no others have in common says exactly where answers are wrong. A list of few inputs says
            // it better.
            let found = found.get_mut().unwrap_or_else(PoisonError::into_inner);
            if rule.claim == Claim::InCommon && found.right_inputs == 0 && are_many {
                rule.claim = Claim::Exactly;
            }
        }
    }

    /// The rules that no answer has refuted.
    pub(crate) fn survivors(&self) -> impl Iterator<Item = &TestedRule> {
        self.rules.iter().filter(|tested| !tested.is_refuted())
    }

    /// The facts that panic, each with the number of an input on which it panics.
    pub(crate) fn panics<'s>(
        &'s self,
        features: &'s Features,
    ) -> impl Iterator<Item = (&'s str, u128)> {
        let features = features.of_inputs().iter().enumerate();
        let facts =
            features.filter(|(_, feature)| feature.kind == Kind::Fact && !feature.is_of_source);
        facts.filter_map(|(feature, fact)| {
            let unknown = self
                .sample
                .values()
                .find(|one| one.values[feature] == Value::Unknown)?;
            Some((&*fact.name, unknown.number))
        })
    }
}

impl TestedRule {
    fn new(rule: Rule) -> Self {
        let found = Mutex::default();
        TestedRule { rule, found }
    }

    /// Whether an input refutes the rule, or it has too many exceptions.
    fn is_refuted(&self) -> bool {
        let found = self.found();
        let has_many = found.exceptions.len() > MAX_NAMED;
        found.is_refuted || self.rule.claim == Claim::ExceptFew && has_many
    }

    /// Ignores poisoning: the panic that caused it goes on.
    pub(crate) fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Found {
    pub(crate) fn add_exception(&mut self, number: u128) {
        self.exceptions.insert(number);
        if self.exceptions.len() > MAX_NAMED + 1 {
            self.exceptions.pop_last();
        }
    }
}

impl Sampled {
    /// Adds an input if its key is among the smallest.
    pub(crate) fn keep(&mut self, number: u128, example: impl FnOnce() -> Example) {
        // The first inputs of a domain are the simplest and often special cases, so a sample favours them.
        let is_first = number < MOST as u128 / 2;
        let key = (if is_first { number } else { hash(number) }, number);
        let last = self.0.last_key_value();
        if self.0.len() < MOST || last.is_some_and(|(last, _)| key < *last) {
            self.0.entry(key).or_insert_with(example);
            if self.0.len() > MOST {
                self.0.pop_last();
            }
        }
    }
}

/// A hash that ends with the finaliser of splitmix64.
#[inline]
fn hash(number: u128) -> u128 {
    let mut hash = (number as u64 ^ (number >> 64) as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u128::from(hash ^ (hash >> 31))
}

#[cfg(test)]
mod tests {
    use std::mem;
    use std::num::NonZeroUsize;

    use super::*;
    use crate::check::CrossCheck;
    use crate::domain;
    use crate::run::{Coverage, Run, carry_out};

    #[test]
    fn a_sample_has_the_ends_of_runs() {
        let is_wrong =
            |n: &u32| (5..12_345).contains(n) || (50_003..80_020).contains(n) || *n == 99_998;
        let check = CrossCheck::new("runs", domain::range(0..=99_999_u32))
            .truth("right", |_| false)
            .solver("wrong", move |n| is_wrong(n));
        let plan = check.plan(Coverage::Exhaustive, 0).expect("a check");
        let mut run = Run::on(NonZeroUsize::MIN);
        let (mut findings, _) = carry_out(&plan, &mut run).expect("no journal");
        let outcome = mem::take(&mut findings.outcome);
        let features = Features::new(&plan.check, &plan.check.vocabulary);
        let mut suspect = Suspect::new(Topic::Answers(0), 0, &outcome);
        suspect.sample_wrong(&plan.check, &features, &outcome);
        for end in [5, 12_344, 50_003, 80_019, 99_998] {
            assert!(suspect.sample.contains_key(&end), "{end}");
        }
    }
}
