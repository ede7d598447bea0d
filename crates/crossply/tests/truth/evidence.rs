//! What solvers gave, what is right, and what sentences can speak of.

use std::rc::Rc;

use super::case::{Case, OTHERS, Outcome};
use super::sentence::Term;
use super::value::Seen;

/// Of whom a fault is told: a solver that is wrong, one that differs from the first of two, one that is alone, or one that
/// fails or is alone.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Voice {
    Wrong,
    Two,
    Alone,
    FailsOrAlone,
}

/// What a solver gave, and what is right.
pub(super) struct Evidence<'a> {
    pub(super) case: &'a Case,
    pub(super) solver: usize,
    pub(super) voice: Voice,
}

impl Evidence<'_> {
    pub(super) fn is_answered(&self, solver: usize, n: usize) -> bool {
        self.case.solvers[solver].answered[n]
    }

    /// All that may be the right answer: none if it is not known, or the others do not agree.
    pub(super) fn rights(&self, n: usize) -> Vec<Outcome> {
        self.rights_of(n, |solver| self.is_answered(solver, n))
    }

    /// The same, if these solvers count.
    pub(super) fn rights_of(&self, n: usize, counts: impl Fn(usize) -> bool) -> Vec<Outcome> {
        let solvers = &self.case.solvers;
        match (self.voice, &self.case.truth) {
            (_, Some(truth)) => vec![truth[n].clone()],
            (Voice::Wrong, None) => vec![None],
            (Voice::Two, None) => solvers[0].outcomes[n].clone(),
            (Voice::Alone | Voice::FailsOrAlone, None) => {
                let others = (0..solvers.len()).filter(|other| *other != self.solver);
                let others = others.filter(|other| counts(*other));
                let others: Vec<&Vec<Outcome>> =
                    others.map(|other| &solvers[other].outcomes[n]).collect();
                let [some, others] = others[..] else {
                    return vec![None];
                };
                let both = some
                    .iter()
                    .flat_map(|one| others.iter().map(move |other| (one, other)));
                both.map(|(one, other)| one.clone().filter(|_| are_same(one, other)))
                    .collect()
            }
        }
    }

    /// All pairs of a right answer and one that was given.
    pub(super) fn pairs(&self, n: usize) -> Vec<(Outcome, Outcome)> {
        let given = &self.case.solvers[self.solver].outcomes[n];
        let rights = self.rights(n).into_iter();
        let pairs = rights.flat_map(|right| {
            given
                .iter()
                .map(move |given| (right.clone(), given.clone()))
        });
        pairs.collect()
    }

    /// Whether the answer is wrong, none if only sometimes; nothing if that is not known.
    pub(super) fn wrong(&self, n: usize) -> Option<Option<bool>> {
        let has_truth = self.case.truth.is_some();
        let is_wrong = |(right, given): &(Outcome, Outcome)| match self.voice {
            Voice::Wrong if right.is_none() => (!has_truth).then_some(given.is_none()),
            Voice::FailsOrAlone if given.is_none() => Some(true),
            Voice::Alone | Voice::FailsOrAlone if right.is_none() => Some(false),
            _ => Some(!are_same(right, given) && (right.is_some() || given.is_some())),
        };
        let verdicts: Vec<bool> = self.pairs(n).iter().filter_map(is_wrong).collect();
        let first = *verdicts.first()?;
        Some(verdicts.iter().all(|one| *one == first).then_some(first))
    }
}

pub(super) fn are_same(one: &Outcome, other: &Outcome) -> bool {
    one.as_ref()
        .zip(other.as_ref())
        .is_some_and(|(one, other)| one.is(other))
}

/// What can be spoken of: inputs, their parts, and answers.
pub(super) fn terms<'a>(evidence: &Rc<Evidence<'a>>, right: &str) -> Vec<(String, Term<'a>)> {
    let case = evidence.case;
    let noun = case.found["inputs_are"][0].as_str().unwrap_or_default();
    let subject = match &case.inputs[0] {
        _ if noun != "input" => &*format!("the {noun}"),
        Seen::Number(..) => "n",
        Seen::Single(_) | Seen::Double(_) => "x",
        Seen::Character(_) => "c",
        Seen::Word(..) => "the word",
        _ => "the input",
    };
    let only = |mut all: Vec<Outcome>| all.pop().filter(|_| all.is_empty()).flatten();
    let [rights, given] = [(); 2].map(|()| Rc::clone(evidence));
    let input: Term<'a> = Rc::new(|n| Some(case.inputs[n].clone()));
    let rights: Term<'a> = Rc::new(move |n| only(rights.rights(n)));
    let given: Term<'a> =
        Rc::new(move |n| only(given.case.solvers[given.solver].outcomes[n].clone()));
    let mut terms = vec![
        (subject.to_owned(), input),
        (right.to_owned(), rights),
        ("its answer".to_owned(), given),
    ];
    for (at, name) in ["a", "b", "c"].into_iter().enumerate() {
        let part = move |n: usize| match &case.inputs[n] {
            Seen::Parts(parts) => parts.get(at).cloned(),
            _ => None,
        };
        terms.push((name.to_owned(), Rc::new(part)));
    }
    for words in OTHERS {
        let evidence = Rc::clone(evidence);
        let answer = move |n: usize| {
            let other = case.inputs[n].other(words)?;
            match case.inputs.iter().position(|input| *input == other) {
                Some(n) => only(evidence.rights_of(n, |_| true)),
                None => (case.elsewhere)(&other),
            }
        };
        let name = words
            .replace(" n", &format!(" {subject}"))
            .replace("n ", &format!("{subject} "));
        terms.push((format!("the answer to {name}"), Rc::new(answer)));
    }
    terms
}
