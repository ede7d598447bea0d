//! The probability that random draws miss a fault.
//!
//! A run that found nothing says little unless the reader knows how large a fault it could have missed. The probability
//! is not an estimate. All inputs are drawn with the same probability, so it follows from counting.

use std::fmt;

use crate::wide::count;

/// Distinct inputs that were drawn from a finite domain, all with the same probability. `Display` says which faults
/// they miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// The number of inputs in the domain.
    all: u128,
    drawn: u64,
}

/// A fault that draws miss with at most this probability counts as seldom missed.
const SELDOM_MISSED: f64 = 0.01;

/// Up to this many factors are multiplied one by one. If there are more, they hardly differ, so a power of the middle
/// factor replaces them.
const FACTORS: u128 = 1 << 12;

impl Draws {
    /// `drawn` distinct inputs of a domain with `all` inputs.
    pub fn distinct(drawn: u64, all: u128) -> Self {
        Draws { all, drawn }
    }

    /// The probability that none of the drawn inputs is among the `wrong` ones.
    pub fn missing(self, wrong: u128) -> f64 {
        let drawn = u128::from(self.drawn);
        let (few, many) = (wrong.min(drawn), wrong.max(drawn) as f64);
        let factor = |before: f64| (1.0 - many / (self.all as f64 - before)).max(0.0);
        if few > FACTORS {
            return factor((few - 1) as f64 / 2.0).powf(few as f64);
        }
        (0..few).map(|before| factor(before as f64)).product()
    }

    /// The smallest number of wrong inputs that the draws miss with probability at most [`SELDOM_MISSED`].
    fn seldom_missed(self) -> u128 {
        let (mut too_few, mut enough) = (0, self.all);
        while enough - too_few > 1 {
            let middle = too_few.midpoint(enough);
            if self.missing(middle) <= SELDOM_MISSED {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        enough
    }
}

impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (all, drawn) = (count(self.all), count(self.drawn));
        let one = self.missing(1);
        // Prints enough digits to show that the probability is less than 1.
        let powers = std::iter::successors(Some(0.001), |power| Some(power / 10.0));
        let digits = 4 + powers.take(5).take_while(|power| one > 1.0 - power).count();
        write!(
            f,
            "{drawn} different draws miss a fault on 1 of {all} inputs with probability {one:.digits$}"
        )?;
        match self.seldom_missed() {
            1 => write!(f, "."),
            seldom => write!(
                f,
                ", and a fault on {} with probability at most 0.01.",
                count(seldom)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There are 6 ways to draw 2 of 4 inputs. One of them misses both of two given inputs.
    #[test]
    fn small_cases_are_those_that_can_be_counted() {
        let draws = Draws::distinct(2, 4);
        assert!((draws.missing(2) - 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(draws.seldom_missed(), 3, "of the two left");
    }

    #[test]
    fn many_factors_are_as_good_as_the_one_in_the_middle() {
        for (drawn, wrong, all) in [(5_000, 5_000, 10_000_000), (20_000, 5_000, 50_000_000)] {
            let all_factors = (0..5_000).map(|n| 1.0 - f64::from(drawn) / f64::from(all - n));
            let exactly: f64 = all_factors.product();
            let missing = Draws::distinct(drawn as u64, all as u128).missing(wrong);
            assert!(
                (missing / exactly - 1.0).abs() < 1e-6,
                "{missing}, {exactly}"
            );
        }
    }

    #[test]
    fn it_is_said_in_one_sentence() {
        let ten_thousand = "10,000 different draws miss a fault on 1 of 4,656,402 inputs with probability 0.9979, and a fault on 2,142 with probability at most 0.01.";
        let few = "2 different draws miss a fault on 1 of 999,999 inputs with probability 0.9999980, and a fault on 899,999 with probability at most 0.01.";
        let all = "9 different draws miss a fault on 1 of 9 inputs with probability 0.0000.";
        for (draws, expected) in [
            (Draws::distinct(10_000, 4_656_402), ten_thousand),
            (Draws::distinct(2, 999_999), few),
            (Draws::distinct(9, 9), all),
        ] {
            assert_eq!(draws.to_string(), expected);
        }
    }
}
