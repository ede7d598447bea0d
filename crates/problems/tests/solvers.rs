//! The lists of solvers, and the samples. The unit tests of the command line compare solvers with each other and with
//! proofs, on all positions.

use std::collections::BTreeSet;

use crossply_problems::{Entry, Poj1568, Problem, test_all_problems};

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
    let names: BTreeSet<_> = P::SOLVERS.iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), P::SOLVERS.len(), "a name is listed twice");
    for entry in P::SOLVERS {
        let is_reference = entry.name.starts_with("ref-");
        assert_eq!(entry.program.is_some(), is_reference, "{}", entry.name);
    }
    // The command `solve` uses this name for every problem.
    assert_eq!(P::FAST.name, Poj1568::FAST.name);
    let fast = P::solver(P::FAST.name).expect("listed");
    assert_eq!(fast.summary, P::FAST.summary);
    assert_eq!(
        P::domain().empties().last(),
        Some(fast.exhaustive_max_empties)
    );
}
