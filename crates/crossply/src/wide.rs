//! Numbers of inputs: in JSON a number if its readers can hold it, otherwise text; in reports with groups of digits.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wide(pub u128);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Number(u64),
    Text(String),
}

impl Serialize for Wide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |_| Form::Text(self.0.to_string());
        let form = u64::try_from(self.0).map_or_else(text, Form::Number);
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Wide {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Wide(match Form::deserialize(deserializer)? {
            Form::Number(number) => number.into(),
            Form::Text(text) => text.parse().map_err(D::Error::custom)?,
        }))
    }
}

/// A number with its digits in groups of three. `Display` writes it so.
///
/// ```
/// assert_eq!(crossply::report::count(4_294_967_296_u64).to_string(), "4,294,967,296");
/// ```
pub fn count(number: impl Into<u128>) -> impl fmt::Display {
    Grouped(number.into())
}

struct Grouped(u128);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut grouped = String::new();
        for (n, digit) in digits.chars().enumerate() {
            if n > 0 && (digits.len() - n).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        f.pad(&grouped)
    }
}
