//! Differential and metamorphic: many boards in one text, for `poj1568`.

#![no_main]

crossply_fuzz::fuzz_streams!(crossply_problems::Poj1568);
