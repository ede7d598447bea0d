//! What the library needs to know of the games to say what a fault is: facts about positions, and misreadings of the
//! rules.
//!
//! A solver may be wrong "exactly where x wins and the number of empty cells is 10", or answer "as if the line (0,0)-(3,3)
//! did not exist". The search is the library's.

mod facts;
mod geometry;
mod misreadings;
mod mistaken_search;
mod program;
mod scorer;

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use crossply::{Explainer, Failure, FailureKind, Feature};
use crossply_problems::{Game, Position, Problem, Question};

use self::geometry::{Geometry, answer, stones};
use self::misreadings::{Misreader, Misreading};
use self::scorer::Scorer;

pub use self::program::explain_program;

/// The answer that was given to a position, or what came in its place.
pub type Response<P> = Result<<P as Game>::Answer, NoAnswer>;

/// What came instead of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoAnswer {
    /// The program ended with an error.
    Error,
    /// The program printed nothing.
    Nothing,
    /// The program printed the right answer after something else.
    Labelled,
    /// The program printed the right answer, and something else after it.
    Followed,
    /// The program printed something else.
    Unreadable,
}

/// As the library knows it: the two that go with a right answer are told from other malformed ones by their words.
impl From<NoAnswer> for Failure {
    fn from(none: NoAnswer) -> Self {
        let (kind, text) = match none {
            NoAnswer::Error => (FailureKind::ExitCode, ""),
            NoAnswer::Nothing => (FailureKind::NoAnswer, ""),
            NoAnswer::Labelled => {
                let words = "prints something else before the right answer";
                (FailureKind::MalformedAnswer, words)
            }
            NoAnswer::Followed => {
                let words = "prints something else after the last answer";
                (FailureKind::MalformedAnswer, words)
            }
            NoAnswer::Unreadable => (FailureKind::MalformedAnswer, ""),
        };
        let text = text.to_owned();
        Failure { kind, text }
    }
}

/// The right answer to any position, by the search that explains faults. No solver takes part: it might be the wrong
/// one.
pub fn by_the_rules<P: Problem>() -> impl Fn(Position<P>) -> P::Answer + Send + Sync {
    let rules = Scorer::by_the_rules(Geometry::of::<P>());
    move |position| answer::<P>(rules.answer(stones(position)))
}

/// The features of positions.
#[must_use]
pub fn features<P: Problem>() -> Vec<Feature<Position<P>>> {
    facts::of_positions::<P>(&Arc::new(Scorer::by_the_rules(Geometry::of::<P>())))
}

/// Somebody who answers to one position after the other.
pub type Answering<P> = Box<dyn FnMut(Position<P>) -> Response<P>>;

/// What completes "as if", and makes somebody who answers so.
pub type Misread<P> = (String, Box<dyn Fn() -> Answering<P> + Send + Sync>);

/// All misreadings of a problem: a measure of how much a few boards tell.
pub fn misreadings<P: Problem>() -> impl Iterator<Item = Misread<P>> {
    let rules = Arc::new(Scorer::by_the_rules(Geometry::of::<P>()));
    let all = misreadings::all(&rules).into_iter();
    all.map(|Misreading { words, answers }| {
        let new: Box<dyn Fn() -> Answering<P> + Send + Sync> = match answers {
            Misreader::ToEach(read) => {
                let read = Arc::new(read);
                Box::new(move || {
                    let read = Arc::clone(&read);
                    Box::new(move |position| read(stones(position)).map(answer::<P>))
                })
            }
            Misreader::InOrder(new) => Box::new(move || {
                let mut read = new();
                Box::new(move |position| Ok(answer::<P>(read(stones(position)))))
            }),
        };
        (words, new)
    })
}

/// Adds the misreadings of the rules, and the words for what is wrong, to an explainer of answers to such inputs, each of
/// which has a position.
#[must_use]
pub fn taught<P: Problem, I: Clone + Debug + 'static>(
    mut explainer: Explainer<I, P::Answer>,
    position: fn(&I) -> Position<P>,
) -> Explainer<I, P::Answer> {
    let rules = Arc::new(Scorer::by_the_rules(Geometry::of::<P>()));
    for Misreading { words, answers } in misreadings::all(&rules) {
        explainer = match answers {
            Misreader::ToEach(read) => explainer.misreading(words, move |input| {
                let number = read(stones(position(input)))?;
                Ok(answer::<P>(number))
            }),
            Misreader::InOrder(new) => explainer.misreading_with_memory(words, move || {
                let mut read = new();
                move |input: &I| answer::<P>(read(stones(position(input))))
            }),
        };
    }
    explainer.mistakes(move |input, &right, given| -> Cow<'static, str> {
        let position = position(input);
        let wins_by = |cell| {
            let mut moves = rules.moves(stones(position));
            moves.any(|(by, score)| by == cell && score > 0)
        };
        match given {
            Ok(given) => given.mistake(position, right, wins_by).into(),
            Err(failure) if failure.kind == FailureKind::Panic || failure.text.is_empty() => {
                failure.kind.does().into()
            }
            Err(failure) => failure.text.clone().into(),
        }
    })
}

#[cfg(test)]
mod tests;
