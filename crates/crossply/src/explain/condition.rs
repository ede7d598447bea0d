//! Conditions on an input or its right answer, the parts of a rule.
//!
//! No condition is about the given answer, because "the answer is wrong" explains nothing. Each has a cost in bits: a rule
//! that costs more than a list of the wrong inputs would fit by chance.

use std::sync::Arc;

use crate::feature::{AnyFeature, Kind, Value, number};

/// A condition on one term or two.
#[derive(Clone)]
pub(crate) struct Condition {
    pub(crate) term: usize,
    pub(crate) test: Test,
    /// Subject and predicate of its sentence. Empty predicate for bounds and facts, whose tests imply it.
    pub(super) subject: String,
    pub(super) says: String,
    /// It holds where the test fails. Neither holds where the value is missing, as the first letter of an empty word.
    pub(super) negated: bool,
    /// Its cost.
    pub(crate) bits: f64,
}

#[derive(Clone)]
pub(crate) enum Test {
    AtLeast(i128),
    AtMost(i128),
    OfInteger(Arc<dyn Fn(i128) -> bool + Send + Sync>),
    OfValue(Arc<OfValue>),
    /// Of the integers of the term and of another term.
    OfPair(usize, Arc<dyn Fn(i128, i128) -> bool + Send + Sync>),
}

/// `None` if the value is missing.
type OfValue = dyn Fn(&Value) -> Option<bool> + Send + Sync;

/// Beginnings of predicates, and what replaces them in the negated sentence.
const NEGATIONS: [[&str; 2]; 13] = [
    ["is even", "is odd"],
    ["is odd", "is even"],
    ["is set", "is clear"],
    ["is clear", "is set"],
    ["is at least ", "is less than "],
    ["is less than ", "is at least "],
    ["is ", "is not "],
    ["has ", "does not have "],
    ["occurs at least twice", "occurs at most once"],
    ["occurs ", "does not occur "],
    ["equals ", "does not equal "],
    ["divides ", "does not divide "],
    ["overflows", "does not overflow"],
];

impl Condition {
    /// Whether it holds for these values of the terms; `None` if one is unknown.
    #[inline]
    pub(crate) fn holds(&self, value: impl Fn(usize) -> Value) -> Option<bool> {
        let first = value(self.term);
        if let Value::Unknown = first {
            return None;
        }
        let tested = match &self.test {
            Test::OfPair(other, test) => match value(*other) {
                Value::Unknown => return None,
                second => {
                    let both = first.integer().zip(second.integer());
                    both.map(|(a, b)| test(a, b))
                }
            },
            Test::OfValue(test) => test(&first),
            _ => first.integer().and_then(|n| self.tested(n)),
        };
        Some(tested.is_some_and(|tested| tested != self.negated))
    }

    /// The result of a test of one integer.
    #[inline]
    fn tested(&self, n: i128) -> Option<bool> {
        match &self.test {
            Test::AtLeast(least) => Some(n >= *least),
            Test::AtMost(most) => Some(n <= *most),
            Test::OfInteger(test) => Some(test(n)),
            Test::OfValue(_) | Test::OfPair(..) => None,
        }
    }

    /// Writes `Some(false)` for each integer for which it does not hold.
    pub(crate) fn exclude(&self, numbers: &[i64], all: &mut [Option<bool>]) {
        for (n, all) in numbers.iter().zip(all) {
            if self.tested((*n).into()) == Some(self.negated) {
                *all = Some(false);
            }
        }
    }

    /// Whether it is about one integer, so that [`exclude`](Self::exclude) can test it.
    pub(crate) fn is_quick(&self) -> bool {
        !matches!(self.test, Test::OfValue(_) | Test::OfPair(..))
    }

    /// Subject and predicate of its sentence.
    pub(crate) fn words(&self, terms: &[AnyFeature]) -> [String; 2] {
        let AnyFeature {
            name,
            kind,
            otherwise,
            ..
        } = &terms[self.term];
        let shown = |n: i128| {
            let character = u32::try_from(n).ok().and_then(char::from_u32);
            match (kind, character) {
                (Kind::Character, Some(character)) => format!("{character:?}"),
                _ => number(n),
            }
        };
        let has_sign = matches!(kind, Kind::Integer { .. } | Kind::Code);
        let says = match (&self.test, kind) {
            (Test::AtMost(-1), _) if has_sign => "is negative".to_owned(),
            (Test::AtLeast(1), _) if has_sign => "is positive".to_owned(),
            (Test::AtLeast(n), _) => format!("is at least {}", shown(*n)),
            (Test::AtMost(n), _) => format!("is at most {}", shown(*n)),
            (_, Kind::Fact) => {
                let fails = || format!("it is not true that {name}");
                let fails = || otherwise.clone().unwrap_or_else(fails);
                let holds = if self.negated { fails() } else { name.clone() };
                return [String::new(), holds];
            }
            _ if self.negated => negate(&self.says),
            _ => self.says.clone(),
        };
        [self.subject.clone(), says]
    }
}

fn negate(words: &str) -> String {
    let negate =
        |[says, negated]: &[&str; 2]| Some(format!("{negated}{}", words.strip_prefix(says)?));
    NEGATIONS.iter().find_map(negate).unwrap_or_default()
}

/// The conditions as one clause: "n is divisible by 100 and not by 400".
pub(crate) fn all_of(conditions: &[Condition], terms: &[AnyFeature]) -> String {
    let words: Vec<_> = conditions.iter().map(|one| one.words(terms)).collect();
    // A shared subject is named once.
    let is_shared = words
        .iter()
        .all(|[subject, _]| !subject.is_empty() && *subject == words[0][0]);
    let parts = words.iter().enumerate().map(|(n, [subject, phrase])| {
        let before = n.checked_sub(1).map_or("", |before| &words[before][1]);
        let not_by = phrase.strip_prefix("is not divisible by");
        match not_by.filter(|_| before.starts_with("is divisible by")) {
            Some(by) if is_shared => format!("not by{by}"),
            _ if subject.is_empty() || is_shared && n > 0 => phrase.clone(),
            _ => format!("{subject} {phrase}"),
        }
    });
    listed(&parts.collect::<Vec<_>>())
}

/// The parts as a list.
pub(crate) fn listed(parts: &[String]) -> String {
    match parts {
        [most @ .., last] if most.len() > 1 => format!("{}, and {last}", most.join(", ")),
        _ => parts.join(" and "),
    }
}
