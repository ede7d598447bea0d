//! Explains a fault: how many answers are wrong, in which ways, where, and which misreading they match.
//!
//! - A *rule* says where answers are wrong: "n is divisible by 100 and not by 400".
//! - A *change* gives the wrong answers: "the right answer plus 1".
//! - A *misreading* gives all answers, right and wrong: "as if the line did not exist".
//!
//! A report only has those that hold for every answer of the run. A first pass takes a sample. A
//! search finds the rule that fits the sample and costs the fewest bits to state. A further pass tests it on all inputs,
//! and counterexamples join the sample. A rule that costs more than a list of the wrong inputs would fit by chance,
//! and is dropped. The number of passes depends on the number of inputs, not on the clock.
//!
//! No single rule fits a solver with several faults. Its rule has cases: each holds for a part of the wrong inputs and for
//! no right one. If the cases do not cover all wrong inputs, the text says how many they cover.

mod candidates;
mod change;
mod condition;
mod cover;
mod differences;
mod evidence;
mod explainer;
mod fault;
mod faults_of;
mod judged;
mod rule;
mod search;
mod usual;

pub use fault::{AnswerPair, Explanation, Fault, How, InCommon, Largest};
pub(crate) use faults_of::faults_of;
