//! Indices and counts of up to 128 bits, in JSON and in reports.

use std::fmt;

/// An index or a count. In JSON, a number if it fits in 64 bits, otherwise a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "journal",
    serde(try_from = "json::Form", into = "json::Form")
)]
pub struct Wide(pub u128);

#[cfg(feature = "journal")]
mod json {
    use std::num::ParseIntError;

    use serde::{Deserialize, Serialize};

    use super::Wide;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    pub(super) enum Form {
        Number(u64),
        Text(String),
    }

    impl From<Wide> for Form {
        fn from(number: Wide) -> Self {
            match u64::try_from(number.0) {
                Ok(number) => Form::Number(number),
                Err(_) => Form::Text(number.0.to_string()),
            }
        }
    }

    impl TryFrom<Form> for Wide {
        type Error = ParseIntError;

        fn try_from(form: Form) -> Result<Self, Self::Error> {
            Ok(Wide(match form {
                Form::Number(number) => number.into(),
                Form::Text(text) => text.parse()?,
            }))
        }
    }
}

/// Displays a number with its digits in groups of three.
///
/// ```
/// assert_eq!(crossply::report::count(4_294_967_296_u64).to_string(), "4,294,967,296");
/// ```
pub fn count(number: impl Into<u128>) -> impl fmt::Display {
    let digits = number.into().to_string();
    let mut grouped = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
