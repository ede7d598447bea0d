//! Says which commit a package was made from, where this is built from a package.
//!
//! There is no repository to ask then, or somebody else's: that of a distribution's packages, or of a
//! home folder. What cargo wrote into the package knows.

use std::path::Path;
use std::{env, fs, io};

use serde_json::Value;

fn main() -> io::Result<()> {
    // A package does not change. In the repository the file is not there, and needs not be waited for.
    println!("cargo::rerun-if-changed=build.rs");
    let path = Path::new(".cargo_vcs_info.json");
    if !path.exists() {
        return Ok(());
    }
    let package: Value = serde_json::from_slice(&fs::read(path)?)?;
    if let Some(commit) = package["git"]["sha1"].as_str() {
        let version = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
        let commit = commit.get(..9).unwrap_or(commit);
        let dirty = match package["git"]["dirty"] {
            Value::Bool(true) => "-dirty",
            _ => "",
        };
        println!("cargo::rustc-env=CROSSPLY_PACKAGED={version} ({commit}{dirty})");
    }
    Ok(())
}
