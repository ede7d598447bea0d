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

mod cases;
mod ccf201803_4;
mod diagnostic;
mod domain;
mod entry;
mod input;
mod legality;
mod line;
mod notation;
mod poj1568;
mod problem;
pub mod program;
pub mod question;
pub mod symmetry;

pub use cases::Cases;
pub use crossply_position::{
    Answer, Board, Ccf201803_4, Cell, Coordinates, Demand, FirstWin, Game, InvalidAnswer,
    InvalidBoard, InvalidNotation, Poj1568, Position, Score, Side, Solver,
};
pub use diagnostic::{Diagnostic, ReadError};
pub use domain::Domain;
pub use entry::Entry;
pub use legality::Illegal;
pub use line::Line;
pub use notation::NotationError;
pub use problem::{JudgeLimits, Problem};
pub use question::Question;

/// `for_all_problems!([path::to::callback] tokens)` calls `callback!([problems] tokens)`. This is the only list of
/// problems.
///
/// Each problem is a pair: its marker type, and the name of its module, which its fuzz targets and their corpora share.
#[macro_export]
macro_rules! for_all_problems {
    ([$($callback:tt)*] $($rest:tt)*) => {
        $($callback)*! {
            [(Poj1568, poj1568) (Ccf201803_4, ccf201803_4)] $($rest)*
        }
    };
}

/// Calls a generic function for each problem, and returns an array of the results.
#[macro_export]
macro_rules! map_problems {
    ($function:ident($($argument:expr),*)) => {
        $crate::for_all_problems!([$crate::__map_each_problem] $function, ($($argument),*))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __map_each_problem {
    ([$(($problem:ident, $module:ident))*] $function:ident, $arguments:tt) => {
        [$($function::<$crate::$problem> $arguments),*]
    };
}

/// Makes a test `FUNCTION::MODULE` for each of these generic functions and each problem.
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
        $($crate::for_all_problems!([$crate::__test_each_problem] $test);)+
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __test_each_problem {
    ([$(($problem:ident, $module:ident))*] $test:ident) => {
        mod $test {
            $(
                #[test]
                fn $module() {
                    super::$test::<$crate::$problem>();
                }
            )*
        }
    };
}
