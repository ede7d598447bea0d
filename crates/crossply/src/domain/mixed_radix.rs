//! Mixed-radix numbers, which give indices to combinations, words and permutations.

/// The base of each digit, the most significant one first.
#[derive(Clone)]
pub(super) struct MixedRadix(pub(super) Vec<u128>);

impl MixedRadix {
    /// How many numbers these digits can represent. `None` if their count exceeds 128 bits.
    pub(super) fn count(&self) -> Option<u128> {
        // The other bases could overflow before a zero is reached.
        if self.0.contains(&0) {
            return Some(0);
        }
        self.0
            .iter()
            .try_fold(1, |count: u128, base| count.checked_mul(*base))
    }

    pub(super) fn digits(&self, number: u128) -> Vec<u128> {
        let mut rest = number;
        let mut digits = self.0.clone();
        for digit in digits.iter_mut().rev() {
            (rest, *digit) = (rest / *digit, rest % *digit);
        }
        digits
    }

    /// The inverse of `digits`.
    pub(super) fn number(&self, digits: &[u128]) -> u128 {
        let pairs = digits.iter().zip(&self.0);
        pairs.fold(0, |number, (digit, base)| number * base + digit)
    }

    /// Adds one, without a division. Returns `false` if all digits wrap around to zero.
    pub(super) fn increment(&self, digits: &mut [u128]) -> bool {
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
