//! Adds the commit to the version.
//!
//! A published package needs no commit, because its version identifies it. If a repository surrounds it, that is
//! another one.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    let mut version = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let is_package = Path::new(".cargo_vcs_info.json").exists();
    if !is_package && let Some(log) = git("rev-parse --git-path logs/HEAD") {
        println!("cargo::rerun-if-changed={log}");
        if let Some(commit) = git("describe --always --dirty --exclude=* --abbrev=9") {
            version += &format!(" ({commit})");
        }
    }
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rustc-env=CROSSPLY_VERSION={version}");
}

fn git(arguments: &str) -> Option<String> {
    let output = Command::new("git")
        .args(arguments.split(' '))
        .output()
        .ok()?;
    let line = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Some(line).filter(|line| output.status.success() && !line.is_empty())
}
