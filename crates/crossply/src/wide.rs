//! Indices and counts of up to 128 bits, in JSON and in reports.

use std::fmt;

/// An index or a count. In JSON, a string of digits: many readers lose those of larger numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Wide(#[cfg_attr(feature = "serde", serde(with = "crate::as_text"))] pub u128);

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
