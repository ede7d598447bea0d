//! Says what a fault is: on how many inputs a solver is wrong, in which ways, where, and which misreading it matches.
//!
//! A run knows every input on which a solver is wrong, so it can say what these have in common, and that no others have
//! it. A rule says where: "n is divisible by 100 and not by 400". A change says what the wrong answers are instead of the
//! right ones: "the right answer plus 1". A misreading gives all answers, right and wrong: "as if the line did not exist".
//! None of them is a guess: a pass over all answers tests each on every single one.
//!
//! If there are few inputs, one pass keeps what is known of each. Billions cannot be kept: a first pass takes a sample. Of
//! all rules that fit it, a search finds the one that takes the fewest bits to say; a second pass tries it on everything,
//! and whatever refutes it joins the sample. A rule of more bits than the set of wrong inputs would fit by chance, and is
//! not given. How often that is tried depends on numbers of inputs, not on the clock.
//!
//! No single rule says where a solver with several faults is wrong. Then a rule has cases, each of which holds for a
//! part of the wrong inputs and no right one. If the cases do not cover all, the text says how many they cover.

mod candidates;
mod change;
mod condition;
mod cover;
mod differences;
mod fault;
mod faults_of;
mod inquiry;
mod notes;
mod rule;
mod search;
mod seen;
mod usual;

pub use fault::{AnswerPair, Explanation, Fault, How, InCommon, Largest};
pub(crate) use faults_of::faults_of;
