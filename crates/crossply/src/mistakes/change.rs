//! Changes that turn the expected answer into the wrong one: "plus 1", "the last 8 bits".

use super::Pair;
#[cfg(feature = "serde")]
use crate::as_text;
use crate::feature::{Sequence, Value, number};

/// The changes that turn each expected answer so far into the given one, the simplest first. `None` before the first wrong
/// answer: then all are possible.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Changes(Option<Vec<Change>>);

/// A change of an expected answer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Change {
    /// The given answer is always this one.
    Always(String),
    /// The difference of integers.
    Plus(#[cfg_attr(feature = "serde", serde(with = "as_text"))] i128),
    /// The change with this place in [`USUAL`].
    Usual(usize),
}

/// A change that many programs make. In a text, `{}` stands for the name of the expected answer, and `{letter}` for that of a
/// letter.
enum Usual {
    Integers(&'static str, fn(i128) -> Option<i128>),
    Floats(&'static str, fn(f32) -> f32, fn(f64) -> f64),
    /// Of texts and lists: whether the change makes the second of the first.
    Letters(&'static str, fn(&[Value], &[Value]) -> bool),
}

/// Changes are not tried on longer texts and lists: some take time that grows with the square of the length.
const MOST_LETTERS: usize = 1000;

/// Changes to try, the simplest first.
static USUAL: [Usual; 37] = {
    use Usual::{Floats, Integers, Letters};
    [
        Integers("{} with the opposite sign", i128::checked_neg),
        Integers("the last 8 bits of {}", |n| Some((n as u8).into())),
        Integers("the last 8 bits of {}, as a signed number", |n| {
            Some((n as i8).into())
        }),
        Integers("the last 16 bits of {}", |n| Some((n as u16).into())),
        Integers("the last 16 bits of {}, as a signed number", |n| {
            Some((n as i16).into())
        }),
        Integers("the last 32 bits of {}", |n| Some((n as u32).into())),
        Integers("the last 32 bits of {}, as a signed number", |n| {
            Some((n as i32).into())
        }),
        Integers("the last 64 bits of {}", |n| Some((n as u64).into())),
        Integers("the last 64 bits of {}, as a signed number", |n| {
            Some((n as i64).into())
        }),
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
        Letters("{} except for its last {letter}", is_same_between::<0, 1>),
        Letters(
            "{} except for its last 2 {letter}s",
            is_same_between::<0, 2>,
        ),
        Letters(
            "{} except for its last 3 {letter}s",
            is_same_between::<0, 3>,
        ),
        Letters("{} except for its first {letter}", is_same_between::<1, 0>),
        Letters(
            "{} except for its first 2 {letter}s",
            is_same_between::<2, 0>,
        ),
        Letters(
            "{} except for its first 3 {letter}s",
            is_same_between::<3, 0>,
        ),
    ]
};

fn is_reverse(right: &[Value], given: &[Value]) -> bool {
    right.iter().rev().eq(given)
}

/// The letters between the first and the last one that is no space.
fn trimmed(letters: &[Value]) -> &[Value] {
    let is_text = |letter: &Value| !letter.character().is_some_and(char::is_whitespace);
    let start = letters.iter().position(is_text);
    let end = letters.iter().rposition(is_text);
    start
        .zip(end)
        .map_or(&[], |(start, end)| &letters[start..=end])
}

fn is_other_case(right: &[Value], given: &[Value]) -> bool {
    let mut pairs = right.iter().zip(given);
    right.len() == given.len()
        && pairs.all(|(right, given)| {
            let both = right.character().zip(given.character());
            both.is_some_and(|(right, given)| right.to_lowercase().eq(given.to_lowercase()))
        })
}

/// Whether only the first of equal letters is left.
fn is_deduplicated(right: &[Value], given: &[Value]) -> bool {
    let first = (0..right.len()).filter(|&n| !right[..n].contains(&right[n]));
    first.map(|n| &right[n]).eq(given)
}

/// Whether both have the same letters, each as often.
fn is_reordered(right: &[Value], given: &[Value]) -> bool {
    let count =
        |letters: &[Value], one: &Value| letters.iter().filter(|other| *other == one).count();
    let mut letters = right.iter();
    right.len() == given.len() && letters.all(|one| count(right, one) == count(given, one))
}

/// Whether only some letters at the start or the end differ.
fn is_same_between<const FIRST: usize, const LAST: usize>(
    right: &[Value],
    given: &[Value],
) -> bool {
    let end = right.len().saturating_sub(LAST);
    right.len() == given.len() && FIRST < end && right[FIRST..end] == given[FIRST..end]
}

impl Changes {
    /// Drops the changes that do not turn the expected answer into the given one.
    pub(super) fn note(&mut self, pair: &Pair<'_>) {
        let left = self.0.get_or_insert_with(|| Change::all_of(pair));
        left.retain(|change| change.makes(pair));
    }

    /// Drops all changes.
    pub(super) fn refute(&mut self) {
        self.0 = Some(Vec::new());
    }

    /// Keeps the changes that made the other answers as well.
    pub(super) fn merge(&mut self, other: Self) {
        match (&mut self.0, other.0) {
            (_, None) => {}
            (Some(left), Some(others)) => left.retain(|change| others.contains(change)),
            (none, others) => *none = others,
        }
    }

    /// The simplest change that makes all answers, in words. `expected` is what to call the expected answer, and `sequence` what
    /// it is, if it has letters.
    pub(crate) fn words(&self, expected: &str, sequence: Option<Sequence>) -> Option<String> {
        let letter = sequence.map_or("", Sequence::letter);
        let mut left = self.0.iter().flatten();
        left.find_map(|change| match change {
            Change::Always(answer) => Some(answer.clone()),
            Change::Plus(less) if *less < 0 => Some(format!("{expected} minus {}", number(-less))),
            Change::Plus(more) => Some(format!("{expected} plus {}", number(*more))),
            Change::Usual(n) => {
                let (Usual::Integers(words, _)
                | Usual::Floats(words, ..)
                | Usual::Letters(words, _)) = USUAL.get(*n)?;
                Some(words.replace("{letter}", letter).replace("{}", expected))
            }
        })
    }
}

impl Change {
    /// All changes that may turn the expected answer into the given one.
    fn all_of(pair: &Pair<'_>) -> Vec<Self> {
        let always = pair.given.map(|given| Change::Always(format!("{given:?}")));
        let plus = plus(pair).map(Change::Plus);
        let usual = (0..USUAL.len()).map(Change::Usual);
        always.into_iter().chain(plus).chain(usual).collect()
    }

    /// Whether the change turns the expected answer into the given one.
    fn makes(&self, pair: &Pair<'_>) -> bool {
        match self {
            Change::Always(answer) => pair
                .given
                .is_ok_and(|given| format!("{given:?}") == *answer),
            Change::Plus(more) => plus(pair) == Some(*more),
            Change::Usual(n) => USUAL[*n].makes(pair),
        }
    }
}

/// What to add to the expected integer. `None` for `i128::MIN`, too, whose opposite the words for a negative number would need.
fn plus(pair: &Pair<'_>) -> Option<i128> {
    let [expected, given] = pair.integers()?;
    given.checked_sub(expected).filter(|&plus| plus > i128::MIN)
}

impl Usual {
    fn makes(&self, pair: &Pair<'_>) -> bool {
        let [expected, given] = &pair.values;
        match (self, expected) {
            (Usual::Integers(_, change), Value::Integer(n)) => {
                change(*n).map(Value::Integer).as_ref() == Some(given)
            }
            (Usual::Floats(_, change, _), Value::Single(x)) => Value::Single(change(*x)).is(given),
            (Usual::Floats(_, _, change), Value::Double(x)) => Value::Double(change(*x)).is(given),
            (Usual::Letters(_, is_made), Value::Word(right)) => {
                let given = given.letters().filter(|given| given.len() <= MOST_LETTERS);
                right.len() <= MOST_LETTERS && given.is_some_and(|given| is_made(right, given))
            }
            _ => false,
        }
    }
}
