//! The recorded digests of all answers: [`Problem::DIGESTS`].

use crossply_problems::Problem;

use crate::Digest;

/// The recorded digest of the answers to all positions of `P` with this number of empties. None if there are no such
/// positions.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "a test parses them all")]
pub fn recorded_digest<P: Problem>(empties: u32) -> Option<Digest> {
    let (_, digest) = P::DIGESTS.iter().find(|&&(number, _)| number == empties)?;
    Some(digest.parse().expect("a digest"))
}
