//! Lines of code that only wrong inputs run.
//!
//! A rule says which inputs are wrong, and the next question is where in the code. If the program has been built with
//! counters, as `cargo llvm-cov` does, and `CROSSPLY_LINES=1` is set, a failing check starts its program again. Each such
//! child calls only the solver that is wrong, for wrong inputs or for right ones, and the tools of LLVM tell how often it
//! ran each region of the code.
//!
//! Counters add up: a loop runs a line a hundred times for one input. So two children tell what wrong and right inputs run
//! together, and some inputs get a child for each.

mod child;
mod coverage;
mod evidence;
mod ranking;
mod sample;
mod search;

#[cfg(feature = "cli")]
pub(crate) use child::answer_by_name;
pub(crate) use child::{Turn, is_counted};
pub use evidence::{Counts, Evidence, Position, Region};
pub(crate) use search::lines_of_all;
