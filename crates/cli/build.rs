//! Says which commit this is built from: the commit that a package was made from, or else that of the repository.
//!
//! In a package there is no repository to ask, or somebody else's: that of a distribution's packages, or of a home folder.
//! What cargo wrote into the package knows.

use std::process::Command;
use std::{env, fs};

fn main() {
    let version = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let commit = match fs::read_to_string(".cargo_vcs_info.json") {
        Ok(package) => of_package(&package),
        Err(_) => of_repository(),
    };
    let commit = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=CROSSPLY_VERSION={version}{commit}");
}

/// The commit in the file that cargo writes into a package.
fn of_package(text: &str) -> Option<String> {
    // A package does not change.
    println!("cargo::rerun-if-changed=build.rs");
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    let dirty = if text.contains("\"dirty\": true") {
        "-dirty"
    } else {
        ""
    };
    Some(format!("{}{dirty}", rest.get(..9)?))
}

/// The commit of the repository, as far as git tells.
fn of_repository() -> Option<String> {
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo::rerun-if-changed={log}");
    println!("cargo::rerun-if-changed=src");
    git(&[
        "describe",
        "--always",
        "--dirty",
        "--exclude=*",
        "--abbrev=9",
    ])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Some(line).filter(|line| output.status.success() && !line.is_empty())
}
