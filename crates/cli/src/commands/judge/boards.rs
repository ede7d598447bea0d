//! What boards a program is judged on.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use crossply_games::check::indices_with_empties;
use crossply_judge::Boards;
use crossply_problems::{Position, Problem};

use super::Arguments;
use crate::arguments::{ANY_EMPTIES, new_seed, positions};
use crate::input::{explain, open};

/// How long all legal boards are judged, unless an option says otherwise.
const BUDGET: Duration = Duration::from_secs(10);

/// The boards that the arguments ask for.
pub(super) fn boards<P: Problem>(arguments: &Arguments) -> anyhow::Result<Boards<P>> {
    let listed = if let Some(path) = &arguments.input {
        read::<P>(path)?
    } else if arguments.killing {
        return Ok(Boards::killing());
    } else {
        named::<P>(&arguments.board)?
    };
    if arguments.input.is_some() || !arguments.board.is_empty() {
        if listed.is_empty() {
            bail!("there are no boards to judge");
        }
        return Ok(Boards::listed(listed));
    }
    let empties = arguments.empties.clone().unwrap_or(ANY_EMPTIES);
    let indices = indices_with_empties::<P>(&empties)?;
    if let Some(cases) = arguments.cases {
        let seed = arguments.seed.unwrap_or_else(new_seed);
        return Ok(Boards::Drawn(indices, cases, seed));
    }
    let is_usual =
        !arguments.exhaustive && arguments.empties.is_none() && arguments.answers.is_none();
    Ok(if is_usual {
        Boards::Usual(indices, arguments.time.unwrap_or(BUDGET))
    } else {
        Boards::Indices(indices)
    })
}

fn read<P: Problem>(path: &Path) -> anyhow::Result<Vec<Position<P>>> {
    let (input, name) = open(path)?;
    let boards: Result<Vec<_>, _> = P::read(input).collect();
    boards.map_err(|error| explain(error, &name))
}

/// Parses boards: notations, indices, and ranges of indices.
fn named<P: Problem>(names: &[String]) -> anyhow::Result<Vec<Position<P>>> {
    let mut boards = Vec::new();
    for name in names {
        let read = positions::<P>(name);
        boards.extend(read.with_context(|| format!("--board {name}"))?);
    }
    Ok(boards)
}
