//! The lines of a source that only boards run on which the program is wrong.
//!
//! The source gets counters: of GCC, or of Python's own. The program gets board by board, because counts add up. Those for which
//! it was found wrong come first, each with the boards beside it, and then boards of every kind.

mod counter;

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use crossply::lines::{Counts, Evidence};
use crossply::program::reap_leftovers;
use crossply::{FailureKind, Lines};
use crossply_problems::{JudgeLimits, Position, Problem};
use crossply_proof::right_answer;

pub(crate) use counter::{Counter, CounterKind, traced};

use crate::answer::Printed;
use crate::boards::first_groups;
use crate::session::{Judgement, Session};
use crate::source::{Languages, compile_with_counters};
use crate::{JudgeError, Submission, Verdict};

/// No further board is run after this time.
const TIME: Duration = Duration::from_secs(3);
/// How many boards are counted that it gets wrong, and how many others.
const MOST: usize = 64;
/// A program with counters is slower, and takes more memory.
const SLOWER: u32 = 3;

/// The lines of a source that tell the boards on which the program is wrong from others. `None` if it is not wrong, nothing
/// counts lines of its language, or the user interrupts it.
pub fn lines_of<P: Problem>(
    session: &Session<P>,
    judgement: &Judgement,
    source: &Path,
    languages: &Languages,
) -> Option<Lines> {
    let is_wrong = matches!(
        judgement.verdict,
        Some(Verdict::WrongAnswer | Verdict::RuntimeError)
    );
    let again = judgement.post_mortem.as_ref()?;
    let submission = session.judged.as_ref().ok()?;
    if !is_wrong || !again.is_steady {
        return None;
    }
    let boards = candidates(session, judgement);
    let lines = counted(submission, boards, source, languages);
    reap_leftovers();
    match lines {
        Ok(lines) => lines,
        Err(JudgeError::Interrupted) => None,
        Err(error) => Some(Lines::NotCounted(error.to_string())),
    }
}

/// Runs the program with counters on the boards, until the time is up.
fn counted<P: Problem>(
    submission: &Submission,
    boards: Vec<Position<P>>,
    source: &Path,
    languages: &Languages,
) -> Result<Option<Lines>, JudgeError> {
    let JudgeLimits { time, memory, .. } = submission.limits;
    let interrupt = submission.interrupt;
    let Some(counter) = compile_with_counters(source, languages, memory, interrupt)? else {
        return Ok(None);
    };
    let mut counted = Submission::new::<P>(counter.program.clone(), interrupt);
    counted.limits.time = time.saturating_mul(SLOWER);
    counted.limits.memory = memory.saturating_mul(SLOWER.into());
    let mut runs = Runs {
        submission: &counted,
        counter: &counter,
        counted: CountedBoards::default(),
    };
    let end = Instant::now() + TIME;
    for board in boards {
        if Instant::now() >= end {
            break;
        }
        runs.run(board)?;
    }
    Ok(Some(runs.counted.lines()))
}

/// The boards to run: those in the report, each with those beside it, and then some of each kind.
fn candidates<P: Problem>(session: &Session<P>, judgement: &Judgement) -> Vec<Position<P>> {
    let wrong = judgement.check.iter().flat_map(|check| &check.simplest);
    let wrong = wrong.map(|finding| finding.index.0);
    // A slow program runs only the first of them, and both wrong and right ones are needed.
    let numbers = wrong.flat_map(|n| [Some(n), n.checked_sub(1), n.checked_add(1)]);
    let numbers = numbers.flatten().filter(|&n| n < session.boards_len());
    let mut boards: Vec<_> = numbers.map(|number| session.board(number)).collect();
    let groups = first_groups::<P>();
    let mut others: Vec<_> = groups
        .iter()
        .flat_map(|group| group.boards.0.iter().copied())
        .collect();
    // The fewer empties, the less there is to search.
    others.sort_by_key(|board| board.notation().matches('.').count());
    boards.extend(others);
    let mut seen = HashSet::new();
    boards.retain(|board| seen.insert(*board));
    boards
}

/// The runs of a program with counters.
struct Runs<'a> {
    submission: &'a Submission,
    counter: &'a Counter,
    counted: CountedBoards,
}

/// The counts of boards, one by one.
#[derive(Default)]
struct CountedBoards {
    wrong: Vec<Counts>,
    right: Vec<Counts>,
    /// How many boards, on which the program is wrong, have no counts.
    lost: u64,
    /// Whether it ended by itself and left no counts.
    is_blind: bool,
}

impl Runs<'_> {
    fn run<P: Problem>(&mut self, board: Position<P>) -> Result<(), JudgeError> {
        let counted = &mut self.counted;
        if counted.right.len() >= MOST && counted.wrong.len() >= MOST {
            return Ok(());
        }
        self.counter.clear();
        let run = self.submission.run(&[board], false, None)?;
        let counts = self.counter.counts(self.submission.interrupt)?;
        let right = Printed::Answer(right_answer(board));
        let is_right = matches!(&run.printed[..], [one] if one.is_same(&right, false));
        match (run.failure.map(|failure| failure.kind), counts) {
            // With counters it is slower.
            (Some(FailureKind::TimeLimit | FailureKind::MemoryLimit), _) => {}
            (None, None) => counted.is_blind = true,
            (Some(_), None) => counted.lost += 1,
            (None, Some(counts)) if is_right => counted.right.push(counts),
            (_, Some(counts)) => counted.wrong.push(counts),
        }
        counted.right.truncate(MOST);
        counted.wrong.truncate(MOST);
        Ok(())
    }
}

impl CountedBoards {
    fn lines(self) -> Lines {
        if self.is_blind {
            return Lines::NotCounted("the counters of this program cannot be read".to_owned());
        }
        let together = [&self.wrong, &self.right].map(|counts| counts.len() as u64);
        let why = match (together, self.lost) {
            ([0, _], 0) => "built with counters, it is right about the boards in question",
            ([0, _], _) => {
                "it ends by a signal on every board that it gets wrong, and leaves no counts"
            }
            ([_, 0], _) => "it is right about none of the boards that were counted",
            _ => {
                let evidence = Evidence::of_alone(self.wrong, self.right);
                return Lines::Counted(evidence.lines(together, self.lost));
            }
        };
        Lines::NotCounted(why.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_nothing_is_counted_is_said() {
        let counts = |boards: usize| vec![Counts::new(); boards];
        for (wrong, right, lost, is_blind, expected) in [
            (1, 1, 0, true, "the counters of this program cannot be read"),
            (0, 1, 0, false, "built with counters, it is right about"),
            (0, 1, 1, false, "it ends by a signal on every board"),
            (1, 0, 1, false, "it is right about none"),
        ] {
            let counted = CountedBoards {
                wrong: counts(wrong),
                right: counts(right),
                lost,
                is_blind,
            };
            match counted.lines() {
                Lines::NotCounted(why) => assert!(why.starts_with(expected), "{why}"),
                Lines::Counted(lines) => panic!("{lines:?}"),
            }
        }
        let counted = CountedBoards {
            wrong: counts(2),
            right: counts(3),
            lost: 4,
            is_blind: false,
        };
        match counted.lines() {
            Lines::Counted(lines) => assert_eq!((lines.wrong, lines.right, lines.lost), (2, 3, 4)),
            Lines::NotCounted(why) => panic!("{why}"),
        }
    }
}
