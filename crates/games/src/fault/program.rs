//! Explains the answers of a program, for which the boards before in the same input may matter as well.

use std::fmt;
use std::sync::Arc;

use crossply::{Explainer, Failure, Fault, Feature, Interrupted, Threads};
use crossply_problems::{Position, Problem};

use super::geometry::{Geometry, number};
use super::scorer::Scorer;
use super::{Response, facts, taught};

/// A board, and what the program was asked in the same input.
#[derive(Clone)]
struct Asked<P> {
    position: Position<P>,
    before: u64,
    /// How many boards are in the input.
    of: u64,
    /// The sign of the right answer before.
    last: Option<i8>,
    /// The signs of the right answers before: bit 0 stands for -1.
    signs_before: u8,
}

/// Explains where a program is wrong: in each run it was asked for these positions, with these right answers, and gave
/// these. None if all are right.
///
/// # Errors
/// If the user interrupts it.
pub fn explain_program<P: Problem>(
    runs: impl IntoIterator<Item = Vec<(Position<P>, P::Answer, Response<P>)>>,
    threads: Threads<'_>,
) -> Result<Option<Fault>, Interrupted> {
    let runs = runs.into_iter().map(|run| {
        let of = run.len() as u64;
        let (mut last, mut signs_before) = (None, 0);
        (0..)
            .zip(run)
            .map(move |(before, (position, right, given))| {
                let asked = Asked {
                    position,
                    before,
                    of,
                    last,
                    signs_before,
                };
                let sign = number::<P>(right).signum();
                last = Some(sign);
                signs_before |= 1 << (sign + 1);
                let given = given.map_err(Failure::from);
                (asked, right, given)
            })
    });
    let explainer = Explainer::with(features::<P>(), "board", "boards");
    let explainer = taught(explainer, |asked: &Asked<P>| asked.position);
    let of = "boards in inputs that the statement allows";
    explainer.explain("The program", of, runs, threads)
}

/// The features of a board, and those of its input.
fn features<P: Problem>() -> Vec<Feature<Asked<P>>> {
    let rules = Arc::new(Scorer::by_the_rules(Geometry::of::<P>()));
    let of_board = facts::of_positions::<P>(&rules).into_iter();
    let mut features: Vec<Feature<Asked<P>>> = of_board
        .map(|feature| feature.of("", |asked: &Asked<P>| &asked.position))
        .collect();
    let last = Feature::fact(
        "it is the last of several boards in an input",
        |asked: &Asked<P>| asked.of > 1 && asked.before + 1 == asked.of,
    );
    features.push(last.otherwise("it is not the last of several boards in an input"));
    features.push(Feature::number(
        "the number of boards before it in the same input",
        |asked: &Asked<P>| i128::from(asked.before),
    ));
    features.push(Feature::number(
        "the number of boards in the input",
        |asked: &Asked<P>| i128::from(asked.of),
    ));
    for &([ends, _], is) in facts::results(rules.outline) {
        let words = format!("{ends} the board before in the same input");
        let before = Feature::fact(&words, move |asked: &Asked<P>| asked.last.is_some_and(is));
        features.push(before);
        let words = format!("{ends} an earlier board of the same input");
        let earlier = Feature::fact(&words, move |asked: &Asked<P>| {
            let mut signs = -1..=1;
            signs.any(|sign| asked.signs_before >> (sign + 1) & 1 == 1 && is(sign))
        });
        features.push(earlier.otherwise(&format!(
            "no earlier board of the same input is one where {ends}"
        )));
    }
    features
}

impl<P: Problem> fmt::Debug for Asked<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.notation())
    }
}
