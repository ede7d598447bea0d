//! Conditions on operations that share an argument: for some k, `Insert(k)` is before `Remove(k)`.
//!
//! The state of a map or a queue depends on which operations are about the same key. The arguments are those that the
//! `Debug` output of an operation shows, because nothing else is known of its type.

use super::{Candidates, Test, value_test};
use crate::explain::predicate::Predicate;
use crate::feature::Value;

/// The maximum number of keys to try.
const MOST_KEYS: usize = 12;

/// The maximum number of arguments of an operation that has keys.
const MOST_ARGUMENTS: usize = 4;

/// An operation as `Debug` shows it, such as `Insert(3, "a")` or `Insert { key: 3 }`.
pub(super) struct Operation<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: Vec<&'a str>,
    /// The names of the arguments. Empty if they have none.
    pub(super) fields: Vec<&'a str>,
}

/// The argument k of the operations with this name and so many arguments.
#[derive(Clone, PartialEq)]
struct Key {
    operation: String,
    arguments: usize,
    /// Its place among the arguments, and its name if it has one.
    place: usize,
    field: Option<String>,
    /// The operation, as in `Push(k, _)`.
    shown: String,
}

impl Candidates<'_> {
    /// Adds conditions on pairs of these operations with the same key: that one is before the other.
    pub(super) fn of_operations<'v>(
        &mut self,
        term: usize,
        operations: impl Iterator<Item = &'v Value>,
    ) {
        let mut keys: Vec<Key> = Vec::new();
        for operation in operations.filter_map(Operation::parse) {
            if operation.arguments.len() > MOST_ARGUMENTS {
                continue;
            }
            for place in 0..operation.arguments.len() {
                let key = operation.key(place);
                if keys.len() < MOST_KEYS && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        let within = self.name(term).to_owned();
        let bits = 2.0 * (keys.len() as f64).log2() + 2.0;
        for later in &keys {
            for earlier in &keys {
                let subject = format!("for some k, {}", earlier.shown);
                let says = if earlier == later {
                    let within = within.clone();
                    Predicate::Occurs {
                        twice: true,
                        within,
                    }
                } else {
                    Predicate::Is(format!("before {} in {within}", later.shown))
                };
                self.add(term, &subject, says, false, bits, of_pair(earlier, later));
            }
        }
    }
}

/// Whether an operation like `earlier` is before one like `later` with the same key.
fn of_pair(earlier: &Key, later: &Key) -> Test {
    let earlier = earlier.clone();
    let later = later.clone();
    value_test(move |value| {
        let Value::Word(letters) = value else {
            return None;
        };
        let mut before = Vec::new();
        for operation in letters.iter().filter_map(Operation::parse) {
            if later.of(&operation).is_some_and(|k| before.contains(&k)) {
                return Some(true);
            }
            before.extend(earlier.of(&operation));
        }
        Some(false)
    })
}

impl Key {
    /// The key of an operation. `None` if the operation has another name or other arguments.
    fn of<'a>(&self, operation: &Operation<'a>) -> Option<&'a str> {
        let key = operation.arguments.get(self.place)?;
        let field = operation.fields.get(self.place).copied();
        let is_same = operation.name == self.operation
            && operation.arguments.len() == self.arguments
            && field == self.field.as_deref();
        is_same.then_some(key)
    }
}

impl<'a> Operation<'a> {
    /// `None` if the value does not look like an operation with arguments.
    pub(super) fn parse(value: &'a Value) -> Option<Self> {
        let Value::Form(text) = value else {
            return None;
        };
        let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
        let (name, rest) = text.split_at(text.find(|c| !is_in_name(c))?);
        if name.is_empty() {
            return None;
        }
        let mut operation = Operation {
            name,
            arguments: Vec::new(),
            fields: Vec::new(),
        };
        if let Some(arguments) = enclosed(rest, "(", ")") {
            operation.arguments = split(arguments)?;
        } else {
            for argument in split(enclosed(rest, " { ", " }")?)? {
                let (field, value) = argument.split_once(": ")?;
                operation.fields.push(field);
                operation.arguments.push(value);
            }
        }
        Some(operation)
    }

    fn key(&self, place: usize) -> Key {
        let name = self.name;
        let mut arguments = vec!["_".to_owned(); self.arguments.len()];
        "k".clone_into(&mut arguments[place]);
        let fields: Vec<String> = self.fields.iter().map(|&field| field.to_owned()).collect();
        Key {
            operation: name.to_owned(),
            arguments: self.arguments.len(),
            place,
            field: fields.get(place).cloned(),
            shown: shown(name, &fields, &arguments),
        }
    }
}

/// An operation with these arguments, of which `_` is any: `Insert(k, _)`, or `Insert { key: k, .. }`.
pub(super) fn shown(name: &str, fields: &[String], arguments: &[String]) -> String {
    if fields.is_empty() {
        return format!("{name}({})", arguments.join(", "));
    }
    let mut parts = Vec::new();
    for (field, argument) in fields.iter().zip(arguments) {
        if argument != "_" {
            parts.push(format!("{field}: {argument}"));
        }
    }
    if parts.len() < fields.len() {
        parts.push("..".to_owned());
    }
    format!("{name} {{ {} }}", parts.join(", "))
}

fn enclosed<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// Splits arguments at the commas that are not within brackets or quotes. `None` if these do not match.
pub(super) fn split(arguments: &str) -> Option<Vec<&str>> {
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
        let value = |text: &str| Value::Form(text.into());
        for (text, arguments) in [
            ("Insert(3)", vec!["3"]),
            ("Insert(\n    3,\n)", vec!["3"]),
            (
                "Push((1, 2), \"a, \\\"b)\", ')')",
                vec!["(1, 2)", "\"a, \\\"b)\"", "')'"],
            ),
            ("Set { key: 3, value: [4, 5] }", vec!["3", "[4, 5]"]),
        ] {
            let value = value(text);
            let operation = Operation::parse(&value).expect("an operation");
            assert_eq!(operation.arguments, arguments);
        }
        for text in [
            "Clear",
            "3",
            "(1, 2)",
            "Push(1) + Push(2)",
            "Say(don't)",
            "Set { 3 }",
        ] {
            assert!(Operation::parse(&value(text)).is_none(), "{text}");
        }
    }
}
