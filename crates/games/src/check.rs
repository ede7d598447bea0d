//! The check of a problem.
//!
//! Its domain are the legal positions, with a section for each number of empties. The first position of each symmetry
//! class represents the others. The trusted answer is proven.

use crossply::{CrossCheck, Digest, Limits};
use crossply_problems::symmetry::is_first_of_its_class;
use crossply_problems::{Entry, Problem};
use crossply_proof::right_answer;

use crate::fault::{self, Encoding};
use crate::positions::{SolverAdapter, first_with_more_empties};
use crate::relations::relations;
use crate::report::show_failure;
use crate::truth::proven_answer;

pub use crate::positions::{Check, Positions, indices_with_empties};

/// The number of positions in a block. It is smaller than the default, because proofs are slow.
const BLOCK: u64 = 1024;

/// The check of all solvers.
pub fn all_solvers<P: Problem>() -> Check<P> {
    cross_check(&P::SOLVERS.iter().collect::<Vec<_>>())
}

/// The check of these solvers.
#[expect(clippy::missing_panics_doc, reason = "all digests are digests")]
pub fn cross_check<P: Problem>(solvers: &[&'static Entry<P>]) -> Check<P> {
    let records = P::RECORDED.iter().map(|(empties, _, digest)| {
        let digest: Digest = digest.parse().expect("a test parses them all");
        (empties.to_string(), digest)
    });
    let mut check = CrossCheck::new(P::NAME, Positions::default())
        .block(BLOCK)
        .summary(P::SUMMARY)
        .inputs_are("position", "positions")
        .sections_are("empties")
        .truth("proof", |&position| {
            proven_answer(position).unwrap_or_else(|error| panic!("{error}"))
        })
        .truth_in_bulk(|&position| right_answer(position))
        .representatives("one position per symmetry class", |&position| {
            is_first_of_its_class(position)
        })
        .subject(P::FAST.name)
        .digests()
        .recorded(records)
        .command("cargo run --release --")
        .shown_by(|&position, finding| show_failure(position, finding));
    for &entry in solvers {
        check = check
            .stateful(entry.name, || SolverAdapter((entry.new)()))
            .limits(Limits {
                all: first_with_more_empties::<P>(entry.instant_max_empties),
                representatives: first_with_more_empties::<P>(entry.exhaustive_max_empties),
                drawn: first_with_more_empties::<P>(entry.max_empties),
            });
    }
    check = fault::with_misreadings(check, Encoding::IDENTITY);
    for (name, holds) in relations::<P>() {
        check = check.relation(name, move |&position, ask| {
            holds(position, &|position| ask(&position))
        });
    }
    check
}
