//! Reports on runs, for people and for programs.
//!
//! All reports take one path. The result of a run becomes [`Checked`]: plain data, which is the JSON. From the data, and
//! from how the check presents its inputs, follow the [blocks](content) that people read. Text or a page draws the blocks.
//! So all forms say the same, and a program can read all that people see.

mod checked;
pub mod content;
#[cfg(feature = "cli")]
mod document;
#[cfg(feature = "cli")]
pub mod formats;
mod merge;
mod summary;
mod text;
mod wrong;

use std::fmt;

pub use checked::Checked;
#[cfg(feature = "cli")]
pub use document::{CheckDocument, CheckReport, FORMAT};
pub use merge::MergeError;
pub use text::text;
pub(crate) use wrong::Words;
pub use wrong::{Presentation, Shown};

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
