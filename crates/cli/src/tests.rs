//! The main job as a test: the solvers of each problem on all legal positions, or on as many as they can take
//! in seconds.
//!
//! It is a unit test of this binary, so that `cargo test` runs it before all tests that rely on solvers: cargo runs packages
//! by name, and the unit tests of a package first. So a broken solver first shows up with the board that it gets wrong.

use std::num::NonZeroUsize;
use std::thread;

use crossply::report::Checked;
use crossply::{Coverage, Ended, Progress, Run};
use crossply_games::check::all_solvers;
use crossply_problems::symmetry::is_first_of_its_class;
use crossply_problems::{Problem, test_all_problems};

test_all_problems!(all_solvers_agree);

/// Slow solvers answer all positions with few empties, then one per symmetry class, and drawn positions beyond: with few
/// empties alone, a line of `o` would rarely decide.
fn all_solvers_agree<P: Problem>() {
    let checked = agreement::<P>();
    let fewest: Vec<_> = P::domain().empties().take(2).collect();
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
                // There are at most 32 of a class.
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
            entry.instant_max_empties >= fewest[0] && entry.exhaustive_max_empties >= fewest[1],
            "{name}"
        );
    }
}

fn agreement<P: Problem>() -> Checked {
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
    let results = check.results(&plan, run);
    let checked = results.expect("inputs on record are positions").checked;
    if let Some(found) = checked.simplest.first() {
        panic!("{}", check.report(found));
    }
    assert_eq!(checked.ended, Ended::Completed);
    assert_eq!(checked.scope.counts.trouble, None);
    let domain = P::domain();
    let one_of_each_class = domain
        .positions(0..domain.len())
        .filter(|&position| is_first_of_its_class(position));
    let least = one_of_each_class.count() as u64;
    for judged in [checked.scope.counts.confirmed, checked.scope.counts.related] {
        assert!(judged.in_order >= least, "{judged:?}");
    }
    assert_eq!(checked.scope.counts.compared.in_order, domain.len());
    assert_eq!(checked.digests.len(), domain.empties().count());
    for digest in &checked.digests {
        assert_eq!(digest.as_recorded, Some(true), "{digest:?}");
    }
    checked
}
