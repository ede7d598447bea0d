//! Cross-checks the solvers of each problem on all legal positions, or on as many as they can answer in seconds.
//!
//! This is a unit test of this binary, so that `cargo test` runs it before the tests that rely on solvers: cargo runs
//! packages in the order of their names, and unit tests before integration tests. So a broken solver is first reported
//! with a board that it gets wrong.

use std::num::NonZeroUsize;
use std::thread;

use crossply::report::Checked;
use crossply::{Coverage, Ended, Progress, Run};
use crossply_games::check::all_solvers;
use crossply_problems::symmetry::is_first_of_its_class;
use crossply_problems::{Problem, test_all_problems};

test_all_problems!(all_solvers_agree);

/// Slow solvers answer all positions with few empties, one of each symmetry class of emptier ones, and random positions
/// beyond these. With few empties alone, lines of `o` would rarely decide the game.
fn all_solvers_agree<P: Problem>() {
    let checked = check_all_solvers::<P>();
    let fewest_empties: Vec<_> = P::domain().empties().take(2).collect();
    for statistics in &checked.scope.counts.solvers {
        let entry = P::solver(&statistics.solver).expect("registered");
        let name = entry.name;
        for (empties, (section, work)) in P::domain()
            .empties()
            .zip(checked.scope.sections.iter().zip(&statistics.sections))
        {
            let answered = work.answered;
            let all = section.inputs.0 as u64;
            let expected = match empties {
                _ if empties <= entry.instant_max_empties => all..=all,
                // A class has at most 32 positions.
                _ if empties <= entry.exhaustive_max_empties => all / 32..=all / 16,
                _ => 0..=0,
            };
            assert!(
                expected.contains(&answered.in_order),
                "{name}, {empties}: {answered:?}"
            );
            assert_eq!(answered.total() > 0, empties <= entry.max_empties, "{name}");
        }
        assert!(
            entry.instant_max_empties >= fewest_empties[0]
                && entry.exhaustive_max_empties >= fewest_empties[1],
            "{name}"
        );
    }
}

fn check_all_solvers<P: Problem>() -> Checked {
    let check = all_solvers::<P>();
    let plan = check.plan(Coverage::Quick, 1).expect("several solvers");
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let run = Run {
        listener: &|progress| {
            if let Progress::WrongAgain(text) = progress {
                eprintln!("{}: {text}", P::NAME);
            }
        },
        ..Run::on(jobs)
    };
    let result = check.results(&plan, run);
    let checked = result.expect("inputs on record are positions").checked;
    if let Some(finding) = checked.simplest.first() {
        panic!("{}", check.report(finding));
    }
    assert_eq!(checked.ended, Ended::Completed);
    assert_eq!(checked.scope.counts.trouble, None);
    let domain = P::domain();
    let representatives = domain
        .positions(0..domain.len())
        .filter(|&position| is_first_of_its_class(position));
    let class_count = representatives.count() as u64;
    for judged in [checked.scope.counts.confirmed, checked.scope.counts.related] {
        assert!(judged.in_order >= class_count, "{judged:?}");
    }
    assert_eq!(checked.scope.counts.compared.in_order, domain.len());
    assert_eq!(checked.digests.len(), domain.empties().count());
    for digest in &checked.digests {
        assert_eq!(digest.as_recorded, Some(true), "{digest:?}");
    }
    checked
}
