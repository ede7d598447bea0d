//! Conditions on integers and floats: bounds, remainders, digits, bits and properties.

use super::bounds::float;
use super::cost::{DIVISORS, UNITS, bits_of, bits_of_divisor};
use super::{BIT_BITS, Candidates};
use crate::explain::subject::{Measure, Subject, Term};
use crate::explain::test::{OF_FLOATS, OF_INTEGERS, Test};
use crate::feature::{Kind, Value};

impl Candidates<'_> {
    /// Adds all conditions on one integer or character.
    pub(super) fn of_integer(&mut self, term: Term, kind: Kind) {
        let itself = Subject::Of(term);
        let of = |measure| Subject::Of(Term { measure, ..term });
        self.same(itself, kind, 0.0);
        let Some(values) = self.integers(itself) else {
            return;
        };
        let (Some(&any), Some(&most)) = (values.iter().min(), values.iter().max()) else {
            return;
        };
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
        if matches!(kind, Kind::Character | Kind::Code) {
            return;
        }
        self.of_remainders(itself, &values, any, kind);
        if term.measure != Measure::Itself {
            return;
        }
        for unit in UNITS {
            // Without several quotients, the number says the same.
            if most.div_euclid(unit.into()) - any.div_euclid(unit.into()) < 2 {
                continue;
            }
            let bits = bits_of_divisor(unit.into()) + 4.0;
            self.of_bounds(of(Measure::Rest(unit)), Kind::Code, bits);
            for by in [2, 3] {
                let divisible = Test::Remainder { by, rest: 0 };
                self.either(of(Measure::Quotient(unit)), divisible, bits + 4.0);
            }
        }
        let Some(width) = kind.width() else {
            return;
        };
        if let Kind::Integer { least: ..0, .. } = kind {
            self.of_bounds(of(Measure::Absolute), kind, 2.0);
        }
        self.of_digits(of(Measure::Digits));
        // "Is odd" already says bit 0.
        for bit in 1..width {
            let bits = f64::from(width).log2() + BIT_BITS;
            let is_set = Test::Is(Value::Integer(1));
            self.either(of(Measure::Bit(bit)), is_set, bits);
        }
        for property in &OF_INTEGERS {
            self.either(itself, Test::Has(property), property.bits);
            for more in [1, -1] {
                let near = of(Measure::Plus(more));
                self.either(near, Test::Has(property), property.bits + 2.0);
            }
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

    /// Adds conditions on a number of decimal digits.
    fn of_digits(&mut self, digits: Subject) {
        let all = self.integers(digits).unwrap_or_default();
        if let Some(&first) = all.first() {
            self.add(digits, Test::Is(Value::Integer(first)), false, 12.0);
        }
        for by in [2, 3] {
            self.either(digits, Test::Remainder { by, rest: 0 }, 8.0);
        }
    }

    pub(super) fn of_float(&mut self, term: Term, is_single: bool) {
        let itself = Subject::Of(term);
        let of = |measure| Subject::Of(Term { measure, ..term });
        self.either(itself, Test::Is(float(0.0, is_single)), 1.0);
        for property in &OF_FLOATS {
            self.either(itself, Test::Has(property), property.bits);
        }
        let kind = Kind::Float { is_single };
        self.same(itself, kind, 0.0);
        self.of_bounds(itself, kind, 0.0);
        if term.measure != Measure::Itself {
            return;
        }
        let even = Test::Remainder { by: 2, rest: 0 };
        self.either(of(Measure::Whole), even, 2.0);
        self.of_digits(of(Measure::WholeDigits));
        self.of_bounds(of(Measure::Absolute), kind, 1.0);
        for zeros in 1..=if is_single { 23 } else { 52 } {
            self.either(itself, Test::ZeroBits(zeros), 5.0 + BIT_BITS);
        }
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        // The least number has a remainder for -1 as well.
        (a, b) = (b, a.wrapping_rem(b));
    }
    a
}
