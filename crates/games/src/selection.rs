//! The selection of solvers that take part.
//!
//! A selection is a list of names: `fast,memo` selects these two, `-naive` leaves one out. Names are checked before
//! anything runs. Otherwise a run with a misspelt name would check nothing and look like one that found nothing.

use std::env;
use std::str::FromStr;

use crossply_problems::{Entry, Problem, of_all_problems};

/// The environment variable that selects solvers for fuzz targets, for [`assert_agreement`], and for commands without
/// an option that does. Other tests always take all solvers.
///
/// [`assert_agreement`]: crate::assert_agreement
pub const SOLVERS_ENV: &str = "CROSSPLY_SOLVERS";

/// A selection of solvers, by default all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    with: Vec<String>,
    without: Vec<String>,
}

impl FromStr for Selection {
    type Err = String;

    /// Reads `a,b` or `-a,-b`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut selection = Selection::default();
        let known = known_names();
        for item in text.split(',').map(str::trim) {
            let (name, list) = match item.strip_prefix('-') {
                Some(name) => (name, &mut selection.without),
                None => (item, &mut selection.with),
            };
            let what = if name.is_empty() {
                "a name is missing".to_owned()
            } else if known.contains(&name) {
                list.push(name.to_owned());
                continue;
            } else {
                let meant = did_you_mean(name, &known);
                format!("no solver is called `{name}`{meant}")
            };
            return Err(format!("{what}; the solvers are {}", known.join(", ")));
        }
        Ok(selection)
    }
}

impl Selection {
    /// The selection in the environment variable [`SOLVERS_ENV`]; all solvers if it is not set.
    ///
    /// # Errors
    /// If its value is no selection.
    pub fn from_environment() -> Result<Self, String> {
        match env::var(SOLVERS_ENV) {
            Ok(text) => text.parse(),
            Err(env::VarError::NotPresent) => Ok(Selection::default()),
            Err(error) => Err(format!("{SOLVERS_ENV}: {error}")),
        }
    }

    /// The selected solvers of problem `P`, in the order in which the problem lists them.
    #[must_use]
    pub fn of<P: Problem>(&self) -> Vec<&'static Entry<P>> {
        let listed = |list: &[String], name: &str| list.iter().any(|item| item == name);
        P::SOLVERS
            .iter()
            .filter(|entry| self.with.is_empty() || listed(&self.with, entry.name))
            .filter(|entry| !listed(&self.without, entry.name))
            .collect()
    }
}

/// The known name that was probably meant, as a question in brackets. Empty if there is none.
#[must_use]
pub fn did_you_mean(name: &str, known: &[&str]) -> String {
    let near = known.iter();
    let near = near.map(|known| (strsim::damerau_levenshtein(name, known), known));
    match near.min() {
        Some((distance, known)) if distance <= 2 => format!(" (did you mean `{known}`?)"),
        _ => String::new(),
    }
}

/// The names of all solvers of all problems, without duplicates.
fn known_names() -> Vec<&'static str> {
    fn names_of<P: Problem>() -> Vec<&'static str> {
        P::SOLVERS.iter().map(|entry| entry.name).collect()
    }
    let mut names = Vec::new();
    for name in of_all_problems!(names_of()).concat() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use crossply_problems::Poj1568;

    use super::*;

    fn names(text: &str) -> Result<Vec<&'static str>, String> {
        let selection: Selection = text.parse()?;
        let entries = selection.of::<Poj1568>();
        Ok(entries.into_iter().map(|entry| entry.name).collect())
    }

    #[test]
    fn names_take_or_leave_out() {
        assert_eq!(names("memo,fast"), Ok(vec!["memo", "fast"]));
        assert_eq!(names("fast, memo"), Ok(vec!["memo", "fast"]));
        assert_eq!(names("memo,fast,-fast"), Ok(vec!["memo"]));
        let but_two = names("-naive,-ref-last-move").map(|names| names.len());
        assert_eq!(but_two, Ok(Poj1568::SOLVERS.len() - 2));
        // A solver of the other problem.
        assert_eq!(names("ref-dfs"), Ok(vec![]));
        let all = Selection::default().of::<Poj1568>();
        assert_eq!(all.len(), Poj1568::SOLVERS.len());
    }

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        let message = names("memo,fats").unwrap_err();
        assert!(
            message.contains("`fats`") && message.contains("ref-decimal-map"),
            "{message}"
        );
        assert!(message.contains("did you mean `fast`?"), "{message}");
        let message = names("quickest").unwrap_err();
        assert!(!message.contains("did you mean"), "{message}");
        for text in ["memo,", "", "-"] {
            let message = names(text).unwrap_err();
            assert!(message.starts_with("a name is missing; "), "{message}");
        }
    }
}
