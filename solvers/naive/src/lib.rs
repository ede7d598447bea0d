//! Full minimax: the definition of the answer, written out.
//!
//! A solver of each problem. The package depends only on positions and answers: if it shared more code with another
//! solver, no comparison could test that code.

pub mod ccf201803_4;
pub mod poj1568;
