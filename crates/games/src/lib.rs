//! Checks, fuzz targets and reports for the two games, built on the library.
//!
//! | item | what for |
//! | --- | --- |
//! | [`check::cross_check`] | the check of a problem |
//! | [`fault`] | facts about positions, and misreadings of the rules, for explanations |
//! | [`report::show_failure`] | a position with a wrong answer, and a proof of the right one, for a report |
//! | [`generators`] | positions for samples and fuzzing |
//! | [`targets`] | fuzz targets as plain functions |
//!
//! Tests, fuzz targets and the command line use these.
//!
//! ```rust
//! use crossply_games::check::cross_check;
//! use crossply_problems::{Ccf201803_4, Entry, Position, Problem, Score, Solver};
//!
//! /// Answers that every game is a draw.
//! struct Mine;
//!
//! impl Solver<Ccf201803_4> for Mine {
//!     fn solve(&mut self, _: Position<Ccf201803_4>) -> Score {
//!         Score::new(0)
//!     }
//! }
//!
//! static MINE: Entry<Ccf201803_4> = Entry::quick("mine", "answers that every game is a draw", || Box::new(Mine));
//!
//! let check = cross_check(&[&MINE, Ccf201803_4::FAST]);
//! let checked = check.check_quickly().unwrap();
//! println!("wrong {} times", checked.faults[0].wrong);
//! println!("{}", check.report(&checked.simplest[0]));
//! ```

pub mod check;
pub mod fault;
pub mod generators;
mod positions;
pub mod relations;
pub mod report;
pub mod targets;
pub mod truth;
