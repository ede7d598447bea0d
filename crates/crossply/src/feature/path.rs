//! Where a part lies within an input: `b`, or `left.major`.

use std::fmt;

/// The names of a part, from the outermost one to its own. Empty for a whole input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) struct Path(Vec<PathStep>);

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
enum PathStep {
    /// The place in a tuple or an array, counted from 0.
    Place(usize),
    /// A name that the user has given.
    Named(String),
    /// A field, which the input shows with its name.
    #[cfg(feature = "serde")]
    Field(String),
}

impl Path {
    pub(crate) fn place(place: usize) -> Self {
        Path(vec![PathStep::Place(place)])
    }

    /// The field to which these names lead.
    #[cfg(feature = "serde")]
    pub(crate) fn of_names(names: &[String]) -> Self {
        Path(names.iter().cloned().map(PathStep::Field).collect())
    }

    /// This part of a part.
    pub(crate) fn within(&self, outer: &Self) -> Self {
        Path([&outer.0[..], &self.0].concat())
    }

    /// Names the places in the outermost tuple.
    pub(crate) fn name_places(&mut self, names: &[String]) {
        if let Some(step) = self.0.first_mut()
            && let PathStep::Place(place) = *step
            && let Some(name) = names.get(place)
        {
            *step = PathStep::Named(name.clone());
        }
    }

    /// Whether this is a part, or all, of the other one.
    pub(crate) fn is_within(&self, outer: &Self) -> bool {
        self.0.starts_with(&outer.0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the user has given all names.
    pub(crate) fn is_named(&self) -> bool {
        !self.0.iter().any(|step| matches!(step, PathStep::Place(_)))
    }

    /// The part of the whole input that has this part. `None` for a whole input, and for fields.
    pub(crate) fn outermost(&self) -> Option<Self> {
        match self.0.first()? {
            #[cfg(feature = "serde")]
            PathStep::Field(_) => None,
            step => Some(Path(vec![step.clone()])),
        }
    }
}

/// Places are written as letters: a, b, c and so on.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, step) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str(".")?;
            }
            match step {
                PathStep::Place(place) => write!(f, "{}", letter(*place))?,
                PathStep::Named(name) => f.write_str(name)?,
                #[cfg(feature = "serde")]
                PathStep::Field(name) => f.write_str(name)?,
            }
        }
        Ok(())
    }
}

/// The letter that names this place.
pub(super) fn letter(place: usize) -> char {
    char::from(b'a' + place as u8)
}
