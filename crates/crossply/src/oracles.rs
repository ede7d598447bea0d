//! Has solvers answer single inputs or batches, outside of runs, and judges the answers: for fuzz targets, regression
//! tests and searches.
//!
//! Each oracle sees what the others cannot. Agreement compares solvers, and misses faults that all of them share. The
//! trusted answer knows what is right. Relations compare a solver with itself, on inputs whose answers depend on each
//! other. Batches show answers that depend on what was asked before.

use std::fmt::Debug;

use crate::batch;
use crate::cross_check::CrossCheck;
use crate::outcome::Outcome;
use crate::panel::Panel;
use crate::wide::Wide;
use crate::{Domain, Finding, Given, Limits, Provenance, Violation};

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    /// One instance of each solver.
    #[must_use]
    pub fn panel(&self) -> Panel<I, A> {
        Panel::new(&self.solvers)
    }

    /// Asks the solvers that `asked` selects by name and limits for the input with this number. Returns how many
    /// answered, and what is wrong.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("double", domain::all::<u8>())
    ///     .solver("sum", |&n| u32::from(n) + u32::from(n))
    ///     .solver("shift", |&n| u32::from(n << 1));
    /// let (answers, found) = check.ask(&mut check.panel(), 128, |_, _| true);
    /// assert_eq!((answers, found.unwrap().input), (2, "128".to_owned()));
    /// ```
    pub fn ask(
        &self,
        panel: &mut Panel<I, A>,
        index: u128,
        asked: impl Fn(&str, &Limits) -> bool,
    ) -> (usize, Option<Finding>) {
        let input = self.domain.input(index);
        let solvers = self.solvers.iter().enumerate();
        let asked = solvers.filter(|(_, entry)| asked(&entry.name, &entry.limits));
        let outcomes: Vec<_> = asked
            .map(|(solver, entry)| (&entry.name, panel.answer(solver, &input)))
            .collect();
        let right = self.right(&input);
        let right = right.as_ref();
        let is_wrong = |outcome: &Outcome<&A>| self.is_wrong(outcome, right);
        let mut all = outcomes.iter().map(|(_, outcome)| outcome.as_ref());
        let first = all.next();
        let is_first_wrong = first.as_ref().is_some_and(is_wrong);
        let agree = first.is_none_or(|first| all.all(|other| self.same_outcome(&first, &other)));
        if agree && !is_first_wrong {
            return (outcomes.len(), None);
        }
        let mut found = self.finding(index, &input);
        found.right = right.map(|right| format!("{right:?}"));
        found.answers.extend(outcomes.iter().map(|(name, outcome)| {
            Given::new(name, &outcome.in_words(), is_wrong(&outcome.as_ref()))
        }));
        (outcomes.len(), Some(found))
    }

    /// Has the relations judge the answers of the solver with this index to the input with this number, and to those
    /// that they ask for. Returns what is wrong: if the trusted answer shows which of the answers is wrong, the
    /// finding is about that input.
    pub fn relate(&self, panel: &mut Panel<I, A>, solver: usize, index: u128) -> Option<Finding> {
        let input = self.domain.input(index);
        self.relations.iter().find_map(|relation| {
            let mut asked = Vec::new();
            let outcome = panel.ask(solver, |solver| {
                (relation.holds)(&input, &mut |input| {
                    asked.push(input.clone());
                    solver.solve(input)
                })
            });
            if outcome == Outcome::Answer(true) {
                return None;
            }
            let name = &self.solvers[solver].name;
            let mut wrong = None;
            let compared = asked.iter().map(|input| {
                let given = panel.answer(solver, input);
                let said = given.in_words();
                let known = || Some((self.right(input)?, self.domain.index(input)?));
                if wrong.is_none()
                    && let Some((right, index)) = known()
                    && self.is_wrong(&given.as_ref(), Some(&right))
                {
                    let mut found = self.finding(index, input);
                    found.right = Some(format!("{right:?}"));
                    found.answers.push(Given::new(name, &said, true));
                    wrong = Some(found);
                }
                (format!("{input:?}"), said.to_string())
            });
            let violated = Some(Violation {
                relation: relation.name.clone(),
                compared: compared.collect(),
            });
            let mut found = wrong.unwrap_or_else(|| {
                let mut found = self.finding(index, &input);
                let given = panel.answer(solver, &input).in_words();
                found.answers.push(Given::new(name, &given, true));
                found
            });
            found.violated = violated;
            Some(found)
        })
    }

    /// Compares the answers of the solver with this index to a batch of inputs with its answers to each input alone.
    /// Returns the first input with two different answers, and the shortest batch that shows it.
    pub fn leak(
        &self,
        panel: &mut Panel<I, A>,
        solver: usize,
        numbers: &[u128],
    ) -> Option<Finding> {
        let inputs: Vec<I> = numbers
            .iter()
            .map(|&index| self.domain.input(index))
            .collect();
        let at_once = panel.answer_all(solver, &inputs, Vec::new());
        let differs = |&row: &usize| {
            let alone = panel.answer(solver, &inputs[row]);
            !self.same_outcome(&at_once.outcome(row), &alone.as_ref())
        };
        let row = (0..inputs.len()).find(differs)?;
        let alone = panel.answer(solver, &inputs[row]);
        let right = self.right(&inputs[row]);
        let right = right.as_ref();
        let at_once = at_once.outcome(row);
        let is_right = right.is_some() && !self.is_wrong(&at_once, right);
        let wrong = if is_right { alone.as_ref() } else { at_once };
        let mut found = self.finding(numbers[row], &inputs[row]);
        found.answers.push(Given::new(
            &self.solvers[solver].name,
            &wrong.in_words(),
            true,
        ));
        found.right = Some(match right {
            Some(right) => format!("{right:?}"),
            // Nobody knows what is right. Alone it is at least independent of what came before.
            None => alone.in_words().to_string(),
        });
        found.batch = batch::behind(self, solver, &inputs, row, &wrong).unwrap_or_default();
        found.provenance = Provenance::DependsOnHistory;
        Some(found)
    }

    /// A finding without answers.
    pub(crate) fn finding(&self, index: u128, input: &I) -> Finding {
        let sections = self.domain.sections();
        let section = sections.into_iter().find(|section| index < section.end);
        Finding {
            index: Wide(index),
            input: format!("{input:?}"),
            section: section.map_or(String::new(), |section| section.name),
            answers: Vec::new(),
            right: None,
            violated: None,
            batch: Vec::new(),
            provenance: Provenance::Seen,
        }
    }
}
