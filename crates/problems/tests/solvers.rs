//! The lists of solvers, and the samples. The unit tests of the command line compare solvers with each other and with
//! proofs, on all positions.

use std::collections::BTreeSet;

use crossply_problems::program::programs;
use crossply_problems::{Entry, Poj1568, Problem, map_problems, test_all_problems};

test_all_problems!(
    lists_of_solvers_meet_the_needs_of_commands,
    solvers_answer_the_samples,
);

/// Asks only solvers for which the board is practical: `naive` of `poj1568` would take weeks.
fn solvers_answer_the_samples<P: Problem>() {
    for (board, answer) in P::SAMPLES {
        let position = P::parse(board).expect("legal");
        let is_practical = |entry: &&Entry<P>| position.empties() <= entry.max_empties;
        let mut solver_count = 0;
        for entry in P::SOLVERS.iter().filter(is_practical) {
            let given = (entry.new)().solve(position).to_string();
            assert_eq!(&given, answer, "{} on {board}", entry.name);
            solver_count += 1;
        }
        assert!(solver_count >= 2, "{solver_count}");
    }
    assert!(!P::SAMPLES.is_empty());
}

fn lists_of_solvers_meet_the_needs_of_commands<P: Problem>() {
    assert_eq!(
        names::<P>().len(),
        P::SOLVERS.len(),
        "a name is listed twice"
    );
    // The command `solve` uses this name for every problem.
    assert_eq!(P::FAST.name, Poj1568::FAST.name);
    let fast = P::solver(P::FAST.name).expect("listed");
    assert_eq!(fast.summary, P::FAST.summary);
    assert_eq!(
        P::domain().empties().last(),
        Some(fast.exhaustive_max_empties)
    );
}

#[test]
fn each_reference_is_a_program_and_a_solver() {
    let mut solvers: BTreeSet<_> = map_problems!(names()).into_iter().flatten().collect();
    solvers.retain(|name| name.starts_with("ref-"));
    let programs: BTreeSet<_> = programs().map(|program| program.name).collect();
    assert_eq!(programs, solvers);
}

fn names<P: Problem>() -> BTreeSet<&'static str> {
    P::SOLVERS.iter().map(|entry| entry.name).collect()
}
