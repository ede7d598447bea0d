//! The conditions that could be part of a rule: those that hold for all inputs of a sample.
//!
//! The inputs suggest which constants are worth a try: the least and the greatest value, round numbers beside these,
//! remainders that all values share.

#![expect(clippy::cast_precision_loss, reason = "bits are an estimate")]

use super::condition::{Condition, Relation, Test, bits_of, width};
use crate::feature::{AnyFeature, Kind, Value};

/// Numbers by which people divide.
const DIVISORS: [i128; 26] = [
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 20, 24, 25, 32, 50, 60, 64, 100, 128, 256, 400,
    1000,
];

/// The bits that it takes to say which of these.
const USUAL_DIVISOR_BITS: f64 = 5.0;

/// The last decimal place of which a digit is tried.
const MOST_PLACES: u32 = 5;

/// How many letters are tried, and how many pairs of neighbours.
const MOST_LETTERS: usize = 64;

/// The bits that it takes to say which test of a term is meant, beside its numbers.
const TEST_BITS: f64 = 4.0;

/// All conditions that hold where the terms have the values of `rows`, those that cost least first. Letters are taken from
/// `others` as well.
pub(crate) fn candidates(
    terms: &[AnyFeature],
    rows: &[&[Value]],
    others: &[&[Value]],
) -> Vec<Condition> {
    let facts = terms.iter().filter(|term| term.kind == Kind::Fact).count();
    let mut nth_fact = 0;
    let mut candidates = Candidates {
        terms,
        rows,
        others,
        // Even an only term takes bits to say.
        bits_of_term: ((terms.len() - facts) as f64 + 1.0).log2(),
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
            Kind::Word => candidates.of_word(n),
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
    terms: &'a [AnyFeature],
    rows: &'a [&'a [Value]],
    others: &'a [&'a [Value]],
    bits_of_term: f64,
    found: Vec<Condition>,
}

impl Candidates<'_> {
    /// Adds the condition, if it holds everywhere.
    fn add(&mut self, term: usize, test: Test, negated: bool, bits: f64) {
        let condition = Condition {
            term,
            kind: self.terms[term].kind,
            test,
            negated,
            bits: (self.terms[term].bits + TEST_BITS + self.bits_of_term + bits).max(1.0)
                + f64::from(u8::from(negated)),
        };
        let mut rows = self.rows.iter();
        if rows.all(|row| condition.holds(|n| row[n].clone()) == Some(true)) {
            self.found.push(condition);
        }
    }

    /// Adds the condition or its negation.
    fn either(&mut self, term: usize, test: Test, bits: f64) {
        self.add(term, test.clone(), false, bits);
        self.add(term, test, true, bits);
    }

    /// Adds that it is always the same.
    fn same(&mut self, term: usize) {
        let (first, kind) = (
            self.rows.first().map(|row| &row[term]),
            self.terms[term].kind,
        );
        if let Some(first) = first.filter(|first| !matches!(first, Value::None | Value::Unknown)) {
            let bits = match *first {
                // Of what is only counted less can be said.
                Value::Integer(n) if kind == Kind::Count => bits_of(n, kind) - 1.25,
                Value::Integer(n) => bits_of(n, kind) - 0.5,
                Value::Truth(_) => 1.0,
                Value::Form(_) => 2.0,
                Value::Character(_) => 4.0,
                _ => 6.0,
            };
            self.add(term, Test::Is(first.clone()), false, bits);
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
        let mut others = vec![0, 1, -1];
        match kind {
            Kind::Character => others.clear(),
            Kind::Integer { least, greatest } => others.extend([least, greatest]),
            _ => {}
        }
        for n in others {
            let other = Test::Is(Value::Integer(n));
            self.add(term, other, true, bits_of(n, kind));
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
        let step = values.iter().fold(0, |step, n| gcd(step, n - least));
        let suggested = [step, step / 2, step / 3]
            .into_iter()
            .filter(|&step| step > 1);
        for by in suggested.chain(DIVISORS) {
            let is_usual = DIVISORS.contains(&by);
            let bits = match by {
                2 => 2.0,
                // Of those that would do as well, the one that people use.
                100 | 400 | 1000 => USUAL_DIVISOR_BITS - 0.5,
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
        for place in 1..=MOST_PLACES {
            let digit = (least.unsigned_abs() / 10_u128.pow(place) % 10) as u8;
            let bits = USUAL_DIVISOR_BITS + f64::from(place) + 10.0;
            self.add(term, Test::Digit(place, digit), false, bits);
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
    }

    fn of_float(&mut self, term: usize, is_single: bool) {
        let zero = if is_single {
            Value::Single(0.0)
        } else {
            Value::Double(0.0)
        };
        self.either(term, Test::Is(zero), 1.0);
        self.same(term);
        let is_subnormal: fn(f64) -> bool = if is_single {
            |x| (x as f32).is_subnormal()
        } else {
            f64::is_subnormal
        };
        let is_half: fn(f64) -> bool = |x| x.fract().abs().to_bits() == 0.5_f64.to_bits();
        for (what, is, bits) in [
            ("NaN", f64::is_nan as fn(f64) -> bool, 1.0),
            ("infinite", f64::is_infinite, 1.0),
            ("an integer", |x| x.fract() == 0.0, 1.0),
            ("subnormal", is_subnormal, 2.0),
            ("half way between two integers", is_half, 2.0),
        ] {
            self.either(term, Test::IsFloat(what, is), bits);
        }
        self.either(term, Test::HasSign, 1.0);
        self.either(term, Test::EvenPart, 2.0);
        let sizes = self.rows.iter().filter_map(|row| row[term].float());
        let sizes = sizes.map(f64::abs).filter(|size| !size.is_nan());
        let ends = sizes.clone().reduce(f64::min).zip(sizes.reduce(f64::max));
        if let Some((least, most)) = ends {
            let down = 2_f64.powf(least.log2().floor());
            let up = 2_f64.powf(most.log2().floor() + 1.0);
            for (size, bits) in [(down, 6.0), (least, 16.0), (0.5, 2.0), (1.0, 1.0)] {
                self.add(term, Test::MagnitudeAtLeast(size), false, bits);
            }
            let above = if is_single {
                (most as f32).next_up().into()
            } else {
                most.next_up()
            };
            for (size, bits) in [(up, 6.0), (above, 16.0), (0.5, 2.0), (1.0, 1.0)] {
                self.add(term, Test::MagnitudeAtLeast(size), true, bits);
            }
        }
        let mantissa = if is_single { 23 } else { 52 };
        for bits in 1..=mantissa {
            self.either(term, Test::LastBits(bits), 5.0);
        }
    }

    fn of_word(&mut self, term: usize) {
        let mut letters = Vec::new();
        for row in self.rows.iter().chain(self.others) {
            let Value::Word(word) = &row[term] else {
                continue;
            };
            for letter in &**word {
                if letters.len() < MOST_LETTERS && !letters.contains(letter) {
                    letters.push(letter.clone());
                }
            }
        }
        let bits = (letters.len() as f64).log2();
        for letter in letters {
            self.either(term, Test::Occurs(letter.clone(), 1), bits);
            self.either(term, Test::Occurs(letter, 2), bits + 2.0);
        }
        let Some(Value::Word(first)) = self.rows.first().map(|row| &row[term]) else {
            return;
        };
        for pair in first.windows(2).take(MOST_LETTERS) {
            let before = Test::Before(pair[0].clone(), pair[1].clone());
            self.add(term, before, false, 2.0 * bits);
        }
    }

    fn of_pair(&mut self, a: usize, b: usize) {
        let [first, second] = [a, b].map(|n| self.terms[n].kind);
        let is_number = |kind| matches!(kind, Kind::Integer { .. } | Kind::Count | Kind::Code);
        let are_characters = first == Kind::Character && second == Kind::Character;
        let are_numbers = is_number(first) && is_number(second);
        if !are_characters && !are_numbers {
            return;
        }
        let are_integers = [first, second]
            .iter()
            .all(|kind| matches!(kind, Kind::Integer { .. }));
        let are_same = first == second;
        let (are_ordered, overflow) = (are_integers || are_same, are_integers && are_same);
        for (a, relation, b, is_tried, bits) in [
            (a, Relation::Equal, b, true, 0.0),
            (a, Relation::Less, b, are_ordered, 0.0),
            (b, Relation::Less, a, are_ordered, 0.0),
            (a, Relation::Divides, b, are_integers, 1.0),
            (b, Relation::Divides, a, are_integers, 1.0),
            (a, Relation::SumIsEven, b, are_integers, 3.0),
            (a, Relation::SumOverflows, b, overflow, 0.0),
            (a, Relation::DifferenceOverflows, b, overflow, 0.0),
            (a, Relation::ProductOverflows, b, overflow, 0.0),
        ] {
            if is_tried {
                let bits = bits + self.bits_of_term + self.terms[b].bits;
                self.either(a, Test::Pair(relation, b), bits);
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
