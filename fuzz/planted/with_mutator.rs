//! Differential, with a planted fault.

#![no_main]

crossply_fuzz::judge_positions!(
    crossply_problems::Poj1568,
    crossply_fuzz::with_planted_fault()
);
crossply_fuzz::mutate_positions!(crossply_problems::Poj1568);
