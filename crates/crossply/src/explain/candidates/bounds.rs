//! Bounds. A bound in code is rarely a value that the run has tried, so bounds are the ends of the positive examples, and round
//! numbers beyond these.

use std::f64::consts::LOG2_10;

use super::cost::bits_of;
use super::{Candidates, value_of};
use crate::explain::subject::Subject;
use crate::explain::test::Test;
use crate::feature::{Kind, Value};

/// The extra cost of a bound that is no value of an example, in bits.
const ROUNDED_BITS: f64 = 2.5;

/// The number of decimal digits up to which the bound of a float is a round number.
const BOUND_DIGITS: i32 = 4;

/// The cost of any other bound of a float, in bits.
const FLOAT_BITS: f64 = 16.0;

impl Candidates<'_> {
    /// Adds the bounds of a subject that is a number or a character.
    pub(super) fn of_bounds(&mut self, subject: Subject, kind: Kind, more: f64) {
        let values = self.positives.iter().map(|one| value_of(subject, one));
        let values: Vec<Value> = values.collect();
        for is_upper in [false, true] {
            for (bound, bits) in ends(&values, kind, is_upper) {
                let bits = bits + more;
                if is_upper {
                    // That it is less costs no more. For integers, another bound says the same.
                    if let Kind::Float { .. } = kind {
                        self.add(subject, Test::AtLeast(bound.clone()), true, bits - 1.0);
                    }
                    self.add(subject, Test::AtMost(bound), false, bits);
                } else {
                    self.add(subject, Test::AtLeast(bound), false, bits);
                }
            }
        }
    }
}

/// The bounds of these values on one side, and their costs. Upper bounds are mirrored, so that the values are above.
fn ends(values: &[Value], kind: Kind, is_upper: bool) -> Vec<(Value, f64)> {
    if let Kind::Float { is_single } = kind {
        let mirrored = |x: f64| if is_upper { -x } else { x };
        let floats = values.iter().map(|one| one.float().filter(|x| !x.is_nan()));
        let floats = floats.collect::<Option<Vec<f64>>>().unwrap_or_default();
        let least = floats.into_iter().map(mirrored).reduce(f64::min);
        let bounds = least.into_iter().flat_map(round_floats_below);
        return bounds
            .map(|(bound, bits)| (float(mirrored(bound), is_single), bits))
            .collect();
    }
    let is_character = kind == Kind::Character;
    // Unlike `-n`, `!n` always fits. That something is at most 99 costs as much as that it is less than 100.
    let mirrored = |n: i128| if is_upper { !n } else { n };
    let integers = values.iter().map(Value::integer);
    let integers = integers.collect::<Option<Vec<i128>>>().unwrap_or_default();
    let Some(least) = integers.into_iter().map(mirrored).min() else {
        return Vec::new();
    };
    let mut bounds = vec![(least, 0.0)];
    if !is_character {
        bounds.extend(
            round_below(least)
                .into_iter()
                .map(|bound| (bound, ROUNDED_BITS)),
        );
    }
    let bounds = bounds.into_iter().map(|(bound, more)| {
        let value = Value::of_code(mirrored(bound), is_character);
        (value, bits_of(bound, kind) + more)
    });
    bounds.collect()
}

pub(super) fn float(x: f64, is_single: bool) -> Value {
    if is_single {
        Value::Single(x as f32)
    } else {
        Value::Double(x)
    }
}

/// Round numbers below this one: small ones, powers of two and ten, and those with one or two digits other than 0.
fn round_below(n: i128) -> Vec<i128> {
    let mut round = vec![-1, 0, 1];
    if n > 1 {
        round.extend([1 << n.ilog2(), 10_i128.pow(n.ilog10())]);
    }
    let digits = n.unsigned_abs().max(1).ilog10();
    for zeros in [digits, digits.saturating_sub(1)] {
        let scale = 10_i128.pow(zeros);
        round.extend(n.div_euclid(scale).checked_mul(scale));
    }
    round.retain(|bound| *bound < n);
    round.sort_unstable();
    round.dedup();
    round
}

/// Round numbers up to this one, and their costs.
fn round_floats_below(x: f64) -> Vec<(f64, f64)> {
    let mut round = vec![(0.0, 1.0), (1.0, 1.0), (0.5, 2.0), (x, FLOAT_BITS)];
    if x > 0.0 {
        round.push((x.log2().floor().exp2(), 6.0));
    }
    for digits in 1..=BOUND_DIGITS {
        round.push((decimal(x, digits), f64::from(digits) * LOG2_10 + 1.0));
    }
    round.retain(|(bound, _)| *bound <= x);
    round
}

/// The greatest decimal with so many digits that is at most `x`.
fn decimal(x: f64, digits: i32) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let exponent = x.abs().log10().floor() as i32 + 1 - digits;
    let count = (x / 10_f64.powi(exponent)).floor();
    // Parsing gives the float nearest to the decimal, and a product of floats may not.
    format!("{count}e{exponent}").parse().unwrap_or(x)
}
