//! Arguments that several commands share, and their parsers.

use std::fs;
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::Context;

use crate::check::{Check, Selection};
use crate::error::CheckError;

/// The option that selects solvers.
#[derive(Clone, Debug, clap::Args)]
pub struct SolversArgument {
    /// The solvers: a,b, or -a,-b to leave some out [default: all]
    #[arg(
        long,
        value_name = "NAMES",
        env = "CROSSPLY_SOLVERS",
        allow_hyphen_values = true,
        hide_env_values = true
    )]
    solvers: Option<Selection>,
}

impl SolversArgument {
    /// The checks, restricted to the selected solvers.
    ///
    /// # Errors
    /// If no check has a solver with one of the names.
    pub fn of(&self, checks: &[Check]) -> Result<Vec<Check>, CheckError> {
        self.solvers.clone().unwrap_or_default().of(checks)
    }
}

/// Parses a number or a range in the syntax of Rust: `4`, `0..=8`, `0..9`, `6..` or `..=8`.
///
/// ```
/// use crossply::cli::parse_range;
///
/// assert_eq!(parse_range("2..9"), Ok(2..=8));
/// assert!(parse_range("8..=6").is_err());
/// ```
///
/// # Errors
/// If the text is not a range, or the range is empty.
pub fn parse_range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str| match text.parse::<u64>() {
        Ok(number) => Ok(number),
        _ => Err(format!("`{text}` is not a whole number")),
    };
    let is_empty = || format!("`{text}` is empty");
    let range = match text.split_once("..") {
        None => {
            let only = number(text)?;
            only..=only
        }
        Some((start, end)) => {
            let start = if start.is_empty() { 0 } else { number(start)? };
            let end = match end.strip_prefix('=') {
                Some(last) => number(last)?,
                None if end.is_empty() => u64::MAX,
                None => number(end)?.checked_sub(1).ok_or_else(is_empty)?,
            };
            start..=end
        }
    };
    if range.is_empty() {
        return Err(is_empty());
    }
    Ok(range)
}

/// Reads a whole file, or standard input if the path is `-`.
///
/// # Errors
/// If the file cannot be read.
pub fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    bytes.with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_rust_writes_them() {
        assert_eq!(parse_range("4"), Ok(4..=4));
        assert_eq!(parse_range("0..=8"), Ok(0..=8));
        assert_eq!(parse_range("2..9"), Ok(2..=8));
        assert_eq!(parse_range("6.."), Ok(6..=u64::MAX));
        assert_eq!(parse_range("..=8"), Ok(0..=8));
        for wrong in [
            "", "x", "-1", "8..=6", "4..4", "0..0", "1...3", "1..=", "2..=x",
        ] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }
}
