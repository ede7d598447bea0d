//! Finds conditions that could be part of a rule: they hold for every positive example.
//!
//! The constants in the conditions come from the examples: the least and greatest values, round numbers near these, and
//! remainders that all examples share.

#![expect(clippy::cast_precision_loss, reason = "bits are an estimate")]

use std::f64::consts::LOG2_10;
use std::sync::Arc;

use super::condition::{Condition, Test};
use super::evidence::Example;
use super::predicate::Predicate;
use crate::feature::{AnyFeature, Kind, Value, number};

/// Divisors that often occur in code.
const DIVISORS: [i128; 26] = [
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 20, 24, 25, 32, 50, 60, 64, 100, 128, 256, 400,
    1000,
];

/// The cost of naming one of [`DIVISORS`], in bits.
const DIVISOR_BITS: f64 = 5.0;

/// The cost of naming the kind of a test, in bits. The numbers in the test cost extra.
const TEST_BITS: f64 = 4.0;

/// The extra cost of a test of a single bit. Where a bound or a divisor says the same, it reads better.
const BIT_BITS: f64 = 8.0;

/// The number of decimal digits up to which the bound of a float is a round number.
const BOUND_DIGITS: i32 = 4;

/// The extra cost of a bound that is no value of an example.
const ROUNDED_BITS: f64 = 2.5;

/// A condition that holds for all positive examples and can be evaluated for all negative ones.
pub(crate) struct Candidate {
    pub(crate) condition: Condition,
    /// A bit set of the negative examples for which the condition does not hold.
    pub(crate) excluded: Vec<u64>,
}

impl Candidate {
    pub(crate) fn excludes(&self, n: usize) -> bool {
        self.excluded[n / 64] >> (n % 64) & 1 == 1
    }
}

/// All candidates that cost less than `limit` bits, cheapest first.
pub(crate) fn candidates(
    terms: &[AnyFeature],
    positives: &[&Example],
    negatives: &[&Example],
    limit: f64,
) -> Vec<Candidate> {
    let facts = terms.iter().filter(|term| term.kind == Kind::Fact).count();
    let mut nth_fact = 0;
    let mut candidates = Candidates {
        terms,
        positives,
        negatives,
        limit,
        // Without the 1, a single term would cost nothing.
        bits_of_term: ((terms.len() - facts) as f64 + 1.0).log2(),
        results: Vec::new(),
    };
    for (n, term) in terms.iter().enumerate() {
        match term.kind {
            Kind::Fact => {
                // Users tend to list general facts first, so later ones cost a little more. `add` charges for the kind
                // of test and for the choice of a term, neither of which a fact needs.
                let bits = (facts as f64).log2() + f64::from(nth_fact) / 64.0;
                nth_fact += 1;
                // A fact about a source or an answer still pays for its test.
                let test_bits = if term.bits > 0.0 { 0.0 } else { TEST_BITS };
                let refund = test_bits + candidates.bits_of_term;
                candidates.either(
                    n,
                    "",
                    Predicate::OfTest,
                    bits - refund,
                    equality_test(Value::Truth(true)),
                );
            }
            Kind::Form => candidates.same(n),
            Kind::Word(sequence) => candidates.of_sequence(n, sequence),
            Kind::Float { is_single } => candidates.of_float(n, is_single),
            Kind::Integer { .. } | Kind::Count | Kind::Code | Kind::Character => {
                candidates.of_integer(n);
            }
        }
        for other in 0..n {
            candidates.of_pair(other, n);
        }
    }
    let mut results = candidates.results;
    results.sort_by(|a, b| a.condition.bits.total_cmp(&b.condition.bits));
    results
}

pub(super) struct Candidates<'a> {
    pub(super) terms: &'a [AnyFeature],
    pub(super) positives: &'a [&'a Example],
    pub(super) negatives: &'a [&'a Example],
    limit: f64,
    bits_of_term: f64,
    results: Vec<Candidate>,
}

impl Candidates<'_> {
    /// Adds the condition if it holds for all positive examples and costs less than the limit.
    pub(super) fn add(
        &mut self,
        n: usize,
        subject: &str,
        says: Predicate,
        negated: bool,
        bits: f64,
        test: Test,
    ) {
        let bits = self.terms[n].bits + TEST_BITS + self.bits_of_term + bits;
        let condition = Condition {
            term: n,
            test,
            subject: subject.to_owned(),
            says,
            negated,
            bits: bits.max(1.0) + if negated { 1.0 } else { 0.0 },
        };
        let holds = |one: &&Example| condition.holds(|term| one.values[term].clone());
        let fits = self.positives.iter().all(|one| holds(one) == Some(true));
        if !fits || condition.bits >= self.limit {
            return;
        }
        let mut excluded = vec![0_u64; self.negatives.len().div_ceil(64)];
        for (n, other) in self.negatives.iter().enumerate() {
            let Some(holds) = holds(other) else { return };
            excluded[n / 64] |= u64::from(!holds) << (n % 64);
        }
        self.results.push(Candidate {
            condition,
            excluded,
        });
    }

    /// Adds the condition, its negation, or neither: whichever holds for all positive examples.
    pub(super) fn either(
        &mut self,
        n: usize,
        subject: &str,
        says: Predicate,
        bits: f64,
        test: Test,
    ) {
        self.add(n, subject, says.clone(), false, bits, test.clone());
        self.add(n, subject, says, true, bits, test);
    }

    /// Adds the condition that the term equals `value`, or does not if `negated`.
    fn add_is(&mut self, n: usize, value: Value, negated: bool, bits: f64) {
        let says = Predicate::Is(match value {
            Value::Integer(n) => number(n),
            _ => value.to_string(),
        });
        let terms = self.terms;
        self.add(n, &terms[n].name, says, negated, bits, equality_test(value));
    }

    /// Adds the condition that the term has the value that all positive examples share, if they do.
    fn same(&mut self, n: usize) {
        let kind = self.terms[n].kind;
        let first = self.positives.first().map(|one| &one.values[n]);
        if let Some(first) = first.filter(|first| !matches!(first, Value::None | Value::Unknown)) {
            let bits = match *first {
                Value::Integer(n) => bits_of(n, kind) - 0.5,
                _ => 4.0,
            };
            self.add_is(n, first.clone(), false, bits);
        }
    }

    fn of_integer(&mut self, term: usize) {
        self.same(term);
        let values = self.positives.iter().map(|one| one.values[term].integer());
        let values: Vec<i128> = values.collect::<Option<_>>().unwrap_or_default();
        let (Some(&least), Some(&most)) = (values.iter().min(), values.iter().max()) else {
            return;
        };
        let terms = self.terms;
        let name = &*terms[term].name;
        let kind = terms[term].kind;
        let mut exceptions = vec![0, 1, -1];
        match kind {
            Kind::Character => exceptions.clear(),
            Kind::Integer { least, greatest } => exceptions.extend([least, greatest]),
            _ => {}
        }
        for n in exceptions {
            self.add_is(term, Value::Integer(n), true, bits_of(n, kind));
        }
        let rounded = |bound, own| if bound == own { 0.0 } else { ROUNDED_BITS };
        for n in round_down(least, kind) {
            let bits = bits_of(n, kind) + rounded(n, least);
            self.add(term, name, Predicate::OfTest, false, bits, Test::AtLeast(n));
        }
        for n in round_up(most, kind) {
            // That it is at most 99 costs as much as that it is less than 100.
            let bits = bits_of(n.saturating_add(1), kind) + rounded(n, most);
            self.add(term, name, Predicate::OfTest, false, bits, Test::AtMost(n));
        }
        if let Kind::Integer { least: ..0, .. } = kind {
            self.of_size(term, &values, kind);
        }
        if let Kind::Character | Kind::Code = kind {
            return;
        }
        let step = values
            .iter()
            .fold(0, |step, n| gcd(step, n.saturating_sub(least)));
        let suggested = [step, step / 2, step / 3].into_iter();
        for by in suggested.filter(|&step| step > 1).chain(DIVISORS) {
            // A fault rarely depends on whether a count is divisible.
            let bits = bits_of_divisor(by) + if kind == Kind::Count { 4.0 } else { 0.0 };
            let rest = least.rem_euclid(by);
            let says = match (by, rest) {
                (2, 0) => Predicate::Even,
                (2, _) => Predicate::is("odd"),
                (_, 0) => Predicate::DivisibleBy(by),
                _ => Predicate::Is(format!("{rest} more than a multiple of {}", number(by))),
            };
            let more = if rest == 0 { 0.0 } else { (by as f64).log2() };
            let has_rest = move |rest| integer_test(move |n| remainder(n, by) == rest);
            self.add(term, name, says, false, bits + more, has_rest(rest));
            let divides = Predicate::DivisibleBy(by);
            self.add(term, name, divides, true, bits, has_rest(0));
        }
        let Kind::Integer {
            least: lowest,
            greatest,
        } = kind
        else {
            return;
        };
        for (power, place) in [(10, "tens"), (100, "hundreds"), (1000, "thousands")] {
            let digit = move |n: i128| n.unsigned_abs() / power % 10;
            let subject = format!("the {place} digit of {name}");
            let only = digit(least);
            let test = integer_test(move |n| digit(n) == only);
            let says = Predicate::Is(only.to_string());
            self.add(term, &subject, says, false, 16.0, test);
        }
        let subject = format!("the number of digits of {name}");
        self.of_digits(term, &subject, |n| Some(digits(n.integer()?)));
        let width = width(lowest, greatest);
        // Bit 0 is told by "is odd".
        for bit in 1..width {
            let mut subject = format!("bit {bit} of {name}");
            if bit + 1 == width {
                subject = format!("the highest bit of {name}");
            }
            let test = integer_test(move |n| n >> bit & 1 == 1);
            let bits = f64::from(width).log2() + BIT_BITS;
            self.either(term, &subject, Predicate::Set, bits, test);
        }
        for (more, subject) in [(0, ""), (1, " + 1"), (-1, " - 1")] {
            let subject = format!("{name}{subject}");
            let bits = if more == 0 { 1.0 } else { 3.0 };
            let is_power = |n: i128| n > 0 && n & (n - 1) == 0;
            let test = integer_test(move |n| n.checked_add(more).is_some_and(is_power));
            let says = Predicate::is("a power of two");
            self.either(term, &subject, says, bits, test);
            let is_square = |n: i128| n >= 0 && n.isqrt().pow(2) == n;
            let test = integer_test(move |n| n.checked_add(more).is_some_and(is_square));
            self.either(term, &subject, Predicate::is("a square"), bits, test);
        }
    }

    /// Adds bounds of the absolute value.
    fn of_size(&mut self, term: usize, values: &[i128], kind: Kind) {
        let subject = format!("|{}|", self.terms[term].name);
        let sizes = values.iter().map(|n| n.saturating_abs());
        let least = sizes.clone().min().unwrap_or(0);
        let most = sizes.max().unwrap_or(0);
        let above = round_up(most, kind).map(|n| n.saturating_add(1));
        for bound in round_down(least, kind).into_iter().chain(above) {
            if bound > 1 {
                let says = Predicate::AtLeast(number(bound));
                let test = integer_test(move |n| n.saturating_abs() >= bound);
                self.either(term, &subject, says, bits_of(bound, kind) + 2.0, test);
            }
        }
    }

    /// Adds conditions on the number of decimal digits.
    fn of_digits(&mut self, term: usize, subject: &str, digits: fn(&Value) -> Option<i128>) {
        let first = self.positives.first();
        let Some(all) = first.and_then(|one| digits(&one.values[term])) else {
            return;
        };
        let says = Predicate::Is(all.to_string());
        let has_all = value_test(move |value| digits(value).map(|digits| digits == all));
        self.add(term, subject, says, false, 12.0, has_all);
        for (by, says) in [(2, Predicate::Even), (3, Predicate::DivisibleBy(3))] {
            let divides = value_test(move |value| digits(value).map(|digits| digits % by == 0));
            self.either(term, subject, says, 8.0, divides);
        }
    }

    fn of_float(&mut self, n: usize, is_single: bool) {
        let terms = self.terms;
        let name = &*terms[n].name;
        let is_half = |x: f64| x.fract().abs().to_bits() == 0.5_f64.to_bits();
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
            self.either(n, name, says, bits, test);
        }
        self.same(n);
        let subject = format!("the integer part of {name}");
        let is_even = value_test(|x| whole(x).map(|x| x % 2.0 == 0.0));
        self.either(n, &subject, Predicate::Even, 2.0, is_even);
        let subject = format!("the number of digits of the integer part of {name}");
        self.of_digits(n, &subject, |x| {
            Some(format!("{}", whole(x)?.abs()).len() as i128)
        });
        self.of_bounds(n, is_single, name, |x| x, 0.0);
        self.of_bounds(n, is_single, &format!("|{name}|"), f64::abs, 1.0);
        for zeros in 1..=if is_single { 23 } else { 52 } {
            let last = |x: &Value| match x {
                Value::Single(x) => Some(x.to_bits().trailing_zeros()),
                Value::Double(x) => Some(x.to_bits().trailing_zeros()),
                _ => None,
            };
            let test = value_test(move |x| last(x).map(|last| last >= zeros));
            let what = format!("a mantissa divisible by {}", number(1 << zeros));
            self.either(n, name, Predicate::Has(what), 5.0 + BIT_BITS, test);
        }
    }

    /// Adds bounds of a `part` of a float: itself, or its absolute value.
    fn of_bounds(
        &mut self,
        n: usize,
        is_single: bool,
        subject: &str,
        part: fn(f64) -> f64,
        more: f64,
    ) {
        let known = move |x: &Value| x.float().map(part).filter(|x| !x.is_nan());
        let parts = self.positives.iter().map(|one| known(&one.values[n]));
        let parts: Vec<f64> = parts.collect::<Option<_>>().unwrap_or_default();
        let Some(least) = parts.iter().copied().reduce(f64::min) else {
            return;
        };
        let most = parts.iter().copied().fold(least, f64::max);
        let most_shown = shown(most, is_single);
        let is_within = value_test(move |x| known(x).map(|x| x <= most));
        self.add(
            n,
            subject,
            Predicate::AtMost(most_shown),
            false,
            16.0 + more,
            is_within,
        );
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
            let test = value_test(move |x| known(x).map(|x| x >= bound));
            self.either(n, subject, says, bits + more, test);
        }
    }

    fn of_pair(&mut self, a: usize, b: usize) {
        let kinds = [a, b].map(|n| self.terms[n].kind);
        if let [Kind::Word(_), Kind::Word(_)] = kinds {
            return self.of_words(a, b);
        }
        let are_same = kinds[0] == kinds[1];
        let are_numbers = kinds
            .iter()
            .all(|kind| matches!(kind, Kind::Integer { .. } | Kind::Count | Kind::Code));
        if !are_numbers && kinds != [Kind::Character; 2] {
            return;
        }
        let ends = match kinds {
            [Kind::Integer { least, greatest }, Kind::Integer { .. }] => Some(least..=greatest),
            _ => None,
        };
        // That two numbers differ is cheaper than which is less, because it is more general.
        let bits = if ends.is_some() { -1.5 } else { 0.0 };
        self.relation([a, b], Predicate::Equals, bits, |a, b| a == b);
        if are_same || ends.is_some() {
            for pair in [[a, b], [b, a]] {
                self.relation(pair, Predicate::LessThan, 0.0, |one, other| one < other);
            }
        }
        if are_numbers && (are_same || ends.is_some()) {
            self.of_distance([a, b], '+', i128::saturating_add);
            self.of_distance([a, b], '-', i128::saturating_sub);
        }
        let Some(ends) = ends else { return };
        let divides = |a, b| if a == 0 { b == 0 } else { remainder(b, a) == 0 };
        for pair in [[a, b], [b, a]] {
            self.relation(pair, Predicate::Divides, 1.0, divides);
        }
        self.of_result([a, b], '+', Predicate::Even, 3.0, |a, b| (a ^ b) & 1 == 0);
        if are_same {
            type Checked = fn(i128, i128) -> Option<i128>;
            let operators: [(char, Checked); 3] = [
                ('+', i128::checked_add),
                ('-', i128::checked_sub),
                ('*', i128::checked_mul),
            ];
            for (sign, result) in operators {
                let ends = ends.clone();
                self.of_result([a, b], sign, Predicate::Overflows, 0.0, move |a, b| {
                    result(a, b).is_none_or(|result| !ends.contains(&result))
                });
            }
        }
    }

    /// Adds the closest bounds of the sum or the difference of two terms. A result that saturates meets the same bounds as
    /// the true one.
    fn of_distance(&mut self, [a, b]: [usize; 2], sign: char, result: fn(i128, i128) -> i128) {
        let mut results = Vec::new();
        for one in self.positives {
            let both = one.values[a].integer().zip(one.values[b].integer());
            let Some((a, b)) = both else { return };
            results.push(result(a, b));
        }
        let subject = format!("{} {sign} {}", self.terms[a].name, self.terms[b].name);
        let least = results.iter().min().copied();
        let above = results.iter().max().and_then(|most| most.checked_add(1));
        let bounds = [least, above].into_iter().flatten();
        for bound in bounds.filter(|bound| ![i128::MIN, i128::MAX].contains(bound)) {
            let says = Predicate::AtLeast(number(bound));
            let bits = bits_of(bound, Kind::Code);
            self.either_of_pair([a, b], &subject, says, bits, move |a, b| {
                Some(result(a.integer()?, b.integer()?) >= bound)
            });
        }
    }

    /// Adds a relation between two terms.
    fn relation(
        &mut self,
        [a, b]: [usize; 2],
        says: fn(String) -> Predicate,
        bits: f64,
        test: impl Fn(i128, i128) -> bool + Send + Sync + 'static,
    ) {
        let first = self.terms[a].name.clone();
        let second = self.terms[b].name.clone();
        self.either_of_numbers([a, b], &first, says(second), bits, test);
    }

    /// Adds a property of the result of an operator on two terms.
    fn of_result(
        &mut self,
        [a, b]: [usize; 2],
        sign: char,
        says: Predicate,
        bits: f64,
        test: impl Fn(i128, i128) -> bool + Send + Sync + 'static,
    ) {
        let first = &self.terms[a].name;
        let second = &self.terms[b].name;
        let subject = format!("{first} {sign} {second}");
        self.either_of_numbers([a, b], &subject, says, bits, test);
    }

    fn either_of_numbers(
        &mut self,
        both: [usize; 2],
        subject: &str,
        says: Predicate,
        bits: f64,
        test: impl Fn(i128, i128) -> bool + Send + Sync + 'static,
    ) {
        self.either_of_pair(both, subject, says, bits, move |a, b| {
            Some(test(a.integer()?, b.integer()?))
        });
    }

    pub(super) fn either_of_pair(
        &mut self,
        [a, b]: [usize; 2],
        subject: &str,
        says: Predicate,
        bits: f64,
        test: impl Fn(&Value, &Value) -> Option<bool> + Send + Sync + 'static,
    ) {
        let bits = bits + self.bits_of_term + self.terms[b].bits;
        self.either(a, subject, says, bits, Test::OfPair(b, Arc::new(test)));
    }
}

fn integer_test(test: impl Fn(i128) -> bool + Send + Sync + 'static) -> Test {
    Test::OfInteger(Arc::new(test))
}

pub(super) fn value_test(test: impl Fn(&Value) -> Option<bool> + Send + Sync + 'static) -> Test {
    Test::OfValue(Arc::new(test))
}

/// A test for equality with `value`. It treats `0.0` and `-0.0` as equal.
fn equality_test(value: Value) -> Test {
    match value {
        Value::Integer(only) => integer_test(move |n| n == only),
        only => value_test(move |value| (*value != Value::None).then(|| *value == only)),
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

/// The cost of a divisor, in bits.
fn bits_of_divisor(by: i128) -> f64 {
    match by {
        2 => 2.0,
        // Slightly cheaper, so that they win over other divisors that also fit.
        100 | 400 | 1000 => DIVISOR_BITS - 0.5,
        _ if DIVISORS.contains(&by) => DIVISOR_BITS,
        _ => (by as f64).log2() + 4.0,
    }
}

/// Lower bounds for `n`: `n` itself, small numbers, and the nearest powers of 2 and 10 with their neighbours.
fn round_down(n: i128, kind: Kind) -> Vec<i128> {
    let size = n.unsigned_abs();
    let power = |base: u128| {
        let mut powers = (0..127).map_while(|exponent| base.checked_pow(exponent));
        let power = if n < 0 {
            powers.find(|power| *power >= size)
        } else {
            powers.take_while(|power| *power <= size).last()
        };
        let power = i128::try_from(power?).ok()?;
        Some(if n < 0 { -power } else { power })
    };
    let mut numbers = vec![-1, 0, 1, n];
    if !matches!(kind, Kind::Character | Kind::Count) {
        for round in [power(2), power(10)].into_iter().flatten() {
            numbers.extend([round - 1, round, round + 1]);
        }
    }
    numbers.retain(|number| *number <= n);
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Upper bounds for `n`: the mirror image of [`round_down`], in which -1 mirrors 0.
fn round_up(n: i128, kind: Kind) -> impl Iterator<Item = i128> {
    let mirrored = round_down(-1 - n, kind).into_iter();
    mirrored.map(|bound| -1 - bound)
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The cost of a number, in bits. Round numbers are cheap.
fn bits_of(n: i128, kind: Kind) -> f64 {
    let size = n.unsigned_abs();
    let is_end = matches!(kind, Kind::Integer { least, greatest } if n == least || n == greatest);
    let distance_bits = |is_round: fn(u128) -> bool| {
        let mut near = [size, size + 1, size - 1].into_iter();
        let nearest = near.find(|near| is_round(*near))?;
        Some(if nearest == size { 0.0 } else { 0.5 })
    };
    let log2 = (size as f64).log2();
    if size < 2 {
        1.0 + f64::from(u8::from(n < 0)) + f64::from(size as u8)
    } else if is_end {
        3.0
    } else if size <= 16 {
        log2 + 1.5
    } else if let Some(more) = distance_bits(u128::is_power_of_two) {
        more + 2.0 + log2.log2()
    } else if let Some(more) = distance_bits(|n| 10_u128.pow(n.ilog10()) == n) {
        more + 3.0 + (log2 / LOG2_10).log2()
    } else {
        let divides = |zeros: &u32| size.is_multiple_of(10_u128.pow(*zeros));
        let zeros = (1..=38).take_while(divides).count();
        log2 - zeros as f64 * LOG2_10 + 3.0 + (zeros as f64 + 1.0).log2()
    }
}

/// The number of decimal digits, without a sign.
fn digits(n: i128) -> i128 {
    n.unsigned_abs()
        .checked_ilog10()
        .map_or(1, |power| i128::from(power) + 1)
}

/// The width in bits of the integers in a range.
fn width(least: i128, greatest: i128) -> u32 {
    let bits = 128 - greatest.unsigned_abs().leading_zeros();
    bits + u32::from(least < 0)
}

/// The non-negative remainder. Most numbers are small, and division of narrower integers is much faster.
#[inline]
fn remainder(n: i128, by: i128) -> i128 {
    if let (Ok(n), Ok(by @ 1..)) = (u32::try_from(n), u32::try_from(by)) {
        return (n % by).into();
    }
    match (i64::try_from(n), i64::try_from(by)) {
        (Ok(n), Ok(by @ 1..)) => n.rem_euclid(by).into(),
        _ => n.checked_rem_euclid(by).unwrap_or(0),
    }
}
