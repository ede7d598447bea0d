//! Passes over the inputs of a run, which test rules. No solver is asked: the sets of wrong inputs say what was right.

use super::rows::{Expected, Features, Rows};
use super::rule::{Claim, Rule};
use super::suspect::{Suspect, TestedRule};
use crate::run::{Compared, Ended, Piece};

/// A pass of one thread.
struct Pass<'a> {
    compared: &'a Compared<'a>,
    features: &'a Features,
    /// The expected answers, for each suspect.
    expected: Vec<Expected<'a>>,
    /// A buffer for the numbers of a feature.
    column: Vec<i64>,
}

/// Tests the rules of all suspects whose search has not ended on one block in `every`. Adds examples that refute them to those of
/// the suspects.
///
/// # Errors
/// If the user interrupts it.
pub(crate) fn pass(
    compared: &Compared<'_>,
    features: &Features,
    suspects: &mut [Suspect<'_>],
    every: u64,
) -> Result<(), Ended> {
    let check = &*compared.plan.check;
    let new = || Pass {
        compared,
        features,
        expected: suspects
            .iter()
            .map(|one| Expected::of(check, one.solver))
            .collect(),
        column: Vec::new(),
    };
    let see = |pass: &mut Pass<'_>, piece: &Piece| pass.see(suspects, piece);
    compared.each(every, new, see)?;
    suspects.iter_mut().for_each(Suspect::add_counterexamples);
    Ok(())
}

impl Pass<'_> {
    fn see(&mut self, suspects: &[Suspect<'_>], piece: &Piece) {
        for (n, suspect) in suspects.iter().enumerate() {
            if suspect.is_done {
                continue;
            }
            let Some(mut rows) = Rows::of(piece, self.compared, suspect.topic) else {
                continue;
            };
            for tested in &suspect.rules {
                if tested.rule.needs_expected(self.features) {
                    rows.ask_expected(&mut self.expected[n], &piece.solvers);
                }
                self.test(tested, &rows);
            }
        }
    }

    /// Tests a rule and keeps the inputs that refute it.
    fn test(&mut self, tested: &TestedRule, rows: &Rows<'_>) {
        let rule = &tested.rule;
        let holds = self.holds(rule, rows);
        // Usually, no answer is wrong, and the rule holds nowhere.
        let has_news = !rows.are_all_right()
            || rule.claim == Claim::InCommon
            || holds.iter().any(|&holds| rule.is_refuted_by(holds, false));
        if !has_news {
            return;
        }
        let mut found = tested.found();
        for row in rows.judged() {
            let mistake = rows.mistake(row);
            let number = rows.number(row);
            let is_wrong = mistake.is_some();
            if rule.ignores(mistake) {
                found.holds_elsewhere |= holds[row] != Some(false);
                continue;
            }
            found.right_inputs += u64::from(holds[row] == Some(true) && !is_wrong);
            let is_exception = rule.is_exception(holds[row], is_wrong);
            if is_exception {
                found.add_exception(number);
            }
            let is_refuted = rule.is_refuted_by(holds[row], is_wrong);
            found.is_refuted |= is_refuted;
            // If there are too many exceptions, the next rule has to fit them.
            if is_refuted || is_exception && rule.claim == Claim::ExceptFew {
                let example = || self.features.example(rows, row);
                found.counterexamples.keep(number, example);
            }
        }
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
