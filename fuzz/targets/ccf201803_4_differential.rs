//! Differential, property and metamorphic: the solvers on one position, for `ccf201803-4`.

#![no_main]

crossply_fuzz::fuzz_check!(crossply_problems::Ccf201803_4);
