//! What a thread keeps for a check from one call to the next: a fuzzing engine calls again and again, and the solvers of a
//! check need not be able to change threads.

use std::any::Any;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    /// What is kept, and for whom. There are few.
    static KEPT: RefCell<Vec<(u64, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
}

/// A place of which each thread has its own. A clone is another place. What this thread has in it goes when it is
/// dropped.
pub(crate) struct PerThread(u64);

impl PerThread {
    pub(crate) fn new() -> Self {
        static PLACES: AtomicU64 = AtomicU64::new(0);
        PerThread(PLACES.fetch_add(1, Ordering::Relaxed))
    }

    /// Takes out what this thread has there.
    pub(crate) fn take(&self) -> Option<Box<dyn Any>> {
        // A thread that ends has nothing any more.
        let taken = KEPT.try_with(|kept| {
            let mut kept = kept.try_borrow_mut().ok()?;
            let at = kept.iter().position(|(place, _)| *place == self.0)?;
            Some(kept.swap_remove(at).1)
        });
        taken.ok().flatten()
    }

    /// Puts it there.
    pub(crate) fn put(&self, kept: Box<dyn Any>) {
        KEPT.with_borrow_mut(|all| all.push((self.0, kept)));
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
