//! The lines of a source that only boards run on which the program is wrong.
//!
//! The source gets counters: of GCC, or of Python's own. The program gets board by board, because counts add up. Those for which
//! it was found wrong come first, then the boards beside them, and boards of every kind.

mod counter;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crossply::Lines;
use crossply::lines::{Counts, Evidence};
use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;

pub(crate) use counter::{Counter, CounterKind, traced};

use crate::answer::Printed;
use crate::boards::first_groups;
use crate::session::{Judgement, Session};
use crate::source::{Languages, compile_with_counters};
use crate::{JudgeError, Submission, Verdict};

/// No further board is run after this time.
const TIME: Duration = Duration::from_secs(3);
/// How many boards are run that are answered rightly.
const RIGHT: usize = 64;
/// A program with counters is slower, and takes more memory.
const SLOWER: u32 = 3;

/// The lines of a source that tell the boards on which the program is wrong from others. `None` if it is not wrong, or nothing
/// counts lines of its language.
///
/// # Errors
/// If a program cannot be run, or the user interrupts it.
pub fn lines_of<P: Problem>(
    session: &Session<P>,
    judgement: &Judgement,
    source: &Path,
    languages: &Languages,
) -> Result<Option<Lines>, JudgeError> {
    let is_wrong = matches!(
        judgement.verdict,
        Some(Verdict::WrongAnswer | Verdict::RuntimeError)
    );
    let is_steady = judgement
        .post_mortem
        .as_ref()
        .is_some_and(|again| again.is_steady);
    let (Ok(submission), true) = (&session.judged, is_wrong && is_steady) else {
        return Ok(None);
    };
    let memory = submission.limits.memory;
    let counter = compile_with_counters(source, languages, memory, submission.interrupt)?;
    let Some(counter) = counter else {
        return Ok(None);
    };
    let mut counted = Submission::new::<P>(counter.program.clone(), submission.interrupt);
    counted.limits = submission.limits;
    counted.limits.time *= SLOWER;
    counted.limits.memory *= u64::from(SLOWER);
    let mut runs = Runs {
        submission: &counted,
        counter: &counter,
        interrupt: submission.interrupt,
        evidence: Evidence::default(),
        lost: 0,
    };
    let end = Instant::now() + TIME;
    for board in candidates(session, judgement) {
        if Instant::now() >= end {
            break;
        }
        runs.run(board)?;
    }
    Ok(Some(runs.told()))
}

/// The boards to run: those in the report, those beside them, and some of each kind.
fn candidates<P: Problem>(session: &Session<P>, judgement: &Judgement) -> Vec<Position<P>> {
    let wrong = judgement.check.iter().flat_map(|check| &check.simplest);
    let wrong: Vec<u128> = wrong.map(|finding| finding.index.0).collect();
    let len = session.boards_len();
    let beside = wrong
        .iter()
        .flat_map(|&n| [n.checked_sub(1), n.checked_add(1)]);
    let beside = beside.flatten().filter(|&n| n < len);
    let beside: Vec<u128> = beside.collect();
    let numbered = wrong
        .iter()
        .chain(&beside)
        .map(|&number| session.board(number));
    let mut boards: Vec<_> = numbered.collect();
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
    interrupt: &'a AtomicBool,
    evidence: Evidence,
    /// How many boards, on which it is wrong, have no counts.
    lost: u64,
}

impl Runs<'_> {
    fn run<P: Problem>(&mut self, board: Position<P>) -> Result<(), JudgeError> {
        if self.evidence.right_alone.len() >= RIGHT && self.evidence.wrong_alone.len() >= RIGHT {
            return Ok(());
        }
        self.counter.clear();
        let run = self.submission.run(&[board], false, None)?;
        let counts = self.counter.counts(self.interrupt)?;
        let right = Printed::Answer(right_answer(board));
        let is_right = run.failure.is_none()
            && matches!(&run.printed[..], [one] if one.is_same(&right, false));
        let Some(counts) = counts else {
            self.lost += u64::from(!is_right);
            return Ok(());
        };
        let (together, alone) = if is_right {
            (&mut self.evidence.right, &mut self.evidence.right_alone)
        } else {
            (&mut self.evidence.wrong, &mut self.evidence.wrong_alone)
        };
        if alone.len() < RIGHT {
            add(together, &counts);
            alone.push(counts);
        }
        Ok(())
    }

    fn told(&self) -> Lines {
        let [wrong, right] = [&self.evidence.wrong_alone, &self.evidence.right_alone].map(Vec::len);
        let why = match (wrong, right, self.lost) {
            (0, _, 0) => "compiled with counters, it is right about the boards in question",
            (0, _, _) => {
                "it ends by a signal or is stopped on every such board, and leaves no counts"
            }
            (_, 0, _) => "it is right about none of the boards that were counted",
            _ => {
                return Lines::Counted(
                    self.evidence.lines([wrong as u64, right as u64], self.lost),
                );
            }
        };
        Lines::NotCounted(why.to_owned())
    }
}

fn add(all: &mut Counts, counts: &Counts) {
    for (region, count) in counts {
        *all.entry(region.clone()).or_default() += count;
    }
}
