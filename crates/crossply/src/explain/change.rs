//! Changes: what turns the right answer into the wrong one, such as one more, or only the last eight bits.

use std::cmp::Ordering;

use crate::any_vec::{Item, Outcome};
use crate::feature::{Value, ValueOf, form_of, number};

/// A right answer and the one given: numbers that can be compared, and the given one as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    right: Value,
    given: Value,
    whole: Value,
}

impl Pair {
    /// Of answers of a type whose `value` is known, or of another.
    pub(crate) fn of(value: Option<ValueOf>, right: Option<&dyn Item>, given: Outcome<'_>) -> Self {
        let none = Value::None;
        let (right, given, whole) = match (value, right, given) {
            (_, _, Err(_)) => (none, none, none),
            (Some(value), None, Ok(given)) => (none, none, value(given)),
            (Some(value), Some(right), Ok(given)) => (value(right), value(given), value(given)),
            (None, None, Ok(given)) => (none, none, form_of(given)),
            (None, Some(right), Ok(given)) => {
                let [right, number] = Value::both(right, given);
                (right, number, form_of(given))
            }
        };
        Pair {
            right,
            given,
            whole,
        }
    }

    /// Whether the given answer is less or greater than the right one.
    pub(crate) fn order(&self) -> Option<Ordering> {
        match (self.right, self.given) {
            (Value::Integer(right), Value::Integer(given)) => given.partial_cmp(&right),
            (Value::Float(right), Value::Float(given)) => given.partial_cmp(&right),
            _ => None,
        }
    }
}

/// A change of a right answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    /// It is always this.
    Constant(Value),
    Plus(i128),
    Times(i128),
    DividedBy(i128),
    /// Its last bits, with or without a sign.
    Last {
        bits: u32,
        signed: bool,
    },
    /// The floating-point number so many after it.
    Next(i64),
    Down,
    Up,
    TowardsZero,
    Opposite,
}

impl Change {
    /// Those that make each given answer of the right one, the simplest first.
    pub(crate) fn all(answers: &[Pair]) -> Vec<Self> {
        let Some(&Pair {
            right,
            given,
            whole,
        }) = answers.first()
        else {
            return Vec::new();
        };
        let mut changes = Vec::new();
        if whole.is_named() {
            changes.push(Change::Constant(whole));
        }
        if let (Some(right), Some(given)) = (right.integer(), given.integer()) {
            changes.push(Change::Times(-1));
            changes.extend(given.checked_sub(right).map(Change::Plus));
            for bits in [8, 16, 24, 32, 64] {
                changes.extend([false, true].map(|signed| Change::Last { bits, signed }));
            }
            changes.extend([2, 10, 100].map(Change::Times));
            changes.extend([2, 10, 100].map(Change::DividedBy));
        }
        if right.float().is_some() {
            let next = [Change::Next(1), Change::Next(-1)];
            changes.extend(next);
            changes.push(Change::Opposite);
            changes.extend([Change::TowardsZero, Change::Down, Change::Up]);
        }
        let fits = |change: &Change| {
            let mut answers = answers.iter();
            answers.all(|answers| change.makes(answers))
        };
        changes.retain(fits);
        changes
    }

    /// Whether it makes this answer of the right one.
    pub(crate) fn makes(
        self,
        &Pair {
            right,
            given,
            whole,
        }: &Pair,
    ) -> bool {
        if let Change::Constant(always) = self {
            return whole.is(always);
        }
        if let (Some(right), Value::Float(given)) = (right.float(), given) {
            let made = match self {
                Change::Next(1) => right.next_up(),
                Change::Next(-1) => right.next_down(),
                Change::Opposite => -right,
                Change::TowardsZero => right.trunc(),
                Change::Down => right.floor(),
                Change::Up => right.ceil(),
                _ => return false,
            };
            return made.to_bits() == given.to_bits();
        }
        let (Some(right), Some(given)) = (right.integer(), given.integer()) else {
            return false;
        };
        let made = match self {
            Change::Plus(more) => right.checked_add(more),
            Change::Times(by) => right.checked_mul(by),
            Change::DividedBy(by) => Some(right / by),
            Change::Last { bits, signed } => {
                let last = right & ((1 << bits) - 1);
                let is_negative = signed && last >> (bits - 1) == 1;
                Some(if is_negative {
                    last - (1 << bits)
                } else {
                    last
                })
            }
            _ => None,
        };
        made == Some(given)
    }

    /// What the answer is, in words; `right` is what the right one is called.
    pub(crate) fn words(self, right: &str) -> String {
        match self {
            Change::Constant(value) => format!("{value}"),
            Change::Plus(more) if more < 0 => {
                format!("{right} minus {}", number(more.saturating_neg()))
            }
            Change::Plus(more) => format!("{right} plus {}", number(more)),
            Change::Times(-1) | Change::Opposite => format!("{right} with the opposite sign"),
            Change::Times(by) => format!("{right} times {by}"),
            Change::DividedBy(by) => format!("{right} divided by {by}"),
            Change::Last { bits, signed } => {
                let signed = if signed { ", as a signed number" } else { "" };
                format!("the last {bits} bits of {right}{signed}")
            }
            Change::Next(more) if more < 0 => format!("the number just below {right}"),
            Change::Next(_) => format!("the number just above {right}"),
            Change::Down => format!("{right} rounded down"),
            Change::Up => format!("{right} rounded up"),
            Change::TowardsZero => format!("{right} rounded towards zero"),
        }
    }
}
