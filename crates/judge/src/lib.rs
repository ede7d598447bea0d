//! Judges a program in any language on the boards of a problem, if it is quick enough on every legal board.
//!
//! A [`Session`] is a check of the library in which the program is a solver and the trusted answer is proven. This
//! package adds what a verdict needs: the judge's text format, the limits of the statements, the parsing of output,
//! compilers, and a report with the verdict on top.
//!
//! Programs are not trusted. They may hang, flood their output, crash, leave children behind, or behave differently in
//! each run.
//!
//! ```rust
//! use std::num::NonZeroUsize;
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! use crossply_judge::{Boards, Invocation, Session, Submission, Verdict};
//! use crossply_problems::{Ccf201803_4, Problem};
//!
//! static INTERRUPT: AtomicBool = AtomicBool::new(false);
//!
//! let program = Invocation::of(["sh", "-c", "exec 1>&2"]);
//! let submission = Submission::new(program, Ccf201803_4::LIMITS, &INTERRUPT).unwrap();
//! let session = Session::<Ccf201803_4> {
//!     judged: Ok(Arc::new(submission)),
//!     reference: None,
//!     boards: Boards::Indices(0..5),
//!     time: None,
//!     jobs: NonZeroUsize::MIN,
//! };
//! let judgement = session.judge(&|_| {}).unwrap();
//! assert_eq!(judgement.verdict, Some(Verdict::WrongAnswer));
//! ```

#![cfg_attr(
    not(all(unix, feature = "processes")),
    allow(dead_code, reason = "no program runs")
)]

mod answer;
mod boards;
mod conversation;
mod failure;
mod program;
mod progress;
mod recorded;
pub mod report;
mod runtime;
mod session;
mod source;
mod tool;
mod verdict;

pub use boards::Boards;
pub use crossply::program::Invocation;
pub use program::Submission;
pub use recorded::Answers;
pub use runtime::Runtime;
pub use session::{Judgement, Session};
pub use source::{CompileError, is_source};
pub use verdict::Verdict;
