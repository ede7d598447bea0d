//! Explains a fault: how many answers are wrong, in which ways, where, and which misreading they match.
//!
//! - A *rule* says where answers are wrong: "n is divisible by 100 and not by 400".
//! - A *change* turns the right answer into each wrong one: "the right answer plus 1".
//! - A *misreading* predicts all answers, right and wrong: "as if the line did not exist".
//!
//! A report contains only explanations that hold for every answer of the run. A first pass takes a sample of the
//! inputs. A search then finds the rule that fits the sample and takes the fewest bits to state. A further pass tests
//! the rule on all inputs and adds any counterexamples to the sample. A rule that takes more bits than a list of the
//! wrong inputs could fit by chance, so it is dropped. The number of passes depends on the number of inputs, not on the
//! clock.
//!
//! A solver with several faults rarely fits a single condition, so its rule has cases. Each case holds for some of the
//! wrong inputs and for no right one. If the cases do not cover all wrong inputs, the text says how many they cover.

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
