//! Conditions on floats.
//!
//! A bound is a value of an example, or a decimal with few digits beside it, because a bound in code is rarely a value that
//! the run has tried.

use std::f64::consts::LOG2_10;

use super::{BIT_BITS, Candidates, value_test};
use crate::explain::predicate::Predicate;
use crate::feature::{Value, number};

/// The number of decimal digits up to which the bound of a float is a round number.
const BOUND_DIGITS: i32 = 4;

impl Candidates<'_> {
    pub(super) fn of_float(&mut self, term: usize, is_single: bool) {
        let name = self.name(term);
        let is_subnormal: fn(f64) -> bool = if is_single {
            |x| (x as f32).is_subnormal()
        } else {
            f64::is_subnormal
        };
        let minus = Predicate::Has("a minus sign".to_owned());
        for (says, bits, test) in [
            (Predicate::is("0.0"), 1.0, (|x| x == 0.0) as fn(f64) -> bool),
            (Predicate::is("NaN"), 1.0, f64::is_nan),
            (Predicate::is("infinite"), 1.0, f64::is_infinite),
            (Predicate::is("an integer"), 1.0, |x| x.fract() == 0.0),
            (minus, 1.0, f64::is_sign_negative),
            (Predicate::is("subnormal"), 2.0, is_subnormal),
            (Predicate::is("half way between two integers"), 2.0, is_half),
        ] {
            let test = value_test(move |x| x.float().map(test));
            self.either(term, name, says, bits, test);
        }
        self.same(term);
        let subject = format!("the integer part of {name}");
        let is_even = value_test(|x| whole(x).map(|x| x % 2.0 == 0.0));
        self.either(term, &subject, Predicate::Even, 2.0, is_even);
        let subject = format!("the number of digits of the integer part of {name}");
        self.of_digits(term, &subject, |x| {
            Some(format!("{}", whole(x)?.abs()).len() as i128)
        });
        self.of_bounds(term, is_single, name, |x| x, 0.0);
        self.of_bounds(term, is_single, &format!("|{name}|"), f64::abs, 1.0);
        for zeros in 1..=if is_single { 23 } else { 52 } {
            let test = value_test(move |x| trailing_zeros(x).map(|last| last >= zeros));
            let what = format!("a mantissa divisible by {}", number(1 << zeros));
            self.either(term, name, Predicate::Has(what), 5.0 + BIT_BITS, test);
        }
    }

    /// Adds bounds of a `part` of a float: itself, or its absolute value.
    fn of_bounds(
        &mut self,
        term: usize,
        is_single: bool,
        subject: &str,
        part: fn(f64) -> f64,
        more: f64,
    ) {
        let mut parts = Vec::new();
        for one in self.positives {
            let Some(x) = known(&one.values[term], part) else {
                return;
            };
            parts.push(x);
        }
        let Some(least) = parts.iter().copied().reduce(f64::min) else {
            return;
        };
        let most = parts.iter().copied().fold(least, f64::max);
        let says = Predicate::AtMost(shown(most, is_single));
        let is_within = value_test(move |x| known(x, part).map(|x| x <= most));
        self.add(term, subject, says, false, 16.0 + more, is_within);
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
        for (mut bound, bits) in bounds {
            if is_single {
                bound = (bound as f32).into();
            }
            let says = Predicate::AtLeast(shown(bound, is_single));
            let test = value_test(move |x| known(x, part).map(|x| x >= bound));
            self.either(term, subject, says, bits + more, test);
        }
    }
}

/// The part of a float that bounds are about. `None` for NaN.
fn known(x: &Value, part: fn(f64) -> f64) -> Option<f64> {
    x.float().map(part).filter(|x| !x.is_nan())
}

fn is_half(x: f64) -> bool {
    x.fract().abs().to_bits() == 0.5_f64.to_bits()
}

/// The number of zeros at the end of the bits of a float.
fn trailing_zeros(x: &Value) -> Option<u32> {
    match x {
        Value::Single(x) => Some(x.to_bits().trailing_zeros()),
        Value::Double(x) => Some(x.to_bits().trailing_zeros()),
        _ => None,
    }
}

/// The integer part of a finite float.
fn whole(x: &Value) -> Option<f64> {
    x.float().filter(|x| x.is_finite()).map(f64::trunc)
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

/// A float as a reader writes it.
fn shown(x: f64, is_single: bool) -> String {
    let exponent = x.log2().round();
    let is_power = x.is_normal() && exponent.exp2().to_bits() == x.to_bits();
    if is_power && exponent.abs() > 4.0 {
        format!("2^{exponent}")
    } else if is_single {
        format!("{:?}", x as f32)
    } else {
        format!("{x:?}")
    }
}
