//! The digests of all answers, as they were when all solvers had been asked for all positions.
//!
//! Solvers that agree with each other may all be wrong. What they answered once and for all is
//! written down here, so that it cannot change unnoticed. `crossply check --exhaustive` prints
//! digests, and ARCHITECTURE.md says how these came about.

use crossply_problems::{Ccf201803_4, Poj1568, Problem};

use crate::Digest;

/// For each number of empties, the digest of the answers to all positions.
const DIGESTS: [(&str, &[(u32, &str)]); 2] = [
    (
        Poj1568::NAME,
        &[
            (2, "7dd5a34092d059bc"),
            (4, "05a4cc78e79fa773"),
            (6, "7bcb20830ebbf6aa"),
            (8, "d9cccbdea831f0aa"),
            (10, "6da85024b6575b33"),
            (12, "f0ffe4e1cfb69fa5"),
        ],
    ),
    (
        Ccf201803_4::NAME,
        &[
            (1, "30eb6f5736b893ab"),
            (3, "1ced64b0eced2b6c"),
            (5, "e781f297cb629638"),
            (7, "0c820afee0198ac4"),
            (9, "a17a030c11fd347e"),
        ],
    ),
];

/// The digest of the answers to all positions of `P` with so many empties, if there are any.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "a test parses them all")]
pub fn recorded_digest<P: Problem>(empties: u32) -> Option<Digest> {
    let (_, digests) = DIGESTS.iter().find(|(problem, _)| *problem == P::NAME)?;
    let (_, digest) = digests.iter().find(|&&(number, _)| number == empties)?;
    Some(digest.parse().expect("a digest"))
}
