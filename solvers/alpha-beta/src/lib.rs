//! Pruned search on line masks.
//!
//! A solver of each problem. This package depends on positions and answers only: what it shared with another solver, no
//! comparison could test.

pub mod ccf201803_4;
pub mod poj1568;
