//! Operations that a test carries out one after the other, as `Debug` shows them, because nothing else is known of their type.

use crate::feature::Value;

/// An operation as `Debug` shows it, such as `Insert(3, "a")` or `Insert { key: 3 }`.
pub(super) struct Operation<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: Vec<&'a str>,
    /// The names of the arguments. Empty if they have none.
    pub(super) fields: Vec<&'a str>,
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
