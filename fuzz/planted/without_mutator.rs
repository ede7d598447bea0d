//! Differential, with a planted fault, and with the engine's own mutations of bytes.

#![no_main]

use crossply_faults::Planted;
use crossply_problems::Poj1568;

crossply_fuzz::judge_positions!(Poj1568, Planted = Planted::from_environment());
