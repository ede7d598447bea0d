//! What independent solvers of two small games share: positions, answers, and a trait.
//!
//! Comparison cannot test code that two solvers share. So each solver is in a package that depends on this one only, and
//! this one knows no line, no move and no winner. The checker of proofs depends on nothing else, either.

mod answer;
mod board;
mod cell;
mod game;
mod notation;
mod position;
mod program;
mod solver;

pub use answer::{Answer, Demand, FirstWin, InvalidAnswer, Score, Square};
pub use board::{Board, Misplaced};
pub use cell::{Cell, Side};
pub use game::{Ccf201803_4, Game, Poj1568};
pub use notation::InvalidNotation;
pub use position::Position;
pub use program::{Run, Stopped};
pub use solver::Solver;
