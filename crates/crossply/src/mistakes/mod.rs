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
use std::collections::BTreeMap;
use std::mem;

use xxhash_rust::xxh3::xxh3_64;

use crate::any_vec::Outcome;
use crate::cut::cut;
use crate::failure::{Failure, FailureKind};
use crate::feature::{DifferingParts, Value};
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
    panics_by: PanicsBy,
    pub(crate) differences: Differences,
    pub(crate) changes: Changes,
    /// The parts in which the answers differ from the expected ones.
    pub(crate) parts: DifferingParts,
    /// For the first wrong inputs, a digest of what the solver gave, to compare with what it gives when asked again.
    pub(crate) digests: BTreeMap<u128, u64>,
    /// The misreadings that do not give all of the answers, by their index in the vocabulary.
    pub(crate) refuted: NumberSet,
}

/// There are digests for at most so many wrong inputs.
const DIGESTS: usize = 500;

/// The panics of a solver are at most so many kinds.
const MOST_PANICS: usize = 8;

/// A message is no longer than this many characters.
const LONGEST_MESSAGE: usize = 80;

/// The inputs on which a solver makes the same kind of mistake.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct MistakesOfKind {
    pub(crate) mistake: Mistake,
    /// The number of answers. Repeated inputs count each time.
    pub(crate) answers: u64,
    pub(crate) inputs: NumberSet,
}

/// A kind of mistake.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Mistake {
    /// No answer.
    Fails(FailureKind),
    /// A panic: its message, in which an ellipsis stands for each number, and its place. `None` if there are too many.
    Panics(Option<String>, Option<String>),
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
    /// An answer, where the first of two solvers fails.
    Answers,
    /// The name that the check gives to the mistake.
    Named(Cow<'static, str>),
}

/// What tells the panics of a solver apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum PanicsBy {
    /// The message and the place.
    #[default]
    Place,
    /// The message.
    Message,
    /// Nothing: all are one kind.
    Nothing,
}

impl PanicsBy {
    /// What tells fewer apart.
    fn next(self) -> Self {
        match self {
            PanicsBy::Place => PanicsBy::Message,
            PanicsBy::Message | PanicsBy::Nothing => PanicsBy::Nothing,
        }
    }
}

impl Mistake {
    /// The kind of a mistake to which the check gives no name.
    fn of(pair: &Pair<'_>) -> Self {
        if let Err(failure) = pair.given {
            return Mistake::of_failure(failure);
        }
        let are_none = pair.values.each_ref().map(|value| *value == Value::None);
        match (are_none, pair.order) {
            ([true, false], _) => Mistake::GivesSome,
            ([false, true], _) if pair.expected.is_some() => Mistake::GivesNone,
            (_, Some(Ordering::Less)) => Mistake::Lower,
            (_, Some(Ordering::Greater)) => Mistake::Higher,
            _ => Mistake::Other,
        }
    }

    /// The kind of a failure.
    fn of_failure(failure: &Failure) -> Self {
        if failure.kind != FailureKind::Panic {
            return Mistake::Fails(failure.kind);
        }
        let letters = failure.text.chars();
        let letters = letters.map(|letter| {
            if letter.is_ascii_digit() {
                '…'
            } else {
                letter
            }
        });
        let mut message: Vec<char> = letters.collect();
        message.dedup_by(|one, other| [*one, *other] == ['…', '…']);
        let message = cut(&String::from_iter(message), LONGEST_MESSAGE);
        Mistake::Panics(Some(message), failure.place.clone())
    }

    fn is_panic(&self) -> bool {
        matches!(self, Mistake::Panics(..))
    }

    /// What is known of a panic, in words.
    pub(crate) fn of_panic(&self) -> Option<String> {
        let Mistake::Panics(Some(message), place) = self else {
            return None;
        };
        let place = place.iter().map(|place| format!(" at {place}"));
        Some(format!("{message:?}") + &place.collect::<String>())
    }

    fn told_apart_by(self, panics_by: PanicsBy) -> Self {
        match (self, panics_by) {
            (Mistake::Panics(message, _), PanicsBy::Message) => Mistake::Panics(message, None),
            (Mistake::Panics(..), PanicsBy::Nothing) => Mistake::Panics(None, None),
            (mistake, _) => mistake,
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
            Mistake::Answers => "gives an answer where the other one fails".into(),
            Mistake::Fails(kind) => kind.does().into(),
            Mistake::Panics(..) => FailureKind::Panic.does().into(),
            Mistake::Named(words) => words.clone(),
        }
    }
}

impl Mistakes {
    /// Adds a mistake of this kind in the answer to the input with this number.
    pub(crate) fn add(&mut self, number: u128, pair: &Pair<'_>, kind: Mistake) {
        if self.digests.len() < DIGESTS {
            self.digests.insert(number, digest_of_answer(pair.given));
        }
        let is_named = matches!(kind, Mistake::Named(_));
        self.note(number, kind);
        if is_named {
            self.changes.refute();
            return;
        }
        self.differences.note(pair, number);
        self.changes.note(pair);
    }

    /// Counts a mistake.
    pub(crate) fn note(&mut self, number: u128, mistake: Mistake) {
        self.answers += 1;
        let kind = self.of_kind(mistake);
        kind.answers += 1;
        kind.inputs.insert(number);
    }

    /// Adds what another thread or machine has collected.
    pub(crate) fn merge(&mut self, other: Self) {
        self.answers += other.answers;
        if other.panics_by > self.panics_by {
            self.tell_panics_apart_by(other.panics_by);
        }
        for more in other.kinds {
            self.of_kind(more.mistake.clone()).merge(more);
        }
        self.differences.merge(other.differences);
        self.changes.merge(other.changes);
        self.parts.merge(other.parts);
        self.digests.extend(other.digests);
        while self.digests.len() > DIGESTS {
            self.digests.pop_last();
        }
        self.refuted.merge(other.refuted);
    }

    /// The mistakes of this kind. If a solver panics in too many ways, these are told apart less well, in whatever order they come.
    fn of_kind(&mut self, mistake: Mistake) -> &mut MistakesOfKind {
        let mistake = mistake.told_apart_by(self.panics_by);
        let place = self.place_of(&mistake);
        let panics = self.kinds.iter().filter(|kind| kind.mistake.is_panic());
        if place.is_err() && mistake.is_panic() && panics.count() >= MOST_PANICS {
            self.tell_panics_apart_by(self.panics_by.next());
            return self.of_kind(mistake);
        }
        let place = place.unwrap_or_else(|place| {
            let new = MistakesOfKind {
                mistake,
                answers: 0,
                inputs: NumberSet::default(),
            };
            self.kinds.insert(place, new);
            place
        });
        &mut self.kinds[place]
    }

    fn tell_panics_apart_by(&mut self, panics_by: PanicsBy) {
        self.panics_by = panics_by;
        for kind in mem::take(&mut self.kinds) {
            self.of_kind(kind.mistake.clone()).merge(kind);
        }
    }

    /// The place of a kind, or the one where it would be.
    fn place_of(&self, mistake: &Mistake) -> Result<usize, usize> {
        self.kinds
            .binary_search_by(|kind| kind.mistake.cmp(mistake))
    }

    /// Whether the input with this number is wrong.
    pub(crate) fn has(&self, number: u128) -> bool {
        self.kinds.iter().any(|kind| kind.inputs.contains(number))
    }

    /// The wrong inputs.
    pub(crate) fn inputs(&self) -> NumberSet {
        let mut inputs = NumberSet::default();
        for kind in &self.kinds {
            inputs.merge(kind.inputs.clone());
        }
        inputs
    }

    /// About how many bytes of memory the sets take.
    pub(crate) fn bytes(&self) -> u64 {
        self.kinds.iter().map(|kind| kind.inputs.bytes()).sum()
    }
}

impl MistakesOfKind {
    fn merge(&mut self, other: Self) {
        self.answers += other.answers;
        self.inputs.merge(other.inputs);
    }
}

/// A digest of an answer as text, or of the kind of a failure.
pub(crate) fn digest_of_answer(given: Outcome<'_>) -> u64 {
    let text = match given {
        Err(failure) => format!("{:?}", Mistake::of_failure(failure)),
        Ok(_) => Given::text(given),
    };
    xxh3_64(text.as_bytes())
}
