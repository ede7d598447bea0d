//! Settings for checks in tests. They come from the environment, so that they can change without a change to the code.

use std::env;
use std::fmt::Display;
use std::time::Duration;

use crate::check::Selection;
use crate::definition::Definition;
use crate::error::CheckError;
use crate::isolated::LIMIT;
#[cfg(feature = "lines")]
use crate::lines::is_counted;
use crate::run::{SHARD_ENV, Shard, Time};

/// The environment variable that asks for lines of code.
pub(crate) const LINES_ENV: &str = "CROSSPLY_LINES";

/// How long a run may take by default.
pub(crate) const TIME: Time = Time {
    whole: Duration::from_secs(10),
    part: Duration::from_secs(3),
};

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

/// The time limit for each answer if the check is isolated, and `None` if it is not. The environment variable
/// `CROSSPLY_ISOLATED` takes precedence over the definition.
pub(crate) fn isolation(check: &Definition) -> Result<Option<Duration>, CheckError> {
    #[cfg(feature = "lines")]
    if is_counted() {
        return Ok(None);
    }
    let limit = variable("CROSSPLY_ISOLATED", |text| match text {
        "1" => Ok(Some(LIMIT)),
        "0" | "" => Ok(None),
        _ => humantime::parse_duration(text)
            .map(Some)
            .map_err(|_| format!("`{text}` is neither 1 nor 0, nor a time such as 30s")),
    });
    Ok(limit?.unwrap_or(check.is_isolated.then_some(LIMIT)))
}

impl Settings {
    /// Reads the environment variables `CROSSPLY_TIME`, `CROSSPLY_CASES`, `CROSSPLY_SEED`, `CROSSPLY_INPUTS`, `CROSSPLY_SOLVERS`,
    /// `CROSSPLY_SHARD` and `CROSSPLY_KEEP`.
    pub(crate) fn from_environment() -> Result<Self, CheckError> {
        let time = variable("CROSSPLY_TIME", humantime::parse_duration)?;
        let number = |text: &str| {
            let number = text.trim().parse::<u128>();
            number.map_err(|_| format!("`{text}` is not a number from 0 on"))
        };
        let seed = |text: &str| {
            let seed = u64::try_from(number(text)?);
            seed.map_err(|_| format!("`{text}` is greater than {}", u64::MAX))
        };
        let positive = |text: &str| match text.parse() {
            Ok(0) => Err("nothing would be compared".to_owned()),
            Ok(cases) => Ok(cases),
            Err(_) => Err(format!("`{text}` is not a number of inputs")),
        };
        Ok(Settings {
            time: time.map_or(TIME, |time| Time {
                whole: time,
                part: time,
            }),
            cases: variable("CROSSPLY_CASES", positive)?,
            seed: variable("CROSSPLY_SEED", seed)?,
            inputs: variable("CROSSPLY_INPUTS", |text| {
                text.split(',').map(number).collect::<Result<Vec<_>, _>>()
            })?,
            solvers: variable("CROSSPLY_SOLVERS", str::parse)?.unwrap_or_default(),
            shard: variable(SHARD_ENV, str::parse)?.unwrap_or(Shard::WHOLE),
            keeps: is_set("CROSSPLY_KEEP")?,
        })
    }
}

/// Whether an environment variable is 1.
///
/// # Errors
/// If it is neither 1 nor 0.
pub(crate) fn is_set(name: &str) -> Result<bool, CheckError> {
    let flag = variable(name, |text| match text {
        "1" => Ok(true),
        "0" | "" => Ok(false),
        _ => Err(format!("`{text}` is neither 1 nor 0")),
    });
    Ok(flag?.unwrap_or(false))
}

/// The value of an environment variable, if it is set.
pub(crate) fn variable<T, E: Display>(
    name: &str,
    parse: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<T>, CheckError> {
    let refuse = |error: String| CheckError::Plan(format!("{name}: {error}"));
    match env::var(name) {
        Ok(text) => parse(&text)
            .map(Some)
            .map_err(|error| refuse(error.to_string())),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(error) => Err(refuse(error.to_string())),
    }
}
