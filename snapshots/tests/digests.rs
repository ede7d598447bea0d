//! The digests of all answers, by the number of empties, and in which order positions are numbered. If one answer changes, a
//! digest changes.

use std::fmt::Write;

use crossply::Digest;
use crossply_games::assert_fast_is_right;
use crossply_problems::{Problem, test_all_problems};
use crossply_snapshots::pin;

test_all_problems!(digests_are_as_recorded, order_is_as_recorded);

fn digests_are_as_recorded<P: Problem>() {
    pin!(format!("digests-{}", P::NAME), digests::<P>());
}

fn order_is_as_recorded<P: Problem>() {
    pin!(format!("order-{}", P::NAME), first_and_last::<P>());
}

fn digests<P: Problem>() -> String {
    assert_fast_is_right();
    let domain = P::domain();
    let mut solver = (P::FAST.new)();
    let mut text = "empties  positions  digest\n".to_owned();
    for empties in domain.empties() {
        let indices = domain.with_empties(empties..=empties);
        let numbered = indices.clone().zip(domain.positions(indices.clone()));
        let digests = numbered.map(|(index, position)| Digest::of(index, &solver.solve(position)));
        let digest = digests.sum::<Digest>().to_string();
        let positions = indices.end - indices.start;
        assert!(P::RECORDED.contains(&(empties, positions, &*digest)));
        writeln!(text, "{empties:>7}  {positions:>9}  {digest}").expect("a string takes all");
    }
    text
}

/// The first and the last position with each number of empties. Regressions and reports contain indices, so the order
/// must not change unnoticed.
fn first_and_last<P: Problem>() -> String {
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
    text
}
