//! Boards, positions, the numbered domain and the text formats; each solver by itself, what solvers may share,
//! and that all of them are listed.
//!
//! One binary for all: each would compile and link the same code again.

mod answers;
mod domain;
mod format;
mod independence;
mod interface;
mod legality;
mod registry;
mod solvers;
