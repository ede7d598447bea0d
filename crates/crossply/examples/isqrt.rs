//! Integer square roots of every `u32`: two implementations agree.

use crossply::{CrossCheck, domain};

/// By Newton's method, from above.
fn newton(n: u32) -> u32 {
    let n = u64::from(n);
    let mut root = 1_u64 << (64 - n.leading_zeros()).div_ceil(2);
    while root * root > n {
        root = u64::midpoint(root, n / root);
    }
    root as u32
}

fn main() {
    CrossCheck::new("isqrt", domain::all::<u32>())
        .solver("float", |&n| f64::from(n).sqrt() as u32)
        .solver("newton", |&n| newton(n))
        .complete()
        .assert();
}
