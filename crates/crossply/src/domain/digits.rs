//! Numbers in mixed bases, which count combinations, words and orders.

/// The base of each digit. The last digit varies first.
pub(super) struct Digits(pub(super) Vec<u128>);

impl Digits {
    /// How many numbers there are; none if they are too many for 128 bits.
    pub(super) fn count(&self) -> Option<u128> {
        // However many there would be without the zero.
        if self.0.contains(&0) {
            return Some(0);
        }
        let mut bases = self.0.iter();
        bases.try_fold(1, |count: u128, base| count.checked_mul(*base))
    }

    pub(super) fn of(&self, number: u128) -> Vec<u128> {
        let mut rest = number;
        let mut digits = self.0.clone();
        for digit in digits.iter_mut().rev() {
            (rest, *digit) = (rest / *digit, rest % *digit);
        }
        digits
    }

    /// The inverse of `of`.
    pub(super) fn number(&self, digits: &[u128]) -> u128 {
        let pairs = digits.iter().zip(&self.0);
        pairs.fold(0, |number, (digit, base)| number * base + digit)
    }

    /// Counts on, without a division. Whether that was not the last number.
    pub(super) fn count_on(&self, digits: &mut [u128]) -> bool {
        for (digit, base) in digits.iter_mut().zip(&self.0).rev() {
            *digit += 1;
            if *digit < *base {
                return true;
            }
            *digit = 0;
        }
        false
    }
}
