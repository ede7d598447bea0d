//! How far a quick run goes in a domain: what its size suggests, or what a measured time allows.

use crate::definition::Outline;

/// A domain with more inputs is too large to be covered where nobody measures how long that takes: its first inputs are, and
/// some are drawn from the rest.
const LARGE_DOMAIN: u128 = 1 << 33;
const FIRST_OF_LARGE: u128 = 1 << 20;
const DRAWN_OF_LARGE: u64 = 1 << 17;

/// How far a quick run goes where solvers have no limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// How many inputs it covers, from the first one on.
    pub(crate) first: u128,
    /// How many it draws beyond.
    pub(crate) drawn: u64,
}

impl Reach {
    /// The whole domain.
    pub(crate) const ALL: Self = Reach {
        first: u128::MAX,
        drawn: DRAWN_OF_LARGE,
    };

    /// What the size of the domain suggests, so that it is the same on every machine.
    pub(crate) fn by_size(outline: &Outline) -> Self {
        if outline.has_whole_reach() || outline.len <= LARGE_DOMAIN {
            return Reach::ALL;
        }
        Reach {
            first: FIRST_OF_LARGE,
            ..Reach::ALL
        }
    }

    /// What takes so many seconds, if a second is enough for so many inputs. The whole domain, if it can be covered in that
    /// time; otherwise a fifth of the time for the first inputs, and a tenth for drawn ones: more would be waited for
    /// without a promise in return.
    pub(crate) fn within(outline: &Outline, seconds: f64, inputs_per_second: f64) -> Self {
        let possible = seconds * inputs_per_second;
        if outline.has_whole_reach() || outline.len as f64 <= possible {
            return Reach::ALL;
        }
        Reach {
            first: power_of_two(possible / 5.0),
            drawn: DRAWN_OF_LARGE.min(power_of_two(possible / 10.0) as u64),
        }
    }
}

/// The greatest power of two that is not greater, and 1 at least. What is drawn depends on these numbers, so a measured run
/// with the same seed draws the same again unless the machine has become much slower.
fn power_of_two(number: f64) -> u128 {
    1 << (number as u128).max(1).ilog2()
}
