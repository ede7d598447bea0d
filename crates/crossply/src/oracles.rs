//! Has solvers answer single inputs or batches, outside of runs, and judges the answers: for fuzz targets, regression
//! tests and searches.
//!
//! Each oracle sees what the others cannot. Agreement compares solvers, and misses faults that all of them share. The
//! trusted answer knows what is right. Relations compare a solver with itself, on inputs whose answers depend on each
//! other. Batches show answers that depend on earlier inputs.

use std::fmt::Debug;

use crate::batch;
use crate::cross_check::CrossCheck;
use crate::outcome::Outcome;
use crate::panel::Panel;
use crate::solver::Solver;
use crate::wide::Wide;
use crate::{Domain, Finding, Given, Limits, Provenance, Violation};

/// What some solvers answered to an input, and the trusted answer.
struct Answered<I, A> {
    input: I,
    right: Option<A>,
    outcomes: Vec<(usize, Outcome<A>)>,
}

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    /// One instance of each solver.
    #[doc(hidden)]
    #[must_use]
    pub fn panel(&self) -> Panel<I, A> {
        Panel::new(&self.solvers)
    }

    /// Runs the solvers that `asked` selects by name and limits on the input with this number.
    ///
    /// # Errors
    /// The answers, if one is wrong or they differ.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("double", domain::all::<u8>())
    ///     .solver("sum", |&n| u32::from(n) + u32::from(n))
    ///     .solver("shift", |&n| u32::from(n << 1));
    /// assert!(check.ask(&mut check.panel(), 127, |_, _| true).is_ok());
    /// let wrong = check.ask(&mut check.panel(), 128, |_, _| true).unwrap_err();
    /// assert_eq!(wrong.answers[1].answer, "0");
    /// ```
    #[doc(hidden)]
    #[expect(clippy::result_large_err, reason = "both are the same")]
    pub fn ask(
        &self,
        panel: &mut Panel<I, A>,
        index: u128,
        asked: impl Fn(&str, &Limits) -> bool,
    ) -> Result<Finding, Finding> {
        let input = self.domain.input(index);
        let right = self.confirmed(&input).unwrap_or_default();
        let answered = self.answers(panel, input, right, asked);
        let found = self.described(Some(index), &answered);
        if self.is_in_order(&answered) {
            Ok(found)
        } else {
            Err(found)
        }
    }

    /// As [`ask`](Self::ask), for many inputs, and such as have no number: puts answers into words only if something is
    /// wrong. Where inputs represent others, only their answers are confirmed by the trusted answer itself. Returns how many
    /// solvers answered.
    #[expect(clippy::result_large_err, reason = "it ends the search")]
    pub(crate) fn count_answers(
        &self,
        panel: &mut Panel<I, A>,
        index: Option<u128>,
        input: I,
        asked: impl Fn(&str, &Limits) -> bool,
    ) -> Result<usize, Finding> {
        let represents = self.representatives.as_ref();
        let right = if represents.is_some_and(|represents| !represents(&input)) {
            self.right(&input)
        } else {
            self.confirmed(&input).unwrap_or_default()
        };
        let answered = self.answers(panel, input, right, asked);
        if self.is_in_order(&answered) {
            return Ok(answered.outcomes.len());
        }
        Err(self.described(index, &answered))
    }

    fn answers(
        &self,
        panel: &mut Panel<I, A>,
        input: I,
        right: Option<A>,
        asked: impl Fn(&str, &Limits) -> bool,
    ) -> Answered<I, A> {
        let solvers = self.solvers.iter().enumerate();
        let asked = solvers.filter(|(_, entry)| asked(&entry.name, &entry.limits));
        let outcomes = asked.map(|(solver, _)| (solver, panel.answer(solver, &input)));
        Answered {
            outcomes: outcomes.collect(),
            right,
            input,
        }
    }

    /// Whether the answers are the same, and none is wrong.
    fn is_in_order(&self, answered: &Answered<I, A>) -> bool {
        let outcomes = || {
            answered
                .outcomes
                .iter()
                .map(|(_, outcome)| outcome.as_ref())
        };
        let is_wrong = |outcome| self.is_wrong(&outcome, answered.right.as_ref());
        let mut pairs = outcomes().zip(outcomes().skip(1));
        pairs.all(|(one, other)| self.same_outcome(&one, &other)) && !outcomes().any(is_wrong)
    }

    fn described(&self, index: Option<u128>, answered: &Answered<I, A>) -> Finding {
        let right = answered.right.as_ref();
        let mut found = self.finding(index, &answered.input, right);
        found
            .answers
            .extend(answered.outcomes.iter().map(|(solver, outcome)| {
                let is_wrong = self.is_wrong(&outcome.as_ref(), right);
                Given::new(&self.solvers[*solver].name, outcome, is_wrong)
            }));
        found
    }

    /// Has the relations judge the answers to the input with this number, and to those that they ask for: those of the
    /// solver that relations ask, if `asked` selects it, otherwise of the last that it selects. Returns what is
    /// wrong: if the trusted answer shows which of the answers is wrong, the finding is about that input.
    pub(crate) fn relate(
        &self,
        panel: &mut Panel<I, A>,
        index: u128,
        asked: impl Fn(&str, &Limits) -> bool,
    ) -> Option<Finding> {
        self.relate_for(panel, Some(index), &self.domain.input(index), asked)
    }

    /// The same for an input with this number, if it has one.
    pub(crate) fn relate_for(
        &self,
        panel: &mut Panel<I, A>,
        index: Option<u128>,
        input: &I,
        asked: impl Fn(&str, &Limits) -> bool,
    ) -> Option<Finding> {
        let solvers = self.solvers.iter().map(|entry| &**entry).enumerate();
        let solvers = solvers.filter(|(_, entry)| asked(&entry.name, &entry.limits));
        let (solver, _) = solvers.max_by_key(|(_, entry)| entry.name == self.about.subject)?;
        self.relations.iter().find_map(|relation| {
            let mut holds = |ask: &mut dyn FnMut(&mut dyn Solver<I, A>, &I) -> A| {
                panel.ask(solver, |solver| {
                    (relation.holds)(input, &mut |input| ask(solver, input))
                })
            };
            // Relations hold almost always, so what they ask for is written down only when one is asked again.
            if holds(&mut |solver, input| solver.solve(input)) == Outcome::Answer(true) {
                return None;
            }
            let mut asked = Vec::new();
            let _ = holds(&mut |solver, input| {
                asked.push(input.clone());
                solver.solve(input)
            });
            let name = &self.solvers[solver].name;
            let mut wrong = None;
            let compared = asked.iter().map(|input| {
                let given = panel.answer(solver, input);
                let known = || Some((self.right(input)?, self.domain.index(input)?));
                if wrong.is_none()
                    && let Some((right, index)) = known()
                    && self.is_wrong(&given.as_ref(), Some(&right))
                {
                    let mut found = self.finding(Some(index), input, Some(&right));
                    found.answers.push(Given::new(name, &given, true));
                    wrong = Some(found);
                }
                (format!("{input:?}"), given.in_words())
            });
            let compared = compared.collect();
            let mut found = wrong.unwrap_or_else(|| {
                let mut found = self.finding(index, input, None);
                let given = panel.answer(solver, input);
                // If nobody knows what is right, another of the answers may be wrong.
                let is_wrong = self.truth.is_some() || matches!(given, Outcome::Panic(_));
                found.answers.push(Given::new(name, &given, is_wrong));
                found
            });
            let relation = relation.name.clone();
            found.violated = Some(Violation { relation, compared });
            Some(found)
        })
    }

    /// Compares the answers of the solver with this index to a batch of inputs with its answers to each input alone.
    /// Returns the first input with two different answers, and the shortest batch that shows it.
    #[doc(hidden)]
    pub fn leak(
        &self,
        panel: &mut Panel<I, A>,
        solver: usize,
        numbers: &[u128],
    ) -> Option<Finding> {
        self.leak_in(panel, solver, numbers, &self.inputs(numbers))
    }

    /// The same with the inputs that have these numbers.
    pub(crate) fn leak_in(
        &self,
        panel: &mut Panel<I, A>,
        solver: usize,
        numbers: &[u128],
        inputs: &[I],
    ) -> Option<Finding> {
        let at_once = panel.answer_all(solver, inputs, Vec::new());
        // In the opposite order: in the same one, a solver that remembers the input before would answer the same again.
        let rows = (0..inputs.len()).rev();
        let differing = rows.filter(|&row| {
            let answer = panel.answer(solver, &inputs[row]);
            !self.same_outcome(&at_once.outcome(row), &answer.as_ref())
        });
        let differing: Vec<_> = differing.collect();
        let alone = |row: usize| self.panel().answer(solver, &inputs[row]);
        let is_wrong =
            |row: &&usize| !self.same_outcome(&at_once.outcome(**row), &alone(**row).as_ref());
        let row = *differing.iter().rev().find(is_wrong).or(differing.last())?;
        let alone = alone(row);
        let right = self.right(&inputs[row]);
        let right = right.as_ref();
        let at_once = at_once.outcome(row);
        let is_right = right.is_some() && !self.is_wrong(&at_once, right);
        let wrong = if is_right { alone.as_ref() } else { at_once };
        let mut found = self.finding(Some(numbers[row]), &inputs[row], right);
        let name = &self.solvers[solver].name;
        found.answers.push(Given::new(name, &wrong, true));
        // If nobody knows what is right: alone it is at least independent of what came before.
        found.right.get_or_insert_with(|| alone.in_words());
        found.batch = batch::behind(self, solver, numbers, inputs, row, &wrong).unwrap_or_default();
        found.provenance = Provenance::DependsOnHistory;
        Some(found)
    }

    /// A finding without answers, about an input with this number, if it has one.
    pub(crate) fn finding(&self, index: Option<u128>, input: &I, right: Option<&A>) -> Finding {
        let mut sections = self.about.sections.iter();
        let section = sections.find(|section| index.is_some_and(|index| index < section.end));
        Finding {
            index: Wide(index.unwrap_or_default()),
            input: format!("{input:?}"),
            section: section.map_or(String::new(), |section| section.name.clone()),
            answers: Vec::new(),
            right: right.map(|right| format!("{right:?}")),
            violated: None,
            batch: Vec::new(),
            provenance: Provenance::Seen,
        }
    }
}
