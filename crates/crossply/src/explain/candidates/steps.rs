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
            let signs = ["..", "\n"];
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
}

/// Operations with this name and these arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OperationPattern {
    name: String,
    /// The names of the arguments. Empty if they have none.
    fields: Vec<String>,
    pub(super) arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Argument {
    Any,
    /// The one with this place in [`NAMES`].
    Named(usize),
    /// As `Debug` shows it.
    Exactly(String),
}

impl Step {
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
    pub(super) fn wider(&self) -> Vec<Self> {
        let operation = match self {
            Step::Letters(Letters::One(letter)) => {
                let groups = Letters::groups(letter).into_iter();
                return groups.map(Step::Letters).collect();
            }
            Step::Operation(operation) => operation,
            Step::Start | Step::End | Step::Any | Step::Letters(_) => return Vec::new(),
        };
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
            _ => false,
        }
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
            Argument::Named(place) => *named[*place].get_or_insert(argument) == argument,
            Argument::Exactly(wanted) => wanted == argument,
        })
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
        };
        let arguments = operation.arguments.iter().map(|argument| match argument {
            Argument::Any => "_".to_owned(),
            Argument::Named(place) => NAMES[*place].to_owned(),
            Argument::Exactly(argument) => argument.clone(),
        });
        let arguments: Vec<String> = arguments.collect();
        f.write_str(&shown(&operation.name, &operation.fields, &arguments))
    }
}
