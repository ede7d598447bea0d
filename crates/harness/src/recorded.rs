//! The digests of all answers on record: those of [`Problem::DIGESTS`].

use crossply_problems::Problem;

use crate::Digest;

/// The digest of the answers to all positions of `P` with so many empties, if there are any.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "a test parses them all")]
pub fn recorded_digest<P: Problem>(empties: u32) -> Option<Digest> {
    let (_, digest) = P::DIGESTS.iter().find(|&&(number, _)| number == empties)?;
    Some(digest.parse().expect("a digest"))
}
