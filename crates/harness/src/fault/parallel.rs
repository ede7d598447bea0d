//! Work on many positions, on several threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many positions are a part.
const PART: usize = 1 << 15;

/// Calls `work` for the numbers below `count`. Returns the results in the order of the numbers.
pub(super) fn in_parallel<T: Send>(
    count: usize,
    jobs: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let some = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let mine = numbers.take_while(|&number| number < count);
        mine.map(|number| (number, work(number)))
            .collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(some)).collect();
        let done = threads.into_iter().flat_map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => resume_unwind(panic),
        });
        done.collect()
    });
    done.sort_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Calls `work` for the parts of a range of places. Returns the results in the order of the parts.
pub(super) fn by_parts<T: Send>(
    places: Range<usize>,
    jobs: NonZeroUsize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    in_parallel(places.len().div_ceil(PART), jobs, |part| {
        let start = places.start + part * PART;
        work(start..places.end.min(start + PART))
    })
}
