//! What solvers gave, what is right, and what sentences can speak of.

use super::case::{Case, Outcome};
use super::rule::Values;
use super::value::{Seen, Sequence};

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
        self.related[n].filter(|_| self.do_agree(n))
    }

    /// Whether all solvers that were asked for an input gave the same answer: each the same as each other.
    pub(super) fn do_agree(&self, n: usize) -> bool {
        let columns = self.solvers.iter().filter(|one| one.answered[n]);
        let outcomes: Vec<&Outcome> = columns.map(|column| &column.outcomes[n]).collect();
        let mut pairs = outcomes.iter().enumerate();
        pairs.all(|(n, one)| {
            let mut others = outcomes[..n].iter();
            one.is_some() && others.all(|other| self.are_same(one, other))
        })
    }

    /// Whether two answers are the same for the check, which may have a tolerance.
    pub(super) fn are_same(&self, one: &Outcome, other: &Outcome) -> bool {
        let both = one.as_ref().zip(other.as_ref());
        both.is_some_and(|(one, other)| one.is_near(other, self.tolerance))
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
        match (self.voice, &self.case.truth) {
            (_, Some(truth)) => truth[n].clone(),
            (Voice::Wrong | Voice::Relation, None) => None,
            (Voice::Two, None) => self.case.solvers[0].outcomes[n].clone(),
            (Voice::Alone | Voice::FailsOrAlone, None) => match self.others(n)[..] {
                [some, other] if are_same(some, other) => some.clone(),
                _ => None,
            },
        }
    }

    /// What the right answer is called.
    pub(super) fn right_one(&self) -> &'static str {
        match self.voice {
            Voice::Two => "plain's answer",
            Voice::Wrong | Voice::Relation => "the right answer",
            Voice::Alone | Voice::FailsOrAlone => "the answer of the others",
        }
    }

    /// What the other solvers gave.
    fn others(&self, n: usize) -> Vec<&Outcome> {
        let all = (0..self.case.solvers.len()).filter(|one| *one != self.solver);
        let all = all.filter(|one| self.is_answered(*one, n));
        all.map(|one| &self.case.solvers[one].outcomes[n]).collect()
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
            Voice::Alone | Voice::FailsOrAlone => Some(self.is_alone(n)),
            _ => {
                let is_answer = right.is_some() || given.is_some();
                Some(is_answer && !self.case.are_same(right, given))
            }
        }
    }

    /// Whether all other solvers gave the same answer, and this one another; or it failed, if that counts.
    fn is_alone(&self, n: usize) -> bool {
        let given = self.given(n);
        if self.voice == Voice::FailsOrAlone && given.is_none() {
            return true;
        }
        match self.others(n)[..] {
            [one, other] => {
                let is_other = |answer| !self.case.are_same(given, answer);
                self.case.are_same(one, other) && is_other(one) && is_other(other)
            }
            _ => false,
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
pub(super) fn terms(evidence: &Evidence<'_>) -> Vec<(String, Values)> {
    let case = evidence.case;
    let noun = case.found["inputs_are"][0].as_str().unwrap_or_default();
    let subject = match &case.inputs[0] {
        _ if noun != "input" => &*format!("the {noun}"),
        Seen::Number(..) => "n",
        Seen::Float(..) => "x",
        Seen::Character(_) => "c",
        Seen::Word(_, Sequence::Text | Sequence::Bytes) => "the text",
        Seen::Word(..) => "the list",
        _ => "the input",
    };
    let all = || 0..case.inputs.len();
    let inputs = case.inputs.iter().cloned().map(Some);
    let rights = all().map(|n| evidence.right(n));
    let given = all().map(|n| evidence.given(n).clone());
    let mut terms = vec![
        (subject.to_owned(), inputs.collect()),
        (evidence.right_one().to_owned(), rights.collect()),
        ("its answer".to_owned(), given.collect()),
    ];
    for (at, name) in case.parts.iter().enumerate() {
        let parts = case.inputs.iter().map(|input| input.part(at).cloned());
        terms.push(((*name).to_owned(), parts.collect()));
    }
    for (name, values) in &case.others {
        terms.push((name.replace('$', subject), values.clone()));
    }
    terms
}
