//! Arguments that several commands take, and how they are written.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;
use std::thread;

use anyhow::bail;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crossply_games::targets::{TARGETS, Target};
use crossply_games::{Selection, did_you_mean};
use crossply_problems::{Entry, Position, Problem, for_all_problems};
use crossply_report::Format;

use crate::terminal::notice;

/// Calls a function that is generic over the problem for the problem of this name.
macro_rules! for_problem {
    ($name:expr, $function:ident($($argument:expr),* $(,)?)) => {
        crossply_problems::for_all_problems!(
            [$crate::arguments::call] $name, $function, ($($argument),*)
        )
    };
}
macro_rules! call {
    ([$(($problem:ident, $module:ident))*] $name:expr, $function:ident, $arguments:tt) => {
        match $name {
            $($crate::arguments::ProblemName::$problem => {
                $function::<crossply_problems::$problem> $arguments
            })*
        }
    };
}
pub(crate) use call;
pub(crate) use for_problem;

macro_rules! problem_names {
    ([$(($problem:ident, $module:ident))*]) => {
        /// A problem, by its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum ProblemName {
            $($problem),*
        }

        impl ValueEnum for ProblemName {
            fn value_variants<'a>() -> &'a [Self] {
                &[$(ProblemName::$problem),*]
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                fn named<P: Problem>() -> PossibleValue {
                    PossibleValue::new(P::NAME).help(P::SUMMARY)
                }
                Some(for_problem!(*self, named()))
            }
        }
    };
}
for_all_problems!([problem_names]);

/// Which solvers take part.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Solvers {
    /// The solvers: a,b, or -a,-b to leave some out [default: all]
    #[arg(
        long = "solvers",
        value_name = "NAMES",
        env = crossply_games::SOLVERS_ENV,
        allow_hyphen_values = true,
        hide_env_values = true
    )]
    selection: Option<Selection>,
}

impl Solvers {
    /// Those of problem `P`.
    pub(crate) fn of<P: Problem>(&self) -> Vec<&'static Entry<P>> {
        self.selection.clone().unwrap_or_default().of()
    }
}

/// Reads the name of a format.
pub(crate) fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|format| {
        let (name, readers) = format.name();
        PossibleValue::new(name).help(readers)
    });
    PossibleValuesParser::new(names).map(|name| {
        let mut formats = Format::ALL.into_iter();
        let named = formats.find(|format| format.name().0 == name);
        named.expect("clap knows the names")
    })
}

/// Numbers of empties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Empties(pub(crate) RangeInclusive<u32>);

/// The cells of the largest board.
const MOST_EMPTIES: u32 = 16;

impl Default for Empties {
    fn default() -> Self {
        Empties(0..=MOST_EMPTIES)
    }
}

/// Reads numbers of empties as Rust writes ranges: `4`, `0..=8`, `0..9`, `6..` or `..=8`.
pub(crate) fn parse_empties(text: &str) -> Result<Empties, String> {
    let number = |text: &str| match text.parse::<u32>() {
        Ok(number) if number <= MOST_EMPTIES => Ok(number),
        _ => Err(format!("`{text}` is no number from 0 to {MOST_EMPTIES}")),
    };
    let range = match text.split_once("..") {
        None => {
            let only = number(text)?;
            only..=only
        }
        Some((start, end)) => {
            let start = if start.is_empty() { 0 } else { number(start)? };
            let end = match end.strip_prefix('=') {
                Some(last) => number(last)?,
                None if end.is_empty() => MOST_EMPTIES,
                None => number(end)?
                    .checked_sub(1)
                    .ok_or_else(|| format!("`{text}` is empty"))?,
            };
            start..=end
        }
    };
    if range.is_empty() {
        return Err(format!("`{text}` is empty"));
    }
    Ok(Empties(range))
}

/// Reads a position: a board in its notation, or an index.
pub(crate) fn board<P: Problem>(text: &str) -> anyhow::Result<Position<P>> {
    let Ok(index) = text.parse() else {
        return Ok(text.parse::<Position<P>>()?);
    };
    let domain = P::domain();
    if index >= domain.len() {
        bail!("the last position has index {}", domain.len() - 1);
    }
    Ok(domain.position(index))
}

/// Reads the name of a fuzz target.
pub(crate) fn parse_target(name: &str) -> Result<&'static Target, String> {
    Target::named(name).ok_or_else(|| {
        let known: Vec<_> = TARGETS.iter().map(|target| &*target.name).collect();
        format!(
            "no fuzz target is called `{name}`{}; the targets are {}",
            did_you_mean(name, &known),
            known.join(", ")
        )
    })
}

/// The fuzz target after which the file's folder is named.
pub(crate) fn target_of(path: &Path) -> Option<&'static Target> {
    // A folder may be a link to that of another target.
    let path = std::path::absolute(path).ok()?;
    Target::named(path.parent()?.file_name()?.to_str()?)
}

/// How many threads work: as many as asked for, or one for each core.
pub(crate) fn threads(jobs: Option<u16>) -> NonZeroUsize {
    let jobs = match jobs {
        Some(jobs) => NonZeroUsize::new(jobs.into()),
        None => thread::available_parallelism().ok(),
    };
    jobs.unwrap_or(NonZeroUsize::MIN)
}

/// A seed that nobody has chosen, short enough to be typed. It is announced, so that the run can
/// be repeated even if it does not come to its end.
pub(crate) fn new_seed() -> u64 {
    let seed = rand::random_range(0..1_000_000);
    notice(format_args!(
        "seed {seed} (to repeat this run: --seed {seed})"
    ));
    seed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_rust_writes_them() {
        let empties = |text| parse_empties(text).map(|empties| empties.0);
        assert_eq!(empties("4"), Ok(4..=4));
        assert_eq!(empties("0..=8"), Ok(0..=8));
        assert_eq!(empties("2..9"), Ok(2..=8));
        assert_eq!(empties("6.."), Ok(6..=16));
        assert_eq!(empties("..=8"), Ok(0..=8));
        for wrong in [
            "", "x", "-1", "8..=6", "4..4", "0..0", "17", "1...3", "1..=", "2..=x",
        ] {
            assert!(empties(wrong).is_err(), "{wrong}");
        }
    }
}
