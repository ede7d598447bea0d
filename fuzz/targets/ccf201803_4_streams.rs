//! Differential and metamorphic: many boards in one text, for `ccf201803-4`.

#![no_main]

crossply_fuzz::fuzz_streams!(crossply_problems::Ccf201803_4);
