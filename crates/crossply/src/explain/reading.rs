//! Misreadings: other functions, whose answers a wrong solver may give.
//!
//! A wrong program may answer as if a line of a table did not exist. Then no condition on the input says where it is
//! wrong, but the missing line says everything. A check names those that its authors can think of; a few are tried
//! for every function: the answer to another input, such as the one before, and a cache whose key lacks a part.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use super::feature::Feature;
use super::term::Kind;
use super::value::Value;

/// How many inputs a cache remembers that is tried as a misreading.
const CACHED: usize = 1 << 16;

/// A misreading.
pub(crate) struct Reading<I, A> {
    /// What is said of it after "as if".
    pub(crate) words: String,
    pub(crate) asked: Asked,
    /// Makes a reader who has not been asked for anything.
    pub(crate) new: Box<NewReader<I, A>>,
}

type NewReader<I, A> = dyn Fn() -> Reader<I, A> + Send + Sync;

/// Gives the answer of a misreading; none if it says nothing of an input.
pub(crate) type Reader<I, A> = Box<dyn FnMut(&I) -> Option<A>>;

/// For which inputs a misreading is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// All answers are its answers. What it is asked for in between does not matter.
    Everywhere,
    /// All answers are its answers, and it remembers what it was asked for: all, in the same order.
    InOrder,
    /// The wrong answers are its answers.
    WhereWrong,
}

/// Makes somebody who gives the right answers.
pub(crate) type Truth<I, A> = Arc<dyn Fn() -> Box<dyn FnMut(&I) -> A> + Send + Sync>;

/// The misreadings that are tried for every function with such inputs: those about memory, if the answers seem to depend
/// on earlier inputs. An input has a noun, and a name in rules.
pub(crate) fn of_any<I, A>(
    features: &[Feature<I>],
    [noun, subject]: [&str; 2],
    truth: &Truth<I, A>,
    has_memory: bool,
) -> Vec<Reading<I, A>>
where
    I: Clone + Debug + 'static,
    A: Debug + 'static,
{
    let elsewhere = others_of::<I>().into_iter().map(|(words, other)| {
        let truth = Arc::clone(truth);
        Reading {
            words: format!("the answer to {}", words.replace("{}", subject)),
            asked: Asked::WhereWrong,
            new: Box::new(move || {
                let mut truth = truth();
                Box::new(move |input| Some(truth(&other(input)?)))
            }),
        }
    });
    let is_value = |feature: &&Feature<I>| !matches!(feature.kind, Kind::Fact | Kind::Form);
    let same = features.iter().filter(is_value).map(|feature| {
        let (feature, truth) = (feature.clone(), Arc::clone(truth));
        let name = feature.name.replace("{}", subject);
        let name = name.strip_prefix("the ").unwrap_or(&name);
        Reading {
            words: format!("it kept the answer to the first {noun} with the same {name}"),
            asked: Asked::InOrder,
            new: Box::new(move || {
                let (value, mut truth) = (Arc::clone(&feature.value), truth());
                let mut known = HashMap::<String, I>::new();
                Box::new(move |input| {
                    let key = value(input);
                    if key == Value::None || known.len() > CACHED {
                        return None;
                    }
                    let first = known.entry(key.to_string());
                    Some(truth(first.or_insert_with(|| input.clone())))
                })
            }),
        }
    });
    let mut readings: Vec<_> = elsewhere.collect();
    if !has_memory {
        return readings;
    }
    if features.len() > 1 {
        readings.extend(same);
    }
    let truth = Arc::clone(truth);
    readings.push(Reading {
        words: format!("each {noun} were the one before"),
        asked: Asked::InOrder,
        new: Box::new(move || {
            let (mut last, mut truth) = (None::<I>, truth());
            Box::new(move |input| {
                let before = last.replace(input.clone());
                Some(truth(&before.unwrap_or_else(|| input.clone())))
            })
        }),
    });
    readings
}

/// Another input that somebody might take for this one.
type Other<I> = fn(&I) -> Option<I>;

/// What other inputs somebody might take for one of this type, in words.
fn others_of<I: Clone + 'static>() -> Vec<(&'static str, Other<I>)> {
    fn cast<T: Clone + 'static, I: Clone + 'static>(of: T) -> Option<I> {
        (&of as &dyn Any).downcast_ref::<I>().cloned()
    }
    macro_rules! numbers {
        ($($type:ty)*) => {
            $(
                if TypeId::of::<I>() == TypeId::of::<$type>() {
                    return vec![
                        ("{} - 1", |input| cast(cast::<I, $type>(input.clone())?.wrapping_sub(1))),
                        ("{} + 1", |input| cast(cast::<I, $type>(input.clone())?.wrapping_add(1))),
                        ("the opposite of {}", |input| cast(cast::<I, $type>(input.clone())?.wrapping_neg())),
                    ];
                }
                if TypeId::of::<I>() == TypeId::of::<($type, $type)>() {
                    return vec![("(b, a)", |input| {
                        let (a, b) = cast::<I, ($type, $type)>(input.clone())?;
                        cast((b, a))
                    })];
                }
            )*
        };
    }
    numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize i128 u128);
    Vec::new()
}

impl<I, A> Reading<I, A> {
    /// Whether it is about all answers, and not only about wrong ones.
    pub(crate) fn is_everywhere(&self) -> bool {
        self.asked != Asked::WhereWrong
    }
}
