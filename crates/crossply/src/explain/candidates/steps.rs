//! The steps of a pattern: which letters may stand in one place.

use std::fmt;

use super::operations::{Operation, shown, split};
use super::sequences::Letters;
use crate::feature::Value;

/// The names of arguments.
pub(super) const NAMES: [&str; 2] = ["k", "m"];

/// Arguments by their names.
pub(super) type Named<'w> = [Option<&'w str>; NAMES.len()];

/// A letter, or an end of a sequence.
pub(super) enum Symbol<'w> {
    Start,
    /// The letter, also as an operation if it is one.
    Letter(&'w Value, Option<Operation<'w>>),
    End,
}

impl<'w> Symbol<'w> {
    /// The letters of a sequence, between its start and its end.
    pub(super) fn all(letters: &'w [Value]) -> Vec<Self> {
        let mut symbols = vec![Symbol::Start];
        for letter in letters {
            symbols.push(Symbol::Letter(letter, Operation::parse(letter)));
        }
        symbols.push(Symbol::End);
        symbols
    }

    /// Whether a pattern with this letter could be read in another way, because it looks like what patterns are written with.
    pub(super) fn is_unclear(letter: &Value) -> bool {
        let Value::Form(text) = letter else {
            return false;
        };
        let is_special = |text: &str| {
            let words = ["k", "m", "_", "start", "end"];
            let signs = ["..", " | ", "\n"];
            words.contains(&text) || signs.iter().any(|sign| text.contains(sign))
        };
        match Operation::parse(letter) {
            Some(operation) => operation.arguments.iter().any(|one| is_special(one)),
            None => is_special(text) || split(text).is_none_or(|parts| parts.len() != 1),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Start,
    End,
    /// Any letter.
    Any,
    Letters(Letters),
    Operation(OperationPattern),
    /// One of several steps that have the same names for arguments.
    OneOf(Vec<Step>),
}

/// Operations with this name and these arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OperationPattern {
    name: String,
    /// The names of the arguments. Empty if they have none.
    fields: Vec<String>,
    pub(super) arguments: Vec<Argument>,
}

/// An integer of any type.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) enum Number {
    Short(i128),
    /// Above [`i128::MAX`].
    Long(u128),
}

impl Number {
    /// `None` if the text is no integer.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let short = text.parse().ok().map(Number::Short);
        short.or_else(|| text.parse().ok().map(Number::Long))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    Any,
    AtLeast(i128),
    AtMost(i128),
    /// The one with this place in [`NAMES`].
    Named(usize),
    /// As `Debug` shows it.
    Exactly(String),
}

impl Step {
    /// How many of [`NAMES`] it has.
    pub(super) fn names(&self) -> usize {
        let names = 0..NAMES.len();
        names
            .filter(|&name| self.has(&Argument::Named(name)))
            .count()
    }

    pub(super) fn has(&self, argument: &Argument) -> bool {
        match self {
            Step::Operation(operation) => operation.arguments.contains(argument),
            Step::OneOf(steps) => steps.iter().any(|step| step.has(argument)),
            Step::Start | Step::End | Step::Any | Step::Letters(_) => false,
        }
    }

    pub(super) fn exactly(letter: &Value) -> Self {
        let Some(operation) = Operation::parse(letter) else {
            return Step::Letters(Letters::One(letter.clone()));
        };
        let owned = |texts: &[&str]| {
            texts
                .iter()
                .map(|&text| text.to_owned())
                .collect::<Vec<_>>()
        };
        let arguments = owned(&operation.arguments).into_iter();
        Step::Operation(OperationPattern {
            name: operation.name.to_owned(),
            fields: owned(&operation.fields),
            arguments: arguments.map(Argument::Exactly).collect(),
        })
    }

    /// The steps that are more general in one way, the most general ones first.
    pub(super) fn wider(&self, numbers: &[i128]) -> Vec<Self> {
        let operation = match self {
            Step::Letters(Letters::One(letter)) => {
                let groups = Letters::groups(letter).into_iter();
                return groups.map(Step::Letters).collect();
            }
            Step::Operation(operation) => operation,
            Step::Start | Step::End | Step::Any | Step::Letters(_) | Step::OneOf(_) => {
                return Vec::new();
            }
        };
        let mut steps = Vec::new();
        for (n, argument) in operation.arguments.iter().enumerate() {
            for argument in argument.wider(numbers) {
                let mut wider = operation.clone();
                wider.arguments[n] = argument;
                steps.push(Step::Operation(wider));
            }
        }
        steps
    }

    /// Whether it is a symbol of this kind. If so, adds its arguments to `named`.
    pub(super) fn is<'w>(&self, symbol: &Symbol<'w>, named: &mut Named<'w>) -> bool {
        match (self, symbol) {
            (Step::Start, Symbol::Start)
            | (Step::End, Symbol::End)
            | (Step::Any, Symbol::Letter(..)) => true,
            (Step::Letters(letters), Symbol::Letter(letter, _)) => letters.has(letter),
            (Step::Operation(pattern), Symbol::Letter(_, Some(operation))) => {
                pattern.is(operation, named)
            }
            (Step::OneOf(steps), _) => steps.iter().any(|step| {
                let mut with_step = *named;
                let is = step.is(symbol, &mut with_step);
                if is {
                    *named = with_step;
                }
                is
            }),
            _ => false,
        }
    }

    /// This step or the other one. `None` if they differ in their names for arguments, or could both give one to the same letter.
    pub(super) fn or(&self, other: &Self) -> Option<Self> {
        let one_of = |step: &Self| match step {
            Step::OneOf(steps) => steps.clone(),
            step => vec![step.clone()],
        };
        let [some, others] = [one_of(self), one_of(other)];
        let has_names = self.names() > 0 || other.names() > 0;
        let mut pairs = some
            .iter()
            .flat_map(|one| others.iter().map(move |other| (one, other)));
        let are_apart = pairs.all(|(one, other)| match (one, other) {
            (Step::Operation(one), Step::Operation(other)) => one.name != other.name,
            _ => false,
        });
        let is_clear = !has_names || are_apart && self.names() == other.names();
        is_clear.then(|| Step::OneOf([some, others].concat()))
    }

    /// How many bits it takes to state it, if it takes so many to state a letter.
    pub(super) fn bits(&self, bits_of_letter: f64) -> f64 {
        match self {
            Step::Start | Step::End | Step::Any => 1.0,
            Step::Letters(_) => bits_of_letter,
            Step::Operation(operation) => {
                let arguments = operation.arguments.iter();
                let known = arguments.filter(|one| **one != Argument::Any).count();
                bits_of_letter / 2.0 + 2.0 * known as f64
            }
            Step::OneOf(steps) => steps.iter().map(|step| step.bits(bits_of_letter)).sum(),
        }
    }
}

impl OperationPattern {
    fn is<'w>(&self, operation: &Operation<'w>, named: &mut Named<'w>) -> bool {
        if operation.name != self.name
            || operation.fields != self.fields
            || operation.arguments.len() != self.arguments.len()
        {
            return false;
        }
        let mut both = self.arguments.iter().zip(&operation.arguments);
        both.all(|(wanted, &argument)| match wanted {
            Argument::Any => true,
            Argument::AtLeast(least) => {
                Number::parse(argument).is_some_and(|n| n >= Number::Short(*least))
            }
            Argument::AtMost(most) => {
                Number::parse(argument).is_some_and(|n| n <= Number::Short(*most))
            }
            Argument::Named(place) => *named[*place].get_or_insert(argument) == argument,
            Argument::Exactly(wanted) => wanted == argument,
        })
    }
}

impl Argument {
    /// What is more general, the most general first.
    fn wider(&self, numbers: &[i128]) -> Vec<Self> {
        let Argument::Exactly(exactly) = self else {
            return Vec::new();
        };
        let mut wider = vec![Argument::Any];
        let (Ok(n), [least, .., greatest]) = (exactly.parse::<i128>(), numbers) else {
            return wider;
        };
        // A range of one number is that number.
        for &bound in numbers {
            if bound > *least && bound <= n && bound < *greatest {
                wider.push(Argument::AtLeast(bound));
            }
        }
        for &bound in numbers.iter().rev() {
            if bound < *greatest && bound >= n && bound > *least {
                wider.push(Argument::AtMost(bound));
            }
        }
        wider
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = match self {
            Step::Start => return f.write_str("start"),
            Step::End => return f.write_str("end"),
            Step::Any => return f.write_str("_"),
            Step::Letters(letters) => return letters.fmt(f),
            Step::Operation(operation) => operation,
            Step::OneOf(steps) => {
                let steps: Vec<String> = steps.iter().map(Step::to_string).collect();
                return f.write_str(&steps.join(" | "));
            }
        };
        let arguments = operation.arguments.iter().map(|argument| match argument {
            Argument::Any => "_".to_owned(),
            Argument::AtLeast(least) => format!("{least}.."),
            Argument::AtMost(most) => format!("..={most}"),
            Argument::Named(place) => NAMES[*place].to_owned(),
            Argument::Exactly(argument) => argument.clone(),
        });
        let arguments: Vec<String> = arguments.collect();
        f.write_str(&shown(&operation.name, &operation.fields, &arguments))
    }
}
