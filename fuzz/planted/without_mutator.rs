//! Differential, with a planted fault, and with the engine's own mutations of bytes.

#![no_main]

crossply_fuzz::judge_positions!(
    crossply_problems::Poj1568,
    crossply_fuzz::with_planted_fault()
);
