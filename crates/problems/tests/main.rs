//! Tests of boards, positions, the numbered domain and the text formats; of each solver by itself, of what solvers may
//! share, and of the list of solvers.
//!
//! They form one binary, because each binary would compile and link the same code again.

mod answers;
mod domain;
mod format;
mod independence;
mod interface;
mod legality;
mod registry;
mod solvers;
mod symmetry;

// Private modules with their own tests. The library compiles all solvers, and would do so a second time with its tests.
#[path = "../src/bit_rank.rs"]
mod bit_rank;
#[expect(dead_code, unreachable_pub, reason = "the library uses and exports it")]
#[path = "../src/line.rs"]
mod line;
