//! Robustness and round trip: the reader on any bytes, for `poj1568`.

#![no_main]

crossply_fuzz::fuzz_parser!(crossply_problems::Poj1568);
