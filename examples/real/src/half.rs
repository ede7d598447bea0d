//! Tests `half`: converts all 32-bit floats to 16-bit floats.

use crossply::{CrossCheck, domain};
use half::f16;

/// The bits of the nearest 16-bit float, by definition: the nearest multiple of the distance between neighbours, and
/// the even one of two. `None` for NaN.
pub(crate) fn nearest(x: f64) -> Option<u16> {
    // Below 2⁻¹⁴ the distance stays the same, and from 2¹⁶ on all floats become infinite.
    let exponent = ((x.abs().to_bits() >> 52) as i32 - 1023).clamp(-14, 16);
    let multiple = (x.abs() / 2_f64.powi(exponent - 10)).round_ties_even();
    // If the multiple is rounded up to a power of two, it carries into the exponent.
    let bits = (((exponent + 14) as u32) << 10).saturating_add(multiple as u32);
    let sign = u16::from(x.is_sign_negative()) << 15;
    (!x.is_nan()).then_some(bits.min(0x7c00) as u16 | sign)
}

fn bits(half: f16) -> Option<u16> {
    (!half.is_nan()).then(|| half.to_bits())
}

/// The second solver does not use the processor's instruction for this conversion.
fn conversions(name: &str) -> CrossCheck<f32, Option<u16>> {
    CrossCheck::new(name, domain::all::<f32>())
        .inputs_are("float", "floats")
        .solver("half", |&x| bits(f16::from_f32(x)))
        .solver("half, const", |&x| bits(f16::from_f32_const(x)))
        .truth("definition", |&x| nearest(x.into()))
}

pub fn check() -> CrossCheck<f32, Option<u16>> {
    conversions("half")
}

/// Adds the last version that did not round ties to even.
pub fn old() -> CrossCheck<f32, Option<u16>> {
    conversions("half-old").solver("half 1.3.1", |&x| {
        bits(f16::from_bits(half_1_3::f16::from_f32(x).to_bits()))
    })
}
