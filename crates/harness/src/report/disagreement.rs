//! A disagreement: the board, the answers, and how to reproduce it.

use std::fmt::Display;
use std::slice;

use crate::oracles::proof::proven_answer;
use crate::report::play::why;
use crossply_problems::{Board, Position, Problem};

use crate::minimise::Provenance;
use crate::{Finding, Outcome};

/// Describes the disagreement over several lines: the board, the answers, which are wrong and a line of play that shows
/// it, how the position was found, and how to reproduce it.
#[must_use]
pub fn disagreement<P: Problem>(disagreement: &Finding<P>, provenance: Provenance) -> String {
    let Finding {
        position,
        outcomes,
        batch,
    } = disagreement;
    let index = P::domain().index(*position);
    let notation = position.notation();
    let wrong: Vec<_> = disagreement.wrong().collect();
    let proof = proven_answer(*position);
    let what = match outcomes.split_first() {
        Some(((_, first), others)) if others.iter().all(|(_, other)| other == first) => {
            format!("the answer to {} is wrong", name(*position))
        }
        _ => format!("the solvers disagree on {}", name(*position)),
    };
    let mut lines = vec![format!("{}: {what}", P::NAME), String::new()];
    lines.push(board(*position));
    lines.push(String::new());
    lines.extend(answers(outcomes, |name| {
        proof.is_ok() && wrong.contains(&name)
    }));
    lines.push(String::new());
    let claims = outcomes.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::Answer(answer) => Some(*answer),
        Outcome::Panic(_) => None,
    });
    match proof {
        Ok(right) => {
            let claim = claims.into_iter().find(|&claim| claim != right);
            lines.extend([why(*position, claim), String::new()]);
        }
        Err(unproven) => lines.extend([unproven.to_string(), String::new()]),
    }
    let origin = self::provenance(disagreement, provenance);
    if !origin.is_empty() {
        lines.push(origin);
    }
    if let Some(command) = command(disagreement, provenance) {
        let (name, assertion) = if batch.is_empty() {
            let assertion = format!("assert_agreement::<{}>(\"{notation}\");", type_name::<P>());
            ("position", assertion)
        } else {
            let boards = quoted(batch).join(", ");
            let assertion = format!(
                "assert_batch_agreement::<{}>(&[{boards}]);",
                type_name::<P>()
            );
            ("batch_with_position", assertion)
        };
        lines.extend([
            format!("To see it again:   {command}"),
            "To keep it as a test, in crates/harness/tests/regressions.rs:".to_owned(),
            String::new(),
            "    #[test]".to_owned(),
            format!("    fn {}_{name}_{index}() {{", P::module()),
            format!("        {assertion}"),
            "    }".to_owned(),
        ]);
    }
    lines.push(String::new());
    lines.join("\n")
}

/// The command that reproduces the disagreement. None if neither the position alone nor a short batch shows it.
#[must_use]
pub fn command<P: Problem>(found: &Finding<P>, provenance: Provenance) -> Option<String> {
    let boards = match &found.batch[..] {
        [] if provenance == Provenance::DependsOnHistory => return None,
        [] => slice::from_ref(&found.position),
        batch if batch.len() > SHOWN => return None,
        batch => batch,
    };
    let boards = boards
        .iter()
        .map(|position| format!(" {}:{}", P::NAME, position.notation()));
    Some(format!("crossply show{}", boards.collect::<String>()))
}

/// The most positions of a batch that a report shows. A longer batch explains nothing.
const SHOWN: usize = 12;

/// How the position was found. Empty if a run met it.
#[must_use]
pub fn provenance<P: Problem>(found: &Finding<P>, provenance: Provenance) -> String {
    match provenance {
        Provenance::Seen => String::new(),
        Provenance::Minimised {
            wrong,
            simplest: true,
        } => format!("It is the simplest: {wrong} is right about all positions before it."),
        Provenance::Minimised {
            wrong,
            simplest: false,
        } => format!("It is the simplest position found that {wrong} gets wrong."),
        Provenance::DependsOnHistory if found.batch.len() > SHOWN => format!(
            "Asked for this position alone, every solver is right. The fault shows in a batch of {} positions,\n\
             and in no shorter one that was found. To see it again, repeat the run.",
            found.batch.len()
        ),
        Provenance::DependsOnHistory if !found.batch.is_empty() => {
            let boards: Vec<_> = found
                .batch
                .iter()
                .map(|position| format!("    {}", position.notation()))
                .collect();
            format!(
                "Asked for this position alone, every solver is right. The fault shows if these positions are\n\
                 asked for at once:\n\n{}\n",
                boards.join("\n")
            )
        }
        Provenance::DependsOnHistory => {
            "Asked for this position alone, every solver is right: an answer depends on the positions\n\
             asked before it. To see it again, repeat the run."
                .to_owned()
        }
    }
}

/// The position's name in a sentence: its index and how far the game has come.
#[must_use]
pub fn name<P: Problem>(position: Position<P>) -> String {
    let index = P::domain().index(position);
    match position.empties() {
        1 => format!("position {index} (1 empty cell)"),
        empties => format!("position {index} ({empties} empties)"),
    }
}

/// The board, indented, without a line end after the last row.
#[must_use]
pub fn board<P: Problem>(board: impl Into<Board<P>>) -> String {
    let rows = board.into().to_string();
    let rows: Vec<_> = rows.lines().map(|row| format!("    {row}")).collect();
    rows.join("\n")
}

/// The outcome of each solver, one per line. Answers that are proven wrong are marked.
pub fn answers<A: Display>(
    outcomes: &[(&'static str, Outcome<A>)],
    proven_wrong: impl Fn(&str) -> bool,
) -> Vec<String> {
    let width = outcomes
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    let line = |(name, outcome): &(&str, Outcome<A>)| {
        let mark = match outcome {
            Outcome::Answer(_) if proven_wrong(name) => "   <- proven wrong",
            _ => "",
        };
        format!("    {name:width$}   {outcome}{mark}")
    };
    outcomes.iter().map(line).collect()
}

fn quoted<P: Problem>(batch: &[Position<P>]) -> Vec<String> {
    let quoted = |position: &Position<P>| format!("\"{}\"", position.notation());
    batch.iter().map(quoted).collect()
}

/// The name of the problem's marker type, as code imports it.
fn type_name<P: Problem>() -> &'static str {
    let path = std::any::type_name::<P>();
    path.rsplit("::").next().unwrap_or(path)
}
