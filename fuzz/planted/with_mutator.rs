//! Differential, with a planted fault.

#![no_main]

use crossply_faults::Planted;
use crossply_problems::Poj1568;

crossply_fuzz::judge_positions!(Poj1568, Planted = Planted::from_environment());
crossply_fuzz::mutate_positions!(Poj1568);
