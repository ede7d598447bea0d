//! The selection of solvers that take part.
//!
//! A selection is a list of names: `fast,memo` selects these two, and `-naive` leaves one out. Names are checked before a
//! run. Otherwise, a run with a misspelt name would check nothing, but look as if it had found no faults.

use std::str::FromStr;

use super::Check;
use crate::error::CheckError;

/// A selection of solvers. The default selects all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    with: Vec<String>,
    without: Vec<String>,
}

impl FromStr for Selection {
    type Err = CheckError;

    /// Reads `a,b` or `-a,-b`.
    fn from_str(text: &str) -> Result<Self, CheckError> {
        let mut selection = Selection::default();
        for item in text.split(',').map(str::trim) {
            let (name, list) = match item.strip_prefix('-') {
                Some(name) => (name, &mut selection.without),
                None => (item, &mut selection.with),
            };
            if name.is_empty() {
                return Err(CheckError::new(format!(
                    "a name is missing in the selection of solvers `{text}`"
                )));
            }
            list.push(name.to_owned());
        }
        Ok(selection)
    }
}

impl Selection {
    /// Whether the solver takes part.
    fn has(&self, solver: &str) -> bool {
        let is_with = self.with.is_empty() || self.with.iter().any(|name| name == solver);
        is_with && self.without.iter().all(|name| name != solver)
    }

    /// These checks with only the selected solvers.
    ///
    /// # Errors
    /// If the selection names a solver that none of them has.
    pub(crate) fn of(&self, checks: &[Check]) -> Result<Vec<Check>, CheckError> {
        let mut known = Vec::new();
        for name in checks.iter().flat_map(|check| check.definition.names()) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        let mut named = self.with.iter().chain(&self.without);
        if let Some(name) = named.find(|name| !known.contains(&&***name)) {
            return Err(CheckError::new(format!(
                "no solver is called `{name}`{}; the solvers are {}",
                did_you_mean(name, &known),
                known.join(", ")
            )));
        }
        let mut checks = checks.to_vec();
        for check in &mut checks {
            check.select(|name| self.has(name));
        }
        Ok(checks)
    }
}

/// Suggests the known name that was probably meant, as a question in brackets. Empty if no name is similar.
pub fn did_you_mean(name: &str, known: &[&str]) -> String {
    let nearest = known
        .iter()
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .min();
    match nearest {
        Some((distance, known)) if distance <= 2 => format!(" (did you mean `{known}`?)"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CrossCheck, domain};

    fn selected(text: &str) -> Result<String, String> {
        let check = CrossCheck::new("check", domain::all::<u8>())
            .solver("naive", |&n| n)
            .solver("memo", |&n| n)
            .solver("fast", |&n| n);
        let selection = text.parse::<Selection>();
        let selected = selection.and_then(|selection| check.selected(&selection));
        let names = selected.map(|check| check.definition.names().join(","));
        names.map_err(|error| error.to_string())
    }

    #[test]
    fn names_take_or_leave_out() {
        for (text, expected) in [
            ("memo,fast", "memo,fast"),
            ("fast, memo", "memo,fast"),
            ("memo,fast,-fast", "memo"),
            ("-naive", "memo,fast"),
        ] {
            assert_eq!(selected(text), Ok(expected.to_owned()));
        }
    }

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        let message = selected("memo,fats").unwrap_err();
        assert_eq!(
            message,
            "no solver is called `fats` (did you mean `fast`?); the solvers are naive, memo, fast"
        );
        let message = selected("quickest").unwrap_err();
        assert!(!message.contains("did you mean"), "{message}");
        for text in ["memo,", "", "-"] {
            let message = selected(text).unwrap_err();
            assert!(message.starts_with("a name is missing "), "{message}");
        }
    }
}
