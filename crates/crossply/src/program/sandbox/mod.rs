//! Runs untrusted programs as process groups, within limits, and kills all their processes at the end.
//!
//! A program may hang, flood its output, crash, ignore signals, or start children that leave its group. All code that
//! requires Unix is in this module.

mod excerpt;
mod execution;
#[cfg(all(unix, feature = "program"))]
mod monitor;
#[cfg(not(all(unix, feature = "program")))]
#[path = "none.rs"]
mod monitor;
#[cfg(all(unix, feature = "program"))]
mod process;
#[cfg(all(unix, feature = "program"))]
mod usage;

pub use excerpt::Excerpt;
pub use execution::{Execution, Invocation, RunLimits, Termination, Usage, find};
pub use monitor::execute;
#[cfg(not(all(unix, feature = "program")))]
pub use monitor::{kill_all_and_exit, reap_leftovers};
#[cfg(all(unix, feature = "program"))]
pub use process::{kill_all_and_exit, reap_leftovers};
