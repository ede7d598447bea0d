//! Patterns of sequences, such as `[Insert(k), Insert(_), Remove(k)]`.
//!
//! In an operation, `_` is any argument, and a name is the same argument wherever it occurs.

use std::mem;

use super::steps::{Argument, Named, Number, Step, Symbol};
use crate::feature::Value;

/// Two arguments of a list may be related if it has at most this many different ones.
const MOST_RELATED: usize = 4;

/// What a sequence may contain.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) steps: Vec<Step>,
    /// How the arguments with names are related, if there are two.
    pub(super) relation: Option<Relation>,
    /// Whether no other letters may be between its own.
    pub(super) is_in_a_row: bool,
}

/// How two arguments are related.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Relation {
    Different,
    /// The first number is less.
    Less,
    /// The first number is greater.
    Greater,
    /// The second text begins with the first one.
    Begins,
    /// The second text does not begin with the first one.
    DoesNotBegin,
    /// The first text begins with the second one.
    IsBegun,
    /// The first text does not begin with the second one.
    IsNotBegun,
}

impl Relation {
    /// The weakest first.
    const ALL: [Self; 7] = [
        Relation::Different,
        Relation::DoesNotBegin,
        Relation::IsNotBegun,
        Relation::Less,
        Relation::Greater,
        Relation::Begins,
        Relation::IsBegun,
    ];

    /// What it says of the names, after "for some".
    fn words(self) -> &'static str {
        match self {
            Relation::Different => "different k and m",
            Relation::Less => "k and m where k is less than m",
            Relation::Greater => "k and m where k is greater than m",
            Relation::Begins => "k and m where m begins with k",
            Relation::DoesNotBegin => "k and m where m does not begin with k",
            Relation::IsBegun => "k and m where k begins with m",
            Relation::IsNotBegun => "k and m where k does not begin with m",
        }
    }

    fn holds(self, k: &str, m: &str) -> bool {
        match self {
            Relation::Different => k != m,
            Relation::Less => numbers(k, m).is_some_and(|(k, m)| k < m),
            Relation::Greater => numbers(k, m).is_some_and(|(k, m)| k > m),
            Relation::Begins => texts(k, m).is_some_and(|(k, m)| m.starts_with(k)),
            Relation::DoesNotBegin => !Relation::Begins.holds(k, m),
            Relation::IsBegun => Relation::Begins.holds(m, k),
            Relation::IsNotBegun => !Relation::Begins.holds(m, k),
        }
    }

    /// Whether the relation can be said of such arguments.
    fn is_of(self, k: &str, m: &str) -> bool {
        match self {
            Relation::Different => numbers(k, m).is_some() || texts(k, m).is_some(),
            Relation::Less | Relation::Greater => numbers(k, m).is_some(),
            _ => texts(k, m).is_some(),
        }
    }
}

/// Both arguments, if they are integers.
fn numbers(k: &str, m: &str) -> Option<(Number, Number)> {
    Some((Number::parse(k)?, Number::parse(m)?))
}

/// Both arguments without their quotes, if they are texts.
fn texts<'t>(k: &'t str, m: &'t str) -> Option<(&'t str, &'t str)> {
    let unquoted = |text: &'t str| text.strip_prefix('"')?.strip_suffix('"');
    Some((unquoted(k)?, unquoted(m)?))
}

/// A beginning of a pattern that some letters contain: how many steps, and with which arguments.
#[derive(Clone, Copy, Default, PartialEq)]
struct Beginning<'w> {
    len: usize,
    named: Named<'w>,
}

impl Pattern {
    /// Just these letters.
    pub(super) fn exactly(letters: &[Value], is_in_a_row: bool) -> Self {
        Pattern {
            steps: letters.iter().map(Step::exactly).collect(),
            relation: None,
            is_in_a_row,
        }
    }

    /// This pattern, of the whole of a sequence.
    pub(super) fn of_whole_sequence(mut self) -> Self {
        self.steps.insert(0, Step::Start);
        self.steps.push(Step::End);
        self
    }

    /// This pattern without its first step, and without its last one.
    pub(super) fn shorter(&self) -> [Self; 2] {
        let [mut without_first, mut without_last] = [self.clone(), self.clone()];
        without_first.steps.remove(0);
        without_last.steps.pop();
        [without_first, without_last]
    }

    /// A pattern for the sequences that contain this one or the other one, if just one step differs.
    pub(super) fn or(&self, other: &Self) -> Option<Self> {
        let is_alike = self.steps.len() == other.steps.len()
            && self.steps.len() > 1
            && self.relation == other.relation
            && self.is_in_a_row == other.is_in_a_row;
        let steps = self.steps.iter().zip(&other.steps).enumerate();
        let mut different = steps.filter(|(_, (one, other))| one != other);
        let (place, (one, other)) = different.next().filter(|_| is_alike)?;
        let mut both = self.clone();
        both.steps[place] = one.or(other)?;
        different.next().is_none().then_some(both)
    }

    /// This pattern with names for its arguments, the most general ones first.
    pub(super) fn with_names(&self) -> Vec<Self> {
        let all = self.arguments();
        if all.is_empty() {
            return Vec::new();
        }
        let mut distinct: Vec<&Argument> = Vec::new();
        for argument in &all {
            if !distinct.contains(argument) {
                distinct.push(argument);
            }
        }
        let mut repeated = distinct.clone();
        repeated.retain(|one| all.iter().filter(|other| *other == one).count() > 1);
        let mut patterns = vec![self.naming(&[])];
        patterns.extend(repeated.iter().map(|&one| self.naming(&[one])));
        if let [_, _] = repeated[..] {
            patterns.push(self.naming(&repeated));
        }
        if distinct.len() > MOST_RELATED {
            return patterns;
        }
        for (n, k) in distinct.iter().enumerate() {
            for m in &distinct[n + 1..] {
                for relation in Relation::ALL {
                    if let [Argument::Exactly(first), Argument::Exactly(second)] = [*k, *m]
                        && relation.is_of(first, second)
                        && relation.holds(first, second)
                    {
                        let mut related = self.naming(&[k, m]);
                        related.relation = Some(relation);
                        patterns.push(related);
                    }
                }
            }
        }
        patterns
    }

    /// This pattern with a name for two arguments that are equal, and all others as they are.
    pub(super) fn with_equal_pair(&self) -> Vec<Self> {
        let mut patterns = Vec::new();
        let all = self.arguments();
        for later in 0..all.len() {
            for earlier in 0..later {
                if all[earlier] == all[later] {
                    let mut pattern = self.clone();
                    let mut arguments = pattern.arguments_mut();
                    *arguments[earlier] = Argument::Named(0);
                    *arguments[later] = Argument::Named(0);
                    patterns.push(pattern);
                }
            }
        }
        patterns
    }

    /// The patterns that are more general than this one in one letter or argument. `numbers` are possible bounds of arguments,
    /// ascending.
    pub(super) fn wider(&self, numbers: &[i128]) -> Vec<Self> {
        let mut patterns = Vec::new();
        for (n, step) in self.steps.iter().enumerate() {
            let is_letter = !matches!(step, Step::Start | Step::End | Step::Any);
            let any = (is_letter && self.is_in_a_row).then_some(Step::Any);
            for step in any.into_iter().chain(step.wider(numbers)) {
                let mut wider = self.clone();
                wider.steps[n] = step;
                patterns.push(wider);
            }
        }
        patterns
    }

    /// The arguments. Those of the patterns of a word are given exactly.
    fn arguments(&self) -> Vec<&Argument> {
        let arguments = self.steps.iter().filter_map(|step| match step {
            Step::Operation(operation) => Some(&operation.arguments),
            _ => None,
        });
        arguments.flatten().collect()
    }

    fn arguments_mut(&mut self) -> Vec<&mut Argument> {
        let arguments = self.steps.iter_mut().filter_map(|step| match step {
            Step::Operation(operation) => Some(&mut operation.arguments),
            _ => None,
        });
        arguments.flatten().collect()
    }

    /// With names for these arguments, in this order. All others are any.
    fn naming(&self, named: &[&Argument]) -> Self {
        let mut pattern = self.clone();
        for argument in pattern.arguments_mut() {
            let place = named.iter().position(|name| *name == argument);
            *argument = place.map_or(Argument::Any, Argument::Named);
        }
        pattern
    }

    /// Whether a sequence contains it. A letter may continue each beginning that the letters so far contain.
    pub(super) fn is_in(&self, symbols: &[Symbol<'_>]) -> bool {
        let mut beginnings = vec![Beginning::default()];
        let mut next = Vec::new();
        for symbol in symbols {
            next.push(Beginning::default());
            for beginning in beginnings.drain(..) {
                let mut longer = beginning;
                if self.steps[beginning.len].is(symbol, &mut longer.named)
                    && self.are_related(longer.named)
                {
                    longer.len += 1;
                    if longer.len == self.steps.len() {
                        return true;
                    }
                    next.push(longer);
                }
                if !self.is_in_a_row && !next.contains(&beginning) {
                    next.push(beginning);
                }
            }
            mem::swap(&mut beginnings, &mut next);
        }
        false
    }

    fn are_related(&self, named: Named<'_>) -> bool {
        match (self.relation, named) {
            (Some(relation), [Some(k), Some(m)]) => relation.holds(k, m),
            _ => true,
        }
    }

    /// How many bits it takes to state it, if it takes so many to state a letter.
    pub(super) fn bits(&self, bits_of_letter: f64) -> f64 {
        let bits = if self.relation.is_some() { 2.0 } else { 0.0 };
        let steps = self.steps.iter().map(|step| step.bits(bits_of_letter));
        bits + steps.sum::<f64>()
    }

    /// Whether each step is one kind of letters.
    pub(super) fn is_of_letters(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.all(|step| matches!(step, Step::Letters(_) | Step::Operation(_)))
    }

    /// Its steps in words.
    pub(super) fn shown(&self) -> Vec<String> {
        self.steps.iter().map(Step::to_string).collect()
    }

    /// What is said of its names, after "for some". `None` if it has none.
    pub(super) fn names(&self) -> Option<&'static str> {
        let has = |name| {
            self.steps
                .iter()
                .any(|step| step.has(&Argument::Named(name)))
        };
        match self.relation {
            Some(relation) => Some(relation.words()),
            None if has(1) => Some("k and m"),
            None => has(0).then_some("k"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(letters: &str) -> Vec<Value> {
        letters.chars().map(Value::Character).collect()
    }

    fn is_in(pattern: &Pattern, letters: &str) -> bool {
        pattern.is_in(&Symbol::all(&word(letters)))
    }

    #[test]
    fn a_pattern_may_be_at_an_end() {
        let whole = Pattern::exactly(&word("ab"), true).of_whole_sequence();
        let [at_end, at_start] = whole.shorter();
        let found = ["ab", "cab", "abc", "cabc"];
        assert_eq!(
            found.map(|word| is_in(&whole, word)),
            [true, false, false, false]
        );
        assert_eq!(
            found.map(|word| is_in(&at_end, word)),
            [true, true, false, false]
        );
        assert_eq!(
            found.map(|word| is_in(&at_start, word)),
            [true, false, true, false]
        );
    }

    #[test]
    fn relations_know_numbers_of_any_size() {
        let large = u128::MAX.to_string();
        assert!(Relation::Less.holds("-1", &large) && Relation::Greater.holds(&large, "1"));
        assert!(Relation::Different.holds("1", "nil") && !Relation::Different.is_of("1", "nil"));
        assert!(Relation::DoesNotBegin.holds("\"b\"", "\"ab\""));
    }

    #[test]
    fn patterns_that_differ_in_one_step_become_one() {
        let [ab, cb, cd] = ["ab", "cb", "cd"].map(|two| Pattern::exactly(&word(two), false));
        let both = ab.or(&cb).expect("one step differs");
        assert_eq!(both.shown(), ["'a' | 'c'", "'b'"]);
        let found = ["axb", "cb", "ac", "bc"].map(|word| is_in(&both, word));
        assert_eq!(found, [true, true, false, false]);
        assert_eq!(ab.or(&cd), None);
    }
}
