//! The selection of solvers that take part.
//!
//! A selection is a list of names: `fast,memo` selects these two, and `-naive` leaves one out. Names are checked before a
//! run. Otherwise, a run with a misspelt name would check nothing, but look as if it had found no faults.

use std::str::FromStr;

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
                return Err(CheckError::Plan(format!(
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
    pub(crate) fn has(&self, solver: &str) -> bool {
        let is_with = self.with.is_empty() || self.with.iter().any(|name| name == solver);
        is_with && self.without.iter().all(|name| name != solver)
    }

    /// Makes sure that each name in the selection is one of the `known` names.
    ///
    /// # Errors
    /// If a name is unknown. The error lists the known names, and suggests the one that was probably meant.
    pub(crate) fn is_of(&self, known: &[&str]) -> Result<(), CheckError> {
        let mut named = self.with.iter().chain(&self.without);
        let Some(name) = named.find(|name| !known.contains(&&***name)) else {
            return Ok(());
        };
        Err(CheckError::Plan(format!(
            "no solver is called `{name}`{}; the solvers are {}",
            did_you_mean(name, known),
            known.join(", ")
        )))
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

    const KNOWN: [&str; 3] = ["naive", "memo", "fast"];

    fn selected(text: &str) -> Result<Vec<&'static str>, String> {
        let selection = text.parse::<Selection>();
        let selection = selection.and_then(|names| names.is_of(&KNOWN).map(|()| names));
        let selection = selection.map_err(|error| error.to_string())?;
        Ok(KNOWN
            .into_iter()
            .filter(|name| selection.has(name))
            .collect())
    }

    #[test]
    fn names_take_or_leave_out() {
        assert_eq!(selected("memo,fast"), Ok(vec!["memo", "fast"]));
        assert_eq!(selected("fast, memo"), Ok(vec!["memo", "fast"]));
        assert_eq!(selected("memo,fast,-fast"), Ok(vec!["memo"]));
        assert_eq!(selected("-naive"), Ok(vec!["memo", "fast"]));
        assert!(KNOWN.iter().all(|name| Selection::default().has(name)));
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
