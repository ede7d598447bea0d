//! Patterns of sequences, such as `[Insert(k), Insert(_), Remove(k)]`.
//!
//! In an operation, `_` is any argument, and a name is the same argument wherever it occurs.

use std::mem;

use super::steps::{Argument, Named, Step, Symbol};
use crate::feature::Value;

/// Two arguments of a list may get names because they differ if it has at most this many different ones.
const MOST_DIFFERENT: usize = 4;

/// What a sequence may contain.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) steps: Vec<Step>,
    /// Whether the arguments with names, of which there are two, differ.
    pub(super) are_different: bool,
    /// Whether no other letters may be between its own.
    pub(super) is_in_a_row: bool,
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
            are_different: false,
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
        if distinct.len() > MOST_DIFFERENT {
            return patterns;
        }
        for (n, k) in distinct.iter().enumerate() {
            for m in &distinct[n + 1..] {
                let mut different = self.naming(&[k, m]);
                different.are_different = true;
                patterns.push(different);
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

    /// The patterns that are more general than this one in one letter or argument.
    pub(super) fn wider(&self) -> Vec<Self> {
        let mut patterns = Vec::new();
        for (n, step) in self.steps.iter().enumerate() {
            let is_letter = !matches!(step, Step::Start | Step::End | Step::Any);
            let any = (is_letter && self.is_in_a_row).then_some(Step::Any);
            for step in any.into_iter().chain(step.wider()) {
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
                    && !(self.are_different && is_same(longer.named))
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

    /// How many bits it takes to state it, if it takes so many to state a letter.
    pub(super) fn bits(&self, bits_of_letter: f64) -> f64 {
        let bits = if self.are_different { 2.0 } else { 0.0 };
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
        let arguments = self.arguments();
        let has = |name| arguments.contains(&&Argument::Named(name));
        if self.are_different {
            Some("different k and m")
        } else if has(1) {
            Some("k and m")
        } else {
            has(0).then_some("k")
        }
    }
}

fn is_same([k, m]: Named<'_>) -> bool {
    k.is_some() && k == m
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
}
