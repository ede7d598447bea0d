//! Tells the library how it is optimised, so that it can advise users whose tests compare little.

use std::env;

fn main() {
    let level = env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=CROSSPLY_OPT_LEVEL={level}");
    println!("cargo::rerun-if-changed=build.rs");
}
