//! Every solver is listed, and answers the samples. The unit tests of the command compare solvers with each other and with
//! proofs, on all positions.

use std::collections::BTreeSet;

use crossply_problems::program::programs;
use crossply_problems::{Entry, Poj1568, Problem, of_all_problems, test_all_problems};

test_all_problems!(
    names_and_limits_are_as_commands_expect,
    samples_are_answered_as_the_statement_says,
);

/// Asks every solver for which the board is practical: `naive` of `poj1568` would take weeks for one.
fn samples_are_answered_as_the_statement_says<P: Problem>() {
    for (board, answer) in P::SAMPLES {
        let position = P::at(board).expect("legal");
        let practical = |entry: &&Entry<P>| position.empties() <= entry.max_empties;
        let mut solved = 0;
        for entry in P::SOLVERS.iter().filter(practical) {
            let found = (entry.new)().solve(position).to_string();
            assert_eq!(&found, answer, "{} on {board}", entry.name);
            solved += 1;
        }
        assert!(solved >= 2, "{solved}");
    }
    assert!(!P::SAMPLES.is_empty());
}

fn names_and_limits_are_as_commands_expect<P: Problem>() {
    assert_eq!(
        names::<P>().len(),
        P::SOLVERS.len(),
        "a name is listed twice"
    );
    // `solve` asks for it by this name, whatever the problem.
    assert_eq!(P::FAST.name, Poj1568::FAST.name);
    let fast = P::solver(P::FAST.name).expect("listed");
    assert_eq!(fast.summary, P::FAST.summary);
    assert_eq!(
        P::domain().empties().last(),
        Some(fast.exhaustive_max_empties)
    );
}

#[test]
fn every_reference_is_a_program_and_a_solver() {
    let mut solvers: BTreeSet<_> = of_all_problems!(names()).into_iter().flatten().collect();
    solvers.retain(|name| name.starts_with("ref-"));
    let programs: BTreeSet<_> = programs().map(|program| program.name).collect();
    assert_eq!(programs, solvers);
}

fn names<P: Problem>() -> BTreeSet<&'static str> {
    P::SOLVERS.iter().map(|entry| entry.name).collect()
}
