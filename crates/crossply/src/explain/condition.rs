//! Conditions: what may hold of an input, or of its right answer.
//!
//! A rule consists of a few of them. None is about the given answer: "the answer is wrong" would be a rule, and explain
//! nothing. Each costs as many bits as it takes to say it: a rule that takes more bits than the set of wrong inputs
//! would fit by chance.

use std::sync::Arc;

use crate::feature::{AnyFeature, Kind, Value, number};

/// A condition on one term or two.
#[derive(Clone)]
pub(crate) struct Condition {
    pub(crate) term: usize,
    pub(crate) test: Test,
    /// What it is about, and what it says of that. Of a bound and a fact, that is known.
    pub(super) about: String,
    pub(super) says: String,
    /// It holds where the test fails. Where there is nothing to test, such as the first letter of an empty word, neither
    /// holds.
    pub(super) negated: bool,
    /// How many bits it takes to say it.
    pub(crate) bits: f64,
}

/// What may hold of a value.
#[derive(Clone)]
pub(crate) enum Test {
    AtLeast(i128),
    AtMost(i128),
    OfInteger(Arc<dyn OfInteger>),
    OfValue(Arc<OfValue>),
    /// Of integers: that of the term, and that of another one.
    OfPair(usize, Arc<dyn Fn(i128, i128) -> bool + Send + Sync>),
}

/// A test of one integer, or of many in one loop.
pub(crate) trait OfInteger: Send + Sync {
    fn holds(&self, n: i128) -> bool;
    fn exclude(&self, negated: bool, numbers: &[i64], all: &mut [Option<bool>]);
}

impl<F: Fn(i128) -> bool + Send + Sync> OfInteger for F {
    fn holds(&self, n: i128) -> bool {
        self(n)
    }

    fn exclude(&self, negated: bool, numbers: &[i64], all: &mut [Option<bool>]) {
        for (n, all) in numbers.iter().zip(all) {
            if self((*n).into()) == negated {
                *all = Some(false);
            }
        }
    }
}

/// None if there is nothing to test.
type OfValue = dyn Fn(&Value) -> Option<bool> + Send + Sync;

/// What is said if the test fails, instead of words that begin so.
const DENIALS: [[&str; 2]; 13] = [
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
    /// Whether it holds, if these are the values of the terms; none if one of them cannot be told.
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
            Test::OfInteger(test) => first.integer().map(|n| test.holds(n)),
            Test::AtLeast(least) => first.integer().map(|n| n >= *least),
            Test::AtMost(most) => first.integer().map(|n| n <= *most),
        };
        Some(tested.is_some_and(|tested| tested != self.negated))
    }

    /// Takes note for which of these integers it does not hold.
    pub(crate) fn exclude(&self, numbers: &[i64], all: &mut [Option<bool>]) {
        match self.test {
            Test::AtLeast(least) => (|n| n >= least).exclude(false, numbers, all),
            Test::AtMost(most) => (|n| n <= most).exclude(false, numbers, all),
            Test::OfInteger(ref test) => test.exclude(self.negated, numbers, all),
            Test::OfValue(_) | Test::OfPair(..) => {}
        }
    }

    /// Whether it is about an integer alone.
    pub(crate) fn is_quick(&self) -> bool {
        !matches!(self.test, Test::OfValue(_) | Test::OfPair(..))
    }

    /// What it is about, and what it says of that.
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
            _ if self.negated => denied(&self.says),
            _ => self.says.clone(),
        };
        [self.about.clone(), says]
    }
}

fn denied(words: &str) -> String {
    let denied =
        |[says, denies]: &[&str; 2]| Some(format!("{denies}{}", words.strip_prefix(says)?));
    DENIALS.iter().find_map(denied).unwrap_or_default()
}

/// Says where all conditions hold: "n is divisible by 100 and not by 400".
pub(crate) fn all_of(conditions: &[Condition], terms: &[AnyFeature]) -> String {
    let words: Vec<_> = conditions.iter().map(|one| one.words(terms)).collect();
    // If all have one subject, that is named once.
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
