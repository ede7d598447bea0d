//! What `Debug` shows of a value whose type is unknown, such as the operation `Insert(3, "a")` or `Insert { key: 3 }`.

use std::fmt::{self, Debug};

/// What `Debug` shows of a value.
#[derive(Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub(crate) struct Form {
    text: Box<str>,
    /// The text as an operation, if it looks like one with arguments.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) operation: Option<Operation>,
}

/// An operation and its arguments, as `Debug` shows them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) struct Operation<A = String> {
    name: String,
    /// The names of the arguments. Empty if they have none.
    fields: Vec<String>,
    pub(crate) arguments: Vec<A>,
}

impl<A> Operation<A> {
    /// This operation with other arguments.
    pub(crate) fn map<B>(&self, argument: impl FnMut(&A) -> B) -> Operation<B> {
        Operation {
            name: self.name.clone(),
            fields: self.fields.clone(),
            arguments: self.arguments.iter().map(argument).collect(),
        }
    }

    /// Whether the other one is the same operation, whatever its arguments are.
    pub(crate) fn is_like<B>(&self, other: &Operation<B>) -> bool {
        self.name == other.name
            && self.fields == other.fields
            && self.arguments.len() == other.arguments.len()
    }
}

impl Operation {
    /// The operation that this text shows.
    fn read(text: &str) -> Option<Self> {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        let (name, rest) = text.split_at(end);
        if name.is_empty() {
            return None;
        }
        let mut call = Operation {
            name: name.to_owned(),
            fields: Vec::new(),
            arguments: Vec::new(),
        };
        if let Some(arguments) = enclosed(rest, "(", ")") {
            call.arguments = split(arguments)?.into_iter().map(str::to_owned).collect();
            return Some(call);
        }
        for field in split(enclosed(rest, " { ", " }")?)? {
            let (name, argument) = field.split_once(": ")?;
            call.fields.push(name.to_owned());
            call.arguments.push(argument.to_owned());
        }
        Some(call)
    }
}

impl Form {
    pub(crate) fn of(value: &(impl Debug + ?Sized)) -> Self {
        Form::from(format!("{value:?}"))
    }

    /// Whether a pattern with this text could be read in another way, because it looks like what patterns are written with.
    pub(crate) fn is_unclear(&self) -> bool {
        let is_special = |text: &str| {
            let words = ["k", "m", "_", "start", "end"];
            let signs = ["..", "\n"];
            words.contains(&text) || signs.iter().any(|sign| text.contains(sign))
        };
        match &self.operation {
            Some(call) => call.arguments.iter().any(|one| is_special(one)),
            None => {
                is_special(&self.text) || split(&self.text).is_none_or(|parts| parts.len() != 1)
            }
        }
    }
}

impl From<String> for Form {
    fn from(text: String) -> Self {
        Form {
            operation: Operation::read(&text),
            text: text.into(),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Where arguments have names, leaves out those that are written `_`: `Insert(k, _)`, or `Insert { key: k, .. }`.
impl<A: fmt::Display> fmt::Display for Operation<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let arguments: Vec<_> = self.arguments.iter().map(A::to_string).collect();
        if self.fields.is_empty() {
            return write!(f, "{name}({})", arguments.join(", "));
        }
        let fields = self.fields.iter().zip(&arguments);
        let named = fields.filter(|(_, argument)| *argument != "_");
        let mut parts: Vec<_> = named
            .map(|(field, argument)| format!("{field}: {argument}"))
            .collect();
        if parts.len() < arguments.len() {
            parts.push("..".to_owned());
        }
        write!(f, "{name} {{ {} }}", parts.join(", "))
    }
}

fn enclosed<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// Splits arguments at the commas that are not within brackets or quotes. `None` if these do not match.
fn split(arguments: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    let mut quote = None;
    let mut characters = arguments.char_indices();
    while let Some((n, c)) = characters.next() {
        match c {
            '\\' if quote.is_some() => {
                characters.next();
            }
            '"' | '\'' if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' => quote = Some(c),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                parts.push(arguments[start..n].trim_start());
                start = n + 1;
            }
            _ => {}
        }
    }
    let last = arguments[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    (depth == 0 && quote.is_none()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_end_at_their_commas() {
        for (text, arguments) in [
            ("Insert(3)", vec!["3"]),
            ("Insert(\n    3,\n)", vec!["3"]),
            (
                "Push((1, 2), \"a, \\\"b)\", ')')",
                vec!["(1, 2)", "\"a, \\\"b)\"", "')'"],
            ),
            ("Set { key: 3, value: [4, 5] }", vec!["3", "[4, 5]"]),
        ] {
            let call = Form::from(text.to_owned()).operation.expect("an operation");
            assert_eq!(call.arguments, arguments);
        }
        for text in [
            "Clear",
            "3",
            "(1, 2)",
            "Push(1) + Push(2)",
            "Say(don't)",
            "Set { 3 }",
        ] {
            assert_eq!(Form::from(text.to_owned()).operation, None, "{text}");
        }
    }
}
