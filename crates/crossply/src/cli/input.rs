//! Where input comes from.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;

/// All of a file, or of standard input if it is called `-`.
///
/// # Errors
/// If it cannot be read.
pub fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    bytes.with_context(|| format!("cannot read {}", path.display()))
}
