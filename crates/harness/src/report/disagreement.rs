//! A disagreement: the board, the answers, and how to come back to it.

use std::fmt::Display;

use crossply_problems::{Board, Position, Problem};
use crossply_solvers::Solved;

use crate::minimise::Provenance;
use crate::{Disagreement, Outcome};

/// Describes the disagreement, over several lines: the board, the answers, how it was come by, and
/// how to come back to it.
#[must_use]
pub fn disagreement<P: Solved>(disagreement: &Disagreement<P>, provenance: Provenance) -> String {
    let Disagreement { position, outcomes } = disagreement;
    let index = P::domain().index(*position);
    let notation = position.notation();
    let mut lines = vec![
        format!("{}: the solvers disagree on {}", P::NAME, name(*position)),
        String::new(),
    ];
    lines.push(board(*position));
    lines.push(String::new());
    lines.extend(answers(outcomes, |name| {
        disagreement.minority().any(|other| other == name)
    }));
    lines.push(String::new());
    match provenance {
        Provenance::Seen => {}
        Provenance::Minimised {
            between: [a, b],
            simplest: true,
        } => lines.push(format!(
            "It is the simplest: {a} and {b} agree on all positions before it."
        )),
        Provenance::Minimised {
            between: [a, b],
            simplest: false,
        } => lines.push(format!(
            "It is the simplest found on which {a} and {b} disagree."
        )),
        Provenance::DependsOnHistory => {
            lines.push(
                "Asked for this position alone, they agree: an answer depends on the positions\n\
                 asked before it. To see it again, repeat the run.\n"
                    .to_owned(),
            );
            return lines.join("\n");
        }
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

/// What each solver made of a position, a line for each. Those in the minority are marked, unless
/// all are.
pub fn answers<A: Display>(
    outcomes: &[(&'static str, Outcome<A>)],
    in_minority: impl Fn(&str) -> bool,
) -> Vec<String> {
    let width = outcomes
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    let all = outcomes.iter().all(|(name, _)| in_minority(name));
    let line = |(name, outcome): &(&str, Outcome<A>)| {
        let mark = if !all && in_minority(name) {
            "   <- in the minority"
        } else {
            ""
        };
        format!("    {name:width$}   {outcome}{mark}")
    };
    outcomes.iter().map(line).collect()
}

fn identifier<P: Problem>() -> String {
    P::NAME.replace('-', "_")
}
