//! Compares the Jaro-Winkler similarity of an old version of `strsim` with its definition.

use crossply::{CrossCheck, domain};

/// The definition counts at most four characters of a common beginning.
fn jaro_winkler(a: &str, b: &str) -> f64 {
    let jaro = strsim_0_10::jaro(a, b);
    let both = a.chars().zip(b.chars());
    let common = both.take_while(|(a, b)| a == b).take(4).count() as u8;
    jaro + 0.1 * f64::from(common) * (1.0 - jaro)
}

pub fn old() -> CrossCheck<(String, String), f64> {
    let words = || domain::words("abc", 0..=6).map(String::from_iter);
    CrossCheck::new("strsim-old", domain::of((words(), words())))
        .inputs_are("pair", "pairs")
        .within(1e-9)
        .truth("definition", |(a, b): &(String, String)| jaro_winkler(a, b))
        .solver("strsim 0.10.0", |(a, b)| strsim_0_10::jaro_winkler(a, b))
}
