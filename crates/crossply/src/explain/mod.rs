//! Explains a fault: how many answers are wrong, in which ways, where, and which misreading they match.
//!
//! - A *rule* says where answers are wrong: "n is divisible by 100 and not by 400".
//! - A *change* turns the right answer into each wrong one: "the right answer plus 1".
//! - A *misreading* predicts all answers, right and wrong: "as if the line did not exist".
//!
//! A report contains only explanations that hold for every answer of the run. The run has left the sets of wrong inputs,
//! so an explanation fills in the inputs again and looks into the sets: it asks no solver for them. The search finds the
//! rule that fits a sample and takes the fewest bits to state. A pass over all inputs tests the rule, and adds
//! counterexamples to the sample. A rule that takes more bits than a list of the wrong inputs could fit by chance, so it is
//! dropped. The number of passes depends on the number of inputs, and never on the clock.
//!
//! A solver with several faults rarely fits a single condition, so its rule has cases. Each case holds for some of the
//! wrong inputs and for no right one. If the cases leave a few wrong inputs, the text names these.
//!
//! Two things ask functions again. At most a thousand answers are compared with those of the run: they may depend on
//! chance. Rules about the right answer, and misreadings, need right answers.

mod candidates;
mod condition;
mod fault;
mod fault_writer;
mod narrowing;
mod pass;
mod pattern;
mod rows;
mod rule;
mod search;
mod subject;
mod suspect;
mod test;

pub use fault::{AnswerPair, Explanation, Fault, How, InCommon, Largest};
pub(crate) use search::faults_of;
