//! What a solver gets wrong: the inputs of each kind of mistake, and how its answers differ from the expected ones.
//!
//! A run collects this while the answers are at hand, so that nobody has to ask a solver again to count, to draw a map or to
//! explain. What two threads or machines collect adds up.

mod change;
mod collector;
mod differences;
mod pair;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use xxhash_rust::xxh3::xxh3_64;

use crate::any_vec::Outcome;
use crate::cut::cut;
use crate::failure::{Failure, FailureKind};
use crate::feature::Parts;
use crate::finding::Given;
use crate::number_set::NumberSet;

pub(crate) use change::Changes;
pub(crate) use collector::Collector;
pub(crate) use differences::Differences;
pub(crate) use pair::Pair;

/// The wrong answers of a solver. Without a trusted answer, these are its failures, the answers with which it is alone, and
/// for the second of two solvers those that differ from the first one's.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Mistakes {
    /// The number of wrong answers. Repeated inputs count each time.
    pub(crate) answers: u64,
    /// The kinds of mistakes, ascending.
    pub(crate) kinds: Vec<MistakesOfKind>,
    pub(crate) differences: Differences,
    pub(crate) changes: Changes,
    /// The parts in which the answers differ from the expected ones. If a journal does not have them, nothing is said of them.
    #[cfg_attr(feature = "serde", serde(default = "Parts::everywhere"))]
    pub(crate) parts: Parts,
    /// For the first wrong inputs, a digest of what the solver gave, to compare with what it gives when asked again.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) digests: BTreeMap<u128, u64>,
    /// The misreadings that do not give all of the answers, by their index in the vocabulary.
    pub(crate) refuted: BTreeSet<usize>,
}

/// There are digests for at most so many wrong inputs.
const DIGESTS: usize = 500;

/// If a solver panics with more different messages than these, its panics are one kind.
const PANIC_MESSAGES: usize = 8;

/// A message is no longer than this many characters.
const LONGEST_MESSAGE: usize = 80;

/// The inputs on which a solver makes the same kind of mistake.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct MistakesOfKind {
    pub(crate) mistake: Mistake,
    pub(crate) inputs: NumberSet,
}

/// A kind of mistake.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Mistake {
    /// No answer. Of a panic, also its message, in which an ellipsis stands for each number. `None` if there are too many.
    Fails(FailureKind, Option<String>),
    /// A number above the expected one.
    Higher,
    /// A number below the expected one.
    Lower,
    /// `None`, where `Some` value is expected.
    GivesNone,
    /// Some value, where `None` is expected.
    GivesSome,
    /// Another answer, if there is no order.
    Other,
    /// The name that the check gives to the mistake.
    Named(Cow<'static, str>),
}

impl Mistake {
    /// The kind of a failure.
    fn of_failure(failure: &Failure) -> Self {
        if failure.kind != FailureKind::Panic {
            return Mistake::Fails(failure.kind, None);
        }
        let mut message = String::new();
        for character in failure.text.chars() {
            if !character.is_ascii_digit() {
                message.push(character);
            } else if !message.ends_with('…') {
                message.push('…');
            }
        }
        Mistake::Fails(failure.kind, Some(cut(message, LONGEST_MESSAGE)))
    }

    fn is_panic(&self) -> bool {
        matches!(self, Mistake::Fails(FailureKind::Panic, _))
    }

    /// The message of a panic.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Mistake::Fails(_, message) => message.as_deref(),
            _ => None,
        }
    }

    /// The kind of the mistake in an answer that compares like this to the expected one.
    fn of_order(order: Option<Ordering>) -> Self {
        match order {
            Some(Ordering::Less) => Mistake::Lower,
            Some(Ordering::Greater) => Mistake::Higher,
            _ => Mistake::Other,
        }
    }

    /// What the solver does, in words. Without a trusted answer, they call neither of two solvers wrong.
    pub(crate) fn words(&self, is_right_known: bool) -> Cow<'static, str> {
        match self {
            Mistake::Lower if is_right_known => "gives too low an answer".into(),
            Mistake::Lower => "gives a lower answer".into(),
            Mistake::Higher if is_right_known => "gives too high an answer".into(),
            Mistake::Higher => "gives a higher answer".into(),
            Mistake::GivesNone => "gives None instead of Some".into(),
            Mistake::GivesSome => "gives Some instead of None".into(),
            Mistake::Other => "gives another answer".into(),
            Mistake::Fails(kind, _) => kind.does().into(),
            Mistake::Named(words) => words.clone(),
        }
    }
}

impl Mistakes {
    /// Adds the mistake in the answer to the input with this number. `pair` is `None` if the check names its mistakes itself.
    pub(crate) fn add(
        &mut self,
        number: u128,
        given: Outcome<'_>,
        mistake: Mistake,
        pair: Option<&Pair>,
    ) {
        if self.digests.len() < DIGESTS {
            self.digests.insert(number, digest_of_answer(given));
        }
        self.note(number, mistake);
        match pair {
            Some(pair) => {
                self.differences.note(pair, number);
                self.changes.note(pair);
            }
            None => self.changes.refute(),
        }
    }

    /// Counts a mistake.
    pub(crate) fn note(&mut self, number: u128, mistake: Mistake) {
        self.answers += 1;
        self.of_kind(mistake).inputs.insert(number);
    }

    /// Adds what another thread or machine has collected.
    pub(crate) fn merge(&mut self, other: Self) {
        self.answers += other.answers;
        for kind in other.kinds {
            self.of_kind(kind.mistake).inputs.merge(kind.inputs);
        }
        self.differences.merge(other.differences);
        self.changes.merge(&other.changes);
        self.parts.merge(other.parts);
        self.digests.extend(other.digests);
        while self.digests.len() > DIGESTS {
            self.digests.pop_last();
        }
        self.refuted.extend(other.refuted);
    }

    /// The inputs of this kind. If a solver panics with too many messages, all its panics are one kind, in whatever order they
    /// come.
    fn of_kind(&mut self, mut mistake: Mistake) -> &mut MistakesOfKind {
        let any_panic = Mistake::Fails(FailureKind::Panic, None);
        if mistake.is_panic() {
            let others = self.kinds.iter().map(|kind| &kind.mistake);
            let others: Vec<_> = others
                .filter(|other| other.is_panic() && **other != mistake)
                .collect();
            if others.contains(&&any_panic) {
                mistake = any_panic;
            } else if others.len() >= PANIC_MESSAGES || mistake == any_panic && !others.is_empty() {
                let mut inputs = NumberSet::default();
                for kind in self.kinds.extract_if(.., |kind| kind.mistake.is_panic()) {
                    inputs.merge(kind.inputs);
                }
                mistake = any_panic;
                let place = self.kinds.partition_point(|kind| kind.mistake < mistake);
                self.kinds.insert(
                    place,
                    MistakesOfKind {
                        mistake: mistake.clone(),
                        inputs,
                    },
                );
            }
        }
        let place = self
            .kinds
            .binary_search_by(|kind| kind.mistake.cmp(&mistake));
        let place = place.unwrap_or_else(|place| {
            let inputs = NumberSet::default();
            self.kinds.insert(place, MistakesOfKind { mistake, inputs });
            place
        });
        &mut self.kinds[place]
    }

    /// Whether the input with this number is wrong.
    pub(crate) fn has(&self, number: u128) -> bool {
        self.kinds.iter().any(|kind| kind.inputs.contains(number))
    }

    /// The numbers of the wrong inputs from `start` on, ascending.
    pub(crate) fn inputs_from(&self, start: u128) -> impl Iterator<Item = u128> {
        let mut kinds: Vec<_> = self
            .kinds
            .iter()
            .map(|kind| kind.inputs.from(start).peekable())
            .collect();
        std::iter::from_fn(move || {
            let next = kinds
                .iter_mut()
                .filter_map(|kind| kind.peek().copied())
                .min()?;
            for kind in &mut kinds {
                kind.next_if_eq(&next);
            }
            Some(next)
        })
    }

    /// About how many bytes of memory the sets take.
    pub(crate) fn bytes(&self) -> u64 {
        self.kinds.iter().map(|kind| kind.inputs.bytes()).sum()
    }
}

/// A digest of an answer as text, or of a failure.
pub(crate) fn digest_of_answer(given: Outcome<'_>) -> u64 {
    xxh3_64(Given::text(given).as_bytes())
}
