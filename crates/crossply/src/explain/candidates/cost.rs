//! What the numbers of a condition cost, in bits. Round numbers are cheap, because they are likely in code.

use crate::feature::Kind;

/// Divisors that often occur in code.
pub(super) const DIVISORS: [i128; 35] = [
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 20, 24, 25, 32, 50, 60, 64, 100, 128, 256, 365,
    400, 512, 1000, 1024, 3600, 4096, 10_000, 65_536, 86_400, 1_000_000,
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
        _ => bits_of_round(by.unsigned_abs()) + 1.0,
    }
}

/// The cost of a number, in bits.
pub(super) fn bits_of(n: i128, kind: Kind) -> f64 {
    let size = n.unsigned_abs();
    let is_end = matches!(kind, Kind::Integer { least, greatest } if n == least || n == greatest);
    if size < 2 {
        return 1.0 + f64::from(u8::from(n < 0)) + f64::from(size as u8);
    }
    if is_end {
        return 3.0;
    }
    if size <= 16 {
        return (size as f64).log2() + 1.5;
    }
    // Numbers beside round ones are likely, too.
    let near = [(size, 0.0), (size + 1, 0.5), (size - 1, 0.5)];
    let bits = near.map(|(near, more)| more + bits_of_round(near));
    bits.into_iter().fold(f64::INFINITY, f64::min)
}

/// The cost of a power of two, or of a number by its decimal digits other than zeros at the end.
fn bits_of_round(size: u128) -> f64 {
    if size.is_power_of_two() {
        return 2.0 + f64::from(size.ilog2()).log2();
    }
    let mut zeros = 0;
    let mut rest = size;
    while rest.is_multiple_of(10) {
        rest /= 10;
        zeros += 1;
    }
    (rest as f64).log2() + 3.0 + f64::from(zeros + 1).log2()
}
