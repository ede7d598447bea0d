//! What the library needs to know of the games to say what a fault is: facts about positions, and misreadings of the
//! rules.
//!
//! A solver may be wrong "exactly where x wins and the number of empty cells is 10", or answer "as if the line (0,0)-(3,3)
//! did not exist". The search is the library's.

mod facts;
mod geometry;
mod misreadings;
mod mistaken_search;
mod scorer;

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use crossply::{CrossCheck, Feature};
use crossply_problems::{Game, Position, Problem, Question};

use self::geometry::{Geometry, answer, stones};
use self::misreadings::{Misreader, Misreading};
use self::scorer::Scorer;

/// The right answer to any position, by the search that explains faults. No solver takes part: it might be the wrong
/// one.
pub fn by_the_rules<P: Problem>() -> impl Fn(Position<P>) -> P::Answer + Send + Sync {
    let rules = Scorer::by_the_rules(Geometry::of::<P>());
    move |position| answer::<P>(rules.answer(stones(position)))
}

/// The features of positions.
pub fn features<P: Problem>() -> Vec<Feature<Position<P>>> {
    facts::of_positions::<P>(&Arc::new(Scorer::by_the_rules(Geometry::of::<P>())))
}

/// A misreading that answers one position after the other; nothing where it names a cell that the board does not have.
pub type Answering<P> = Box<dyn FnMut(Position<P>) -> Option<<P as Game>::Answer>>;

/// What completes "as if", and makes what answers so.
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
                    Box::new(move |position| read(stones(position)).ok().map(answer::<P>))
                })
            }
            Misreader::InOrder(new) => Box::new(move || {
                let mut read = new();
                Box::new(move |position| Some(answer::<P>(read(stones(position)))))
            }),
        };
        (words, new)
    })
}

/// A cell by row and column, from 0, that the board does not have.
pub type Outside = [u8; 2];

/// How the answers of a check stand for those of a problem.
#[derive(Debug)]
pub struct Meaning<P: Problem, A> {
    /// What stands for an answer, or for a cell that the board does not have; none if nothing does.
    pub of: fn(Result<P::Answer, Outside>) -> Option<A>,
    /// The answer that this stands for.
    pub answer: fn(&A) -> Option<P::Answer>,
    /// What is wrong with what stands for none, where something else is right.
    pub mistake: fn(&A, &A) -> &'static str,
}

impl<P: Problem> Meaning<P, P::Answer> {
    /// Each answer stands for itself.
    pub const ITSELF: Self = Meaning {
        of: Result::ok,
        answer: |&answer| Some(answer),
        mistake: |_, _| "",
    };
}

/// Adds the misreadings of the rules, and the words for what is wrong, to a check.
pub fn taught<P: Problem, A: Clone + PartialEq + Debug + Send + 'static>(
    mut check: CrossCheck<Position<P>, A>,
    Meaning {
        of,
        answer: answer_of,
        mistake,
    }: Meaning<P, A>,
) -> CrossCheck<Position<P>, A> {
    let rules = Arc::new(Scorer::by_the_rules(Geometry::of::<P>()));
    for Misreading { words, answers } in misreadings::all(&rules) {
        check = match answers {
            Misreader::ToEach(misread) => check.misreading_of_some(words, move |&position| {
                of(misread(stones(position)).map(answer::<P>))
            }),
            Misreader::InOrder(new) => check.misreading_with_memory(words, move || {
                let mut misread = new();
                move |&position: &Position<P>| of(Ok(answer::<P>(misread(stones(position)))))
            }),
        };
    }
    check.mistakes(move |&position, right, given| -> Cow<'static, str> {
        let wins_by = |cell| {
            let mut moves = rules.moves(stones(position));
            moves.any(|(by, score)| by == cell && score > 0)
        };
        let given = match given {
            Ok(given) => given,
            Err(failure) => return failure.kind.does().into(),
        };
        match (answer_of(given), answer_of(right)) {
            (Some(given), Some(right)) => given.mistake(position, right, wins_by).into(),
            _ => mistake(given, right).into(),
        }
    })
}

#[cfg(test)]
mod tests;
