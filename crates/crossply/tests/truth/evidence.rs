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
    /// Not of answers: a relation does not hold.
    Relation,
}

impl Case {
    /// Whether the relation holds for an input; none if it was not tried, because solvers differ or fail.
    pub(super) fn is_related(&self, n: usize) -> Option<bool> {
        let columns = self.solvers.iter().filter(|one| one.answered[n]);
        let outcomes: Vec<&Outcome> = columns.map(|column| &column.outcomes[n]).collect();
        let are_answers = outcomes.iter().all(|outcome| outcome.is_some());
        let agree = are_answers && outcomes.windows(2).all(|two| are_same(two[0], two[1]));
        self.related[n].filter(|_| agree)
    }
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

    /// The right answer: none if it is not known, or the others do not agree.
    pub(super) fn right(&self, n: usize) -> Outcome {
        self.right_of(n, |solver| self.is_answered(solver, n))
    }

    /// The same, if these solvers count.
    pub(super) fn right_of(&self, n: usize, counts: impl Fn(usize) -> bool) -> Outcome {
        let solvers = &self.case.solvers;
        match (self.voice, &self.case.truth) {
            (_, Some(truth)) => truth[n].clone(),
            (Voice::Wrong | Voice::Relation, None) => None,
            (Voice::Two, None) => solvers[0].outcomes[n].clone(),
            (Voice::Alone | Voice::FailsOrAlone, None) => {
                let others = (0..solvers.len()).filter(|other| *other != self.solver);
                let others = others.filter(|other| counts(*other));
                let others: Vec<&Outcome> =
                    others.map(|other| &solvers[other].outcomes[n]).collect();
                match others[..] {
                    [some, other] if are_same(some, other) => some.clone(),
                    _ => None,
                }
            }
        }
    }

    pub(super) fn given(&self, n: usize) -> &Outcome {
        &self.case.solvers[self.solver].outcomes[n]
    }

    /// Whether the answer is wrong; none if that is not known.
    pub(super) fn wrong(&self, n: usize) -> Option<bool> {
        let has_truth = self.case.truth.is_some();
        let (right, given) = (&self.right(n), self.given(n));
        match self.voice {
            Voice::Relation => Some(!self.case.is_related(n)?),
            Voice::Wrong if right.is_none() => (!has_truth).then_some(given.is_none()),
            Voice::FailsOrAlone if given.is_none() => Some(true),
            Voice::Alone | Voice::FailsOrAlone if right.is_none() => Some(false),
            _ => Some(!are_same(right, given) && (right.is_some() || given.is_some())),
        }
    }

    /// How far the answer is from the right one, if both are numbers: of floats, how many others are between.
    pub(super) fn difference(&self, n: usize, in_units: bool) -> Option<Seen> {
        let right = self.right(n)?;
        right
            .inner()?
            .difference(self.given(n).as_ref()?.inner()?, in_units)
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
        Seen::Float(..) => "x",
        Seen::Character(_) => "c",
        Seen::Word(_, true) => "the text",
        Seen::Word(..) => "the list",
        _ => "the input",
    };
    let [rights, given] = [(); 2].map(|()| Rc::clone(evidence));
    let input: Term<'a> = Rc::new(|n| Some(case.inputs[n].clone()));
    let rights: Term<'a> = Rc::new(move |n| rights.right(n));
    let given: Term<'a> = Rc::new(move |n| given.given(n).clone());
    let mut terms = vec![
        (subject.to_owned(), input),
        (right.to_owned(), rights),
        ("its answer".to_owned(), given),
    ];
    for (at, name) in case.parts.iter().enumerate() {
        let part = move |n: usize| match &case.inputs[n] {
            Seen::Parts(parts) => parts.get(at).cloned(),
            _ => None,
        };
        terms.push(((*name).to_owned(), Rc::new(part)));
    }
    for (name, values) in &case.others {
        let value: Term<'a> = Rc::new(|n| values[n].clone());
        terms.push((name.replace('$', subject), value));
    }
    for words in OTHERS {
        let evidence = Rc::clone(evidence);
        let answer = move |n: usize| {
            let other = case.inputs[n].other(words)?;
            match case.numbers.get(&other) {
                Some(n) => evidence.right_of(*n, |_| true),
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
