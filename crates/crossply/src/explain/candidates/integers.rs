//! Conditions on integers: bounds, remainders, digits and bits.
//!
//! Bounds are the least and greatest value of the examples, and round numbers beyond these. Divisors are those that often
//! occur in code, and the step between the examples.

use super::cost::{DIVISORS, bits_of, bits_of_divisor};
use super::{BIT_BITS, Candidates, Test, integer_test, value_test};
use crate::explain::predicate::Predicate;
use crate::feature::{Kind, Value, number};

/// The extra cost of a bound that is no value of an example, in bits.
const ROUNDED_BITS: f64 = 2.5;

/// Decimal places whose digit a condition may name.
const DECIMAL_PLACES: [(u128, &str); 3] = [(10, "tens"), (100, "hundreds"), (1000, "thousands")];

impl Candidates<'_> {
    /// Adds all conditions on one integer.
    pub(super) fn of_integer(&mut self, term: usize) {
        self.same(term);
        let mut values = Vec::new();
        for one in self.positives {
            let Some(n) = one.values[term].integer() else {
                return;
            };
            values.push(n);
        }
        let (Some(&min), Some(&max)) = (values.iter().min(), values.iter().max()) else {
            return;
        };
        let kind = self.terms[term].kind;
        self.special_cases(term, kind);
        self.closest_bounds(term, kind, min, max);
        if let Kind::Integer { least: ..0, .. } = kind {
            self.of_absolute_value(term, &values, kind);
        }
        if !matches!(kind, Kind::Character | Kind::Code) {
            self.of_remainders(term, &values, min, kind);
        }
        if let Kind::Integer { least, greatest } = kind {
            self.of_places(term, min);
            let subject = format!("the number of digits of {}", self.name(term));
            self.of_digits(term, &subject, |n| Some(digits(n.integer()?)));
            self.of_single_bits(term, width(least, greatest));
            self.of_shape(term);
        }
    }

    /// Adds that the term is not a number for which code often has a special case, for each of these by itself.
    fn special_cases(&mut self, term: usize, kind: Kind) {
        let mut numbers = vec![0, 1, -1];
        match kind {
            Kind::Character => numbers.clear(),
            Kind::Integer { least, greatest } => numbers.extend([least, greatest]),
            _ => {}
        }
        for n in numbers {
            self.add_is(term, Value::Integer(n), true, bits_of(n, kind));
        }
    }

    /// Adds bounds that all positive examples meet.
    fn closest_bounds(&mut self, term: usize, kind: Kind, min: i128, max: i128) {
        let name = self.name(term);
        for n in lower_bounds(min, kind) {
            let bits = bits_of(n, kind) + if n == min { 0.0 } else { ROUNDED_BITS };
            self.add(term, name, Predicate::OfTest, false, bits, Test::AtLeast(n));
        }
        for n in upper_bounds(max, kind) {
            // That it is at most 99 costs as much as that it is less than 100.
            let bits = bits_of(n.saturating_add(1), kind);
            let bits = bits + if n == max { 0.0 } else { ROUNDED_BITS };
            self.add(term, name, Predicate::OfTest, false, bits, Test::AtMost(n));
        }
    }

    /// Adds bounds of the absolute value.
    fn of_absolute_value(&mut self, term: usize, values: &[i128], kind: Kind) {
        let subject = format!("|{}|", self.name(term));
        let absolute = values.iter().map(|n| n.saturating_abs());
        let min = absolute.clone().min().unwrap_or(0);
        let max = absolute.max().unwrap_or(0);
        // "At most m" is the negation of "at least m + 1".
        let above = upper_bounds(max, kind).map(|n| n.saturating_add(1));
        for bound in lower_bounds(min, kind).into_iter().chain(above) {
            // |n| >= 1 is n != 0.
            if bound > 1 {
                let says = Predicate::AtLeast(number(bound));
                let test = integer_test(move |n| n.saturating_abs() >= bound);
                self.either(term, &subject, says, bits_of(bound, kind) + 2.0, test);
            }
        }
    }

    /// Adds remainders that all examples share, one of which is `any`, and that the term is not divisible.
    fn of_remainders(&mut self, term: usize, values: &[i128], any: i128, kind: Kind) {
        let name = self.name(term);
        let step = values
            .iter()
            .fold(0, |divisor, n| gcd(divisor, n.saturating_sub(any)));
        let mut divisors = vec![step, step / 2, step / 3];
        divisors.retain(|&by| by > 1);
        divisors.extend(DIVISORS);
        for by in divisors {
            // A fault rarely depends on whether a count is divisible.
            let bits = bits_of_divisor(by) + if kind == Kind::Count { 4.0 } else { 0.0 };
            let rest = any.rem_euclid(by);
            let says = match (by, rest) {
                (2, 0) => Predicate::Even,
                (2, _) => Predicate::is("odd"),
                (_, 0) => Predicate::DivisibleBy(by),
                _ => Predicate::Is(format!("{rest} more than a multiple of {}", number(by))),
            };
            let bits_of_rest = if rest == 0 { 0.0 } else { (by as f64).log2() };
            let has_rest = integer_test(move |n| remainder(n, by) == rest);
            self.add(term, name, says, false, bits + bits_of_rest, has_rest);
            let is_divisible = integer_test(move |n| remainder(n, by) == 0);
            let says = Predicate::DivisibleBy(by);
            self.add(term, name, says, true, bits, is_divisible);
        }
    }

    /// Adds the digits at some places, if all examples share them. One of the examples is `any`.
    fn of_places(&mut self, term: usize, any: i128) {
        for (power, place) in DECIMAL_PLACES {
            let subject = format!("the {place} digit of {}", self.name(term));
            let shared = any.unsigned_abs() / power % 10;
            let test = integer_test(move |n| n.unsigned_abs() / power % 10 == shared);
            let says = Predicate::Is(shared.to_string());
            self.add(term, &subject, says, false, 16.0, test);
        }
    }

    /// Adds conditions on the number of decimal digits.
    pub(super) fn of_digits(
        &mut self,
        term: usize,
        subject: &str,
        count_of: fn(&Value) -> Option<i128>,
    ) {
        let first = self.positives.first();
        let Some(shared) = first.and_then(|one| count_of(&one.values[term])) else {
            return;
        };
        let says = Predicate::Is(shared.to_string());
        let has_shared = value_test(move |value| count_of(value).map(|count| count == shared));
        self.add(term, subject, says, false, 12.0, has_shared);
        for (by, says) in [(2, Predicate::Even), (3, Predicate::DivisibleBy(3))] {
            let divides = value_test(move |value| count_of(value).map(|count| count % by == 0));
            self.either(term, subject, says, 8.0, divides);
        }
    }

    /// Adds conditions on single bits of a number with this width. "Is odd" already says bit 0.
    fn of_single_bits(&mut self, term: usize, width: u32) {
        let name = self.name(term);
        for bit in 1..width {
            let subject = if bit + 1 == width {
                format!("the highest bit of {name}")
            } else {
                format!("bit {bit} of {name}")
            };
            let test = integer_test(move |n| (n >> bit) & 1 == 1);
            let bits = f64::from(width).log2() + BIT_BITS;
            self.either(term, &subject, Predicate::Set, bits, test);
        }
    }

    /// Adds that the number, or one beside it, is a power of two or a square.
    fn of_shape(&mut self, term: usize) {
        for (offset, suffix) in [(0_i8, ""), (1, " + 1"), (-1, " - 1")] {
            let subject = format!("{}{suffix}", self.name(term));
            let bits = if offset == 0 { 1.0 } else { 3.0 };
            for (says, is_so) in [
                ("a power of two", u128::is_power_of_two as fn(u128) -> bool),
                ("a square", is_square),
            ] {
                let test = integer_test(move |n| neighbour(n, offset).is_some_and(is_so));
                self.either(term, &subject, Predicate::is(says), bits, test);
            }
        }
    }
}

/// Lower bounds for `n`: `n` itself, small numbers, and the greatest powers of 2 and 10 below it with their neighbours.
fn lower_bounds(n: i128, kind: Kind) -> Vec<i128> {
    let mut bounds = vec![-1, 0, 1, n];
    if !matches!(kind, Kind::Character | Kind::Count) {
        for base in [2, 10] {
            if let Some(round) = power_at_most(n, base) {
                bounds.extend([round - 1, round, round + 1]);
            }
        }
    }
    bounds.retain(|bound| *bound <= n);
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

/// The greatest number that is at most `n` and is a power of the base or, for a negative `n`, the negative of one.
fn power_at_most(n: i128, base: u128) -> Option<i128> {
    let size = n.unsigned_abs();
    // Larger powers of 2 do not fit.
    let mut powers = (0..127).map_while(|exponent| base.checked_pow(exponent));
    if n < 0 {
        let power = powers.find(|power| *power >= size)?;
        Some(-i128::try_from(power).ok()?)
    } else {
        let power = powers.take_while(|power| *power <= size).last()?;
        i128::try_from(power).ok()
    }
}

/// Upper bounds for `n`: the [`lower_bounds`] of `-1 - n`, mirrored back. So 0 and -1 change places.
fn upper_bounds(n: i128, kind: Kind) -> impl Iterator<Item = i128> {
    let mirrored = lower_bounds(-1 - n, kind).into_iter();
    mirrored.map(|bound| -1 - bound)
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        // The least number has a remainder for -1 as well.
        (a, b) = (b, a.wrapping_rem(b));
    }
    a
}

/// `n + offset`, which need not fit into the type of `n`. `None` if it is negative.
fn neighbour(n: i128, offset: i8) -> Option<u128> {
    match n.checked_add(offset.into()) {
        Some(sum) => sum.try_into().ok(),
        None => u128::try_from(n).ok()?.checked_add_signed(offset.into()),
    }
}

fn is_square(n: u128) -> bool {
    n.isqrt().pow(2) == n
}

/// The number of decimal digits, without a sign.
fn digits(n: i128) -> i128 {
    n.unsigned_abs()
        .checked_ilog10()
        .map_or(1, |power| i128::from(power) + 1)
}

/// The width of the integer type with these bounds.
fn width(least: i128, greatest: i128) -> u32 {
    let bits = 128 - greatest.unsigned_abs().leading_zeros();
    bits + u32::from(least < 0)
}

/// The non-negative remainder; 0 if `by` is 0. Most numbers are small, and division of narrower integers is much faster.
#[inline]
pub(super) fn remainder(n: i128, by: i128) -> i128 {
    if let (Ok(n), Ok(by @ 1..)) = (u32::try_from(n), u32::try_from(by)) {
        return (n % by).into();
    }
    match (i64::try_from(n), i64::try_from(by)) {
        (Ok(n), Ok(by @ 1..)) => n.rem_euclid(by).into(),
        _ => n.checked_rem_euclid(by).unwrap_or(0),
    }
}
