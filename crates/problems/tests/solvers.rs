//! Every solver gives the right answers, as the prover of `crossply-proof` finds them.
//!
//! The harness compares solvers with each other, on more positions. This is what one needs when
//! working on a solver: it is quick, and it does not depend on any other solver.

use crossply_problems::{Ccf201803_4, Entry, Poj1568, Position, Problem};
use crossply_proof::right_answer;

#[test]
fn all_positions_of_ccf201803_4() {
    let domain = Ccf201803_4::domain();
    for entry in Ccf201803_4::SOLVERS {
        assert_eq!(
            right_answers(entry, domain.positions(0..domain.len())),
            2739
        );
    }
}

#[test]
fn all_positions_of_poj1568_for_the_fast_solver() {
    let domain = Poj1568::domain();
    let fast = Poj1568::FAST;
    let answered = right_answers(fast, domain.positions(0..domain.len()));
    assert_eq!(answered, domain.len());
}

/// Fewer of those that take long.
#[test]
fn positions_of_poj1568_with_any_number_of_empties() {
    let domain = Poj1568::domain();
    for entry in Poj1568::SOLVERS {
        for empties in domain.empties() {
            let indices = domain.with_empties(empties..=empties);
            let number = match empties {
                _ if empties <= entry.exhaustive_max_empties => 4000,
                _ if empties <= entry.max_empties => 60,
                _ => continue,
            };
            let step = ((indices.end - indices.start) / number).max(1);
            let positions = indices.step_by(step as usize);
            let answered = right_answers(entry, positions.map(|index| domain.position(index)));
            assert!(answered >= number, "{}: {answered}", entry.name);
        }
    }
}

/// Asks for the positions, one by one and as a block, and says how many they were.
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
