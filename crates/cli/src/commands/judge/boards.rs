//! The boards on which a program is judged.

use anyhow::{Context, bail};
use crossply_games::check::indices_with_empties;
use crossply_judge::Boards;
use crossply_problems::Problem;

use super::Arguments;
use crate::arguments::{ANY_EMPTIES, new_seed, parse_indices};
use crate::input::{open, read_boards};

/// The boards that the arguments select.
pub(super) fn selected_boards<P: Problem>(arguments: &Arguments) -> anyhow::Result<Boards<P>> {
    if arguments.killing {
        return Ok(Boards::killing());
    }
    if arguments.input.is_some() || !arguments.board.is_empty() {
        let mut listed = Vec::new();
        if let Some(path) = &arguments.input {
            let (input, name) = open(path)?;
            listed = read_boards::<P>(input, name).collect::<Result<_, _>>()?;
        }
        for text in &arguments.board {
            let indices = parse_indices::<P>(text).with_context(|| format!("--board {text}"))?;
            listed.extend(P::domain().positions(indices));
        }
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
