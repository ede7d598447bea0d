//! The conditions that could be part of a rule: those that hold for all inputs of a sample.
//!
//! The inputs suggest which constants are worth a try: the least and the greatest value, round numbers beside these,
//! remainders that all values share.

#![expect(clippy::cast_precision_loss, reason = "bits are an estimate")]

use super::condition::{Condition, Operation, Test, bits_of, width};
use super::term::Term;
use crate::feature::{Kind, Value};

/// Numbers by which people divide.
const DIVISORS: [i128; 26] = [
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 20, 24, 25, 32, 50, 60, 64, 100, 128, 256, 400,
    1000,
];

/// The bits that it takes to say which of these.
const USUAL_DIVISOR_BITS: f64 = 5.0;

/// The bits that it takes to say which test of a term is meant, beside its numbers.
const TEST_BITS: f64 = 4.0;

/// All conditions that hold where the terms have these values, and those that cost least first.
pub(crate) fn candidates(terms: &[Term], rows: &[&[Value]]) -> Vec<Condition> {
    let facts = terms.iter().filter(|term| term.kind == Kind::Fact).count();
    let mut nth_fact = 0;
    let mut candidates = Candidates {
        terms,
        rows,
        bits_of_term: (terms.len() as f64 - facts as f64).max(1.0).log2(),
        found: Vec::new(),
    };
    for (n, term) in terms.iter().enumerate() {
        match term.kind {
            Kind::Fact => {
                // The general ones are named before the particular ones. A fact about an input says all in one.
                let bits = (facts as f64).log2() + f64::from(nth_fact) / 64.0;
                nth_fact += 1;
                let more = if term.bits > 0.0 { 0.0 } else { TEST_BITS };
                candidates.either(n, Test::Holds, bits - more - candidates.bits_of_term);
            }
            Kind::Form => candidates.same(n),
            Kind::Float { is_single } => candidates.of_float(n, is_single),
            Kind::Integer { .. } | Kind::Count | Kind::Code | Kind::Character => {
                candidates.of_integer(n);
            }
        }
        for other in 0..n {
            candidates.of_pair(other, n);
        }
    }
    let mut found = candidates.found;
    found.sort_by(|a, b| a.bits.total_cmp(&b.bits));
    found
}

struct Candidates<'a> {
    terms: &'a [Term],
    rows: &'a [&'a [Value]],
    bits_of_term: f64,
    found: Vec<Condition>,
}

impl Candidates<'_> {
    /// Adds the condition, if it holds everywhere.
    fn add(&mut self, term: usize, test: Test, negated: bool, bits: f64) {
        let condition = Condition {
            term,
            test,
            negated,
            bits: (self.terms[term].bits + TEST_BITS + self.bits_of_term + bits).max(1.0)
                + f64::from(u8::from(negated)),
        };
        let mut rows = self.rows.iter();
        if rows.all(|row| condition.holds(self.terms, |n| row[n])) {
            self.found.push(condition);
        }
    }

    /// Adds the condition or its negation.
    fn either(&mut self, term: usize, test: Test, bits: f64) {
        self.add(term, test, false, bits);
        self.add(term, test, true, bits);
    }

    /// Adds that it is always the same.
    fn same(&mut self, term: usize) {
        if let Some(row) = self.rows.first().filter(|row| row[term].is_named()) {
            let bits = match row[term] {
                // Of what is only counted less can be said.
                Value::Integer(n) if self.terms[term].kind == Kind::Count => {
                    bits_of(n, Kind::Count) - 1.5
                }
                Value::Integer(n) => bits_of(n, self.terms[term].kind) - 0.5,
                Value::Truth(_) | Value::None => 1.0,
                Value::Form(_) => 2.0,
                _ => 6.0,
            };
            self.add(term, Test::Is(row[term]), false, bits);
        }
    }

    fn of_integer(&mut self, term: usize) {
        let values = self.rows.iter().map(|row| row[term].integer());
        let Some(values) = values.collect::<Option<Vec<i128>>>() else {
            return self.same(term);
        };
        let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else {
            return;
        };
        let kind = self.terms[term].kind;
        self.same(term);
        for n in [0, 1, -1] {
            let is = match kind {
                Kind::Character => continue,
                _ => Value::Integer(n),
            };
            self.add(term, Test::Is(is), true, bits_of(n, kind));
        }
        if let Kind::Integer { least, greatest } = kind {
            for end in [least, greatest] {
                self.add(
                    term,
                    Test::Is(Value::Integer(end)),
                    true,
                    bits_of(end, kind),
                );
            }
        }
        for n in round_down(least, kind) {
            let bits = if n == 1 { 1.0 } else { bits_of(n, kind) };
            self.add(term, Test::AtLeast(n), false, bits);
        }
        for n in round_down(-1 - most, kind) {
            let bits = if n == 0 {
                1.0
            } else {
                bits_of(-1 - n, kind) + 0.5
            };
            self.add(term, Test::AtMost(-1 - n), false, bits);
        }
        if let Kind::Character | Kind::Code = kind {
            return;
        }
        let step = values
            .iter()
            .fold(0, |step, n| gcd(step, n.saturating_sub(least)));
        let suggested = [step, step / 2, step / 3]
            .into_iter()
            .filter(|&step| step > 1);
        for by in suggested.chain(DIVISORS) {
            let is_usual = DIVISORS.contains(&by);
            let bits = match by {
                2 => 2.0,
                _ if is_usual => USUAL_DIVISOR_BITS,
                _ => (by as f64).log2() + 4.0,
            };
            // Readers do not count in pairs.
            let bits = bits + if kind == Kind::Count { 4.0 } else { 0.0 };
            let rest = least.rem_euclid(by);
            let more = if rest == 0 { 0.0 } else { (by as f64).log2() };
            self.add(term, Test::Remainder(by, rest), false, bits + more);
            self.add(term, Test::Remainder(by, 0), true, bits);
        }
        if kind == Kind::Count {
            return;
        }
        let bits = match kind {
            Kind::Integer { least, greatest } => width(least, greatest).min(64),
            _ => 0,
        };
        for bit in 1..bits {
            self.either(term, Test::Bit(bit), f64::from(bits).log2());
        }
        for more in [0, 1, -1] {
            let bits = if more == 0 { 1.0 } else { 3.0 };
            self.either(term, Test::PowerOfTwo(more), bits);
            self.either(term, Test::Square(more), bits);
        }
        for digit in 0..10 {
            self.either(term, Test::Digit(digit), 8.0);
        }
        self.either(term, Test::SameDigits, 2.0);
        self.either(term, Test::PalindromicDigits, 2.0);
    }

    fn of_float(&mut self, term: usize, is_single: bool) {
        self.either(term, Test::Is(Value::Float(0.0)), 1.0);
        self.same(term);
        for test in [Test::Nan, Test::Infinite, Test::Whole, Test::HasSign] {
            self.either(term, test, 1.0);
        }
        self.either(term, Test::Subnormal, 2.0);
        self.either(term, Test::HalfWay, 2.0);
        self.either(term, Test::EvenPart, 2.0);
        let sizes = self
            .rows
            .iter()
            .filter_map(|row| Some(row[term].float()?.abs()));
        let sizes = sizes.filter(|size| !size.is_nan());
        let ends = sizes.fold(None, |ends: Option<[f64; 2]>, size| {
            let [least, most] = ends.unwrap_or([size; 2]);
            Some([least.min(size), most.max(size)])
        });
        if let Some([least, most]) = ends {
            let down = 2_f64.powf(least.log2().floor());
            let up = 2_f64.powf(most.log2().floor() + 1.0);
            for (size, bits) in [(down, 6.0), (least, 16.0), (0.5, 2.0), (1.0, 1.0)] {
                self.add(term, Test::MagnitudeAtLeast(size), false, bits);
            }
            for (size, bits) in [(up, 6.0), (most.next_up(), 16.0), (0.5, 2.0), (1.0, 1.0)] {
                self.add(term, Test::MagnitudeAtLeast(size), true, bits);
            }
        }
        let mantissa = if is_single { 23 } else { 52 };
        for bits in 1..=mantissa {
            self.either(term, Test::LastBits(bits), 5.0);
        }
    }

    fn of_pair(&mut self, a: usize, b: usize) {
        let [first, second] = [a, b].map(|n| self.terms[n].kind);
        let is_number = |kind| !matches!(kind, Kind::Fact | Kind::Form | Kind::Float { .. });
        if !is_number(first) || !is_number(second) {
            return;
        }
        let bits = self.bits_of_term + self.terms[b].bits;
        self.either(a, Test::SameAs(b), bits);
        let are_integers = [first, second]
            .iter()
            .all(|kind| matches!(kind, Kind::Integer { .. }));
        if are_integers || first == second {
            self.either(a, Test::Less(b), bits);
            self.either(b, Test::Less(a), bits);
        }
        if are_integers {
            self.either(a, Test::Divides(b), bits + 1.0);
            self.either(b, Test::Divides(a), bits + 1.0);
            self.either(a, Test::SumIsEven(b), bits + 3.0);
        }
        if are_integers && first == second {
            for operation in [Operation::Sum, Operation::Difference, Operation::Product] {
                self.either(a, Test::Overflows(operation, b), bits);
            }
        }
    }
}

/// Numbers that are not greater: the number itself, and the nearest ones that are round or beside a round one.
fn round_down(n: i128, kind: Kind) -> Vec<i128> {
    let size = n.unsigned_abs();
    let power = |base: u128| {
        let powers = (0..127).map_while(|exponent| base.checked_pow(exponent));
        let power = if n < 0 {
            powers.into_iter().find(|power| *power >= size)
        } else {
            powers.take_while(|power| *power <= size).last()
        };
        let power = i128::try_from(power?).ok()?;
        Some(if n < 0 { -power } else { power })
    };
    let round = [power(2), power(10)].into_iter().flatten();
    let round = round.filter(|_| !matches!(kind, Kind::Character | Kind::Count));
    let beside = round.flat_map(|n| [n - 1, n, n + 1]);
    let mut numbers: Vec<i128> = [-1, 0, 1, n].into_iter().chain(beside).collect();
    numbers.retain(|one| *one <= n);
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    // None is negative.
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
