//! Every solver gives the right answers, as the prover of `crossply-proof` finds them; and it is listed.
//!
//! The harness compares solvers with each other, on more positions. These tests are for work on one solver: they are
//! quick, and they do not depend on any other solver.

use std::collections::BTreeSet;

use crossply_problems::program::programs;
use crossply_problems::{Entry, Poj1568, Position, Problem, of_all_problems, test_all_problems};
use crossply_proof::right_answer;

test_all_problems!(
    names_and_limits_are_as_commands_expect,
    samples_are_answered_as_the_statement_says,
    the_fast_solver_is_right_about_all_positions,
    solvers_are_right_with_any_number_of_empties,
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

fn the_fast_solver_is_right_about_all_positions<P: Problem>() {
    let domain = P::domain();
    let all = Answered::right(domain.positions(0..domain.len()));
    assert_eq!(all.positions.len() as u64, domain.len());
    all.are_answers_of(P::FAST);
}

/// Asks for all positions of a small domain. Of a large one it asks for a sample, a small one where positions take
/// long.
fn solvers_are_right_with_any_number_of_empties<P: Problem>() {
    let domain = P::domain();
    for empties in domain.empties() {
        let sample = |number: u64| {
            let indices = domain.with_empties(empties..=empties);
            let all = indices.end - indices.start;
            let positions = indices.step_by((all / number).max(1) as usize);
            let sample = Answered::right(positions.map(|index| domain.position(index)));
            assert!(sample.positions.len() as u64 >= number.min(all));
            sample
        };
        let (large, small) = (sample(1000), sample(20));
        for entry in P::SOLVERS {
            if empties <= entry.exhaustive_max_empties {
                large.are_answers_of(entry);
            } else if empties <= entry.max_empties {
                small.are_answers_of(entry);
            }
        }
    }
}

/// Positions, and the right answers to them.
struct Answered<P: Problem> {
    positions: Vec<Position<P>>,
    answers: Vec<P::Answer>,
}

impl<P: Problem> Answered<P> {
    fn right(positions: impl Iterator<Item = Position<P>>) -> Self {
        let positions: Vec<_> = positions.collect();
        let answers = positions.iter().copied().map(right_answer).collect();
        Answered { positions, answers }
    }

    /// Compares a solver's answers to the positions, as one block, with the right ones.
    fn are_answers_of(&self, entry: &Entry<P>) {
        let mut answers = Vec::new();
        (entry.new)().solve_all(&self.positions, &mut answers);
        assert_eq!(answers.len(), self.positions.len());
        let rights = self.positions.iter().zip(&self.answers);
        for ((position, right), answer) in rights.zip(&answers) {
            assert_eq!(answer, right, "{} on {position:?}", entry.name);
        }
    }
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
