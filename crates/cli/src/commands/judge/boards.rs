//! The boards to judge a program on.

use anyhow::{Context, bail};
use crossply_games::check::indices_with_empties;
use crossply_judge::Boards;
use crossply_problems::{Position, Problem};

use super::Arguments;
use crate::arguments::{ANY_EMPTIES, new_seed, positions};
use crate::input::{open, read};

/// The boards that the arguments ask for.
pub(super) fn boards<P: Problem>(arguments: &Arguments) -> anyhow::Result<Boards<P>> {
    if arguments.killing {
        return Ok(Boards::killing());
    }
    if arguments.input.is_some() || !arguments.board.is_empty() {
        let listed = match &arguments.input {
            Some(path) => {
                let (input, name) = open(path)?;
                read::<P>(input, &name)?
            }
            None => named::<P>(&arguments.board)?,
        };
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
        Boards::Usual(indices)
    } else {
        Boards::Indices(indices)
    })
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
