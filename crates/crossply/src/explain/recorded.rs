//! Explains answers on record, which somebody gave elsewhere.

use std::fmt::Debug;
use std::sync::Arc;

use super::explainer::Explainer;
use super::fault::Voice;
use super::inquiry::Block;
use super::value::Value;
use super::{Case, Wrong, explain};
use crate::outcome::Outcome;
use crate::panel::Answers;
use crate::report::count;
use crate::{Fault, Interrupted, Threads};

impl<I, A> Explainer<I, A>
where
    I: Clone + Debug + 'static,
    A: Debug + 'static,
{
    /// Explains where answers that were given elsewhere are wrong. Each run has inputs, right answers and outcomes, in
    /// the order in which somebody was asked. `who` is the subject of the first sentence, and `of` what the answers are
    /// about. None if all are right.
    ///
    /// # Errors
    /// If the user interrupts it.
    pub fn explain<R>(
        &self,
        who: &str,
        of: &str,
        runs: impl IntoIterator<Item = R>,
        threads: Threads<'_>,
    ) -> Result<Option<Fault>, Interrupted>
    where
        R: IntoIterator<Item = (I, A, Outcome<A>)>,
        I: Send + Sync,
        A: PartialEq + Send + Sync,
    {
        let mut first = 0;
        let runs = runs.into_iter().map(|run| {
            let run: Vec<_> = run.into_iter().collect();
            let wrong = run.iter().map(|(_, right, given)| match given {
                Outcome::Answer(given) => Some(given != right),
                Outcome::Panic(_) => Some(true),
            });
            let mut recorded = Recorded {
                first,
                wrong: wrong.collect(),
                inputs: Vec::with_capacity(run.len()),
                right: Vec::with_capacity(run.len()),
                given: Answers::Outcomes(Vec::new()),
            };
            let mut outcomes = Vec::with_capacity(run.len());
            for (input, right, given) in run {
                recorded.inputs.push(input);
                recorded.right.push(right);
                outcomes.push(given);
            }
            recorded.given = Answers::Outcomes(outcomes);
            first += recorded.inputs.len();
            recorded
        });
        let runs: Vec<_> = runs.collect();
        let wrong = runs.iter().flat_map(|run| &run.wrong);
        let wrong = wrong.filter(|wrong| **wrong == Some(true)).count() as u64;
        if wrong == 0 {
            return Ok(None);
        }
        let case = Case {
            explainer: self,
            terms: self.terms("the right answer"),
            same: &|one: &A, other: &A| one == other,
            pass: &|inquiry, _| {
                threads.in_order(runs.len(), |run| {
                    let run = &runs[run];
                    let block = Block {
                        inputs: &run.inputs,
                        number: &|row| (run.first + row) as u128,
                        section: Value::None,
                        given: &run.given,
                        wrong: &run.wrong,
                        right: &|row| run.right.get(row),
                    };
                    inquiry.observer().see(0, &block);
                })?;
                Ok(true)
            },
            end: None,
            is_hasty: false,
        };
        let suspects = [Wrong {
            solver: 0,
            seen: first as u64,
            of_these: wrong,
            readings: self.readings.iter().map(Arc::as_ref).collect(),
        }];
        let found = explain(&case, &suspects)?;
        let voice = Voice {
            who,
            differs_from: None,
            nouns: &self.nouns,
            right: "the right answer",
            scope: format!("{} {of}", count(first as u64)),
            is_partial: false,
            counted: None,
        };
        Ok(found
            .into_iter()
            .next()
            .map(|found| voice.fault(found, &case.terms)))
    }
}

/// What somebody answered in one run.
struct Recorded<I, A> {
    /// The number of its first input.
    first: usize,
    inputs: Vec<I>,
    right: Vec<A>,
    given: Answers<A>,
    wrong: Vec<Option<bool>>,
}
