//! `half`: floats of 64 bits as floats of 16 bits, where rounding is hardest: half-way between two neighbours, and next to
//! that.

use crossply::{CrossCheck, domain};
use half::f16;

use crate::half::nearest;

/// This many steps from the middle between the float with these bits and the next one.
fn near_middle((bits, steps): (u16, i64)) -> f64 {
    let [below, above] = [bits, bits + 1].map(|bits| f16::from_bits(bits).to_f64());
    let middle = f64::midpoint(below, above);
    f64::from_bits(middle.to_bits().wrapping_add_signed(steps))
}

pub fn check() -> CrossCheck<f64, Option<u16>> {
    // All positive floats that have a finite neighbour.
    let floats = domain::range(0..0x7bff_u16);
    let inputs = domain::of((floats, domain::range(-2..=2_i64))).map(near_middle);
    CrossCheck::new("half-f64", inputs)
        .inputs_are("float", "floats")
        .solver("half", |&x| Some(f16::from_f64(x).to_bits()))
        .solver("half, const", |&x| Some(f16::from_f64_const(x).to_bits()))
        .truth("definition", |&x| nearest(x))
}
