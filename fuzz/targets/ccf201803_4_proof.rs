//! Property: each solver gives the answer that is proven, for `ccf201803-4`.

#![no_main]

crossply_fuzz::fuzz_positions!(crossply_problems::Ccf201803_4, Oracle::Proof);
