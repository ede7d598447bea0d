//! Runs programs as groups of processes, within limits, and leaves nothing of them behind.
//!
//! Programs are not trusted. They may hang, flood their output, crash, ignore signals, or start children that leave their
//! group. Running them needs Unix; all that needs Unix is here.

mod error;
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

pub use error::SandboxError;
pub use excerpt::Excerpt;
pub use execution::{
    Exchange, Execution, Interactor, Invocation, RunLimits, Termination, TimeLimitKind, find,
};
pub use monitor::execute;
#[cfg(not(all(unix, feature = "program")))]
pub use monitor::{kill_all_and_exit, own_all_children, reap_leftovers};
#[cfg(all(unix, feature = "program"))]
pub use process::{kill_all_and_exit, own_all_children, reap_leftovers};
