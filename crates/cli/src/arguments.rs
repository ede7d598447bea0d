//! Arguments that several commands share.

use std::ops::{Range, RangeInclusive};
use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use crossply::cli::{announce_seed, parse_range};
use crossply_games::targets::{TARGETS, Target};
use crossply_problems::{Ccf201803_4, Game, Poj1568, Problem};

/// A problem, by its name. As a number, it is the index of the problem's check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProblemName {
    #[value(name = Poj1568::NAME, help = Poj1568::SUMMARY)]
    Poj1568,
    #[value(name = Ccf201803_4::NAME, help = Ccf201803_4::SUMMARY)]
    Ccf201803_4,
}

/// Calls a function that is generic over the problem, for the problem with this name.
macro_rules! for_problem {
    ($name:expr, $function:ident($($argument:expr),*)) => {
        match $name {
            $crate::arguments::ProblemName::Poj1568 => {
                $function::<crossply_problems::Poj1568>($($argument),*)
            }
            $crate::arguments::ProblemName::Ccf201803_4 => {
                $function::<crossply_problems::Ccf201803_4>($($argument),*)
            }
        }
    };
}
pub(crate) use for_problem;

/// The number of cells of the largest board.
const MAX_EMPTIES: u32 = 16;

/// All numbers of empties.
pub(crate) const ANY_EMPTIES: RangeInclusive<u32> = 0..=MAX_EMPTIES;

/// Parses numbers of empties, in the syntax of Rust's ranges: `4`, `0..=8`, `0..9`, `6..` or `..=8`.
pub(crate) fn parse_empties(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (start, end) = parse_range(text)?.into_inner();
    let end = end.min(MAX_EMPTIES.into());
    if start > end {
        return Err(format!("a board has no more than {MAX_EMPTIES} cells"));
    }
    Ok(start as u32..=end as u32)
}

/// Parses the indices of positions: a notation, an index, or a range of indices.
pub(crate) fn parse_indices<P: Problem>(text: &str) -> anyhow::Result<Range<u64>> {
    // A notation has no digits, and a range has only digits, dots and `=`.
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    let is_range = has_digit && text.chars().all(|c| c.is_ascii_digit() || ".=".contains(c));
    if !is_range {
        let index = P::domain().index(P::parse(text)?);
        return Ok(index..index + 1);
    }
    let (start, end) = parse_range(text).map_err(anyhow::Error::msg)?.into_inner();
    let last = P::domain().len() - 1;
    if start > last || (end > last && !text.ends_with("..")) {
        bail!("the last position has index {last}");
    }
    Ok(start..end.min(last) + 1)
}

/// Parses the name of a fuzz target.
pub(crate) fn target_parser() -> impl TypedValueParser<Value = &'static Target> {
    let names = TARGETS.iter().map(|target| &*target.name);
    PossibleValuesParser::new(names).map(|name| Target::find(&name).expect("clap knows the names"))
}

/// The fuzz target after which the file's folder is named.
pub(crate) fn target_of(path: &Path) -> Option<&'static Target> {
    // Links are not resolved, because a folder may be a link to that of another target.
    let path = std::path::absolute(path).ok()?;
    Target::find(path.parent()?.file_name()?.to_str()?)
}

/// A new random seed. It is printed.
pub(crate) fn new_seed() -> u64 {
    let seed = crossply::new_seed();
    announce_seed(seed);
    seed
}
