//! Passes over the inputs of a run. The first one takes samples, and later ones test rules. No solver is asked: the sets of
//! wrong inputs say what was right.

use std::sync::atomic::Ordering::Relaxed;

use super::evidence::{SampleOf, Samples};
use super::rows::{Expected, Features, Rows};
use super::rule::{Claim, Rule};
use super::suspect::{Suspect, TestedRule};
use crate::run::{Compared, Ended, Piece};

/// What a pass does with the inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    Sample,
    Test,
}

/// A pass of one thread.
struct Pass<'a> {
    compared: &'a Compared<'a>,
    features: &'a Features,
    /// Samples for each suspect.
    samples: Vec<Samples>,
    /// The expected answers, for each suspect.
    expected: Vec<Expected<'a>>,
    /// A buffer for the numbers of a feature.
    column: Vec<i64>,
}

/// Carries out a pass over one block in `every`, for all suspects whose search has not ended. The examples that it finds are
/// added to those of the suspects.
///
/// # Errors
/// If the user interrupts it.
pub(crate) fn pass(
    compared: &Compared<'_>,
    features: &Features,
    suspects: &mut [Suspect<'_>],
    task: Task,
    every: u64,
) -> Result<(), Ended> {
    let check = &*compared.plan.check;
    let samples = compared.each(
        every,
        || Pass {
            compared,
            features,
            samples: suspects.iter().map(|_| Samples::default()).collect(),
            expected: suspects
                .iter()
                .map(|one| Expected::of(check, one.solver))
                .collect(),
            column: Vec::new(),
        },
        |pass: &mut Pass<'_>, piece| pass.see(suspects, piece, task),
        |pass| pass.samples,
    )?;
    let samples = samples.into_iter().reduce(|mut all, other| {
        for (samples, others) in all.iter_mut().zip(other) {
            samples.merge(others);
        }
        all
    });
    for (suspect, samples) in suspects.iter_mut().zip(samples.into_iter().flatten()) {
        samples.examples().for_each(|one| suspect.add_example(one));
    }
    Ok(())
}

impl Pass<'_> {
    fn see(&mut self, suspects: &[Suspect<'_>], piece: &Piece, task: Task) {
        for (n, suspect) in suspects.iter().enumerate() {
            if suspect.is_done {
                continue;
            }
            let Some(mut rows) = Rows::of(piece, self.compared, suspect.topic) else {
                continue;
            };
            if task == Task::Sample {
                self.sample(n, &rows);
                continue;
            }
            for tested in &suspect.rules {
                if tested.rule.needs_expected(self.features) {
                    rows.ask_expected(&mut self.expected[n], &piece.solvers);
                }
                self.test(n, tested, &rows);
            }
        }
    }

    fn sample(&mut self, suspect: usize, rows: &Rows<'_>) {
        let samples = &mut self.samples[suspect];
        let mut last = None;
        for row in rows.judged() {
            let is_wrong = rows.mistake(row).is_some();
            let mut keep = |of, row| {
                samples.keep(of, rows.number(row), || self.features.example(rows, row));
            };
            if !is_wrong {
                keep(SampleOf::Right, row);
            }
            if let Some((prior, was_wrong)) = last.replace((row, is_wrong))
                && was_wrong != is_wrong
            {
                keep(SampleOf::Edges, prior);
                keep(SampleOf::Edges, row);
            }
        }
    }

    /// Tests a rule and keeps the inputs that refute it.
    fn test(&mut self, suspect: usize, tested: &TestedRule, rows: &Rows<'_>) {
        let rule = &tested.rule;
        let holds = self.holds(rule, rows);
        // Usually, no answer is wrong, and the rule holds nowhere.
        let has_news = !rows.are_all_right()
            || rule.claim == Claim::InCommon
            || holds.iter().any(|&holds| rule.is_refuted_by(holds, false));
        if !has_news {
            return;
        }
        let mut right_inputs = 0;
        for row in rows.judged() {
            let is_wrong = rows.mistake(row).is_some();
            if rule.ignores(rows.mistake(row)) {
                if holds[row] != Some(false) {
                    tested.holds_elsewhere.store(true, Relaxed);
                }
                continue;
            }
            right_inputs += u64::from(holds[row] == Some(true) && !is_wrong);
            let is_exception = rule.is_exception(holds[row], is_wrong);
            if is_exception {
                tested.add_exception(rows.number(row));
            }
            let is_refuted = rule.is_refuted_by(holds[row], is_wrong);
            if is_refuted {
                tested.is_refuted.store(true, Relaxed);
            }
            // If there are too many exceptions, the next rule has to fit them.
            if is_refuted || is_exception && rule.claim == Claim::ExceptFew {
                let samples = &mut self.samples[suspect];
                samples.keep(SampleOf::Counterexamples, rows.number(row), || {
                    self.features.example(rows, row)
                });
            }
        }
        tested.right_inputs.fetch_add(right_inputs, Relaxed);
    }

    /// For each row, whether the rule holds. `None` if that is unknown.
    fn holds(&mut self, rule: &Rule, rows: &Rows<'_>) -> Vec<Option<bool>> {
        let features = self.features;
        let inputs = &rows.batch.inputs;
        let mut any = vec![Some(false); inputs.len()];
        for conditions in &rule.cases {
            let mut all = vec![Some(true); inputs.len()];
            for condition in conditions {
                let quick = condition.quick_feature();
                let feature = quick.and_then(|feature| features.of_inputs().get(feature));
                if feature.is_some_and(|one| one.short_numbers(inputs, &mut self.column)) {
                    condition.exclude(&self.column, &mut all);
                    continue;
                }
                for (row, all) in all.iter_mut().enumerate() {
                    if *all == Some(false) {
                        continue;
                    }
                    let holds = condition.holds(|feature| features.value(feature, rows, row));
                    if holds != Some(true) {
                        *all = holds;
                    }
                }
            }
            for (any, all) in any.iter_mut().zip(all) {
                if *any != Some(true) && all != Some(false) {
                    *any = all;
                }
            }
        }
        any
    }
}
