//! Differential: the solvers give one answer, for `ccf201803-4`.

#![no_main]

crossply_fuzz::fuzz_positions!(crossply_problems::Ccf201803_4, Oracle::Agreement);
