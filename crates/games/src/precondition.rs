//! A precondition of many tests: the solver `fast` is right.
//!
//! Tests of the command line, of journals, shards and the judge trust the answers of `fast`. A broken `fast` would make
//! them fail in misleading ways, so they call this first.

use std::sync::LazyLock;

use crossply::{Digest, catch_panic};
use crossply_problems::{Problem, of_all_problems};
use crossply_proof::right_answer;

use crate::check::cross_check;

/// In how many positions a fault is looked for that no position shows alone.
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
    let domain = P::domain();
    let check = cross_check::<P>(&[P::FAST]);
    let mut fast = (P::FAST.new)();
    P::RECORDED.iter().find_map(|&(empties, _, recorded)| {
        let indices = domain.with_empties(empties..=empties);
        let positions: Vec<_> = domain.positions(indices.clone()).collect();
        let mut answers = Vec::new();
        // A panic leaves answers out.
        let _ = catch_panic(|| fast.solve_all(&positions, &mut answers));
        let numbered = indices.clone().zip(&answers);
        let digests = numbered.map(|(index, answer)| Digest::of(index, answer));
        if answers.len() == positions.len() && digests.sum::<Digest>().to_string() == recorded {
            return None;
        }
        let is_right = |row: usize| answers.get(row) == Some(&right_answer(positions[row]));
        let row = (0..positions.len()).find(|&row| !is_right(row))?;
        let index = indices.start + row as u64;
        if let Err(found) = check.ask(index.into()) {
            return Some(check.report(&check.minimise(&found)));
        }
        // No position shows it alone.
        let block = index / BLOCK * BLOCK;
        let block = (block..domain.len().min(block + BLOCK)).map(u128::from);
        let found = check.leak(&mut check.panel(), 0, &block.collect::<Vec<_>>())?;
        Some(check.report(&found))
    })
}
