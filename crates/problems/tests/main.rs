//! Tests of boards, positions, the numbered domain, the text formats and the lists of solvers.
//!
//! They are one binary, because each binary would compile and link the same code again.

mod answers;
mod domain;
mod format;
mod legality;
mod solvers;
mod symmetry;
