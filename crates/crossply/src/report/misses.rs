//! What drawing at random misses: the exact probability, from the number of draws alone.
//!
//! A run that found nothing says little unless a reader knows how large a fault it would have missed. Nothing is estimated
//! here: inputs are drawn with the same probability, so the probability follows from counting.

use std::fmt;

use crate::wide::count;

/// Inputs that were drawn with the same probability, of a finite number. `Display` says which faults they miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// How many inputs there are.
    all: u128,
    drawn: u64,
    /// Whether no input was drawn twice.
    distinct: bool,
}

/// A fault that is missed with this probability is as good as found.
const SELDOM_MISSED: f64 = 0.01;

impl Draws {
    /// So many independent draws: an input may come up again.
    pub fn independent(drawn: u64, all: u128) -> Self {
        Draws {
            all,
            drawn,
            distinct: false,
        }
    }

    /// So many different inputs.
    pub fn distinct(drawn: u64, all: u128) -> Self {
        Draws {
            all,
            drawn,
            distinct: true,
        }
    }

    /// The probability that none of the draws is among `wrong` inputs.
    ///
    /// Independent draws miss with (1 - w/n)^N. Different inputs miss as the w wrong ones are all among the n - N that
    /// were not drawn.
    pub fn missing(self, wrong: u128) -> f64 {
        let (all, drawn) = (self.all as f64, self.drawn as f64);
        if self.distinct {
            let left = (self.all - u128::from(self.drawn)) as f64;
            let factors = (0..wrong).map(|n| ((left - n as f64) / (all - n as f64)).max(0.0));
            return factors.product();
        }
        (1.0 - wrong as f64 / all).powf(drawn)
    }

    /// The least number of wrong inputs that is missed at most once in a hundred times.
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
        let kind = if self.distinct {
            "different"
        } else {
            "uniform"
        };
        let one = self.missing(1);
        // As many digits as show that it is not certain.
        let powers = std::iter::successors(Some(0.001), |power| Some(power / 10.0));
        let digits = 4 + powers.take(5).take_while(|power| one > 1.0 - power).count();
        write!(
            f,
            "{drawn} {kind} draws miss a fault on 1 of {all} inputs with probability {one:.digits$}"
        )?;
        match self.seldom_missed() {
            1 => write!(f, "."),
            seldom => write!(
                f,
                ", and a fault on {} with probability 0.01.",
                count(seldom)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 4 inputs 2 draws give 16 sequences, 4 of which miss two given ones; and 2 are drawn in 6 ways, 1 of which does.
    #[test]
    fn small_cases_are_those_that_can_be_counted() {
        for (draws, probability) in [
            (Draws::independent(2, 4), 4.0 / 16.0),
            (Draws::distinct(2, 4), 1.0 / 6.0),
        ] {
            assert!((draws.missing(2) - probability).abs() < 1e-12);
        }
        assert_eq!(Draws::distinct(2, 4).seldom_missed(), 3, "of the two left");
    }

    #[test]
    fn it_is_said_in_one_sentence() {
        let ten_thousand = "10,000 uniform draws miss a fault on 1 of 4,656,402 inputs with probability 0.9979, and a fault on 2,144 with probability 0.01.";
        let few = "2 different draws miss a fault on 1 of 999,999 inputs with probability 0.9999980, and a fault on 899,999 with probability 0.01.";
        let all = "9 different draws miss a fault on 1 of 9 inputs with probability 0.0000.";
        for (draws, expected) in [
            (Draws::independent(10_000, 4_656_402), ten_thousand),
            (Draws::distinct(2, 999_999), few),
            (Draws::distinct(9, 9), all),
        ] {
            assert_eq!(draws.to_string(), expected);
        }
    }
}
