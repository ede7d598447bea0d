//! Property: each solver gives the answer that is proven, for `poj1568`.

#![no_main]

crossply_fuzz::fuzz_positions!(crossply_problems::Poj1568, Oracle::Proof);
