//! Finds conditions that could be part of a rule: they hold for every positive example.
//!
//! The constants in the conditions come from the examples: their ends, round numbers near these, and remainders that all
//! positive ones share. `cost` says what numbers cost.

mod bounds;
mod cost;
mod numbers;
mod pairs;
mod sequences;
mod subsequences;

use self::cost::bits_of;
pub(crate) use self::subsequences::patterns;
use super::condition::Condition;
use super::subject::{Measure, Subject, Term};
use super::suspect::Example;
use super::test::{OF_WORDS, SORTED, Test};
use crate::feature::{Feature, Kind, Sequence, Value};

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

/// All candidates that cost less than `limit` bits, cheapest first.
pub(crate) fn candidates(
    features: &[Feature],
    positives: &[&Example],
    negatives: &[&Example],
    limit: f64,
) -> Vec<Candidate> {
    let facts = features.iter().filter(|one| one.kind == Kind::Fact).count();
    let mut candidates = Candidates {
        features,
        positives,
        negatives,
        limit,
        bits_of_term: 0.0,
        results: Vec::new(),
    };
    let mut terms = Vec::new();
    for feature in 0..features.len() {
        terms.extend(candidates.terms_of(feature));
    }
    // Without the 1, a single term would cost nothing.
    candidates.bits_of_term = (terms.len() as f64 + 1.0).log2();
    for (n, &(term, kind)) in terms.iter().enumerate() {
        candidates.of_term(term, kind);
        for &other in &terms[..n] {
            candidates.of_pair(other, (term, kind));
        }
    }
    let of_facts = (0..features.len()).filter(|&n| features[n].kind == Kind::Fact);
    for (nth, fact) in of_facts.enumerate() {
        // Users tend to list general facts first, so later ones cost a little more.
        let bits = (facts as f64).log2() + nth as f64 / 64.0;
        candidates.of_fact(fact, bits);
    }
    let mut results = candidates.results;
    results.sort_by(|a, b| a.condition.bits.total_cmp(&b.condition.bits));
    results
}

/// The candidates found so far, and what each new one must satisfy.
struct Candidates<'a> {
    features: &'a [Feature],
    positives: &'a [&'a Example],
    negatives: &'a [&'a Example],
    /// Candidates that cost this or more are dropped.
    limit: f64,
    /// The cost of saying which term a condition is about.
    bits_of_term: f64,
    results: Vec<Candidate>,
}

impl Candidates<'_> {
    /// What can be measured of a feature, with the kind of each value. None of a fact.
    fn terms_of(&self, feature: usize) -> Vec<(Term, Kind)> {
        let kind = self.features[feature].kind;
        let mut measures = vec![Measure::Itself];
        match kind {
            Kind::Fact => measures.clear(),
            Kind::Word(sequence) => {
                measures.extend([Measure::Length, Measure::First, Measure::Last]);
                measures.extend([Measure::Least, Measure::Greatest]);
                if sequence != Sequence::List {
                    measures.push(Measure::Number);
                }
            }
            _ => {}
        }
        let terms = measures.into_iter().filter_map(|measure| {
            let term = Term { measure, feature };
            let kind = match measure {
                Measure::Itself => kind,
                Measure::Length | Measure::Number => Kind::Count,
                _ => self.kind_of_letters(term)?,
            };
            Some((term, kind))
        });
        terms.collect()
    }

    /// The kind of a letter of words. `None` if they have none, or if the term is about an order that they do not have.
    fn kind_of_letters(&self, term: Term) -> Option<Kind> {
        let mut values = self
            .positives
            .iter()
            .map(|one| value_of(Subject::Of(term), one));
        let needs_order = matches!(term.measure, Measure::Least | Measure::Greatest);
        match values.find(|value| *value != Value::None)? {
            Value::Integer(_) => Some(Kind::Code),
            Value::Character(_) => Some(Kind::Character),
            _ if needs_order => None,
            Value::Truth(_) => Some(Kind::Truth),
            Value::Single(_) => Some(Kind::Float { is_single: true }),
            Value::Double(_) => Some(Kind::Float { is_single: false }),
            _ => Some(Kind::Form),
        }
    }

    /// Adds the conditions on a term.
    fn of_term(&mut self, term: Term, kind: Kind) {
        let subject = Subject::Of(term);
        // Only letters with an order have a least one.
        if term.measure == Measure::Least {
            let word = Subject::Of(Term::itself(term.feature));
            self.either(word, Test::Has(&SORTED), SORTED.bits);
        }
        match kind {
            Kind::Fact => {}
            Kind::Truth => self.either(subject, Test::Is(Value::Truth(true)), -TEST_BITS),
            Kind::Form => self.same(subject, kind, 0.0),
            Kind::Word(_) => {
                for property in &OF_WORDS {
                    self.either(subject, Test::Has(property), property.bits);
                }
                self.of_sequence(term.feature);
            }
            Kind::Float { is_single } => self.of_float(term, is_single),
            Kind::Integer { .. } | Kind::Count | Kind::Code | Kind::Character => {
                self.of_integer(term, kind);
            }
        }
    }

    /// Adds the condition if it holds for all positive examples, is known for all negative ones, and costs less than the limit.
    /// `bits` are the cost of what it says.
    fn add(&mut self, subject: Subject, test: Test, negated: bool, bits: f64) {
        let mut condition = Condition {
            subject,
            test,
            negated,
            bits,
        };
        let of_terms = condition
            .terms()
            .map(|term| self.features[term.feature].bits + term.measure.bits() + self.bits_of_term);
        let bits = bits + of_terms.sum::<f64>() + TEST_BITS;
        // Nothing is free, and a negation costs one bit more.
        condition.bits = bits.max(1.0) + if negated { 1.0 } else { 0.0 };
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

    /// Adds the condition that the subject has the value that all positive examples share, if they do.
    fn same(&mut self, subject: Subject, kind: Kind, more: f64) {
        let Some(first) = self.positives.first().map(|one| value_of(subject, one)) else {
            return;
        };
        let bits = match &first {
            Value::None | Value::Unknown | Value::Overflow { .. } => return,
            // Slightly cheaper than two bounds that meet.
            Value::Integer(n) => bits_of(*n, kind) - 0.5,
            _ => 4.0,
        };
        self.add(subject, Test::Is(first), false, bits + more);
    }

    /// Adds that the fact holds, or does not. `bits` are the cost of its choice among the facts.
    fn of_fact(&mut self, feature: usize, bits: f64) {
        // `add` charges for the kind of test and for the choice of a term, neither of which a fact needs. A fact about a
        // source or an answer still pays for its test.
        let is_derived = self.features[feature].bits > 0.0;
        let refund = self.bits_of_term + if is_derived { 0.0 } else { TEST_BITS };
        let holds = Test::Is(Value::Truth(true));
        self.either(Subject::Of(Term::itself(feature)), holds, bits - refund);
    }

    /// The integers that the subject is for the positive examples. `None` if it is not always one.
    fn integers(&self, subject: Subject) -> Option<Vec<i128>> {
        let values = self.positives.iter().map(|one| value_of(subject, one));
        values.map(|value| value.integer()).collect()
    }
}

fn value_of(subject: Subject, example: &Example) -> Value {
    subject.value(|feature| example.values[feature].clone())
}
