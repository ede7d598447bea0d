//! The digests of all answers, by the number of empties. If one answer changes, a digest changes.

use std::fmt::Write;

use crossply::Digest;
use crossply_games::assert_fast_is_right;
use crossply_problems::{Problem, test_all_problems};
use crossply_snapshots::pin;

test_all_problems!(digests_are_as_recorded);

fn digests_are_as_recorded<P: Problem>() {
    pin!(format!("digests-{}", P::NAME), digests::<P>());
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
