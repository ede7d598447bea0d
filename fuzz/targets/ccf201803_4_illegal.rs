//! Differential: the transliterated programs on any board, for `ccf201803-4`.

#![no_main]

crossply_fuzz::fuzz_illegal!(crossply_problems::Ccf201803_4);
