//! Conditions on an input or its right answer. A rule consists of conditions.
//!
//! No condition concerns the given answer, because "the answer is wrong" explains nothing. Each condition has a cost in
//! bits: a rule that costs more than a list of the wrong inputs could fit by chance.

#[cfg(feature = "serde")]
use super::rows::Features;
use super::subject::{Measure, Subject, Term};
use super::suspect::Example;
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
        let subject = self.subject.value(value);
        if subject == Value::Unknown {
            return None;
        }
        if matches!(subject, Value::Overflow { .. }) && self.test.needs_number() {
            return None;
        }
        let tested = self.test.of(&subject);
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
        [self.subject.first()]
            .into_iter()
            .chain(self.subject.second())
    }

    /// The condition as data. Features have their paths, or their names.
    #[cfg(feature = "serde")]
    pub(super) fn json(&self, features: &Features) -> Json {
        let shown = self.terms().map(|Term { measure, feature }| {
            let is_answer = feature >= features.of_inputs().len();
            let feature = &features.list[feature];
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
        if let Subject::Two(operation, _, second) = self.subject
            && let Some(says) = operation.comparison(self.negated)
        {
            return [name, format!("{says} {}", second.name(features))];
        }
        let ends = [Measure::First, Measure::Last];
        let is_letter = ends.contains(&measure) || measure.bits() > 0.0;
        let kind = match self.subject {
            Subject::Of(_) if measure == Measure::Itself => feature.kind,
            Subject::Of(_) if is_letter => Kind::Code,
            _ => Kind::Count,
        };
        self.test.words(name, self.negated, kind)
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
            // "Is even" has no "divisible" to which "not by" could refer.
            (Some(Test::Remainder { by: 3.., rest: 0 }), Test::Remainder { by, rest: 0 })
                if is_same =>
            {
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
    use std::slice::from_ref;

    use super::*;
    use crate::explain::pattern::{Pattern, Step};
    use crate::explain::subject::Operator;
    use crate::explain::test::{OF_FLOATS, OF_INTEGERS, OF_WORDS};
    use crate::feature::Sequence;

    /// What another condition says of a row does not matter: if this one fails, both do.
    #[test]
    fn a_condition_that_fails_excludes_a_row_of_which_another_is_unknown() {
        let condition = condition(Measure::Itself, 0, Test::AtLeast(Value::Integer(5)));
        let mut all = [Some(true), Some(false), None, Some(true), None];
        condition.exclude(&[4, 4, 4, 5, 5], &mut all);
        let expected = [Some(false), Some(false), Some(false), Some(true), None];
        assert_eq!(all, expected);
    }

    #[test]
    fn not_by_refers_to_divisible() {
        let features = [Feature::new("n", Kind::Count, |_| Value::None)];
        let divisible = |by| condition(Measure::Itself, 0, Test::Remainder { by, rest: 0 });
        for (by, words) in [
            (100, "n is divisible by 100 and not by 400"),
            (2, "n is even and is not divisible by 400"),
        ] {
            let mut conditions = [divisible(by), divisible(400)];
            conditions[1].negated = true;
            assert_eq!(all_of(&conditions, &features), words);
        }
    }

    fn condition(measure: Measure, feature: usize, test: Test) -> Condition {
        Condition {
            subject: Subject::Of(Term { measure, feature }),
            test,
            negated: false,
            bits: 1.0,
        }
    }

    /// Each phrase, and what is said where it does not hold.
    #[test]
    fn each_condition_has_its_words() {
        use Measure::{
            Absolute, Bit, Digits, First, Itself, Length, Number, Plus, Quotient, Rest, Whole,
        };

        let (least, greatest) = (-128, 127);
        let features = [
            ("n", Kind::Integer { least, greatest }),
            ("m", Kind::Integer { least, greatest }),
            ("the text", Kind::Word(Sequence::Text)),
            ("x", Kind::Float { is_single: false }),
            ("the list", Kind::Word(Sequence::List)),
            ("b", Kind::Truth),
        ];
        let features = features.map(|(name, kind)| Feature::new(name, kind, |_| Value::None));
        let int = Value::Integer;
        let [n, m, text, x, list] = [0, 1, 2, 3, 4];
        let letter = |letter| Step::exactly(&Value::Character(letter));
        let contains = |steps: &[Step], row| Test::Contains(Pattern::of(steps, row));
        let divisible = Test::Remainder { by: 7, rest: 0 };
        let of = |measure, feature, test: &Test| condition(measure, feature, test.clone());
        let both = |operation, first, second, test: Test| Condition {
            subject: Subject::Two(operation, Term::itself(first), Term::itself(second)),
            ..condition(Itself, n, test)
        };
        let two = |operation, test: Test| both(operation, n, m, test);
        let than = |operation, a, b| both(operation, a, b, Test::Is(Value::Truth(true)));
        let rest = |by, rest| Test::Remainder { by, rest };
        let square = Test::Has(&OF_INTEGERS[1]);
        let at_least = Test::AtLeast(int(5));
        let conditions = [
            of(Itself, n, &Test::Is(int(5))),
            of(Itself, n, &at_least),
            of(Itself, n, &Test::AtLeast(int(1))),
            of(Itself, n, &Test::AtMost(int(-1))),
            of(Itself, n, &Test::AtMost(int(65_535))),
            of(Itself, n, &divisible),
            of(Itself, n, &rest(7, 3)),
            of(Itself, n, &rest(2, 0)),
            of(Itself, n, &rest(2, 1)),
            of(Plus(1), n, &square),
            of(Plus(-1), n, &square),
            of(Absolute, n, &at_least),
            of(Digits, n, &at_least),
            of(Bit(3), n, &Test::Is(int(1))),
            of(Bit(7), n, &Test::Is(int(1))),
            of(Rest(60), n, &at_least),
            of(Quotient(60), n, &divisible),
            than(Operator::LessThan, n, m),
            than(Operator::Equals, n, m),
            than(Operator::Divides, n, m),
            two(Operator::Sum, at_least.clone()),
            two(Operator::Distance, at_least.clone()),
            two(Operator::Product, Test::Overflows { least, greatest }),
            two(Operator::CommonBeginning, at_least.clone()),
            of(Itself, x, &Test::Has(&OF_FLOATS[3])),
            of(Itself, x, &Test::ZeroBits(3)),
            of(Whole, x, &rest(2, 0)),
            of(Length, text, &at_least),
            of(Number, text, &at_least),
            of(First, list, &at_least),
            of(First, text, &Test::Is(Value::Character('a'))),
            of(Itself, text, &Test::Has(&OF_WORDS[0])),
            of(Itself, list, &Test::Has(&OF_WORDS[0])),
            than(Operator::BeginsWith, text, list),
            of(Itself, text, &contains(&[letter('a')], false)),
            of(Itself, text, &contains(&[letter('a'), letter('a')], false)),
            of(Itself, text, &contains(&[letter('a'), letter('b')], false)),
            of(Itself, text, &contains(&[letter('a'), letter('b')], true)),
            of(
                Itself,
                text,
                &contains(&[letter('a'), Step::Any, letter('b')], true),
            ),
            of(Itself, 5, &Test::Is(Value::Truth(true))),
        ];
        let said = conditions.map(|mut condition| {
            let said = |condition: &Condition| all_of(from_ref(condition), &features);
            let holds = said(&condition);
            condition.negated = true;
            format!("{holds}; {}", said(&condition))
        });
        assert_eq!(said.join("\n"), PHRASES);
    }

    const PHRASES: &str = "\
n is 5; n is not 5
n is at least 5; n is less than 5
n is positive; n is at most 0
n is negative; n is at least 0
n is at most 2^16 - 1; n is more than 2^16 - 1
n is divisible by 7; n is not divisible by 7
n is 3 more than a multiple of 7; n is not 3 more than a multiple of 7
n is even; n is odd
n is odd; n is even
n + 1 is a square; n + 1 is not a square
n - 1 is a square; n - 1 is not a square
|n| is at least 5; |n| is less than 5
the number of digits of n is at least 5; the number of digits of n is less than 5
bit 3 of n is set; bit 3 of n is clear
the highest bit of n is set; the highest bit of n is clear
n mod 60 is at least 5; n mod 60 is less than 5
n / 60, rounded down, is divisible by 7; n / 60, rounded down, is not divisible by 7
n is less than m; n is at least m
n equals m; n does not equal m
n divides m; n does not divide m
n + m is at least 5; n + m is less than 5
|n - m| is at least 5; |n - m| is less than 5
n * m overflows; n * m does not overflow
the length of the common beginning of n and m is at least 5; the length of the common beginning of n and m is less than 5
x has a minus sign; x does not have a minus sign
x has a mantissa divisible by 8; x does not have a mantissa divisible by 8
the integer part of x is even; the integer part of x is odd
the length of the text is at least 5; the length of the text is less than 5
the value of the text is at least 5; the value of the text is less than 5
the first item of the list is at least 5; the first item of the list is less than 5
the first character of the text is 'a'; the first character of the text is not 'a'
the text has a character twice; the text has no character twice
the list has an item twice; the list has no item twice
the text begins with the list; the text does not begin with the list
'a' occurs in the text; 'a' does not occur in the text
'a' occurs at least twice in the text; 'a' occurs at most once in the text
'a' is before 'b' in the text; 'a' is not before 'b' in the text
'a' is directly before 'b' in the text; 'a' is not directly before 'b' in the text
the text has ['a', _, 'b'] in a row; the text does not have ['a', _, 'b'] in a row
b is true; b is false";
}
