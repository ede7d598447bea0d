//! Tests of boards, positions, the numbered domain and the text formats; of each solver by itself, of what solvers may
//! share, and of the list of solvers.
//!
//! They form one binary, because each binary would compile and link the same code again.

mod answers;
mod domain;
mod format;
mod legality;
mod reading;
mod solvers;
mod symmetry;
