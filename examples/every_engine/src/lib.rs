//! The single definition of a check. Tests, a fuzz target and a command line all use it.

use crossply::{CrossCheck, domain};

/// The integer square root by Newton's method, from above.
fn newton(n: u32) -> u32 {
    let bits = 64 - u64::from(n).leading_zeros();
    // With the planted fault, the first guess is too low.
    let half = if cfg!(feature = "fault") {
        bits / 2
    } else {
        bits.div_ceil(2)
    };
    let mut root = 1_u64 << half;
    while root * root > n.into() {
        root = u64::midpoint(root, u64::from(n) / root);
    }
    root as u32
}

/// Integer square roots of the first million numbers.
#[must_use]
pub fn isqrt() -> CrossCheck<u32, u32> {
    CrossCheck::new("isqrt", domain::range(0..1_000_000))
        .summary("integer square roots")
        .solver("float", |&n| f64::from(n).sqrt() as u32)
        .solver("newton", |&n| newton(n))
        .digests()
}
