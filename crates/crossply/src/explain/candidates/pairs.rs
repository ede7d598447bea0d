//! Conditions on two terms: order, equality, divisibility, and the sum, difference or product.

use std::sync::Arc;

use super::cost::bits_of;
use super::integers::remainder;
use super::{Candidates, Test};
use crate::explain::predicate::Predicate;
use crate::feature::{Kind, Value, number};

/// An operator whose result may not fit.
type Operator = fn(i128, i128) -> Option<i128>;

/// Operators that may overflow, with their symbols.
const OPERATORS: [(char, Operator); 3] = [
    ('+', i128::checked_add),
    ('-', i128::checked_sub),
    ('*', i128::checked_mul),
];

/// Results that may have saturated.
const SATURATED: [i128; 2] = [i128::MIN, i128::MAX];

impl Candidates<'_> {
    /// Adds conditions on the terms with these indices.
    pub(super) fn of_pair(&mut self, a: usize, b: usize) {
        let kinds = [self.terms[a].kind, self.terms[b].kind];
        match kinds {
            [Kind::Word(_), Kind::Word(_)] => self.of_words(a, b),
            [Kind::Integer { least, greatest }, Kind::Integer { .. }] => {
                // Where both "a < b" and "a != b" fit, the more general one should win.
                self.comparison([a, b], Predicate::Equals, -1.5, |a, b| a == b);
                self.orders([a, b]);
                self.sums([a, b]);
                for pair in [[a, b], [b, a]] {
                    self.comparison(pair, Predicate::Divides, 1.0, divides);
                }
                // The sum itself might overflow.
                self.of_result([a, b], '+', Predicate::Even, 3.0, |a, b| (a ^ b) & 1 == 0);
                if kinds[0] == kinds[1] {
                    for (symbol, operator) in OPERATORS {
                        self.of_result([a, b], symbol, Predicate::Overflows, 0.0, move |a, b| {
                            operator(a, b).is_none_or(|result| result < least || result > greatest)
                        });
                    }
                }
            }
            [Kind::Character, Kind::Character] => {
                self.comparison([a, b], Predicate::Equals, 0.0, |a, b| a == b);
                self.orders([a, b]);
            }
            [first, second] if is_number(first) && is_number(second) => {
                self.comparison([a, b], Predicate::Equals, 0.0, |a, b| a == b);
                if first == second {
                    self.orders([a, b]);
                    self.sums([a, b]);
                }
            }
            _ => {}
        }
    }

    /// Adds which of the two is less.
    fn orders(&mut self, [a, b]: [usize; 2]) {
        for pair in [[a, b], [b, a]] {
            self.comparison(pair, Predicate::LessThan, 0.0, |one, other| one < other);
        }
    }

    /// Adds bounds of the sum, the difference and the distance. A result that saturates meets the same bounds as the true one.
    fn sums(&mut self, [a, b]: [usize; 2]) {
        let [first, second] = [a, b].map(|term| self.name(term));
        let sum = format!("{first} + {second}");
        let difference = format!("{first} - {second}");
        self.of_bounded_result([a, b], &sum, 0.0, i128::saturating_add);
        self.of_bounded_result([a, b], &difference, 0.0, i128::saturating_sub);
        let distance = format!("|{difference}|");
        self.of_bounded_result([a, b], &distance, 1.5, |a, b| {
            a.saturating_sub(b).saturating_abs()
        });
    }

    /// Adds bounds of this `result` of two terms, or its value if all positive examples share it.
    fn of_bounded_result(
        &mut self,
        [a, b]: [usize; 2],
        subject: &str,
        bits: f64,
        result: fn(i128, i128) -> i128,
    ) {
        let mut results = Vec::new();
        for one in self.positives {
            let both = one.values[a].integer().zip(one.values[b].integer());
            let Some((a, b)) = both else { return };
            results.push(result(a, b));
        }
        let (Some(&least), Some(&most)) = (results.iter().min(), results.iter().max()) else {
            return;
        };
        if least == most && !SATURATED.contains(&least) {
            let says = Predicate::Is(number(least));
            let bits = bits + bits_of(least, Kind::Code);
            self.either_of_pair([a, b], subject, says, bits, move |a, b| {
                Some(result(a.integer()?, b.integer()?) == least)
            });
            return;
        }
        for bound in [least, most.saturating_add(1)] {
            if !SATURATED.contains(&bound) {
                let says = Predicate::AtLeast(number(bound));
                let bits = bits + bits_of(bound, Kind::Code);
                self.either_of_pair([a, b], subject, says, bits, move |a, b| {
                    Some(result(a.integer()?, b.integer()?) >= bound)
                });
            }
        }
    }

    /// Adds a comparison of two terms.
    fn comparison(
        &mut self,
        [a, b]: [usize; 2],
        says: fn(String) -> Predicate,
        bits: f64,
        test: impl Fn(i128, i128) -> bool + Send + Sync + 'static,
    ) {
        let second = self.name(b).to_owned();
        self.either_of_numbers([a, b], self.name(a), says(second), bits, test);
    }

    /// Adds a property of the result of an operator on two terms.
    fn of_result(
        &mut self,
        [a, b]: [usize; 2],
        symbol: char,
        says: Predicate,
        bits: f64,
        test: impl Fn(i128, i128) -> bool + Send + Sync + 'static,
    ) {
        let subject = format!("{} {symbol} {}", self.name(a), self.name(b));
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

    /// Adds a condition on two terms or its negation. It also pays for the choice of the second term.
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

fn is_number(kind: Kind) -> bool {
    matches!(kind, Kind::Integer { .. } | Kind::Count | Kind::Code)
}

/// Whether `a` divides `b`.
fn divides(a: i128, b: i128) -> bool {
    if a == 0 { b == 0 } else { remainder(b, a) == 0 }
}
