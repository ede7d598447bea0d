//! Programs in any language as solvers.

mod sandbox;

#[doc(hidden)]
pub use sandbox::{
    Excerpt, Execution, Interactor, Invocation, RunLimits, SandboxError, Termination,
    TimeLimitKind, execute, find, kill_all_and_exit, own_all_children, reap_leftovers,
};
