//! Patterns of sequences, such as `[Insert(k), Insert(_), Remove(k)]`: all that rules say of the letters of a text, the items
//! of a list, or operations that a test carries out one after the other.
//!
//! In an operation, `_` is any argument, and a name is the same argument wherever it occurs.

use std::fmt;

use crate::feature::{Kind, Operation, Sequence, Value};

/// Two arguments of a list may get names because they differ if it has at most this many different ones.
const MOST_DIFFERENT: usize = 4;

/// The names of arguments.
const NAMES: [&str; 2] = ["k", "m"];

/// Arguments by their names.
type Named<'w> = [Option<&'w str>; NAMES.len()];

/// What a sequence may contain.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) struct Pattern {
    pub(super) steps: Vec<Step>,
    /// Whether the arguments with names, of which there are two, differ.
    pub(super) are_different: bool,
    /// Whether no other letters may be between its own.
    pub(super) is_in_a_row: bool,
    /// Whether it begins with the first letter of the sequence, and whether it ends with the last one.
    pub(super) is_at_end: [bool; 2],
}

/// Which letters may stand in one place.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub(crate) enum Step {
    Any,
    One(Value),
    /// Characters of a class, by its place in [`CLASSES`].
    Class(usize),
    /// Operations with these arguments.
    Operation(Operation<Argument>),
}

/// Which arguments an operation may have in one place.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub(crate) enum Argument {
    Any,
    /// The one with this place in [`NAMES`].
    Named(usize),
    /// As `Debug` shows it.
    Exactly(String),
}

/// Whether a character is of a class.
type IsOfClass = fn(char) -> bool;

/// Classes of characters, by their names.
const CLASSES: [(&str, IsOfClass); 5] = [
    ("a space or a tab", |character| {
        matches!(character, ' ' | '\t')
    }),
    ("a digit", |character| character.is_ascii_digit()),
    ("an uppercase letter", char::is_uppercase),
    ("a letter", char::is_alphabetic),
    ("a character beyond ASCII", |character| {
        !character.is_ascii()
    }),
];

impl Pattern {
    /// Whether it is in a sequence. `None` if it is about the first or last letter, and there is none.
    pub(super) fn is_in_word(&self, letters: &[Value]) -> Option<bool> {
        let has_none = letters.is_empty() && self.is_of_first_or_last();
        (!has_none).then(|| self.is_in(letters))
    }

    /// The subject and predicate that say that the sequence `within` contains it, or does not if `negated`.
    pub(super) fn words(&self, within: &str, negated: bool, kind: Kind) -> [String; 2] {
        let either = |holds: &str, fails: &str| (if negated { fails } else { holds }).to_owned();
        let is = either("is", "is not");
        let shown = self.shown();
        let (subject, predicate) = match &shown[..] {
            _ if self.is_of_first_or_last() => {
                let end = if self.is_at_end[0] { "first" } else { "last" };
                let letter = match kind {
                    Kind::Word(sequence) => sequence.letter(),
                    _ => Sequence::List.letter(),
                };
                let subject = format!("the {end} {letter} of {within}");
                (subject, format!("{is} {}", self.steps[0]))
            }
            [one] if self.is_anywhere() => {
                let occurs = either("occurs", "does not occur");
                (one.clone(), format!("{occurs} in {within}"))
            }
            [one, other] if self.is_anywhere() => {
                let directly = if self.is_in_a_row { "directly " } else { "" };
                let says = if !self.is_in_a_row && one == other {
                    let twice = either("occurs at least twice", "occurs at most once");
                    format!("{twice} in {within}")
                } else {
                    format!("{is} {directly}before {other} in {within}")
                };
                (one.clone(), says)
            }
            _ => {
                let (has, list) = (either("has", "does not have"), shown.join(", "));
                let says = if self.is_in_a_row {
                    format!("{has} [{list}] in a row")
                } else {
                    format!("{has} the subsequence [{list}]")
                };
                (within.to_owned(), says)
            }
        };
        let subject = match self.names() {
            Some(names) => format!("for some {names}, {subject}"),
            None => subject,
        };
        [subject, predicate]
    }

    /// These steps, in a row or not.
    pub(super) fn of(steps: impl Into<Vec<Step>>, is_in_a_row: bool) -> Self {
        Pattern {
            steps: steps.into(),
            are_different: false,
            is_in_a_row,
            is_at_end: [false; 2],
        }
    }

    /// Just these letters.
    pub(super) fn exactly(letters: &[Value], is_in_a_row: bool) -> Self {
        Pattern::of(
            letters.iter().map(Step::exactly).collect::<Vec<_>>(),
            is_in_a_row,
        )
    }

    /// This pattern without its first end or step, and without its last one.
    pub(super) fn shorter(&self) -> [Self; 2] {
        let [mut without_first, mut without_last] = [self.clone(), self.clone()];
        if self.is_at_end[0] {
            without_first.is_at_end[0] = false;
        } else {
            without_first.steps.remove(0);
        }
        if self.is_at_end[1] {
            without_last.is_at_end[1] = false;
        } else {
            without_last.steps.pop();
        }
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

    /// The patterns that are more general than this one in one letter or argument.
    pub(super) fn wider(&self) -> Vec<Self> {
        let mut patterns = Vec::new();
        for (n, step) in self.steps.iter().enumerate() {
            let any = (*step != Step::Any && self.is_in_a_row).then_some(Step::Any);
            for step in any.into_iter().chain(step.wider()) {
                let mut wider = self.clone();
                wider.steps[n] = step;
                patterns.push(wider);
            }
        }
        patterns
    }

    fn arguments(&self) -> Vec<&Argument> {
        let arguments = self.steps.iter().filter_map(|step| match step {
            Step::Operation(operation) => Some(&operation.arguments),
            _ => None,
        });
        arguments.flatten().collect()
    }

    /// With names for these arguments, in this order. All others are any.
    fn naming(&self, named: &[&Argument]) -> Self {
        let mut pattern = self.clone();
        for step in &mut pattern.steps {
            if let Step::Operation(operation) = step {
                *operation = operation.map(|argument| {
                    let place = named.iter().position(|name| *name == argument);
                    place.map_or(Argument::Any, Argument::Named)
                });
            }
        }
        pattern
    }

    /// Whether a sequence contains it.
    pub(super) fn is_in(&self, letters: &[Value]) -> bool {
        self.rest_is_in(0, letters, [None; NAMES.len()])
    }

    /// Whether the steps from this one on are in the letters that follow those of the steps before.
    fn rest_is_in<'w>(&self, step: usize, letters: &'w [Value], named: Named<'w>) -> bool {
        let Some(wanted) = self.steps.get(step) else {
            return !self.is_at_end[1] || letters.is_empty();
        };
        let is_bound = if step == 0 {
            self.is_at_end[0]
        } else {
            self.is_in_a_row
        };
        for (n, letter) in letters.iter().enumerate() {
            let mut more = named;
            if wanted.is(letter, &mut more) && !(self.are_different && is_same(more)) {
                if self.rest_is_in(step + 1, &letters[n + 1..], more) {
                    return true;
                }
                // A later letter leaves fewer letters for the other steps.
                if more == named && !self.is_in_a_row && !self.is_at_end[1] {
                    return false;
                }
            }
            if is_bound {
                return false;
            }
        }
        false
    }

    /// How many bits it takes to state it, if it takes so many to state a letter.
    pub(super) fn bits(&self, bits_of_letter: f64) -> f64 {
        let bits = if self.are_different { 2.0 } else { 0.0 };
        let ends = self.is_at_end.iter().filter(|is_at_end| **is_at_end);
        let steps = self.steps.iter().map(|step| step.bits(bits_of_letter));
        bits + ends.count() as f64 + steps.sum::<f64>()
    }

    /// Whether it may begin and end anywhere, and no step is any letter.
    fn is_anywhere(&self) -> bool {
        self.is_at_end == [false; 2] && !self.steps.contains(&Step::Any)
    }

    /// Whether it says which letter is the first one, or which is the last one.
    pub(super) fn is_of_first_or_last(&self) -> bool {
        self.steps.len() == 1 && self.is_at_end[0] != self.is_at_end[1]
    }

    /// Its steps in words.
    fn shown(&self) -> Vec<String> {
        let steps = self.steps.iter().map(Step::to_string);
        let start = self.is_at_end[0].then(|| "start".to_owned());
        let end = self.is_at_end[1].then(|| "end".to_owned());
        start.into_iter().chain(steps).chain(end).collect()
    }

    /// What is said of its names, after "for some". `None` if it has none.
    fn names(&self) -> Option<&'static str> {
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

impl Step {
    /// This letter. An operation is known by its name and arguments.
    pub(super) fn exactly(letter: &Value) -> Self {
        match call(letter) {
            Some(call) => Step::Operation(call.map(|one| Argument::Exactly(one.clone()))),
            None => Step::One(letter.clone()),
        }
    }

    /// The operations of the same name, or the classes of a character.
    pub(super) fn groups(letter: &Value) -> Vec<Self> {
        if let Some(call) = call(letter) {
            return vec![Step::Operation(call.map(|_| Argument::Any))];
        }
        let classes = (0..CLASSES.len()).map(Step::Class);
        classes.filter(|class| class.has(letter)).collect()
    }

    /// The letter, and its groups.
    pub(super) fn with_groups(letter: &Value) -> impl Iterator<Item = Self> {
        let one = Step::One(letter.clone());
        [one].into_iter().chain(Step::groups(letter))
    }

    /// The steps that are more general in one way, the most general ones first.
    fn wider(&self) -> Vec<Self> {
        match self {
            Step::One(letter) => Step::groups(letter),
            Step::Operation(operation) => {
                let mut steps = Vec::new();
                for (n, argument) in operation.arguments.iter().enumerate() {
                    if let Argument::Exactly(_) = argument {
                        let mut wider = operation.clone();
                        wider.arguments[n] = Argument::Any;
                        steps.push(Step::Operation(wider));
                    }
                }
                steps
            }
            Step::Any | Step::Class(_) => Vec::new(),
        }
    }

    /// Whether the letter may stand here, whatever its arguments with names are.
    pub(super) fn has(&self, letter: &Value) -> bool {
        self.is(letter, &mut [None; NAMES.len()])
    }

    /// Whether the letter may stand here. If so, adds its arguments to `named`.
    fn is<'w>(&self, letter: &'w Value, named: &mut Named<'w>) -> bool {
        match self {
            Step::Any => true,
            Step::One(one) => one == letter,
            Step::Class(class) => letter.character().is_some_and(CLASSES[*class].1),
            Step::Operation(wanted) => call(letter).is_some_and(|call| {
                let mut both = wanted.arguments.iter().zip(&call.arguments);
                wanted.is_like(call)
                    && both.all(|(wanted, argument)| match wanted {
                        Argument::Any => true,
                        Argument::Named(place) => {
                            *named[*place].get_or_insert(argument) == argument
                        }
                        Argument::Exactly(wanted) => wanted == argument,
                    })
            }),
        }
    }

    /// How many bits it takes to state it, if it takes so many to state a letter.
    fn bits(&self, bits_of_letter: f64) -> f64 {
        match self {
            Step::Any => 1.0,
            Step::One(_) | Step::Class(_) => bits_of_letter,
            Step::Operation(operation) => {
                let arguments = operation.arguments.iter();
                let known = arguments.filter(|one| **one != Argument::Any);
                bits_of_letter / 2.0 + 2.0 * known.count() as f64
            }
        }
    }
}

/// The letter as an operation with arguments, if it is one.
fn call(letter: &Value) -> Option<&Operation> {
    match letter {
        Value::Form(form) => form.operation.as_ref(),
        _ => None,
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Any => f.write_str("_"),
            Step::One(letter) => letter.fmt(f),
            Step::Class(class) => f.write_str(CLASSES[*class].0),
            Step::Operation(operation) => operation.fmt(f),
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Argument::Any => "_",
            Argument::Named(place) => NAMES[*place],
            Argument::Exactly(argument) => argument,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(letters: &str) -> Vec<Value> {
        letters.chars().map(Value::Character).collect()
    }

    #[test]
    fn a_pattern_may_be_at_an_end() {
        let mut whole = Pattern::exactly(&word("ab"), true);
        whole.is_at_end = [true; 2];
        let [at_end, at_start] = whole.shorter();
        for (text, expected) in [
            ("ab", [true, true, true]),
            ("cab", [false, true, false]),
            ("abc", [false, false, true]),
            ("cabc", [false, false, false]),
        ] {
            let found = [&whole, &at_end, &at_start].map(|pattern| pattern.is_in(&word(text)));
            assert_eq!(found, expected, "{text}");
        }
    }
}
