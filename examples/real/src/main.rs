//! A command line for cross-checks of widely used crates.

mod base64;
mod globset;
mod half;
mod half_f64;
mod jiff;
mod memchr;
mod quoted_printable;
mod radix_trie;
mod ryu;
mod semver;
mod simdutf8;
mod strsim;
mod time;

use crossply::Check;

fn main() {
    crossply::cli::main([
        Check::from(base64::check()),
        Check::from(globset::check()),
        Check::from(globset::accepted()),
        Check::from(half::check()),
        Check::from(half::old()),
        Check::from(half_f64::check()),
        Check::from(jiff::check()),
        Check::from(memchr::check()),
        Check::from(quoted_printable::old()),
        Check::from(radix_trie::old()),
        Check::from(ryu::check()),
        Check::from(ryu::digits()),
        Check::from(semver::check()),
        Check::from(semver::old()),
        Check::from(simdutf8::check()),
        Check::from(simdutf8::drawn()),
        Check::from(strsim::old()),
        Check::from(time::check()),
        Check::from(time::old()),
    ]);
}
