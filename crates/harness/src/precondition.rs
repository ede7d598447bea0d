//! A precondition of many tests: the solver `fast` is right.
//!
//! Tests of the command line, of journals, shards and the judge trust the answers of `fast`. A broken `fast` would make
//! them fail in misleading ways, so they call this first.

use std::sync::LazyLock;

use crossply_problems::{Problem, of_all_problems};
use crossply_proof::right_answer;

use crate::oracles::batch;
use crate::statistics::digest_of;
use crate::{Digest, Finding, Outcome, Panel, minimise, report};

/// In how many positions a fault is looked for that no position shows alone.
const BLOCK: usize = 4096;

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
    let (fast, domain) = (P::FAST, P::domain());
    let mut panel = Panel::new(&[fast]);
    domain.empties().find_map(|empties| {
        let positions = domain.positions(domain.with_empties(empties..=empties));
        let positions: Vec<_> = positions.collect();
        let answers = panel.answer_block(0, &positions);
        if Digest::on_record::<P>(empties) == Some(digest_of(&positions, &answers).0) {
            return None;
        }
        let is_wrong =
            |&row: &usize| answers.outcome(row) != Outcome::Answer(right_answer(positions[row]));
        let row = (0..positions.len()).find(is_wrong)?;
        let mut found = Finding::new(positions[row], vec![(fast.name, answers.outcome(row))]);
        let block = positions.chunks(BLOCK).nth(row / BLOCK)?;
        found.batch = batch::behind(&found, &[fast], block);
        let (simplest, provenance) = minimise(&found, &[fast]);
        Some(report::disagreement(&simplest, provenance))
    })
}
