//! Finds conditions that could be part of a rule: they hold for every positive example.
//!
//! The constants in the conditions come from the examples: the least and greatest values, round numbers near these, and
//! remainders that all examples share. `cost` says what numbers cost.

mod cost;
mod numbers;
mod pairs;
mod sequences;
mod subsequences;

use self::cost::bits_of;
use super::condition::Condition;
use super::evidence::Example;
use super::subject::Subject;
use super::test::Test;
use crate::feature::{AnyFeature, Kind, Value};

/// The cost of naming the kind of a test, in bits. The numbers in the test cost extra.
const TEST_BITS: f64 = 4.0;

/// The extra cost of a condition on single bits: a bound or a divisor that says the same reads better.
const BIT_BITS: f64 = 8.0;

/// A condition that holds for all positive examples and can be evaluated for all negative ones.
pub(crate) struct Candidate {
    pub(crate) condition: Condition,
    /// A bit set of the negative examples for which the condition does not hold.
    pub(crate) excluded: Vec<u64>,
}

impl Candidate {
    /// Whether the condition fails for the n-th negative example.
    pub(crate) fn excludes(&self, n: usize) -> bool {
        self.excluded[n / 64] >> (n % 64) & 1 == 1
    }
}

/// All candidates that cost less than `limit` bits, cheapest first.
pub(crate) fn candidates(
    features: &[AnyFeature],
    positives: &[&Example],
    negatives: &[&Example],
    limit: f64,
) -> Vec<Candidate> {
    let facts = features.iter().filter(|one| one.kind == Kind::Fact).count();
    let mut nth_fact = 0;
    let mut candidates = Candidates {
        features,
        positives,
        negatives,
        limit,
        // Without the 1, a single feature would cost nothing.
        bits_of_feature: ((features.len() - facts) as f64 + 1.0).log2(),
        results: Vec::new(),
    };
    for (n, feature) in features.iter().enumerate() {
        match feature.kind {
            Kind::Fact => {
                // Users tend to list general facts first, so later ones cost a little more.
                let bits = (facts as f64).log2() + f64::from(nth_fact) / 64.0;
                nth_fact += 1;
                candidates.of_fact(n, bits);
            }
            Kind::Form => candidates.same(n),
            Kind::Word(_) => candidates.of_sequence(n),
            Kind::Float { is_single } => candidates.of_float(n, is_single),
            Kind::Integer { .. } | Kind::Count | Kind::Code | Kind::Character => {
                candidates.of_integer(n);
            }
        }
        for other in 0..n {
            candidates.of_pair(other, n);
        }
    }
    let mut results = candidates.results;
    results.sort_by(|a, b| a.condition.bits.total_cmp(&b.condition.bits));
    results
}

/// The candidates found so far, and what each new one must satisfy.
struct Candidates<'a> {
    features: &'a [AnyFeature],
    positives: &'a [&'a Example],
    negatives: &'a [&'a Example],
    /// Candidates that cost this or more are dropped.
    limit: f64,
    /// The cost of saying which feature a condition is about.
    bits_of_feature: f64,
    results: Vec<Candidate>,
}

impl Candidates<'_> {
    /// Adds the condition if it holds for all positive examples, is known for all negative ones, and costs less than the limit.
    /// `bits` are the cost of what it says.
    fn add(&mut self, subject: Subject, test: Test, negated: bool, bits: f64) {
        let mut condition = Condition {
            subject,
            test,
            negated,
            bits,
        };
        let first = subject.first();
        for feature in [first].into_iter().chain(condition.second_feature()) {
            condition.bits += self.features[feature].bits + self.bits_of_feature;
        }
        // Nothing is free, and a negation costs one bit more.
        condition.bits = (condition.bits + TEST_BITS).max(1.0) + if negated { 1.0 } else { 0.0 };
        if condition.bits >= self.limit {
            return;
        }
        let mut positives = self.positives.iter();
        if !positives.all(|one| condition.holds_for(one) == Some(true)) {
            return;
        }
        let mut excluded = vec![0_u64; self.negatives.len().div_ceil(64)];
        for (n, other) in self.negatives.iter().enumerate() {
            let Some(holds) = condition.holds_for(other) else {
                return;
            };
            excluded[n / 64] |= u64::from(!holds) << (n % 64);
        }
        self.results.push(Candidate {
            condition,
            excluded,
        });
    }

    /// Adds the condition or its negation, if one of them holds for all positive examples.
    fn either(&mut self, subject: Subject, test: Test, bits: f64) {
        self.add(subject, test.clone(), false, bits);
        self.add(subject, test, true, bits);
    }

    /// Adds the condition that the feature has the value that all positive examples share, if they do.
    fn same(&mut self, feature: usize) {
        let Some(first) = self.positives.first().map(|one| &one.values[feature]) else {
            return;
        };
        let bits = match *first {
            Value::None | Value::Unknown => return,
            // Slightly cheaper than two bounds that meet.
            Value::Integer(n) => bits_of(n, self.features[feature].kind) - 0.5,
            _ => 4.0,
        };
        let is_same = Test::Is(first.clone());
        self.add(Subject::itself(feature), is_same, false, bits);
    }

    /// Adds that the fact holds, or does not. `bits` are the cost of its choice among the facts.
    fn of_fact(&mut self, feature: usize, bits: f64) {
        // `add` charges for the kind of test and for the choice of a feature, neither of which a fact needs. A fact about a
        // source or an answer still pays for its test.
        let is_derived = self.features[feature].bits > 0.0;
        let refund = self.bits_of_feature + if is_derived { 0.0 } else { TEST_BITS };
        let holds = Test::Is(Value::Truth(true));
        self.either(Subject::itself(feature), holds, bits - refund);
    }

    /// The integers that the subject is for the positive examples. `None` if it is not always one.
    fn integers(&self, subject: Subject) -> Option<Vec<i128>> {
        let positives = self.positives.iter();
        let values = positives.map(|one| subject.value(|feature| one.values[feature].clone()));
        values.map(|value| value.integer()).collect()
    }
}
