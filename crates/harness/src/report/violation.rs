//! A violated relation: the board and the contradicting answers.

use crate::oracles::metamorphic::Violation;
use crate::report::{board, name_of};
use crossply_problems::Problem;

/// Describes over several lines how a solver's answers contradict each other.
#[must_use]
pub fn violation<P: Problem>(solver: &str, violation: &Violation<P>) -> String {
    let Violation { relation, position } = violation;
    [
        format!("{}: {solver} contradicts itself", P::NAME),
        String::new(),
        board(*position),
        String::new(),
        format!("On {}, {relation}.", name_of(*position)),
        format!(
            "To see the right answer:   crossply show {}:{}",
            P::NAME,
            position.notation()
        ),
        String::new(),
    ]
    .join("\n")
}
