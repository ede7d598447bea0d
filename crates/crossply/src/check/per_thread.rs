//! The fuzz session that a thread keeps for a check from one call to the next: a fuzzing engine calls again and again,
//! and the solvers of a check need not be able to change threads.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use super::fuzz::FuzzSession;

thread_local! {
    /// The sessions of this thread, with their places. There are few.
    static KEPT: RefCell<Vec<(u64, FuzzSession)>> = const { RefCell::new(Vec::new()) };
}

/// A place where each thread keeps a session of its own. A clone is another place. When it is dropped, so is the
/// session of this thread.
pub(crate) struct PerThread(u64);

impl PerThread {
    pub(crate) fn new() -> Self {
        static PLACES: AtomicU64 = AtomicU64::new(0);
        PerThread(PLACES.fetch_add(1, Ordering::Relaxed))
    }

    /// Takes out the session of this thread.
    pub(crate) fn take(&self) -> Option<FuzzSession> {
        // While a thread ends, its sessions are gone already.
        let taken = KEPT.try_with(|kept| {
            let mut kept = kept.try_borrow_mut().ok()?;
            let at = kept.iter().position(|(place, _)| *place == self.0)?;
            Some(kept.swap_remove(at).1)
        });
        taken.ok().flatten()
    }

    /// Keeps the session of this thread.
    pub(crate) fn put(&self, session: FuzzSession) {
        KEPT.with_borrow_mut(|all| all.push((self.0, session)));
    }
}

impl Clone for PerThread {
    fn clone(&self) -> Self {
        PerThread::new()
    }
}

impl Drop for PerThread {
    fn drop(&mut self) {
        drop(self.take());
    }
}
