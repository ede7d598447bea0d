//! Conditions on an input or its right answer. A rule consists of conditions.
//!
//! No condition concerns the given answer, because "the answer is wrong" explains nothing. Each condition has a cost in
//! bits: a rule that costs more than a list of the wrong inputs could fit by chance.

use std::sync::Arc;

use super::evidence::Example;
use super::predicate::Predicate;
use crate::feature::{AnyFeature, Kind, Value, number};

/// A condition on one or two terms.
#[derive(Clone)]
pub(crate) struct Condition {
    pub(crate) term: usize,
    pub(crate) test: Test,
    /// The subject and predicate of the condition's sentence.
    pub(super) subject: String,
    pub(super) says: Predicate,
    /// If true, the condition holds where the test fails. Neither the condition nor its negation holds for a missing
    /// value, such as the first letter of an empty word.
    pub(super) negated: bool,
    /// The cost of stating the condition, in bits.
    pub(crate) bits: f64,
}

/// Bounds are never negated: the opposite bound is a test of its own.
#[derive(Clone)]
pub(crate) enum Test {
    AtLeast(i128),
    AtMost(i128),
    OfInteger(Arc<dyn Fn(i128) -> bool + Send + Sync>),
    OfValue(Arc<OfValue>),
    /// A test of the values of two terms. The index is that of the second term.
    OfPair(usize, Arc<OfPair>),
}

/// A test of a value. Returns `None` if the value is missing.
type OfValue = dyn Fn(&Value) -> Option<bool> + Send + Sync;

/// A test of two values. Returns `None` if one is missing.
type OfPair = dyn Fn(&Value, &Value) -> Option<bool> + Send + Sync;

impl Condition {
    /// Whether the condition holds for these values of the terms. `None` if a value is unknown.
    #[inline]
    pub(crate) fn holds(&self, value: impl Fn(usize) -> Value) -> Option<bool> {
        let first = value(self.term);
        if let Value::Unknown = first {
            return None;
        }
        let tested = match &self.test {
            Test::OfPair(other, test) => match value(*other) {
                Value::Unknown => return None,
                second => test(&first, &second),
            },
            Test::OfValue(test) => test(&first),
            _ => first.integer().and_then(|n| self.tested(n)),
        };
        Some(tested.is_some_and(|tested| tested != self.negated))
    }

    /// Whether the condition holds for an example. `None` if a value is unknown.
    pub(super) fn holds_for(&self, example: &Example) -> Option<bool> {
        self.holds(|term| example.values[term].clone())
    }

    /// The result of the test for one integer. `None` if the test takes something else.
    #[inline]
    fn tested(&self, n: i128) -> Option<bool> {
        match &self.test {
            Test::AtLeast(least) => Some(n >= *least),
            Test::AtMost(most) => Some(n <= *most),
            Test::OfInteger(test) => Some(test(n)),
            Test::OfValue(_) | Test::OfPair(..) => None,
        }
    }

    /// Writes `Some(false)` to `all` for each integer for which the condition does not hold.
    pub(crate) fn exclude(&self, numbers: &[i64], all: &mut [Option<bool>]) {
        for (n, all) in numbers.iter().zip(all) {
            if self.tested((*n).into()) == Some(self.negated) {
                *all = Some(false);
            }
        }
    }

    /// Whether the condition concerns a single integer, so that [`exclude`](Self::exclude) can test it.
    pub(crate) fn is_quick(&self) -> bool {
        !matches!(self.test, Test::OfValue(_) | Test::OfPair(..))
    }

    /// The last term that the condition is about.
    pub(crate) fn last_term(&self) -> usize {
        match self.test {
            Test::OfPair(other, _) => other.max(self.term),
            _ => self.term,
        }
    }

    /// The subject and predicate of the condition's sentence. The subject of a fact is empty.
    pub(crate) fn words(&self, terms: &[AnyFeature]) -> [String; 2] {
        let AnyFeature {
            name,
            kind,
            otherwise,
            ..
        } = &terms[self.term];
        let has_sign = matches!(kind, Kind::Integer { .. } | Kind::Code);
        let says = match (&self.test, kind) {
            (Test::AtMost(-1), _) if has_sign => "is negative".to_owned(),
            (Test::AtLeast(1), _) if has_sign => "is positive".to_owned(),
            (Test::AtLeast(n), _) => format!("is at least {}", shown(*n, *kind)),
            (Test::AtMost(n), _) => format!("is at most {}", shown(*n, *kind)),
            (_, Kind::Fact) => {
                let otherwise = match otherwise {
                    Some(words) => words.clone(),
                    None => format!("it is not true that {name}"),
                };
                let words = if self.negated { &otherwise } else { name };
                return [String::new(), words.clone()];
            }
            _ => self.says.words(self.negated),
        };
        [self.subject.clone(), says]
    }
}

/// A bound of a term of this kind.
fn shown(n: i128, kind: Kind) -> String {
    let character = u32::try_from(n).ok().and_then(char::from_u32);
    match (kind, character) {
        (Kind::Character, Some(character)) => format!("{character:?}"),
        _ => number(n),
    }
}

/// The conjunction of the conditions as one clause: "n is divisible by 100 and not by 400".
pub(crate) fn all_of(conditions: &[Condition], terms: &[AnyFeature]) -> String {
    let words: Vec<_> = conditions.iter().map(|one| one.words(terms)).collect();
    // If all conditions share a subject, it is named only once. "For some k", each may be about another k.
    let is_shared = words.iter().all(|[subject, _]| {
        !subject.is_empty() && *subject == words[0][0] && !subject.starts_with("for some ")
    });
    let mut parts = Vec::new();
    for (n, [subject, predicate]) in words.iter().enumerate() {
        let follows_divisor = n > 0 && !conditions[n - 1].negated;
        let is_same = is_shared && follows_divisor && conditions[n].negated;
        let before = n.checked_sub(1).map(|before| &conditions[before].says);
        parts.push(match (before, &conditions[n].says) {
            (Some(Predicate::DivisibleBy(_)), Predicate::DivisibleBy(by)) if is_same => {
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

    /// Each "for some k" is about a k of its own.
    #[test]
    fn conditions_share_a_subject_but_no_key() {
        let terms = [AnyFeature::new("the list", Kind::Count, |_| Value::None)];
        let said = |subject: &str| {
            let conditions = ["long", "sorted"].map(|what| Condition {
                term: 0,
                test: Test::OfInteger(Arc::new(|_| true)),
                subject: subject.to_owned(),
                says: Predicate::is(what),
                negated: false,
                bits: 1.0,
            });
            all_of(&conditions, &terms)
        };
        assert_eq!(said("the list"), "the list is long and is sorted");
        assert_eq!(
            said("for some k, the list"),
            "for some k, the list is long and for some k, the list is sorted"
        );
    }
}
