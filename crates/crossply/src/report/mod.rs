//! What people read: the report on a run, as a list of blocks, and the blocks as text.

mod checked;
pub mod content;
mod merge;
mod summary;
mod text;
mod wrong;

use std::fmt;

pub use checked::Checked;
pub use merge::MergeError;
pub use text::text;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What is wrong, and nothing if all is well.
    Failures,
    /// Also what was done.
    Everything,
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
