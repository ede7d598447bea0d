//! Differential: the transliterated programs on any board, for `poj1568`.

#![no_main]

crossply_fuzz::fuzz_illegal!(crossply_problems::Poj1568);
