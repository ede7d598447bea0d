//! The main job as a test, and what makes the exit code.

mod cross_check;

use crossply::cli::Status;

#[test]
fn one_that_is_wrong_makes_all_wrong_wherever_it_is() {
    use Status::{Right, Wrong};
    for (verdicts, expected) in [
        (vec![], Right),
        (vec![Right, Right], Right),
        (vec![Wrong, Right], Wrong),
        (vec![Right, Wrong], Wrong),
    ] {
        let all = Status::of_all(verdicts.iter().copied().map(Ok));
        assert_eq!(all.expect("no trouble"), expected, "{verdicts:?}");
    }
    let trouble = [Ok(Right), Err(anyhow::anyhow!("trouble"))].into_iter();
    let never = std::iter::from_fn(|| panic!("nobody wants to know"));
    let error = Status::of_all(trouble.chain(never)).expect_err("there is trouble");
    assert_eq!(error.to_string(), "trouble");
}
