//! Contest problems: their legal positions, text formats, numbering and solvers.
//!
//! A [`Problem`] is a contest problem about a game on a small square board. There are two: [`Poj1568`] (four in a row
//! on 4x4) and [`Ccf201803_4`] (three in a row on 3x3). Each has
//!
//! - [`Position`]s: made of legal [`Board`]s only ([`Illegal`] gives the reason);
//! - a [`Question`]: the type of its answers;
//! - a [`Domain`]: every legal position has an index, and emptier boards have larger ones;
//! - its judge's text format: a streaming reader and a writer;
//! - [`Solver`]s, each in a package of its own.
//!
//! Only solvers play, and each determines on its own who wins. They cannot see lines: their packages do not depend on
//! this one, which knows about lines. If solvers shared line detection, a fault in it would make them all wrong together,
//! and no comparison would show it.
//!
//! ```rust
//! use crossply_problems::{Poj1568, Problem};
//!
//! let domain = Poj1568::domain();
//! assert_eq!(domain.len(), 4_656_402);
//!
//! let position = Poj1568::at("o.../.ox./.xxx/xooo").unwrap();
//! assert_eq!(domain.index(position), 2_242_571);
//! assert_eq!(domain.position(2_242_571), position);
//!
//! // A position is always legal: here `x` has won.
//! assert!(Poj1568::at("xxxx/ooo./..../o...").is_err());
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
    Answer, Board, Ccf201803_4, Cell, Demand, FirstWin, Game, InvalidAnswer, InvalidNotation,
    Misplaced, Poj1568, Position, Score, Side, Solver, Square,
};
pub use diagnostic::{Diagnostic, ReadError};
pub use domain::Domain;
pub use entry::Entry;
pub use legality::Illegal;
pub use line::Line;
pub use notation::NotationError;
pub use problem::{JudgeLimits, Problem};
pub use question::Question;

/// Calls a macro with the list of all problems, and with the tokens after its path. This is the only list of problems.
///
/// Each problem is a pair: its marker type, and the name of its module and of its corpora.
#[macro_export]
macro_rules! for_all_problems {
    ([$($macro:tt)*] $($rest:tt)*) => {
        $($macro)*! {
            [(Poj1568, poj1568) (Ccf201803_4, ccf201803_4)] $($rest)*
        }
    };
}

/// Calls a generic function for each problem, and returns an array of the results.
#[macro_export]
macro_rules! of_all_problems {
    ($function:ident($($argument:expr),*)) => {
        $crate::for_all_problems!([$crate::__of_each_problem] $function, ($($argument),*))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __of_each_problem {
    ([$(($problem:ident, $module:ident))*] $function:ident, $arguments:tt) => {
        [$($function::<$crate::$problem> $arguments),*]
    };
}

/// Makes tests from generic functions: `FUNCTION::MODULE` for each function and each problem.
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
