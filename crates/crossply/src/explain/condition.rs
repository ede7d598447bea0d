//! Conditions on an input or its right answer. A rule consists of conditions.
//!
//! No condition concerns the given answer, because "the answer is wrong" explains nothing. Each condition has a cost in
//! bits: a rule that costs more than a list of the wrong inputs could fit by chance.

use super::evidence::Example;
#[cfg(feature = "serde")]
use super::rows::Terms;
use super::subject::{Measure, Subject, Term};
use super::test::Test;
use crate::feature::{Feature, Kind, Value, number};
#[cfg(feature = "serde")]
use serde_json::{Value as Json, json};

/// A condition on one or two features.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) subject: Subject,
    pub(crate) test: Test,
    /// If true, the condition holds where the test fails. Neither the condition nor its negation holds for a missing
    /// value, such as the first letter of an empty word.
    pub(super) negated: bool,
    /// The cost of stating the condition, in bits.
    pub(crate) bits: f64,
}

impl Condition {
    /// Whether the condition holds for these values of features. `None` if a value is unknown.
    #[inline]
    pub(crate) fn holds(&self, value: impl Fn(usize) -> Value) -> Option<bool> {
        let subject = self.subject.value(&value);
        let second = self
            .test
            .second()
            .map_or(Value::None, |term| term.value(value));
        if subject == Value::Unknown || second == Value::Unknown {
            return None;
        }
        if matches!(subject, Value::Overflow { .. }) && self.test.needs_number() {
            return None;
        }
        let tested = self.test.of(&subject, &second);
        Some(tested.is_some_and(|tested| tested != self.negated))
    }

    /// Whether the condition holds for an example. `None` if a value is unknown.
    pub(super) fn holds_for(&self, example: &Example) -> Option<bool> {
        self.holds(|feature| example.values[feature].clone())
    }

    /// The feature, if the condition is about an integer that [`exclude`](Self::exclude) can test.
    pub(crate) fn quick_feature(&self) -> Option<usize> {
        match self.subject {
            Subject::Of(term) if self.tested(term.measure, 0).is_some() => Some(term.feature),
            _ => None,
        }
    }

    /// Writes `Some(false)` to `all` for each integer for which the condition does not hold.
    pub(crate) fn exclude(&self, numbers: &[i64], all: &mut [Option<bool>]) {
        let Subject::Of(Term { measure, .. }) = self.subject else {
            return;
        };
        for (n, all) in numbers.iter().zip(all) {
            if *all != Some(false) && self.tested(measure, (*n).into()) == Some(self.negated) {
                *all = Some(false);
            }
        }
    }

    /// The result of the test for a measure of an integer. No measure of 64 bits is too large.
    #[inline]
    fn tested(&self, measure: Measure, n: i128) -> Option<bool> {
        self.test.of_integer(measure.of_integer(n)?)
    }

    /// The terms that the condition is about: one or two.
    pub(crate) fn terms(&self) -> impl Iterator<Item = Term> {
        let second = self.test.second().or(self.subject.second());
        [self.subject.first()].into_iter().chain(second)
    }

    /// The condition as data. Features have their paths, or their names.
    #[cfg(feature = "serde")]
    pub(super) fn json(&self, terms: &Terms) -> Json {
        let shown = self.terms().map(|Term { measure, feature }| {
            let is_answer = feature >= terms.of_inputs().len();
            let feature = &terms.list[feature];
            json!({
                "of": if is_answer { "answer" } else { "input" },
                "path": feature.path,
                "before_map": feature.is_before_map,
                "name": feature.name,
                "measure": measure,
            })
        });
        let operation = match self.subject {
            Subject::Of(_) => None,
            Subject::Two(operation, ..) => Some(operation),
        };
        json!({
            "terms": shown.collect::<Vec<_>>(),
            "operation": operation,
            "test": self.test,
            "holds": !self.negated,
        })
    }

    /// The subject and predicate of the condition's sentence. The subject of a fact is empty.
    pub(crate) fn words(&self, features: &[Feature]) -> [String; 2] {
        let Term { measure, feature } = self.subject.first();
        let feature = &features[feature];
        if feature.kind == Kind::Fact {
            let otherwise = match &feature.otherwise {
                Some(words) => words.clone(),
                None => format!("it is not true that {}", feature.name),
            };
            let name = feature.name.clone();
            return [String::new(), if self.negated { otherwise } else { name }];
        }
        let name = self.subject.name(features);
        if let Measure::Bit(_) = measure {
            let says = if self.negated { "is clear" } else { "is set" };
            return [name, says.to_owned()];
        }
        let kind = match self.subject {
            Subject::Of(_) if measure == Measure::Itself => feature.kind,
            Subject::Of(_) if measure.is_of_letter() => Kind::Code,
            _ => Kind::Count,
        };
        self.test.words(name, self.negated, kind, features)
    }
}

/// The conjunction of the conditions as one clause: "n is divisible by 100 and not by 400".
pub(crate) fn all_of(conditions: &[Condition], features: &[Feature]) -> String {
    let words: Vec<_> = conditions.iter().map(|one| one.words(features)).collect();
    // If all conditions share a subject, it is named only once. "For some k", each may be about another k.
    let is_shared = words.iter().all(|[subject, _]| {
        !subject.is_empty() && *subject == words[0][0] && !subject.starts_with("for some ")
    });
    let mut parts = Vec::new();
    for (n, [subject, predicate]) in words.iter().enumerate() {
        let follows_divisor = n > 0 && !conditions[n - 1].negated;
        let is_same = is_shared && follows_divisor && conditions[n].negated;
        let before = n.checked_sub(1).map(|before| &conditions[before].test);
        parts.push(match (before, &conditions[n].test) {
            (Some(Test::Remainder { rest: 0, .. }), Test::Remainder { by, rest: 0 }) if is_same => {
                format!("not by {}", number(*by))
            }
            _ if subject.is_empty() || is_shared && n > 0 => predicate.clone(),
            _ => format!("{subject} {predicate}"),
        });
    }
    listed(&parts)
}

/// Joins the parts with commas and "and".
pub(crate) fn listed(parts: &[String]) -> String {
    match parts {
        [most @ .., last] if most.len() > 1 => format!("{}, and {last}", most.join(", ")),
        _ => parts.join(" and "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What another condition says of a row does not matter: if this one fails, both do.
    #[test]
    fn a_condition_that_fails_excludes_a_row_of_which_another_is_unknown() {
        let condition = Condition {
            subject: Subject::Of(Term::itself(0)),
            test: Test::AtLeast(Value::Integer(5)),
            negated: false,
            bits: 1.0,
        };
        let mut all = [Some(true), Some(false), None, Some(true), None];
        condition.exclude(&[4, 4, 4, 5, 5], &mut all);
        assert_eq!(
            all,
            [Some(false), Some(false), Some(false), Some(true), None]
        );
    }
}
