//! Changes that turn the expected answer into the wrong one: "plus 1", "the last 8 bits".

use super::Pair;
use crate::feature::{Sequence, Value, number};

/// The changes that turn each expected answer so far into the given one.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Changes {
    /// Whether there was a wrong answer. Before, all changes are possible.
    has_begun: bool,
    /// The given answer, if it was always the same.
    constant: Option<Value>,
    /// The difference, an integer, if it was always the same. It is a [`Value`] because a journal holds that as text.
    plus: Option<Value>,
    /// The bit set of the changes in [`USUAL`] that made all answers.
    usual: u32,
    /// `None` unless all answers are texts or lists as long as the expected ones.
    ends: Option<Ends>,
}

/// In how many letters answers differ that are as long as the expected ones.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Ends {
    /// All letters but so many first ones are the same.
    first: usize,
    /// All letters but so many last ones are the same.
    last: usize,
    /// The length of the shortest answer.
    shortest: usize,
}

/// More letters than these at an end would say little.
const MOST_AT_END: usize = 3;

impl Ends {
    fn of([right, given]: &[Vec<Value>; 2]) -> Option<Self> {
        let len = right.len();
        let is_same = |&n: &usize| right[n] == given[n];
        (len == given.len()).then(|| Ends {
            first: len - (0..len).rev().take_while(is_same).count(),
            last: len - (0..len).take_while(is_same).count(),
            shortest: len,
        })
    }

    fn merge(self, other: Self) -> Self {
        Ends {
            first: self.first.max(other.first),
            last: self.last.max(other.last),
            shortest: self.shortest.min(other.shortest),
        }
    }
}

/// A change of an expected answer. In a text, `{}` stands for the name of the expected answer, and `{letter}` for that of a
/// letter.
enum Change {
    Integers(&'static str, fn(i128) -> Option<i128>),
    Floats(&'static str, fn(f32) -> f32, fn(f64) -> f64),
    /// Of texts and lists: whether the change makes the second of the first.
    Letters(&'static str, fn(&[Value], &[Value]) -> bool),
}

/// Changes to try, the simplest first.
const USUAL: [Change; 31] = {
    use Change::{Floats, Integers, Letters};
    [
        Integers("{} with the opposite sign", i128::checked_neg),
        Integers("the last 8 bits of {}", unsigned::<8>),
        Integers("the last 8 bits of {}, as a signed number", signed::<8>),
        Integers("the last 16 bits of {}", unsigned::<16>),
        Integers("the last 16 bits of {}, as a signed number", signed::<16>),
        Integers("the last 32 bits of {}", unsigned::<32>),
        Integers("the last 32 bits of {}, as a signed number", signed::<32>),
        Integers("the last 64 bits of {}", unsigned::<64>),
        Integers("the last 64 bits of {}, as a signed number", signed::<64>),
        Integers("{} times 2", |n| n.checked_mul(2)),
        Integers("{} times 10", |n| n.checked_mul(10)),
        Integers("{} times 100", |n| n.checked_mul(100)),
        Integers("{} divided by 2, rounded towards zero", |n| Some(n / 2)),
        Integers("{} divided by 10, rounded towards zero", |n| Some(n / 10)),
        Integers("{} divided by 100, rounded towards zero", |n| Some(n / 100)),
        Floats("the number just above {}", f32::next_up, f64::next_up),
        Floats("the number just below {}", f32::next_down, f64::next_down),
        Floats("{} with the opposite sign", |x| -x, |x| -x),
        Floats("{} rounded towards zero", f32::trunc, f64::trunc),
        Floats("{} rounded down", f32::floor, f64::floor),
        Floats("{} rounded up", f32::ceil, f64::ceil),
        Letters("{} in reverse order", is_reverse),
        Letters("{} without its first {letter}", |right, given| {
            right.split_first().is_some_and(|(_, rest)| rest == given)
        }),
        Letters("{} without its last {letter}", |right, given| {
            right.split_last().is_some_and(|(_, rest)| rest == given)
        }),
        Letters("{} without spaces at its ends", |right, given| {
            trimmed(right) == given
        }),
        Letters("{} in another case", is_other_case),
        Letters("{} without repetitions", is_deduplicated),
        Letters("{} in another order", is_reordered),
        Letters("the beginning of {}", <[Value]>::starts_with),
        Letters("the end of {}", <[Value]>::ends_with),
        Letters("{} without one {letter}", |right, given| {
            let mut without = (0..right.len()).map(|n| right[..n].iter().chain(&right[n + 1..]));
            without.any(|letters| letters.eq(given))
        }),
    ]
};

fn is_reverse(right: &[Value], given: &[Value]) -> bool {
    right.iter().rev().eq(given)
}

/// The letters between the first and the last one that is no space.
fn trimmed(letters: &[Value]) -> &[Value] {
    let is_space =
        |letter: &Value| matches!(letter, Value::Character(letter) if letter.is_whitespace());
    let start = letters.iter().take_while(|letter| is_space(letter)).count();
    let rest = &letters[start..];
    let end = rest.iter().rev().take_while(|letter| is_space(letter));
    &rest[..rest.len() - end.count()]
}

fn is_other_case(right: &[Value], given: &[Value]) -> bool {
    let mut pairs = right.iter().zip(given);
    right.len() == given.len()
        && pairs.all(|pair| match pair {
            (Value::Character(right), Value::Character(given)) => {
                right.to_lowercase().eq(given.to_lowercase())
            }
            _ => false,
        })
}

/// Whether only the first of equal letters is left.
fn is_deduplicated(right: &[Value], given: &[Value]) -> bool {
    let mut left: Vec<&Value> = Vec::new();
    for letter in right {
        if !left.contains(&letter) {
            left.push(letter);
        }
    }
    left.into_iter().eq(given)
}

/// Whether both have the same letters, each as often.
fn is_reordered(right: &[Value], given: &[Value]) -> bool {
    let mut left = given.to_vec();
    for letter in right {
        let Some(place) = left.iter().position(|other| other == letter) else {
            return false;
        };
        left.swap_remove(place);
    }
    left.is_empty()
}

#[expect(clippy::unnecessary_wraps, reason = "as other changes")]
fn unsigned<const BITS: u32>(n: i128) -> Option<i128> {
    Some(n & ((1 << BITS) - 1))
}

#[expect(clippy::unnecessary_wraps, reason = "as other changes")]
fn signed<const BITS: u32>(n: i128) -> Option<i128> {
    let others = i128::BITS - BITS;
    Some(n << others >> others)
}

impl Changes {
    /// Drops the changes that do not turn the expected answer into the given one.
    pub(super) fn note(&mut self, pair: &Pair) {
        let numbers = pair.expected.whole_number().zip(pair.given.whole_number());
        let plus = numbers.and_then(|(expected, given)| given.checked_sub(expected));
        // `i128::MIN` has no opposite, which the words for a negative difference need.
        let plus = plus.filter(|&plus| plus > i128::MIN).map(Value::Integer);
        let ends = pair.letters.as_ref().and_then(Ends::of);
        if !self.has_begun {
            self.has_begun = true;
            self.constant = pair.full_given().cloned();
            self.plus.clone_from(&plus);
            self.usual = u32::MAX >> (u32::BITS as usize - USUAL.len());
            self.ends = ends;
        }
        self.ends = self.ends.zip(ends).map(|(one, other)| one.merge(other));
        self.keep_same(pair.full_given(), plus.as_ref());
        for (n, change) in USUAL.iter().enumerate() {
            if self.usual >> n & 1 == 1 && !change.makes(pair) {
                self.usual ^= 1 << n;
            }
        }
    }

    /// Whether a change of texts or lists may still have made all answers.
    pub(super) fn wants_letters(&self) -> bool {
        let mut left = (0..USUAL.len()).filter(|n| self.usual >> n & 1 == 1);
        !self.has_begun
            || self.ends.is_some()
            || left.any(|n| matches!(USUAL[n], Change::Letters(..)))
    }

    /// Drops the constant and the difference if they are not these.
    fn keep_same(&mut self, constant: Option<&Value>, plus: Option<&Value>) {
        self.constant
            .take_if(|always: &mut Value| !constant.is_some_and(|given| always.is(given)));
        self.plus.take_if(|always| Some(&*always) != plus);
    }

    /// Drops all changes.
    pub(super) fn refute(&mut self) {
        *self = Changes {
            has_begun: true,
            ..Changes::default()
        };
    }

    /// Keeps the changes that made the other answers as well.
    pub(super) fn merge(&mut self, other: &Self) {
        if !other.has_begun {
            return;
        }
        if !self.has_begun {
            *self = other.clone();
            return;
        }
        self.keep_same(other.constant.as_ref(), other.plus.as_ref());
        self.usual &= other.usual;
        self.ends = self
            .ends
            .zip(other.ends)
            .map(|(one, other)| one.merge(other));
    }

    /// The first or last letters, if answers differ from the expected ones in no others.
    pub(crate) fn only_in(&self, sequence: Option<Sequence>) -> Option<String> {
        let Ends {
            first,
            last,
            shortest,
        } = self.ends?;
        let letter = sequence.map_or("", Sequence::letter);
        let at_end = |which: &str, letters: usize| match letters {
            1 => format!("the {which} {letter}"),
            _ => format!("the {which} {letters} {letter}s"),
        };
        if last < shortest && last <= MOST_AT_END {
            return Some(at_end("last", last));
        }
        (first < shortest && first <= MOST_AT_END).then(|| at_end("first", first))
    }

    /// The simplest change that makes all answers, in words. `expected` is what to call the expected answer, and `sequence` what
    /// it is, if it has letters.
    pub(crate) fn words(&self, expected: &str, sequence: Option<Sequence>) -> Option<String> {
        if let Some(value) = &self.constant {
            return Some(value.to_string());
        }
        match self.plus.as_ref().and_then(Value::whole_number) {
            Some(less) if less < 0 => return Some(format!("{expected} minus {}", number(-less))),
            Some(more) => return Some(format!("{expected} plus {}", number(more))),
            None => {}
        }
        let first = USUAL.get(self.usual.trailing_zeros() as usize)?;
        let letter = sequence.map_or("", Sequence::letter);
        let words = first.words().replace("{letter}", letter);
        Some(words.replace("{}", expected))
    }
}

impl Change {
    /// Whether the change turns the expected answer into the given one.
    fn makes(&self, pair: &Pair) -> bool {
        match (self, &pair.expected) {
            (Change::Letters(_, makes), _) => pair
                .letters
                .as_ref()
                .is_some_and(|[right, given]| makes(right, given)),
            (Change::Integers(_, change), expected) => {
                let made = expected.whole_number().and_then(change);
                made.is_some() && made == pair.given.whole_number()
            }
            (Change::Floats(_, change, _), Value::Single(x)) => {
                Value::Single(change(*x)).is(&pair.given)
            }
            (Change::Floats(_, _, change), Value::Double(x)) => {
                Value::Double(change(*x)).is(&pair.given)
            }
            _ => false,
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Change::Integers(words, _) | Change::Floats(words, ..) | Change::Letters(words, _) => {
                words
            }
        }
    }
}
