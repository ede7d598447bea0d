//! Finds conditions that could be part of a rule: they hold for every positive example.
//!
//! The constants in the conditions come from the examples: the least and greatest values, round numbers near these, and
//! remainders that all examples share. The other files add the conditions on terms of one kind, or on two terms; `cost` says
//! what numbers cost.

mod cost;
mod floats;
mod integers;
mod operations;
mod pairs;
mod patterns;
mod sequences;
mod steps;
mod subsequences;

use std::sync::Arc;

use self::cost::bits_of;
use super::condition::{Condition, Test};
use super::evidence::Example;
use super::predicate::Predicate;
use crate::feature::{AnyFeature, Kind, Value, number};

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
    terms: &[AnyFeature],
    positives: &[&Example],
    negatives: &[&Example],
    limit: f64,
) -> Vec<Candidate> {
    let facts = terms.iter().filter(|term| term.kind == Kind::Fact).count();
    let mut nth_fact = 0;
    let mut candidates = Candidates {
        terms,
        positives,
        negatives,
        limit,
        // Without the 1, a single term would cost nothing.
        bits_of_term: ((terms.len() - facts) as f64 + 1.0).log2(),
        results: Vec::new(),
    };
    for (term, feature) in terms.iter().enumerate() {
        match feature.kind {
            Kind::Fact => {
                // Users tend to list general facts first, so later ones cost a little more.
                let bits = (facts as f64).log2() + f64::from(nth_fact) / 64.0;
                nth_fact += 1;
                candidates.of_fact(term, bits);
            }
            Kind::Form => candidates.same(term),
            Kind::Word(sequence) => candidates.of_sequence(term, sequence),
            Kind::Float { is_single } => candidates.of_float(term, is_single),
            Kind::Integer { .. } | Kind::Count | Kind::Code | Kind::Character => {
                candidates.of_integer(term);
            }
        }
        for other in 0..term {
            candidates.of_pair(other, term);
        }
    }
    let mut results = candidates.results;
    results.sort_by(|a, b| a.condition.bits.total_cmp(&b.condition.bits));
    results
}

/// The candidates found so far, and what each new one must satisfy.
struct Candidates<'a> {
    terms: &'a [AnyFeature],
    positives: &'a [&'a Example],
    negatives: &'a [&'a Example],
    /// Candidates that cost this or more are dropped.
    limit: f64,
    /// The cost of saying which term a condition is about.
    bits_of_term: f64,
    results: Vec<Candidate>,
}

impl<'a> Candidates<'a> {
    fn name(&self, term: usize) -> &'a str {
        &self.terms[term].name
    }

    /// Adds the condition if it holds for all positive examples, is known for all negative ones, and costs less than the limit.
    fn add(
        &mut self,
        term: usize,
        subject: &str,
        says: Predicate,
        negated: bool,
        bits: f64,
        test: Test,
    ) {
        let bits = self.terms[term].bits + TEST_BITS + self.bits_of_term + bits;
        let condition = Condition {
            term,
            test,
            subject: subject.to_owned(),
            says,
            negated,
            // Nothing is free, and a negation costs one bit more.
            bits: bits.max(1.0) + if negated { 1.0 } else { 0.0 },
        };
        let fits = self
            .positives
            .iter()
            .all(|one| condition.holds_for(one) == Some(true));
        if !fits || condition.bits >= self.limit {
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
    fn either(&mut self, term: usize, subject: &str, says: Predicate, bits: f64, test: Test) {
        self.add(term, subject, says.clone(), false, bits, test.clone());
        self.add(term, subject, says, true, bits, test);
    }

    /// Adds the condition that the term equals `value`, or does not if `negated`.
    fn add_is(&mut self, term: usize, value: Value, negated: bool, bits: f64) {
        let says = Predicate::Is(match value {
            Value::Integer(n) => number(n),
            _ => value.to_string(),
        });
        let name = self.name(term);
        self.add(term, name, says, negated, bits, equality_test(value));
    }

    /// Adds the condition that the term has the value that all positive examples share, if they do.
    fn same(&mut self, term: usize) {
        let Some(first) = self.positives.first().map(|one| &one.values[term]) else {
            return;
        };
        let bits = match *first {
            Value::None | Value::Unknown => return,
            // Slightly cheaper than two bounds that meet.
            Value::Integer(n) => bits_of(n, self.terms[term].kind) - 0.5,
            _ => 4.0,
        };
        self.add_is(term, first.clone(), false, bits);
    }

    /// Adds that the fact holds, or does not. `bits` are the cost of its choice among the facts.
    fn of_fact(&mut self, term: usize, bits: f64) {
        // `add` charges for the kind of test and for the choice of a term, neither of which a fact needs. A fact about a
        // source or an answer still pays for its test.
        let is_derived = self.terms[term].bits > 0.0;
        let refund = self.bits_of_term + if is_derived { 0.0 } else { TEST_BITS };
        let holds = equality_test(Value::Truth(true));
        self.either(term, "", Predicate::OfTest, bits - refund, holds);
    }
}

fn integer_test(test: impl Fn(i128) -> bool + Send + Sync + 'static) -> Test {
    Test::OfInteger(Arc::new(test))
}

fn value_test(test: impl Fn(&Value) -> Option<bool> + Send + Sync + 'static) -> Test {
    Test::OfValue(Arc::new(test))
}

/// A test for equality with `wanted`. It treats `0.0` and `-0.0` as equal, and NaN as unequal to NaN.
fn equality_test(wanted: Value) -> Test {
    match wanted {
        Value::Integer(wanted) => integer_test(move |n| n == wanted),
        wanted => value_test(move |value| (*value != Value::None).then(|| *value == wanted)),
    }
}
