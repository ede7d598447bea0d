//! Differential, with a planted fault, and with the engine's own mutations of bytes.

#![no_main]

use crossply_faults::{Planted, poj1568};
use crossply_problems::Poj1568;

crossply_fuzz::judge_positions!(Poj1568, Planted<Poj1568> = Planted::from_environment(&poj1568::FAULTS));
