//! Boards, positions, the numbered domain and the text formats, tested from outside.
//!
//! One binary for all: each would compile and link the same code again.

mod answers;
mod domain;
mod format;
mod interface;
mod legality;
