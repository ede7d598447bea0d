//! Differential, property and metamorphic: the solvers on one position, for `poj1568`.

#![no_main]

crossply_fuzz::fuzz_check!(crossply_problems::Poj1568);
