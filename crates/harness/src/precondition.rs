//! A precondition of many tests: the solver `fast` is right.
//!
//! Tests of the command line, of journals, shards and the judge trust the answers of `fast`. A broken `fast` would make
//! them fail in misleading ways, so they call this first.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use crossply_problems::{Problem, of_all_problems};
use crossply_proof::right_answer;

use crate::oracles::batch;
use crate::{Digest, Finding, Outcome, Panel, Threads, fault, minimise, report};

/// The number of positions in one call of the solver.
const BLOCK: u64 = 4096;

/// Asserts that `fast` gives the right answer to every legal position of every problem: the answers on record, or else
/// the proven ones. The first call takes a fraction of a second, later ones no time.
///
/// # Panics
/// With a report, if `fast` is wrong.
pub fn assert_fast_is_right() {
    static REPORT: LazyLock<Option<String>> = LazyLock::new(|| {
        of_all_problems!(report_on_fast())
            .into_iter()
            .flatten()
            .next()
    });
    if let Some(report) = &*REPORT {
        panic!("this test rests on the solver `fast`, which is wrong.\n\n{report}");
    }
}

/// The simplest position about which `fast` is wrong, as a report.
fn report_on_fast<P: Problem>() -> Option<String> {
    let fast = P::FAST;
    let threads = Threads::from(NonZeroUsize::MIN);
    let answers = fault::answers(fast, u32::MAX, threads).ok()?;
    if let Ok(answers) = answers.into_iter().collect::<Result<Vec<_>, _>>()
        && are_on_record::<P>(&answers)
    {
        return None;
    }
    let mut panel = Panel::new(&[fast]);
    let domain = P::domain();
    for start in (0..domain.len()).step_by(BLOCK as usize) {
        let positions: Vec<_> = domain
            .positions(start..domain.len().min(start + BLOCK))
            .collect();
        let answers = panel.answer_block(0, &positions);
        for (row, &position) in positions.iter().enumerate() {
            let outcome = answers.outcome(row);
            if outcome != Outcome::Answer(right_answer(position)) {
                let mut found = Finding::new(position, vec![(fast.name, outcome)]);
                found.batch = batch::behind(&found, &[fast], &positions);
                let (simplest, provenance) = minimise(&found, &[fast]);
                return Some(report::disagreement(&simplest, provenance));
            }
        }
    }
    None
}

/// Whether the answers to all positions of the domain have the digests on record.
fn are_on_record<P: Problem>(answers: &[P::Answer]) -> bool {
    P::domain().empties().all(|empties| {
        let mut digest = Digest::default();
        for index in P::domain().with_empties(empties..=empties) {
            digest.add(index, answers[index as usize].as_ref());
        }
        Digest::on_record::<P>(empties) == Some(digest)
    })
}
