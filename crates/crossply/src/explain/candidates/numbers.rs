//! Conditions on integers and floats: bounds, remainders, digits, bits and properties.
//!
//! Bounds are the least and greatest value of the examples, and round numbers beyond these, because a bound in code is rarely a
//! value that the run has tried. Divisors are those that often occur in code, and the step between the examples.

use std::f64::consts::LOG2_10;

use super::cost::{DIVISORS, bits_of, bits_of_divisor};
use super::{BIT_BITS, Candidates};
use crate::explain::subject::{Measure, Subject};
use crate::explain::test::{OF_FLOATS, OF_INTEGERS, Test};
use crate::feature::{Kind, Value};

/// The extra cost of a bound that is no value of an example, in bits.
const ROUNDED_BITS: f64 = 2.5;

/// Decimal places whose digit a condition may name.
const DECIMAL_PLACES: [(u128, &str); 3] = [(10, "tens"), (100, "hundreds"), (1000, "thousands")];

/// The number of decimal digits up to which the bound of a float is a round number.
const BOUND_DIGITS: i32 = 4;

impl Candidates<'_> {
    /// Adds all conditions on one integer.
    pub(super) fn of_integer(&mut self, feature: usize) {
        self.same(feature);
        let itself = Subject::itself(feature);
        let Some(values) = self.integers(itself) else {
            return;
        };
        let Some(&any) = values.iter().min() else {
            return;
        };
        let kind = self.features[feature].kind;
        // Code often has a special case for these numbers.
        let special = match kind {
            Kind::Character => vec![],
            Kind::Integer { least, greatest } => vec![0, 1, -1, least, greatest],
            _ => vec![0, 1, -1],
        };
        for n in special {
            let is_special = Test::Is(Value::Integer(n));
            self.add(itself, is_special, true, bits_of(n, kind));
        }
        self.of_bounds(itself, kind, 0.0);
        if let Kind::Integer { least: ..0, .. } = kind {
            self.of_bounds(Subject::Of(Measure::Absolute, feature), kind, 2.0);
        }
        if !matches!(kind, Kind::Character | Kind::Code) {
            self.of_remainders(itself, &values, any, kind);
        }
        if let Some(width) = kind.width() {
            for (weight, place) in DECIMAL_PLACES {
                let digit = Subject::Of(Measure::Digit(weight, place), feature);
                self.shared(digit, 16.0);
            }
            self.of_digits(Subject::Of(Measure::Digits, feature));
            // "Is odd" already says bit 0.
            for bit in 1..width {
                let bits = f64::from(width).log2() + BIT_BITS;
                let is_set = Test::Is(Value::Integer(1));
                self.either(Subject::Of(Measure::Bit(bit), feature), is_set, bits);
            }
            for property in &OF_INTEGERS {
                for (offset, bits) in [(0, 0.0), (1, 2.0), (-1, 2.0)] {
                    let measure = match offset {
                        0 => Measure::Itself,
                        _ => Measure::Plus(offset),
                    };
                    let subject = Subject::Of(measure, feature);
                    self.either(subject, Test::Has(property), property.bits + bits);
                }
            }
        }
    }

    /// Adds bounds that all positive examples meet: their own ones, and round numbers beyond.
    fn of_bounds(&mut self, subject: Subject, kind: Kind, more: f64) {
        let values = self.integers(subject).unwrap_or_default();
        let (Some(&min), Some(&max)) = (values.iter().min(), values.iter().max()) else {
            return;
        };
        for n in lower_bounds(min, kind) {
            let bits = bits_of(n, kind) + if n == min { 0.0 } else { ROUNDED_BITS };
            self.add(
                subject,
                Test::AtLeast(Value::of_code(n, kind == Kind::Character)),
                false,
                bits + more,
            );
        }
        for n in upper_bounds(max, kind) {
            // That it is at most 99 costs as much as that it is less than 100.
            let bits = bits_of(n.saturating_add(1), kind);
            let bits = bits + if n == max { 0.0 } else { ROUNDED_BITS };
            self.add(
                subject,
                Test::AtMost(Value::of_code(n, kind == Kind::Character)),
                false,
                bits + more,
            );
        }
    }

    /// Adds remainders that all examples share, one of which is `any`, and that the subject is not divisible.
    fn of_remainders(&mut self, subject: Subject, values: &[i128], any: i128, kind: Kind) {
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
            let bits_of_rest = if rest == 0 { 0.0 } else { (by as f64).log2() };
            let remainder = Test::Remainder { by, rest };
            self.add(subject, remainder, false, bits + bits_of_rest);
            let divisible = Test::Remainder { by, rest: 0 };
            self.add(subject, divisible, true, bits);
        }
    }

    /// Adds that the subject is what all positive examples share, if that is an integer.
    fn shared(&mut self, subject: Subject, bits: f64) {
        let values = self.integers(subject).unwrap_or_default();
        if let Some(&first) = values.first() {
            self.add(subject, Test::Is(Value::Integer(first)), false, bits);
        }
    }

    /// Adds conditions on a number of decimal digits.
    fn of_digits(&mut self, digits: Subject) {
        self.shared(digits, 12.0);
        for by in [2, 3] {
            self.either(digits, Test::Remainder { by, rest: 0 }, 8.0);
        }
    }

    pub(super) fn of_float(&mut self, feature: usize, is_single: bool) {
        let itself = Subject::itself(feature);
        self.either(itself, Test::Is(float(0.0, is_single)), 1.0);
        for property in &OF_FLOATS {
            self.either(itself, Test::Has(property), property.bits);
        }
        self.same(feature);
        let even = Test::Remainder { by: 2, rest: 0 };
        self.either(Subject::Of(Measure::Whole, feature), even, 2.0);
        self.of_digits(Subject::Of(Measure::WholeDigits, feature));
        self.of_float_bounds(itself, is_single, 0.0);
        self.of_float_bounds(Subject::Of(Measure::Absolute, feature), is_single, 1.0);
        for zeros in 1..=if is_single { 23 } else { 52 } {
            self.either(itself, Test::ZeroBits(zeros), 5.0 + BIT_BITS);
        }
    }

    /// Adds bounds of a float.
    fn of_float_bounds(&mut self, subject: Subject, is_single: bool, more: f64) {
        let mut values = Vec::new();
        for one in self.positives {
            let value = subject.value(|feature| one.values[feature].clone());
            let Some(x) = value.float().filter(|x| !x.is_nan()) else {
                return;
            };
            values.push(x);
        }
        let Some(least) = values.iter().copied().reduce(f64::min) else {
            return;
        };
        let most = values.iter().copied().fold(least, f64::max);
        let at_most = Test::AtMost(float(most, is_single));
        self.add(subject, at_most, false, 16.0 + more);
        let mut bounds = vec![(0.5, 2.0), (1.0, 1.0), (least, 16.0)];
        if least > 0.0 {
            bounds.push((least.log2().floor().exp2(), 6.0));
            bounds.push(((most.log2().floor() + 1.0).exp2(), 6.0));
        }
        for digits in 1..=BOUND_DIGITS {
            let bits = f64::from(digits) * LOG2_10 + 1.0;
            bounds.push((decimal(least, digits, 0.0), bits));
            bounds.push((decimal(most, digits, 1.0), bits));
        }
        for (bound, bits) in bounds {
            let at_least = Test::AtLeast(float(bound, is_single));
            self.either(subject, at_least, bits + more);
        }
    }
}

fn float(x: f64, is_single: bool) -> Value {
    if is_single {
        Value::Single(x as f32)
    } else {
        Value::Double(x)
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

/// The decimal with so many digits that is at most `x`, or with `more` = 1, the next greater one.
fn decimal(x: f64, digits: i32, more: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let exponent = x.abs().log10().floor() as i32 + 1 - digits;
    let count = (x / 10_f64.powi(exponent)).floor() + more;
    // Parsing gives the float nearest to the decimal, and a product of floats may not.
    format!("{count}e{exponent}").parse().unwrap_or(x)
}
