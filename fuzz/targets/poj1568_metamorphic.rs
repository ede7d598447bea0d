//! Metamorphic: the answers of each solver fit together, for `poj1568`.

#![no_main]

crossply_fuzz::fuzz_positions!(crossply_problems::Poj1568, Oracle::Metamorphic);
