//! Robustness and round trip: the reader on any bytes, for `ccf201803-4`.

#![no_main]

crossply_fuzz::fuzz_parser!(crossply_problems::Ccf201803_4);
