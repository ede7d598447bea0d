//! Whether a running program makes progress.

use std::time::{Duration, Instant};

/// Tells how long a program stands still: how much time it uses without reading or answering anything.
#[derive(Debug)]
pub(super) struct Progress {
    /// When it last read or answered something.
    pub(super) last: Instant,
    /// The time that it had used then.
    used: Duration,
    /// The longest time for which it stood still, once it had begun to read.
    pub(super) longest: Duration,
}

impl Progress {
    /// Of a program that starts now.
    pub(super) fn new() -> Self {
        Progress {
            last: Instant::now(),
            used: Duration::ZERO,
            longest: Duration::ZERO,
        }
    }

    /// The program reads or answers something, and has used this time so far.
    pub(super) fn note(&mut self, used: Duration) {
        self.last = Instant::now();
        self.used = used;
    }

    /// How long the program has stood still, if it has used this time so far. Also updates the longest standstill, for
    /// which only a program that has begun to read counts: what it does before has nothing to do with a board.
    pub(super) fn note_stall(&mut self, used: Duration, has_read: bool) -> Duration {
        let stall = used.saturating_sub(self.used);
        if has_read {
            self.longest = self.longest.max(stall);
        }
        stall
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn a_program_stands_still_from_its_last_progress_on() {
        let mut progress = Progress::new();
        // A runtime starts.
        assert_eq!(
            progress.note_stall(MILLISECOND * 90, false),
            MILLISECOND * 90
        );
        assert_eq!(progress.longest, Duration::ZERO);
        let before = progress.last;
        progress.note(MILLISECOND * 100);
        assert!(progress.last >= before);
        assert_eq!(
            progress.note_stall(MILLISECOND * 130, true),
            MILLISECOND * 30
        );
        progress.note(MILLISECOND * 140);
        assert_eq!(
            progress.note_stall(MILLISECOND * 150, true),
            MILLISECOND * 10
        );
        assert_eq!(progress.longest, MILLISECOND * 30);
        // A sample may show less than the one before.
        assert_eq!(progress.note_stall(MILLISECOND * 120, true), Duration::ZERO);
    }
}
