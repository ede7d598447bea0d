//! Reports on runs, for people and for programs.
//!
//! The result of a run becomes a [`Checked`]: plain data, which is written as JSON. The [blocks](crate::content) that
//! people read are made from this data and from the way the check presents its inputs. They are drawn as text or on a
//! page. All forms of a report therefore say the same, and a program can read everything that people see.
//!
//! ```
//! use crossply::report::{Detail, Presentation, text};
//! use crossply::{CrossCheck, domain};
//!
//! let check = CrossCheck::new("half", domain::all::<u8>())
//!     .solver("quotient", |n| n / 2)
//!     .solver("rounded", |n| n.div_ceil(2));
//! let checked = check.check_quickly()?;
//! let report = checked.content(Detail::Everything, &Presentation::default());
//! println!("{}", text(&report, 80));
//! assert!(!checked.agree);
//! # Ok::<(), crossply::CheckError>(())
//! ```

mod checked;
#[cfg(feature = "cli")]
mod document;
#[cfg(feature = "cli")]
pub mod formats;
pub(crate) mod map;
mod shortened;
mod summary;
mod text;
mod wrong;

pub use crate::wide::count;
pub use checked::Checked;
#[cfg(feature = "cli")]
pub use document::{CheckDocument, CheckReport, FORMAT};
pub use text::{Canvas, text};
pub use wrong::Presentation;

/// How much a report says. [`Checked::content`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Only what is wrong. Nothing if all is well.
    Failures,
    /// What was done and what is wrong.
    Everything,
}
