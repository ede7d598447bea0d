//! What independent solvers of two small games share: positions, answers, and a trait.
//!
//! Comparing two solvers cannot test code that they share. So each solver is in a package that depends only on this
//! one, and this one has no code for lines, moves or winners. The proof checker depends only on this package, too.

mod answer;
mod board;
mod cell;
mod game;
mod notation;
mod position;
mod program;
mod solver;

pub use answer::{Answer, Demand, FirstWin, InvalidAnswer, Score};
pub use board::Board;
pub use cell::{Cell, Side};
pub use game::{Ccf201803_4, Game, Poj1568};
pub use notation::InvalidNotation;
pub use position::Position;
pub use program::{Run, Stopped};
pub use solver::Solver;
