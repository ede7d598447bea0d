//! Contest problems: their legal positions and how these are numbered, their text formats and their solvers.
//!
//! A [`Problem`] is a contest problem about a game on a small square board. There are two: [`Poj1568`] (four in a row
//! on 4x4) and [`Ccf201803_4`] (three in a row on 3x3). Each has
//!
//! - [`Position`]s, made from legal [`Board`]s only ([`Illegal`] says why a board was rejected);
//! - a [`Question`]: what is asked about a position, and so the type of its answers;
//! - a [`Domain`], which gives every legal position an index: the emptier the board, the larger the index;
//! - a streaming reader and a writer of its judge's text format;
//! - [`Solver`]s, each in a package of its own.
//!
//! Each solver finds out by itself which side has won, with three or four stones in a row. The solver packages do
//! not depend on this one, so they cannot use its detection of lines. If they shared it, a bug in it would make all
//! solvers wrong in the same way, and no comparison would reveal it.
//!
//! ```rust
//! use crossply_problems::{Poj1568, Problem};
//!
//! let domain = Poj1568::domain();
//! assert_eq!(domain.len(), 4_656_402);
//!
//! let position = Poj1568::parse("o.../.ox./.xxx/xooo").unwrap();
//! assert_eq!(domain.index(position), 2_242_571);
//! assert_eq!(domain.position(2_242_571), position);
//!
//! // Illegal boards are rejected: here `x` has already won.
//! assert!(Poj1568::parse("xxxx/ooo./..../o...").is_err());
//!
//! for entry in Poj1568::SOLVERS {
//!     let mut solver = (entry.new)();
//!     assert_eq!(solver.solve(position).to_string(), "(0,1)", "{}", entry.name);
//! }
//! ```
#![doc = include_str!("vocabulary.md")]

mod ccf201803_4;
mod diagnostic;
mod domain;
mod entry;
mod legality;
mod line;
mod notation;
mod poj1568;
mod problem;
pub mod program;
pub mod question;
pub mod symmetry;
mod text;

pub use crossply_position::{
    Answer, Board, Ccf201803_4, Cell, Demand, FirstWin, Game, InvalidAnswer, InvalidNotation,
    Poj1568, Position, Score, Side, Solver,
};
pub use diagnostic::{Diagnostic, ReadError};
pub use domain::Domain;
pub use entry::Entry;
pub use legality::Illegal;
pub use line::{Line, all_cells, has_line};
pub use notation::NotationError;
pub use problem::{JudgeLimits, Problem};
pub use question::Question;
pub use text::{Cases, TextFormat};

/// Calls a generic function for each problem, and returns an array of the results.
#[macro_export]
macro_rules! map_problems {
    ($function:ident($($argument:expr),*)) => {
        [
            $function::<$crate::Poj1568>($($argument),*),
            $function::<$crate::Ccf201803_4>($($argument),*),
        ]
    };
}

/// Makes a test `FUNCTION::PROBLEM` for each of these generic functions and each problem.
///
/// ```
/// # use crossply_problems::{Problem, test_all_problems};
/// fn a_domain_has_positions<P: Problem>() {
///     assert!(P::domain().len() > 0);
/// }
/// test_all_problems!(a_domain_has_positions);
/// ```
#[macro_export]
macro_rules! test_all_problems {
    ($($test:ident),+ $(,)?) => {
        $(
            mod $test {
                #[test]
                fn poj1568() {
                    super::$test::<$crate::Poj1568>();
                }

                #[test]
                fn ccf201803_4() {
                    super::$test::<$crate::Ccf201803_4>();
                }
            }
        )+
    };
}
