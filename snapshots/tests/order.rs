//! In which order positions are numbered.

use std::fmt::Write;

use crossply_problems::{Problem, test_all_problems};
use crossply_snapshots::pin;

test_all_problems!(order_is_as_recorded);

/// The first and the last position with each number of empties. Regressions and reports contain indices, so the order
/// must not change unnoticed.
fn order_is_as_recorded<P: Problem>() {
    let domain = P::domain();
    let mut text = String::new();
    for empties in domain.empties() {
        let range = domain.with_empties(empties..=empties);
        for index in [range.start, range.end - 1] {
            let board = domain.position(index).notation();
            writeln!(text, "{empties:>2} empties   {index:>7}   {board}")
                .expect("a string takes all");
        }
    }
    pin!(format!("order-{}", P::NAME), text);
}
