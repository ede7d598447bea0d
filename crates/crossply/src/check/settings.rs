//! Settings from the environment for checks in tests, which let a run take longer or look elsewhere without a change of code.

use std::env;
use std::fmt::Display;
use std::time::Duration;

use crate::check::Selection;
use crate::definition::Outline;
use crate::error::CheckError;
use crate::isolated::LIMIT;
use crate::run::{SHARD_ENV, Shard, Time};

/// How long a run may take that was not given a time.
pub(crate) const TIME: Time = Time {
    whole: Duration::from_secs(10),
    part: Duration::from_secs(3),
};

/// What the environment asks for.
#[derive(Debug)]
pub(crate) struct Settings {
    /// How long it may take.
    pub(crate) time: Time,
    /// How many inputs to draw instead.
    pub(crate) cases: Option<u64>,
    pub(crate) seed: Option<u64>,
    /// The numbers of the only inputs to ask for, in this order.
    pub(crate) inputs: Option<Vec<u128>>,
    pub(crate) solvers: Selection,
    pub(crate) shard: Shard,
    /// Whether a wrong input is kept in a file.
    pub(crate) keeps: bool,
}

/// How much time each answer of this check has, if it is carried out in a process of its own: as the environment variable
/// `CROSSPLY_ISOLATED` says, or else its definition.
pub(crate) fn isolation(check: &Outline) -> Result<Option<Duration>, CheckError> {
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
        let flag = |text: &str| match text {
            "1" => Ok(true),
            "0" | "" => Ok(false),
            _ => Err(format!("`{text}` is neither 1 nor 0")),
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
            keeps: variable("CROSSPLY_KEEP", flag)?.unwrap_or(false),
        })
    }
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
