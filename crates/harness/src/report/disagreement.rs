//! A disagreement: the board, the answers, and how to come back to it.

use std::fmt::Display;

use crate::oracles::Judged;
use crate::oracles::proof::proven_answer;
use crate::report::play::why;
use crossply_problems::{Board, Position, Problem};

use crate::minimise::Provenance;
use crate::{Disagreement, Outcome};

/// Describes the disagreement, over several lines: the board, the answers, which are wrong and by
/// what line of play, how it was come by, and how to come back to it.
#[must_use]
pub fn disagreement<P: Judged>(disagreement: &Disagreement<P>, provenance: Provenance) -> String {
    let Disagreement { position, outcomes } = disagreement;
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
    let origin = self::provenance(provenance);
    if !origin.is_empty() {
        lines.push(origin);
    }
    if provenance == Provenance::DependsOnHistory {
        lines.push(String::new());
        return lines.join("\n");
    }
    lines.extend([
        format!("To see it again:   crossply show {}:{notation}", P::NAME),
        "To keep it as a test, in crates/harness/tests/regressions.rs:".to_owned(),
        String::new(),
        "    #[test]".to_owned(),
        format!("    fn {}_position_{index}() {{", identifier::<P>()),
        format!(
            "        assert_agreement::<{}>(\"{notation}\");",
            P::TYPE_NAME
        ),
        "    }".to_owned(),
        String::new(),
    ]);
    lines.join("\n")
}

/// How a disagreement was come by; nothing if it was met.
#[must_use]
pub fn provenance(provenance: Provenance) -> String {
    match provenance {
        Provenance::Seen => String::new(),
        Provenance::Minimised {
            wrong,
            simplest: true,
        } => format!("It is the simplest: {wrong} is right about all positions before it."),
        Provenance::Minimised {
            wrong,
            simplest: false,
        } => format!("It is the simplest found about which {wrong} is wrong."),
        Provenance::DependsOnHistory => {
            "Asked for this position alone, they are right: an answer depends on the positions\n\
             asked before it. To see it again, repeat the run."
                .to_owned()
        }
    }
}

/// What a position is called in a sentence: its index and how far the game is.
#[must_use]
pub fn name<P: Problem>(position: Position<P>) -> String {
    let index = P::domain().index(position);
    match position.empties() {
        1 => format!("position {index} (1 empty cell)"),
        empties => format!("position {index} ({empties} empties)"),
    }
}

/// The board, indented, without an end of the last line.
#[must_use]
pub fn board<P: Problem>(board: impl Into<Board<P>>) -> String {
    let rows = board.into().to_string();
    let rows: Vec<_> = rows.lines().map(|row| format!("    {row}")).collect();
    rows.join("\n")
}

/// What each solver made of a position, a line for each. Answers that are proven wrong are marked.
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

fn identifier<P: Problem>() -> String {
    P::NAME.replace('-', "_")
}
