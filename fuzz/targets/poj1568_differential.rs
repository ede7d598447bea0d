//! Differential: the solvers give one answer, for `poj1568`.

#![no_main]

crossply_fuzz::fuzz_positions!(crossply_problems::Poj1568, Oracle::Agreement);
