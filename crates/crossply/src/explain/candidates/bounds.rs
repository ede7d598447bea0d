//! Bounds. A bound in code is rarely a value that the run has tried, so bounds are the ends of the positive examples, and round
//! numbers beyond these.

use std::f64::consts::LOG2_10;

use super::cost::bits_of;
use super::{Candidates, value_of};
use crate::explain::evidence::Example;
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
    /// Adds the bounds of a subject that is an integer or a character.
    pub(super) fn of_bounds(&mut self, subject: Subject, kind: Kind, more: f64) {
        let Some(values) = self.integers(subject) else {
            return;
        };
        let is_character = kind == Kind::Character;
        for is_upper in [false, true] {
            // Upper bounds are mirrored, so that the positive examples are above. Unlike `-n`, `!n` always fits. That something is
            // at most 99 costs as much as that it is less than 100.
            let mirrored = |n: i128| if is_upper { !n } else { n };
            let Some(least) = values.iter().map(|&n| mirrored(n)).min() else {
                return;
            };
            let round = if is_character {
                vec![]
            } else {
                round_below(least)
            };
            for bound in [least].into_iter().chain(round) {
                let bits = bits_of(bound, kind) + if bound == least { 0.0 } else { ROUNDED_BITS };
                let value = Value::of_code(mirrored(bound), is_character);
                let test = if is_upper {
                    Test::AtMost(value)
                } else {
                    Test::AtLeast(value)
                };
                self.add(subject, test, false, bits + more);
            }
        }
    }

    /// Adds the bounds of a subject that is a float.
    pub(super) fn of_float_bounds(&mut self, subject: Subject, is_single: bool, more: f64) {
        let float_of = |one: &&Example| value_of(subject, one).float().filter(|x| !x.is_nan());
        let Some(values) = self
            .positives
            .iter()
            .map(float_of)
            .collect::<Option<Vec<f64>>>()
        else {
            return;
        };
        let Some(least) = values.iter().copied().reduce(f64::min) else {
            return;
        };
        let most = values.iter().copied().fold(least, f64::max);
        let others: Vec<f64> = self.negatives.iter().filter_map(float_of).collect();
        let below = others.iter().copied().filter(|x| *x < least);
        let above = others.iter().copied().filter(|x| *x > most);
        let mut bounds = Vec::new();
        if let Some(below) = below.reduce(f64::max) {
            let (bound, bits) = roundest_float(below, least, is_single);
            bounds.push((Test::AtLeast(float(bound, is_single)), false, bits));
        }
        if let Some(above) = above.reduce(f64::min) {
            let (bound, bits) = roundest_float(most, above, is_single);
            bounds.push((Test::AtLeast(float(bound, is_single)), true, bits));
            let bits = if most == 0.0 { 1.0 } else { FLOAT_BITS };
            bounds.push((Test::AtMost(float(most, is_single)), false, bits));
        }
        for (test, negated, bits) in bounds {
            self.add(subject, test, negated, bits + more);
        }
    }
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

/// The float above `below` and up to `most` that costs the least, and its cost.
fn roundest_float(below: f64, most: f64, is_single: bool) -> (f64, f64) {
    let mut round = vec![(0.0, 1.0), (1.0, 1.0), (0.5, 2.0)];
    if most > 0.0 {
        round.push((most.log2().floor().exp2(), 6.0));
    }
    for digits in 1..=BOUND_DIGITS {
        round.push((decimal(most, digits), f64::from(digits) * LOG2_10 + 1.0));
    }
    round.push((most, FLOAT_BITS));
    round.retain(|(x, _)| {
        let x = if is_single { f64::from(*x as f32) } else { *x };
        below < x && x <= most
    });
    let cheapest = round.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    cheapest.unwrap_or((most, FLOAT_BITS))
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
