//! Conditions on two terms: order, equality, divisibility, and the sum, difference or product.

use super::Candidates;
use crate::explain::subject::{Operator, Subject, Term};
use crate::explain::test::Test;
use crate::feature::{Kind, Value};

impl Candidates<'_> {
    /// Adds conditions on two terms of these kinds.
    pub(super) fn of_pair(&mut self, (a, first): (Term, Kind), (b, second): (Term, Kind)) {
        match [first, second] {
            [Kind::Word(_), Kind::Word(_)] => {
                self.than(a, Operator::Equals, b, 0.0);
                self.than(a, Operator::BeginsWith, b, 2.0);
                self.than(b, Operator::BeginsWith, a, 2.0);
                self.of_result(Operator::CommonBeginning, a, b, 4.0);
            }
            [Kind::Integer { least, greatest }, Kind::Integer { .. }] => {
                // Where both "a < b" and "a != b" fit, the more general one should win.
                self.than(a, Operator::Equals, b, -1.5);
                self.orders(a, b);
                self.sums(a, b);
                self.than(a, Operator::Divides, b, 1.0);
                self.than(b, Operator::Divides, a, 1.0);
                let sum = Subject::Two(Operator::Sum, a, b);
                self.either(sum, Test::Remainder { by: 2, rest: 0 }, 3.0);
                if first == second {
                    for operator in [Operator::Sum, Operator::Difference, Operator::Product] {
                        let overflows = Test::Overflows { least, greatest };
                        self.either(Subject::Two(operator, a, b), overflows, 0.0);
                    }
                }
            }
            [Kind::Character, Kind::Character] => {
                self.than(a, Operator::Equals, b, 0.0);
                self.orders(a, b);
            }
            [first, second] if is_number(first) && is_number(second) => {
                self.than(a, Operator::Equals, b, 0.0);
                if first == second {
                    self.orders(a, b);
                    self.sums(a, b);
                }
            }
            _ => {}
        }
    }

    /// Adds a comparison of two terms.
    fn than(&mut self, a: Term, operator: Operator, b: Term, bits: f64) {
        let holds = Test::Is(Value::Truth(true));
        self.either(Subject::Two(operator, a, b), holds, bits);
    }

    /// Adds which of the two is less.
    fn orders(&mut self, a: Term, b: Term) {
        self.than(a, Operator::LessThan, b, 0.0);
        self.than(b, Operator::LessThan, a, 0.0);
    }

    /// Adds bounds of the sum, the difference and the distance.
    fn sums(&mut self, a: Term, b: Term) {
        self.of_result(Operator::Sum, a, b, 0.0);
        self.of_result(Operator::Difference, a, b, 0.0);
        self.of_result(Operator::Distance, a, b, 1.5);
    }

    /// Adds bounds of the result of an operator, or its value if all positive examples share it.
    fn of_result(&mut self, operator: Operator, a: Term, b: Term, more: f64) {
        let subject = Subject::Two(operator, a, b);
        self.same(subject, Kind::Code, more + 0.5);
        self.of_bounds(subject, Kind::Code, more);
    }
}

fn is_number(kind: Kind) -> bool {
    matches!(kind, Kind::Integer { .. } | Kind::Count | Kind::Code)
}
