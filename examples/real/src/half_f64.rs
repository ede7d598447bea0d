//! Tests `half`: converts 64-bit floats to 16-bit floats where rounding is hardest, at and around the middle between
//! two neighbours.

use crossply::{CrossCheck, domain};
use half::f16;

use crate::half::nearest;

/// The float that is this many steps above the middle between the 16-bit float with these bits and the next one.
fn near_middle((bits, steps): (u16, i64)) -> f64 {
    let [lower, upper] = [bits, bits + 1].map(|bits| f16::from_bits(bits).to_f64());
    let middle = f64::midpoint(lower, upper);
    f64::from_bits(middle.to_bits().wrapping_add_signed(steps))
}

pub fn check() -> CrossCheck<f64, Option<u16>> {
    // Zero and all positive floats whose upper neighbour is finite.
    let lower_bits = domain::range(0..0x7bff_u16);
    let inputs = domain::of((lower_bits, domain::range(-2..=2_i64))).map(near_middle);
    CrossCheck::new("half-f64", inputs)
        .inputs_are("float", "floats")
        .solver("half", |&x| Some(f16::from_f64(x).to_bits()))
        .solver("half, const", |&x| Some(f16::from_f64_const(x).to_bits()))
        .truth("definition", |&x| nearest(x))
}
