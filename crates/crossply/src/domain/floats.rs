//! All floating-point numbers, by their bits. In the order of the bits, the first millions would be numbers such as 1e-320,
//! so the exponents nearest to that of 1 come first, and fractions of few digits.

use super::{Every, Inputs, range};

impl Every for f32 {
    fn every() -> Inputs<f32> {
        range::<u32>(..).map_both_ways(
            |number| f32::from_bits(bits::<8, 23>(u64::from(number)) as u32),
            |float| Some(number::<8, 23>(u64::from(float.to_bits())) as u32),
        )
    }
}

impl Every for f64 {
    fn every() -> Inputs<f64> {
        range::<u64>(..).map_both_ways(
            |number| f64::from_bits(bits::<11, 52>(number)),
            |float| Some(number::<11, 52>(float.to_bits())),
        )
    }
}

/// The bits of the float with this number. The lowest bit of the number is the sign. The rest of it counts the finite
/// floats without a sign: the exponent varies first, then the fraction with its bits reversed. Others keep their bits.
fn bits<const EXPONENT: u32, const FRACTION: u32>(number: u64) -> u64 {
    let exponents = (1 << EXPONENT) - 1;
    let magnitude = match number >> 1 {
        finite if finite < exponents << FRACTION => {
            let exponent = match finite % exponents {
                0 => 0,
                even if even.is_multiple_of(2) => exponents / 2 + even / 2,
                odd => exponents / 2 - odd / 2,
            };
            exponent << FRACTION | reversed::<FRACTION>(finite / exponents)
        }
        other => other,
    };
    (number & 1) << (EXPONENT + FRACTION) | magnitude
}

/// The inverse of `bits`.
fn number<const EXPONENT: u32, const FRACTION: u32>(bits: u64) -> u64 {
    let exponents = (1 << EXPONENT) - 1;
    let sign = bits >> (EXPONENT + FRACTION);
    let magnitude = match bits & !(1 << (EXPONENT + FRACTION)) {
        finite if finite < exponents << FRACTION => {
            let place = match finite >> FRACTION {
                0 => 0,
                high if high > exponents / 2 => 2 * (high - exponents / 2),
                low => 2 * (exponents / 2 - low) + 1,
            };
            reversed::<FRACTION>(finite) * exponents + place
        }
        other => other,
    };
    magnitude << 1 | sign
}

/// The lowest bits in reverse. The others do not count.
fn reversed<const BITS: u32>(bits: u64) -> u64 {
    bits.reverse_bits() >> (64 - BITS)
}
