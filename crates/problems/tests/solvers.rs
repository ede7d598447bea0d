//! Every solver gives the right answers, as the prover of `crossply-proof` finds them.
//!
//! The harness compares solvers with each other, on more positions. These tests are for work on one solver: they are
//! quick, and they do not depend on any other solver.

use crossply_problems::{Entry, Position, Problem, test_all_problems};
use crossply_proof::right_answer;

test_all_problems!(
    samples_are_answered_as_the_statement_says,
    the_fast_solver_is_right_about_all_positions,
    solvers_are_right_with_any_number_of_empties,
);

/// Asks every solver for which the board is practical: `naive` of `poj1568` would take weeks for one.
fn samples_are_answered_as_the_statement_says<P: Problem>() {
    for (board, answer) in P::SAMPLES {
        let position: Position<P> = board.parse().expect("legal");
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

fn the_fast_solver_is_right_about_all_positions<P: Problem>() {
    let domain = P::domain();
    let answered = right_answers(P::FAST, domain.positions(0..domain.len()));
    assert_eq!(answered, domain.len());
}

/// Asks for all positions of a small domain. Of a large one it asks for a sample, a small one where positions take
/// long.
fn solvers_are_right_with_any_number_of_empties<P: Problem>() {
    let domain = P::domain();
    for entry in P::SOLVERS {
        for empties in domain.empties() {
            let indices = domain.with_empties(empties..=empties);
            let number = match empties {
                _ if empties <= entry.exhaustive_max_empties => 4000,
                _ if empties <= entry.max_empties => 60,
                _ => continue,
            };
            let all = indices.end - indices.start;
            let positions = indices.step_by((all / number).max(1) as usize);
            let answered = right_answers(entry, positions.map(|index| domain.position(index)));
            assert!(answered >= number.min(all), "{}: {answered}", entry.name);
        }
    }
}

/// Compares a solver's answers to a block of positions with the right ones. Returns the number of positions.
fn right_answers<P: Problem>(
    entry: &Entry<P>,
    positions: impl Iterator<Item = Position<P>>,
) -> u64 {
    let mut solver = (entry.new)();
    let positions: Vec<_> = positions.collect();
    let mut answers = Vec::new();
    solver.solve_all(&positions, &mut answers);
    assert_eq!(answers.len(), positions.len());
    for (&position, &answer) in positions.iter().zip(&answers) {
        let right = right_answer(position);
        assert_eq!(answer, right, "{} on {position:?}", entry.name);
    }
    positions.len() as u64
}
