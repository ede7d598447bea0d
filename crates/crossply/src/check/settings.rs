//! Settings for checks in tests. They come from the environment, so that they can change without a change to the code. The
//! command line parses its options in the same way.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;
use std::{env, thread};

use crate::check::Selection;
use crate::error::CheckError;
use crate::isolated::LIMIT;
use crate::run::{SHARD_ENV, Shard, Time};

/// How long a run may take by default.
pub(crate) const TIME: Time = Time {
    whole: Duration::from_secs(10),
    part: Duration::from_secs(3),
};

/// The variables that only tests read.
pub(crate) const OF_TESTS: [&str; 5] = [
    "CROSSPLY_TIME",
    "CROSSPLY_CASES",
    "CROSSPLY_SEED",
    "CROSSPLY_INPUTS",
    "CROSSPLY_KEEP",
];

/// The variables that the command line reads as well.
const OF_ALL: [&str; 3] = ["CROSSPLY_SOLVERS", SHARD_ENV, "CROSSPLY_ISOLATED"];

/// The settings from the environment.
#[derive(Debug)]
pub(crate) struct Settings {
    /// How long the run may take.
    pub(crate) time: Time,
    /// If set, the number of inputs to draw, and the run checks no others.
    pub(crate) cases: Option<u64>,
    pub(crate) seed: Option<u64>,
    /// If set, the numbers of the only inputs to check, in this order.
    pub(crate) inputs: Option<Vec<u128>>,
    pub(crate) solvers: Selection,
    pub(crate) shard: Shard,
    /// Whether to keep the simplest failing input in a file.
    pub(crate) keeps: bool,
}

/// The time limit for each answer if a check is isolated, and `None` if it is not. `by_default` says whether it is, unless the
/// environment variable `CROSSPLY_ISOLATED` says otherwise.
pub(crate) fn isolation(by_default: bool) -> Result<Option<Duration>, CheckError> {
    let limit = variable("CROSSPLY_ISOLATED", |text| match text {
        "1" => Ok(Some(LIMIT)),
        "0" | "" => Ok(None),
        _ => humantime::parse_duration(text)
            .map(Some)
            .map_err(|_| "expected 1, 0 or a time such as 30s"),
    });
    Ok(limit?.unwrap_or(by_default.then_some(LIMIT)))
}

impl Settings {
    /// Reads the environment variables, and refuses misspelt names.
    pub(crate) fn from_environment() -> Result<Self, CheckError> {
        refuse_misspelt()?;
        let time = variable("CROSSPLY_TIME", humantime::parse_duration)?;
        let number = |text: &str| {
            let number = text.trim().parse::<u128>();
            number.map_err(|_| format!("`{text}` is not a number from 0 on"))
        };
        Ok(Settings {
            time: time.map_or(TIME, |time| Time {
                whole: time,
                part: time,
            }),
            cases: variable("CROSSPLY_CASES", whole_number(1..=u64::MAX))?,
            seed: variable("CROSSPLY_SEED", whole_number(0..=u64::MAX))?,
            inputs: variable("CROSSPLY_INPUTS", |text| {
                text.split(',').map(number).collect::<Result<Vec<_>, _>>()
            })?,
            solvers: variable("CROSSPLY_SOLVERS", str::parse)?.unwrap_or_default(),
            shard: variable(SHARD_ENV, str::parse)?.unwrap_or(Shard::WHOLE),
            keeps: is_set("CROSSPLY_KEEP")?,
        })
    }
}

/// Refuses an environment variable whose name differs from a known one in one place.
pub(crate) fn refuse_misspelt() -> Result<(), CheckError> {
    for (name, _) in env::vars_os() {
        let name = name.to_string_lossy();
        let is_similar = |known: &&&str| strsim::damerau_levenshtein(&name, known) == 1;
        if let Some(known) = OF_TESTS.iter().chain(&OF_ALL).find(is_similar) {
            return Err(CheckError::new(format!(
                "{name} is no variable; did you mean {known}?"
            )));
        }
    }
    Ok(())
}

/// Whether an environment variable is 1.
///
/// # Errors
/// If it is neither 1 nor 0.
pub(crate) fn is_set(name: &str) -> Result<bool, CheckError> {
    let flag = variable(name, |text| match text {
        "1" => Ok(true),
        "0" | "" => Ok(false),
        _ => Err("expected 1 or 0"),
    });
    Ok(flag?.unwrap_or(false))
}

/// A parser for whole numbers in a range.
pub fn whole_number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let in_range = text.parse().ok().filter(|number| range.contains(number));
        let number = in_range.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match (range.start(), range.end()) {
            (least, &u64::MAX) => format!("expected a whole number from {least} to 2^64 - 1"),
            (least, most) => format!("expected a whole number from {least} to {most}"),
        })
    }
}

/// The number of threads: `jobs` if given, or else one for each core.
pub fn threads(jobs: Option<u16>) -> NonZeroUsize {
    let jobs = match jobs {
        Some(jobs) => NonZeroUsize::new(jobs.into()),
        None => thread::available_parallelism().ok(),
    };
    jobs.unwrap_or(NonZeroUsize::MIN)
}

/// The value of an environment variable, if it is set.
pub(crate) fn variable<T, E: Display>(
    name: &str,
    parse: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<T>, CheckError> {
    let text = match env::var(name) {
        Ok(text) => text,
        Err(env::VarError::NotPresent) => return Ok(None),
        Err(error) => return Err(CheckError::new(format!("{name}: {error}"))),
    };
    let value = parse(&text).map_err(|error| {
        // In the words of the command line.
        CheckError::new(format!("invalid value '{text}' for {name}: {error}"))
    })?;
    Ok(Some(value))
}
