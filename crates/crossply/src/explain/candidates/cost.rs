//! What the numbers of a condition cost, in bits. Round numbers are cheap, because they are likely in code.

use std::f64::consts::LOG2_10;

use crate::feature::Kind;

/// Divisors that often occur in code.
pub(super) const DIVISORS: [i128; 37] = [
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    15,
    16,
    20,
    24,
    25,
    32,
    50,
    60,
    64,
    100,
    128,
    256,
    365,
    400,
    512,
    1000,
    1024,
    3600,
    4096,
    10_000,
    65_536,
    86_400,
    100_000,
    1_000_000,
    1_000_000_000,
];

/// Divisors that units are made of: a condition may be about what is left of a division by one of them.
pub(super) const UNITS: [u32; 11] = [
    10, 24, 60, 100, 256, 365, 1000, 3600, 65_536, 86_400, 1_000_000,
];

/// The cost of naming one of [`DIVISORS`], in bits.
const DIVISOR_BITS: f64 = 5.0;

/// The cost of a divisor, in bits.
pub(super) fn bits_of_divisor(by: i128) -> f64 {
    match by {
        2 => 2.0,
        // Slightly cheaper, so that they win over other divisors that also fit.
        100 | 400 | 1000 => DIVISOR_BITS - 0.5,
        _ if DIVISORS.contains(&by) => DIVISOR_BITS,
        _ => (by as f64).log2() + 4.0,
    }
}

/// The cost of a number, in bits.
pub(super) fn bits_of(n: i128, kind: Kind) -> f64 {
    let size = n.unsigned_abs();
    let log2 = (size as f64).log2();
    let is_end = matches!(kind, Kind::Integer { least, greatest } if n == least || n == greatest);
    if size < 2 {
        1.0 + f64::from(u8::from(n < 0)) + f64::from(size as u8)
    } else if is_end {
        3.0
    } else if size <= 16 {
        log2 + 1.5
    } else if let Some(bits) = bits_beside(size, u128::is_power_of_two) {
        bits + 2.0 + log2.log2()
    } else if let Some(bits) = bits_beside(size, is_power_of_ten) {
        bits + 3.0 + (log2 / LOG2_10).log2()
    } else {
        let zeros = f64::from(zeros(size));
        log2 - zeros * LOG2_10 + 3.0 + (zeros + 1.0).log2()
    }
}

/// The extra cost of a number beside a round one. `None` if the number is neither round nor beside a round one.
fn bits_beside(size: u128, is_round: fn(u128) -> bool) -> Option<f64> {
    if is_round(size) {
        Some(0.0)
    } else if is_round(size + 1) || is_round(size - 1) {
        Some(0.5)
    } else {
        None
    }
}

fn is_power_of_ten(n: u128) -> bool {
    10_u128.pow(n.ilog10()) == n
}

/// The number of zeros at the end of the decimal digits.
fn zeros(mut size: u128) -> u32 {
    let mut zeros = 0;
    while size > 0 && size.is_multiple_of(10) {
        size /= 10;
        zeros += 1;
    }
    zeros
}
