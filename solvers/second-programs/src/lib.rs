//! The second of the two transliterated programs of each problem.
//!
//! The other one is in a package of its own, so that they share no code, which no comparison could test.

pub mod ref_decimal_map;
pub mod ref_last_move;
