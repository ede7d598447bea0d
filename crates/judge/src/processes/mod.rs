//! Runs programs as groups of processes. This needs Unix, and all that needs Unix is here.

mod monitor;
mod process;
mod progress;
mod usage;

pub(crate) use monitor::execute;
pub(crate) use process::reap_leftovers;
pub use process::{kill_all_and_exit, own_all_children};
